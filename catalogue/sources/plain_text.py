"""Plain text: a heading, then one abstract a paragraph, parted by blank lines.

A first paragraph that reads like a heading is one (`heading`). Every other paragraph is an entry, or continues one:

- It continues the entry before it if it begins with a list marker, a lower-case word or a display formula, or if the
  entry before it ends with a colon, a comma or a semicolon. The blank line between them is kept.
- The heading is never continued. An entry that is too long takes its continuations along: they are refused with it,
  under one problem, whose length counts them.
- Nothing is attached to an entry refused as too short or as a rule (`----`). What follows such an entry and begins like
  a continuation is refused too, with a problem of its own: so no piece of a text turns into a paper, and none vanishes.
- If the very first entry begins with a list marker, the file numbers its abstracts: the same kind of marker (with a
  higher number, where it has one) then opens an entry, and is not part of the abstract.

Measured on 52,149 real abstracts: none begins with a marker or a formula; 21 begin with a lower-case word, most of them
cut off at the front; 13 end openly. `k-means`, `t-SNE`, `mRNA` and their like do not count as lower-case words.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from catalogue.sources import heading
from catalogue.sources.decoding import TextFile
from catalogue.sources.lines import INKLESS, Line, is_blank, lines
from catalogue.sources.records import CollectionRecord, PaperRecord, Problem, SourceError, SourceFile

LEAST_CHARACTERS = 20
MOST_CHARACTERS = 1_000_000

MARKER = re.compile(
    r"(?P<bullet>[-*+–—·∙](?=\s)|[•‣◦▪●○・])\s*"
    r"|(?P<number>\d{1,3})(?P<point>[.)]\s+|[．、）])"
    r"|[(（](?:(?P<bracketed>\d{1,3})|[a-zA-Z]|[ivx]{1,4})(?:\)\s+|）\s*)"
    r"|[①-⑳]\s*|[a-z]\)\s+|(?P<item>\\item\b)\s*"
)
FORMULA = re.compile(r"\$\$|\\\[|\\begin\{(?:equation|align|gather|multline|eqnarray|displaymath|itemize|enumerate)")
# Not Georgian, whose letters Python takes for lower-case ones.
LOWER_CASE_WORD = re.compile(r"(?P<word>[^\W\d_\u10d0-\u10ff]+)(?=[\s,.;:!?)’']|$|(?<=[^\W\d_]{2})-)")
OPEN_END = (":", ",", ";", "：", "，", "；", "、")
# Languages that put no spaces between words: Han, Kana, Thai, Lao, Burmese, Khmer.
UNSPACED = re.compile(
    "(?:[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff].*){2}",
    re.DOTALL,
)


@dataclass(slots=True)
class Paragraph:
    """Lines between blank lines. `length` is the true one in characters; of a longer text only the start is kept."""

    line: int
    text: str
    length: int
    offset: int


@dataclass(slots=True)
class Entry:
    """A paragraph with those that continue it. `orphan`: it begins like a continuation, of something refused."""

    line: int
    offset: int = 0
    length: int = 0
    parts: list[str] = field(default_factory=list)
    orphan: bool = False

    def add(self, paragraph: Paragraph) -> None:
        self.length += paragraph.length + (2 if self.length else 0)
        self.offset = paragraph.offset
        if self.length <= MOST_CHARACTERS:
            self.parts.append(paragraph.text)

    @property
    def fault(self) -> str:
        """Why this cannot be an abstract; empty if it can."""
        if self.length > MOST_CHARACTERS:
            return f"is {self.length:,} characters long; an abstract has at most {MOST_CHARACTERS:,}"
        text = "\n\n".join(self.parts)
        if is_rule(text):
            return f"holds neither letters nor digits: “{excerpt(text)}”"
        if len(text) < LEAST_CHARACTERS:
            return f"is too short for an abstract (under {LEAST_CHARACTERS} characters): “{excerpt(text)}”"
        if len(text.split(maxsplit=1)) < 2 and not UNSPACED.search(text):
            return f"is a single word: “{excerpt(text)}”"
        if self.orphan:
            return f"begins like the continuation of the entry before it, which was refused: “{excerpt(text)}”"
        return ""


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that a text holds. Raises SourceError where there is nothing but blank lines in it."""
    found = paragraphs(lines(text))
    first = next(found, None)
    if first is None:
        raise SourceError(text.path, "is empty: it holds nothing but blank lines")
    title, below = split_heading(first)
    named = heading.collection_of_file(text.path)
    if title:
        named = heading.collection_named(title)
    if collection:
        wanted = heading.collection_named(collection)
        named = CollectionRecord(" ".join(collection.split()), wanted.venue, wanted.year)
    records = entries(chain(below, found), named.year, first if title else None)
    return SourceFile(text.path, "text", title, named, text.sha256, text.size, records)


