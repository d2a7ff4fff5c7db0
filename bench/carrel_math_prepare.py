"""Makes "Carrel Math", still whole, of STIXTwoMath-Regular.otf 2.12 b168; pyftsubset then takes its part.

    python bench/carrel_math_prepare.py STIXTwoMath-Regular.otf CarrelMath.otf

Needs fonttools. `static/VENDORED.md` has the commands.
"""

import sys

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

font = TTFont(sys.argv[1], recalcTimestamp=False)
math, cff, glyphs = font["MATH"].table, font["CFF "].cff, font.getGlyphSet()
variants, strings = math.MathVariants, cff.topDictIndex[0].CharStrings

# Its own name: STIX is a trademark.
for number, text in {
    1: "Carrel Math",
    3: "2.12 b168;CarrelMath-Regular",
    4: "Carrel Math Regular",
    6: "CarrelMath-Regular",
    10: "A subset of STIX Two Math 2.12 b168, renamed and changed for MathML in running text.",
}.items():
    font["name"].setName(text, number, 3, 1, 0x409)
cff.fontNames[0] = "CarrelMath-Regular"
cff.topDictIndex[0].FullName, cff.topDictIndex[0].FamilyName = "Carrel Math Regular", "Carrel Math"

# Browsers lay formulas out with `line-height: normal`: a line gap would push every fraction and script apart.
font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0

# Fractions within a line: nearer to their bar, as TeX has them, so that lines stay where they are.
for constant, value in {"FractionNumeratorShiftUp": 480, "FractionDenominatorShiftDown": 400}.items():
    getattr(math.MathConstants, constant).Value = value

# Chromium asks for no `ssty`: primes as they look in a script. `^` is MathML's hat; `*` is the operator.
cmap = {0x2A: "uni2217", 0x5E: "circumflex"}
cmap |= {0x2032: "minute.ssty", 0x2033: "second.ssty", 0x2034: "uni2034.ssty", 0x2057: "uni2057.ssty"}
for table in font["cmap"].tables:
    if table.isUnicode() and hasattr(table, "cmap"):
        table.cmap.update({code: glyph for code, glyph in cmap.items() if code in table.cmap})

# `^` and `~` grow over several letters, not over one: a variant serves widths up to about half more than its own.
horizontal = dict(zip(variants.HorizGlyphCoverage.glyphs, variants.HorizGlyphConstruction, strict=True))
for glyph, combining in {"circumflex": "uni0302", "asciitilde": "uni0303"}.items():
    construction = otTables.MathGlyphConstruction()
    construction.GlyphAssembly = None
    construction.MathGlyphVariantRecord = []
    for old, reach in zip(
        horizontal[combining].MathGlyphVariantRecord, (950, 1100, 1600, 2100, 2600, 9999), strict=True
    ):
        record = otTables.MathGlyphVariantRecord()
        record.VariantGlyph = glyph if old.VariantGlyph == combining else old.VariantGlyph
        record.AdvanceMeasurement = reach
        construction.MathGlyphVariantRecord.append(record)
    construction.VariantCount = len(construction.MathGlyphVariantRecord)
    horizontal[glyph] = construction
variants.HorizGlyphCoverage.glyphs = sorted(horizontal, key=font.getGlyphID)
variants.HorizGlyphConstruction = [horizontal[glyph] for glyph in variants.HorizGlyphCoverage.glyphs]
variants.HorizGlyphCount = len(horizontal)

# A root takes the room of its widest variant (MathML Core 3.3.3): all as wide as the smallest, else a gap follows it.
width = font["hmtx"]["uni221A"][0]
for glyph in [f"uni221A.{end}" for end in ("s1", "s2", "s3", "s4", "x", "t")]:
    scale = width / font["hmtx"][glyph][0]
    pen = T2CharStringPen(width, glyphs)
    glyphs[glyph].draw(TransformPen(pen, (scale, 0, 0, 1, 0, 0)))
    strings[glyph] = pen.getCharString(strings[glyph].private, strings[glyph].globalSubrs)
    font["hmtx"][glyph] = (width, round(font["hmtx"][glyph][1] * scale))
font.save(sys.argv[2])
