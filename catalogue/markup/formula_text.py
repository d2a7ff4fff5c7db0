"""The plain text of a formula, from its MathML: `Θ(n log n)`, `x₁² ≤ a/b`, `√(a + b)`."""

import unicodedata
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from catalogue.markup.characters import subscript, superscript

FUNCTION_SPACE = "0.167em"
_RELATIONS = set("=<>≤≥≠≈∼≃≅≡∝∈∉∋⊂⊆⊃⊇→←↔⇒⇐⇔↦⟶⟵⟹⟺≪≫≲≳≺≼≻≽⪯⪰≜≔:⊢⊨∣∥")
_BINARY = set("+−×·÷±∓∪∩∧∨⊕⊗∘⋅∗*∖/")
_SPACED_SIGNS = _BINARY - {"/"}
_COMBINING = {
    "^": "\u0302",
    "ˆ": "\u0302",
    "~": "\u0303",
    "˜": "\u0303",
    "¯": "\u0304",
    "‾": "\u0304",
    "―": "\u0304",
    "_": "\u0304",
    "→": "\u20d7",
    "⃗": "\u20d7",
    "˙": "\u0307",
    "¨": "\u0308",
    "ˇ": "\u030c",
    "˘": "\u0306",
    "´": "\u0301",
    "`": "\u0300",
    "˚": "\u030a",
}
_NAMES = {"^": "hat", "~": "tilde", "¯": "bar", "‾": "bar", "―": "bar", "_": "bar", "→": "vec"}
_BRACES = set("⏞⏟⏜⏝⎴⎵")
_LARGE = set("∑∏∫∐⋃⋂⨁⨂∮")
_OPENING = set("([{⟨⌈⌊|‖,;")
_INVISIBLE = {"\u2061", "\u2062", "\u2063", "\u2064", "\u200b"}


@dataclass(frozen=True, slots=True)
class Spacing:
    """Whether the author put spaces around relations and signs, and after commas."""

    signs: bool
    commas: bool


_TIGHT = Spacing(False, False)  # in indices and exponents


def text_of_formula(tree: Element, spacing: Spacing) -> str:
    """Return the plain text of `tree`, in one line, with single spaces."""
    return " ".join(_text(tree, spacing).split())


def is_function(element: Element) -> bool:
    """Whether an element is the name of a function (`log`), with or without an index (`log₂`)."""
    if element.tag in ("msub", "msup", "msubsup", "munder", "munderover", "mover") and len(element):
        return is_function(element[0])
    text = element.text or ""
    return element.tag in ("mi", "mo") and len(text) > 1 and text.isascii() and text.replace(" ", "").isalpha()


def needs_space(before: Element, after: Element) -> bool:
    """Whether TeX puts a thin space between two neighbours of a row because one is the name of a function."""
    if is_function(before):
        return _first(after) not in _RELATIONS | _BINARY | set("([{),.;]!_^ ") and after.tag != "mspace"
    return is_function(after) and before.tag != "mspace" and not (before.tag == "mo" and before.text != ")")


def _first(element: Element) -> str:
    """Return the first character of an element's text, an empty string if there is none."""
    for inner in element.iter():
        if inner.text and inner.text.strip():
            return inner.text.strip()[0]
    return ""


def _text(element: Element, spacing: Spacing) -> str:
    tag = element.tag
    if tag in ("mi", "mn", "mtext", "ms"):
        return element.text or ""
    if tag == "mo":
        return "".join(letter for letter in element.text or "" if letter not in _INVISIBLE)
    if tag == "mspace":
        return " " if _width(element) >= 0.16 else ""
    if tag == "mphantom":
        return ""
    if tag in ("msub", "msup", "msubsup", "mover", "munder", "munderover", "mfrac", "mroot"):
        return _construct(
            tag, [_text(child, _TIGHT if index else spacing) for index, child in enumerate(element)], element
        )
    if tag == "msqrt":
        return _root("√", _row(element, spacing))
    if tag == "mtable":
        return "; ".join(" ".join(_text(cell, spacing) for cell in row) for row in element)
    return (element.text or "").strip() + _row(element, spacing)


def _width(element: Element) -> float:
    try:
        return float(element.get("width", "0").removesuffix("em"))
    except ValueError:
        return 0.0


def _row(element: Element, spacing: Spacing) -> str:
    out: list[str] = []
    for child in element:
        text = _text(child, spacing)
        sign = text if child.tag == "mo" else ""
        between = bool(out) and out[-1].strip()[-1:] not in {"", *_OPENING, *_RELATIONS, *_BINARY}
        if spacing.signs and (sign in _RELATIONS or (sign in _SPACED_SIGNS and between)):
            text = f" {text} "
        elif (spacing.commas and sign in (",", ";")) or _is_large_operator(child):
            text = f"{text} "
        out.append(text)
    return "".join(out)


def _is_large_operator(element: Element) -> bool:
    return element.tag in ("msub", "msubsup", "munder", "munderover") and (element[0].text or "") in _LARGE


def _construct(tag: str, parts: list[str], element: Element) -> str:
    first = parts[0]
    if tag == "mfrac":
        if element.get("linethickness") in ("0", "0pt", "0em"):
            return f"{first} choose {parts[1]}"
        return f"{_grouped(first)}/{_grouped(parts[1])}"
    if tag == "mroot":
        return _root({"3": "∛", "4": "∜"}.get(parts[1], superscript(parts[1]) + "√"), first)
    if tag in ("msub", "munder"):
        return first if parts[1] in _BRACES else first + subscript(parts[1])
    if tag == "msup":
        return first + superscript(parts[1])
    if tag == "mover":
        return _accented(first, parts[1])
    return first + subscript(parts[1]) + superscript(parts[2])


def _accented(base: str, over: str) -> str:
    if over in _BRACES:
        return base
    if over in _COMBINING:
        if len(unicodedata.normalize("NFD", base)) == 1 or len(base) == 1:
            return unicodedata.normalize("NFC", base + _COMBINING[over])
        return f"{_NAMES.get(over, over)}({base})"
    return base + superscript(over)


def _root(sign: str, inner: str) -> str:
    inner = inner.strip()
    return sign + inner if len(inner) == 1 or inner.isdecimal() else f"{sign}({inner})"


def _grouped(text: str) -> str:
    """Return the numerator or denominator of a fraction, in parentheses unless it holds together by itself."""
    text = text.strip()
    return f"({text})" if any(sign in text for sign in " +−×·=/,±<>") and not _in_brackets(text) else text


def _in_brackets(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    return ")" not in text[1:-1] and "(" not in text[1:-1]
