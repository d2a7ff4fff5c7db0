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
    """Return the folded text of title, heading, abstract, authors …, each once, at most 100,000 characters.

    Each stands on a line of its own, so that no phrase is found across two of them.
    """
    return "\n".join(dict.fromkeys(folded for part in parts if (folded := fold(part))))[:DOCUMENT_LENGTH]


# Letters with a stroke, which Unicode does not take apart, and the quotes and hyphens that keyboards lack.
_STROKES = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "‐": "-",
        "‑": "-",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
    }
)
