"""Letters of mathematical alphabets: browsers draw these characters, but of `mathvariant` they know only `normal`."""

import re
import unicodedata

_NAME = re.compile(
    r"(?:MATHEMATICAL )?(BOLD ITALIC|BOLD SCRIPT|BOLD FRAKTUR|BOLD|DOUBLE-STRUCK|SCRIPT|FRAKTUR|BLACK-LETTER|"
    r"SANS-SERIF|MONOSPACE) (?:CAPITAL|SMALL|DIGIT|FINAL) ?\w+"
)


def _alphabets() -> dict[str, dict[int, str]]:
    """Return, for each value of `mathvariant`, what its plain letters and digits become."""
    found: dict[str, dict[int, str]] = {}
    for code in (*range(0x1D400, 0x1D800), *range(0x2100, 0x2150)):
        kind, _, plain = unicodedata.decomposition(chr(code)).partition(" ")
        name = _NAME.match(unicodedata.name(chr(code), ""))
        if kind == "<font>" and name:
            variant = name[1].lower().replace(" ", "-").replace("black-letter", "fraktur")
            found.setdefault(variant, {}).setdefault(int(plain, 16), chr(code))
    return found


ALPHABETS = _alphabets()
