"""A text file line by line, cleaned of what nobody can see and no database takes, in little memory."""

import re
from collections.abc import Iterator

from catalogue.sources.decoding import TextFile, pieces

# Number (1-based), text, how many characters of a very long line were left out of it, bytes of the file read so far.
Line = tuple[int, str, int, int]

LINE_LIMIT = 1_000_000

# Kept is all but control characters, byte order marks, halves of surrogate pairs, and the code points that are no
# characters (U+FDD0-FDEF and the last two of each plane). Told by what is kept, because that is ten times faster.
PLANES = "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 17))
KEPT = f"\t\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\ufffd{PLANES}"
SPACES = dict.fromkeys(map(ord, "\v\f\x85\u2028\u2029"), " ")
CLEAN_TEXT = re.compile(f"[{KEPT}]*")
UNWANTED = re.compile(f"[^{KEPT}]+")
# Takes no ink, and is not white space to Python.
INKLESS = (
    "\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062"
    "\u2063\u2064\u2066\u2067\u2068\u2069\u2800\u3164\uffa0"
)
BLANK = re.compile(rf"[\s{INKLESS}]*")


def clean_text(text: str) -> str:
    """The text without what no page, feed or database can hold: `"a\\x00b\\u2028c\\ufeff"` becomes `"ab c"`.

    Line ends become \\n; form feeds, vertical tabs and the breaks that only Unicode knows become spaces.
    """
    if CLEAN_TEXT.fullmatch(text):
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return UNWANTED.sub("", text.translate(SPACES))


def is_blank(line: str) -> bool:
    """Whether a line shows nothing: no characters, white space, or what takes no ink."""
    return not line or (not line[0].isalnum() and BLANK.fullmatch(line) is not None)


def opening(text: TextFile) -> str:
    """How a file begins: some ten thousand characters, or all there are."""
    for piece, _ in pieces(text):
        return clean_text(piece)
    return ""


def lines(text: TextFile) -> Iterator[Line]:
    """The lines of a file. A line of more than LINE_LIMIT characters is cut there, and its fourth field says so."""
    number, tail, left_out, offset = 1, "", 0, 0
    for piece, offset in pieces(text):
        piece = clean_text(piece)
        if len(tail) > LINE_LIMIT:
            beyond, end, rest = piece.partition("\n")
            left_out += len(beyond)
            piece = end + rest
        if not piece:
            continue
        *complete, tail = (tail + piece).split("\n")
        for line in complete:
            yield number, line, left_out, offset
            left_out = 0
            number += 1
        if len(tail) > LINE_LIMIT and is_blank(tail):
            tail = ""
    if tail:
        yield number, tail, left_out, offset
