"""BibTeX and BibLaTeX, whatever wrote them. `bibtexparser` parts the entries and goes on behind a broken one.

It takes a text as a whole; so a file is given to it in pieces that end before an entry, and what goes on for longer
than any entry is cut off and named. Entries inherit from those that `crossref` and `xdata` name, wherever these stand:
a file in which such fields occur is read twice, and the first PARENTS_AT_MOST of those that are named are kept.
"""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bibtexparser.model import Block, DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from catalogue.sources import heading
from catalogue.sources.bibtex_entry import Values, draft_of_entry, fields_of
from catalogue.sources.decoding import TextFile
from catalogue.sources.lines import lines
from catalogue.sources.records import PaperRecord, Problem, SourceError, SourceFile

# It tells its log what is told here as problems.
logging.getLogger("bibtexparser").disabled = True
logging.getLogger("bibtexparser.splitter").disabled = True

PIECE_CHARACTERS = 400_000
LONGEST = 4_000_000
PARENTS_AT_MOST = 20_000
# How many entries one can inherit from.
ANCESTORS_AT_MOST = 20
NO_PAPERS = frozenset("xdata set comment string preamble control ieeetranbstctl periodical".split())
NOT_INHERITED = frozenset("title subtitle author abstract doi url eprint keywords xdata crossref pages".split())
_BEGINS = re.compile(r"\s{0,8}@\w+\s*[{(]")
_INHERITS = re.compile(r"\b(?:crossref|xdata)\s*=\s*[{\"]?\s*([^{}\",\s][^{}\"]*)", re.IGNORECASE)


@dataclass(slots=True)
class _Piece:
    """Some lines of a file: the 0-based number of the first, and bytes read up to the end of the last.

    `cut` is the first line of which something was left out, and what to say of that.
    """

    first: int
    rows: list[str] = field(default_factory=list)
    size: int = 0
    offset: int = 0
    cut: tuple[int, str] | None = None


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that BibTeX holds. Raises SourceError where there is no entry in it."""
    if not any(_BEGINS.match(line) for _, line, _, _ in lines(text)):
        raise SourceError(text.path, "holds no entries of BibTeX", 1)
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    return SourceFile(text.path, "bibtex", "", named, text.sha256, text.size, _entries(text, named.year))


def _entries(text: TextFile, year: int | None) -> Iterator[PaperRecord | Problem]:
    parents = _parents(text)
    strings: dict[str, str] = {}
    position = 0
    for block, piece in _blocks(text):
        line = piece.first + (block.start_line or 0) + 1
        if isinstance(block, String):
            strings |= fields_of(block.key, block.value, strings)
        elif isinstance(block, ParsingFailedBlock):
            position += 1
            yield Problem(position, line, f"is broken: {_reason(block)}", offset=piece.offset)
        elif isinstance(block, Entry) and block.entry_type.casefold() not in NO_PAPERS:
            position += 1
            draft = draft_of_entry(position, line, block.entry_type, _inherited(_values(block, strings), parents))
            draft.year = draft.year or year
            yield draft.finished(piece.offset)


def _blocks(text: TextFile) -> Iterator[tuple[Block, _Piece]]:
    """The blocks of a file; of two entries with one key, or two fields with one name, both are taken."""
    for piece in _pieces(text):
        for block in Splitter("\n".join(piece.rows)).split().blocks:
            if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock) and block.ignore_error_block:
                block = block.ignore_error_block
            yield block, piece
        if piece.cut:
            number, message = piece.cut
            yield ParsingFailedBlock(ValueError(message), number - piece.first - 1), piece


def _pieces(text: TextFile) -> Iterator[_Piece]:
    piece = _Piece(0)
    for number, row, left_out, offset in lines(text):
        if piece.size > PIECE_CHARACTERS and _BEGINS.match(row):
            yield piece
            piece = _Piece(number - 1)
        piece.size += len(row) + 1
        if piece.size <= LONGEST:
            piece.rows.append(row)
        elif not piece.cut:
            piece.cut = number, f"an entry goes on for more than {LONGEST:,} characters; from here on it was not read"
        if left_out and not piece.cut:
            piece.cut = number, f"the last {left_out:,} characters of this line were not read"
        piece.offset = offset
    if piece.rows:
        yield piece


def _values(entry: Entry, strings: Mapping[str, str]) -> Values:
    """Return the fields of an entry by name; the first of two with one name counts."""
    values: Values = {}
    for each in entry.fields:
        for name, value in fields_of(each.key, each.value, strings):
            values.setdefault(name, value.strip())
    return values


def _parents(text: TextFile) -> dict[str, Values]:
    """Return the entries that others inherit from, by key."""
    named = (key for _, row, _, _ in lines(text) for found in _INHERITS.findall(row) for key in _keys(found))
    wanted: set[str] = set()
    for key in named:
        if len(wanted) < PARENTS_AT_MOST:
            wanted.add(key)
    if not wanted:
        return {}
    strings: dict[str, str] = {}
    parents: dict[str, Values] = {}
    for block, _ in _blocks(text):
        if isinstance(block, String):
            strings |= fields_of(block.key, block.value, strings)
        elif isinstance(block, Entry) and block.key.strip().casefold() in wanted:
            parents[block.key.strip().casefold()] = _values(block, strings)
    return parents


def _inherited(values: Values, parents: Mapping[str, Values], seen: set[str] | None = None) -> Values:
    """Return the fields of an entry with those it inherits, from each of its ancestors once.

    The title of a volume is the book title of its parts.
    """
    seen = set() if seen is None else seen
    for name in ("xdata", "crossref"):
        for key in _keys(values.get(name, ""))[:ANCESTORS_AT_MOST]:
            if (parent := parents.get(key)) and key not in seen and len(seen) < ANCESTORS_AT_MOST:
                seen.add(key)
                above = _inherited(parent, parents, seen)
                if name == "crossref":
                    above = {each: value for each, value in above.items() if each not in NOT_INHERITED}
                    if "booktitle" not in above and (volume := parent.get("title")):
                        above["booktitle"] = volume
                values = above | values
    return values


def _keys(text: str) -> list[str]:
    return [key.strip().casefold() for key in text.split(",") if key.strip()]


def _reason(block: ParsingFailedBlock) -> str:
    error = block.error
    reason = " ".join(str(getattr(error, "abort_reason", error)).split()).rstrip(" .")
    return f"{reason[:1].lower()}{reason[1:160]}"
