"""Characters: accents as LaTeX writes them, names of symbols, superscript and subscript forms."""

import re
import unicodedata

from latex2mathml.symbols_parser import convert_symbol

_COMBINING = {
    '"': "\u0308",
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
    "d": "\u0323",
    "r": "\u030a",
    "t": "\u0361",
}
ACCENT = re.compile(
    r"\\(?:([\"'`^~=.])|([uvHckbdrt])(?=[ {\\])[ ]?)"
    r"(?:[ ]?\{\s{0,9}(?:\\([ij])|([^\W\d_]))\s{0,9}\}|\\([ij])(?![A-Za-z])[ ]?|([A-Za-z]))"
)
# `\"word\"` is a quotation whose quotes a program escaped, not a word on ẅ.
_ESCAPED_QUOTATION = re.compile(r'\\"[^\\"]{1,200}\\"(?![A-Za-z])')

# What stands for one character and swallows the space after it, as in `S\o ren`.
LETTERS = {
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "dh": "ð",
    "DH": "Ð",
    "dj": "đ",
    "DJ": "Đ",
    "th": "þ",
    "TH": "Þ",
    "ng": "ŋ",
    "NG": "Ŋ",
    "i": "ı",
    "j": "ȷ",
}

_SUPERSCRIPT = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ",
        strict=True,
    )
)
_SUBSCRIPT = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)
# Raised by themselves: written after the base without a sign for "raised".
_RAISED = {"∘": "°", "°": "°", "⊤": "ᵀ", "′": "′", "″": "″", "‴": "‴", "*": "*", "∗": "*", "⋆": "⋆", "★": "★"} | {
    sign: sign for sign in "†‡§¶™®©♯♭"
}


def accented(source: str, at: int) -> tuple[str, int] | None:
    r"""Return the letter that an accent command at `at` makes (`\'e`, `\v{c}`, `\'{\i}`) and where it ends, or None."""
    match = ACCENT.match(source, at)
    if match is None:
        return None
    base = match[3] or match[4] or match[5] or match[6]
    letter = unicodedata.normalize("NFC", base + _COMBINING[match[1] or match[2]])
    if len(letter) > 1 and match[6]:
        return None
    if match[1] == '"' and match[6] and not source[at - 1 : at].isalpha() and _ESCAPED_QUOTATION.match(source, at):
        return None
    return letter, match.end()


def symbol(name: str) -> str:
    r"""Return the character of a symbol command, given without its backslash (`alpha` → α), or the empty string."""
    code = convert_symbol(f"\\{name}")
    return chr(int(code, 16)) if code else ""


def superscript(text: str) -> str:
    """Return `text` raised, in plain Unicode: `²`, `†`, else `^δε`, `^(1, 2)`."""
    return _script(text, _SUPERSCRIPT, "^", _RAISED)


def subscript(text: str) -> str:
    """Return `text` lowered, in plain Unicode: `₁`, else `_max`, `_(1, 2)`."""
    return _script(text, _SUBSCRIPT, "_", {})


def _script(text: str, forms: dict[str, str], sign: str, by_themselves: dict[str, str]) -> str:
    text = text.strip()
    if not text:
        return ""
    if all(letter in by_themselves for letter in text):
        return "".join(by_themselves[letter] for letter in text)
    if all(letter in forms for letter in text):
        return "".join(forms[letter] for letter in text)
    return f"{sign}{text}" if all(letter.isalpha() or letter.isdecimal() for letter in text) else f"{sign}({text})"