def split_heading(first: Paragraph) -> tuple[str, list[Paragraph]]:
    """The heading in a first paragraph, and what is left of the paragraph."""
    if title := heading.heading_of(first.text):
        return title, []
    if title := heading.heading_on_top(first.text):
        top, _, rest = first.text.partition("\n")
        return title, [Paragraph(first.line + 1, rest.strip(), first.length - len(top) - 1, first.offset)]
    return "", [first]


def paragraphs(numbered: Iterable[Line]) -> Iterator[Paragraph]:
    """The paragraphs of a file. A line of nothing but white space, or of what takes no ink, is blank."""
    rows: list[str] = []
    start = length = offset = 0
    for number, row, left_out, offset in numbered:
        if is_blank(row):
            if rows:
                yield paragraph(start, rows, length, offset)
                rows, length = [], 0
            continue
        if not rows:
            start = number
        row = row.rstrip()
        if length <= MOST_CHARACTERS:
            rows.append(row)
        length += len(row) + left_out + 1
    if rows:
        yield paragraph(start, rows, length, offset)


def paragraph(start: int, rows: list[str], length: int, offset: int) -> Paragraph:
    text = "\n".join(rows)
    shorn = text.strip().strip(INKLESS).strip()
    return Paragraph(start, shorn, length - 1 - len(text) + len(shorn), offset)


def entries(found: Iterable[Paragraph], year: int | None, above: Paragraph | None) -> Iterator[PaperRecord | Problem]:
    """A record or a problem for each entry below the heading; a single problem, at the heading, if there is none."""
    position = 0
    for position, entry in enumerate(joined(found), start=1):
        if fault := entry.fault:
            yield Problem(position, entry.line, fault, offset=entry.offset)
        else:
            abstract = "\n\n".join(entry.parts)
            yield PaperRecord(position, entry.line, abstract=abstract, year=year, offset=entry.offset)
    if not position and above:
        yield Problem(0, above.line, "there are no abstracts below the heading", offset=above.offset)


def joined(found: Iterable[Paragraph]) -> Iterator[Entry]:
    """Paragraphs with their continuations, by the rules on top of this module."""
    numbering = Numbering()
    entry: Entry | None = None
    for part in found:
        opens = numbering.opens(part, first=entry is None)
        if entry and not opens and continues(part, entry):
            entry.add(part)
            continue
        orphan = entry is not None and not opens and begins_inside(part.text)
        if entry:
            yield entry
        entry = Entry(part.line, orphan=orphan)
        entry.add(part)
    if entry:
        yield entry


def continues(part: Paragraph, entry: Entry) -> bool:
    """Whether a paragraph belongs to the entry before it."""
    if part.length > MOST_CHARACTERS:
        return False
    if entry.length > MOST_CHARACTERS:
        return begins_inside(part.text)
    inside = begins_inside(part.text) or (entry.parts[-1].endswith(OPEN_END) and not is_rule(part.text))
    return inside and (len(entry.parts) > 1 or not entry.fault)


def begins_inside(text: str) -> bool:
    """Whether a text begins as only the inside of a text does: a list marker, a display formula, a lower-case word."""
    if text[:1].isupper() or is_rule(text):
        return False
    word = LOWER_CASE_WORD.match(text)
    return bool(MARKER.match(text) or FORMULA.match(text) or (word and word["word"].islower()))


def is_rule(text: str) -> bool:
    return not any(map(str.isalnum, text))


def excerpt(text: str) -> str:
    text = " ".join(text[:80].split())
    return text if len(text) <= 60 else f"{text[:59]}…"


class Numbering:
    """The list markers of a file whose first entry begins with one: they open entries, and are taken off them."""

    def __init__(self) -> None:
        self.kind = ""
        self.last = -1

    def opens(self, part: Paragraph, first: bool) -> bool:
        """Whether this paragraph opens an entry because of its marker, which is then removed from it."""
        marker = MARKER.match(part.text) if first or self.kind else None
        if not marker or is_rule(part.text):
            return False
        kind = marker["bullet"] or marker["point"] or marker["item"] or ("(1)" if marker["bracketed"] else "")
        number = int(marker["number"] or marker["bracketed"] or self.last + 1)
        if not kind or (not first and (kind.strip() != self.kind or number <= self.last)):
            return False
        self.kind, self.last = kind.strip(), number
        part.text = part.text[marker.end() :]
        part.length -= marker.end()
        return True
