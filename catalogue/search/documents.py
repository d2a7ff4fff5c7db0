"""The text a paper is found by, in a form in which case, accents and width do not matter."""

import unicodedata
from collections.abc import Iterable

DOCUMENT_LENGTH = 100_000


def fold(text: str) -> str:
    """Return `text` without case, accents, width and surplus white space: `Gödel` and `GODEL` become `godel`.

    Letters whose stroke is no accent in Unicode (`Łojasiewicz`, `Ørsted`) lose it as well.
    """
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_STROKES)
    plain = "".join(letter for letter in letters if not 0x300 <= ord(letter) <= 0x36F)
    return " ".join(unicodedata.normalize("NFC", plain).split())


def document_text(parts: Iterable[str]) -> str:
    """Return the folded text of title, heading, abstract, authors …, at most 100,000 characters."""
    return fold("\n".join(part for part in parts if part))[:DOCUMENT_LENGTH]


_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
