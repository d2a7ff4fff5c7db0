"""Tables: CSV and TSV, a paper a row, of whatever program. What the columns mean is told by their names (`columns`).

A row is taken with cells missing at its end; one with more cells than the head is refused. A quote that is never closed
is a problem of the row it stands in; reading goes on in the line below, so that it takes no other row along.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import NamedTuple

from catalogue.sources import heading
from catalogue.sources.columns import FIELDS, draft_of, looks_like_openreview, meaning_of, rank_of
from catalogue.sources.decoding import TextFile
from catalogue.sources.lines import Line, lines
from catalogue.sources.records import CollectionRecord, PaperRecord, Problem, SourceError, SourceFile

DELIMITERS = ",;\t|"
# One row: a quote that holds more was not closed.
ROW_LINES, ROW_CHARACTERS = 5000, 2_000_000
# Of so many rows the identifiers are looked at before the first is given.
FIRST_ROWS = 50
_SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)  # Excel's own first line

csv.field_size_limit(1 << 24)


class Row(NamedTuple):
    """The cells of a row, the 1-based line it begins in, bytes read; or, instead of cells, what is wrong with it."""

    line: int
    cells: list[str]
    offset: int
    fault: str = ""


def read(text: TextFile, collection: str = "", columns: Mapping[str, str] | None = None) -> SourceFile:
    """The source file that a table holds. `columns` says of columns which field they fill, or that they fill none.

    Raises SourceError where no column holds a title or an abstract, and for a column or field that is not there.
    """
    rest = lines(text)
    first, delimiter = _head_line(rest, text)
    found = rows(chain([first], rest), delimiter)
    head = next(found, None)
    if head is None or head.fault:
        raise SourceError(text.path, f"has no head of a table: it {head.fault}" if head else "is empty", first[0])
    meanings = _meanings(text, head, columns or {})
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    # Of several columns that fill a field the one with the best name comes first.
    places = sorted(range(len(meanings)), key=lambda place: rank_of(head.cells[place]))
    entries = _entries(found, [(place, meanings[place]) for place in places if meanings[place]], len(meanings), named)
    shown = tuple((cell.strip(), meaning) for cell, meaning in zip(head.cells, meanings, strict=True) if cell.strip())
    kind = "tsv" if delimiter == "\t" else "csv"
    return SourceFile(text.path, kind, "", named, text.sha256, text.size, entries, shown)


def delimiter_of(line: str) -> str:
    """Return the sign that parts the cells of a head: the one by which most of them have a name known here."""

    def known(sign: str) -> tuple[int, int]:
        cells = next(csv.reader([line], delimiter=sign), [])
        return sum(map(bool, map(meaning_of, cells))), len(cells)

    return max(DELIMITERS, key=known)


def rows(numbered: Iterable[Line], delimiter: str) -> Iterator[Row]:
    """The rows of a table that are not blank."""
    source = _Lines(numbered)
    while True:
        reader = csv.reader(source, delimiter=delimiter)
        try:
            for cells in reader:
                row = source.taken()
                if fault := _quoting_fault(row, delimiter, source.stopped):
                    source.give_back(row[1:])
                    yield Row(row[0][0], [], row[0][3], fault)
                    break
                if any(cell.strip() for cell in cells):
                    yield Row(row[0][0], cells, row[-1][3])
            else:
                return
        except csv.Error as error:
            row = source.taken()
            source.give_back(row[1:])
            yield Row(row[0][0], [], row[0][3], f"cannot be read as a row of a table ({error})")


class _Lines:
    """Lines for `csv.reader`, which remembers those of the present row."""

    def __init__(self, numbered: Iterable[Line]) -> None:
        self._rest = iter(numbered)
        self._row: list[Line] = []
        self._characters = 0
        # Whether the row ended because there were no more lines, or it was too long.
        self.stopped = False

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = None
        if len(self._row) < ROW_LINES and self._characters < ROW_CHARACTERS:
            line = next(self._rest, None)
        if line is None:
            self.stopped = True
            raise StopIteration
        self._row.append(line)
        self._characters += len(line[1])
        return line[1] + "\n"

    def taken(self) -> list[Line]:
        row, self._row, self._characters = self._row, [], 0
        return row

    def give_back(self, some: list[Line]) -> None:
        self._rest = chain(some, self._rest)
        self.stopped = False


def _quoting_fault(row: list[Line], delimiter: str, stopped: bool) -> str:
    """Return what is wrong with the quotes of a row of several lines, or of the last one."""
    if len(row) == 1 and not stopped:
        return ""
    try:
        list(csv.reader([f"{line[1]}\n" for line in row], delimiter=delimiter, strict=True))
    except csv.Error:
        return "has a quote that is not closed, or not doubled inside a quoted cell"
    return ""


def _head_line(rest: Iterator[Line], text: TextFile) -> tuple[Line, str]:
    for line in rest:
        if separator := _SEPARATOR.fullmatch(line[1].strip()):
            following = next(rest, None)
            if following:
                return following, separator[1]
        elif line[1].strip():
            return line, delimiter_of(line[1])
    raise SourceError(text.path, "is empty: it holds nothing but blank lines")


def _meanings(text: TextFile, head: Row, columns: Mapping[str, str]) -> list[str]:
    """Return the field that each column fills, an empty text where it fills none."""
    names = [cell.strip() for cell in head.cells]
    by_name = {name.casefold(): name for name in names}
    given = {column.strip().casefold(): field for column, field in columns.items()}
    for column, field in columns.items():
        if column.strip().casefold() not in by_name:
            raise SourceError(text.path, f"has no column “{column}”; it has {_listed(names)}", head.line)
        if field and field not in FIELDS:
            raise SourceError(text.path, f"cannot fill “{field}”: the fields are {', '.join(FIELDS)}", head.line)
    meanings = [given.get(name.casefold(), meaning_of(name)) for name in names]
    if not {"title", "abstract"} & set(meanings):
        known = f"no column holds a title or an abstract; there are {_listed(names)}"
        raise SourceError(text.path, f"{known}. Name one with --map COLUMN=title", head.line)
    return meanings


def _listed(names: list[str]) -> str:
    shown = [f"“{name[:40]}”" for name in names if name]
    return ", ".join(shown[:30]) + (f" and {len(shown) - 30} more" if len(shown) > 30 else "")


def _entries(
    found: Iterator[Row], places: list[tuple[int, str]], width: int, named: CollectionRecord
) -> Iterator[PaperRecord | Problem]:
    some = list(islice(found, FIRST_ROWS))
    ids = (row.cells[place] for row in some for place, field in places if field == "id" and place < len(row.cells))
    of_openreview = looks_like_openreview(filter(None, map(str.strip, ids)))
    for position, row in enumerate(chain(some, found), start=1):
        beyond = [cell for cell in row.cells[width:] if cell.strip()]
        if row.fault or beyond:
            fault = row.fault or f"has more cells than the head of the table: “{beyond[0][:60]}”"
            yield Problem(position, row.line, fault, offset=row.offset)
            continue
        fields: dict[str, list[str]] = {}
        for place, field in places:
            if place < len(row.cells):
                fields.setdefault(field, []).append(row.cells[place])
        draft = draft_of(position, row.line, fields, of_openreview)
        draft.year = draft.year or named.year
        yield draft.finished(row.offset)
