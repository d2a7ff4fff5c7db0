"""A vocabulary as a table: the CSV that the catalogue writes, and other tables with a head and a column of labels."""

import csv
import io
import re

from catalogue.sources.lines import clean_text
from catalogue.sources.list_table import GUARD, SEPARATOR, first_row
from catalogue.sources.records import SourceError
from catalogue.sources.term_records import (
    STATES,
    Problem,
    TermAddress,
    TermFile,
    TermLabel,
    TermRecord,
    address_of,
    label_of,
    language_of,
)

# What a column is called, in small letters without spaces and signs, and what it holds.
MEANINGS = {
    name: meaning
    for meaning, names in {
        "id": "id",
        "kind": "kind type facet",
        "label": "label preflabel preferredlabel term tag name concept",
        "language": "language lang",
        "preferred_labels": "preferredlabels",
        "alternative_labels": "alternativelabels alternative altlabels altlabel synonyms aliases alias",
        "scope_note": "scopenote note notes definition description",
        "broader": "broader broaderterm broadertag parent",
        "address": "address uri url",
        "state": "state status",
        "patterns": "patterns pattern",
        "only_proposes": "onlyproposes",
        "former_addresses": "formeraddresses",
    }.items()
    for name in names.split()
}
YES, NO = ("yes", "true", "1"), ("no", "false", "0")
_OWN = {"id", "kind", "label", "alternative_labels", "address"}
_LANGUAGE_BEHIND = re.compile(r"(.+)@([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)")


def read_table(text: str, file: TermFile) -> None:
    """Add the tag of each row to a file. SourceError if the text does not begin with the head of such a table."""
    separator = SEPARATOR.match(text)
    lines_before = 1 if separator else 0
    body = text.partition("\n")[2] if separator else text
    delimiter = separator[1] if separator else _delimiter_of(text)
    rows = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter)
    meanings: list[str] = []
    while True:
        line = lines_before + rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            raise SourceError(file.path, f"cannot be read as a table beyond line {line} ({error})", line) from None
        if any(row) and not meanings:
            meanings = _meanings(row, line, file)
        elif any(cell.strip() for cell in row):
            _Row(row, meanings, f"line {line}", file).read()


def _delimiter_of(text: str) -> str:
    heads = {sign: [_meaning_of(cell) for cell in first_row(text, sign)] for sign in "\t;,"}
    return max(heads, key=lambda sign: len(set(filter(None, heads[sign]))))


def _meaning_of(column: str) -> str:
    return MEANINGS.get(re.sub(r"[\W_]+", "", column).lower(), "")


def _meanings(head: list[str], line: int, file: TermFile) -> list[str]:
    """Return what the columns hold, each once; empty for those that are not used, which are named."""
    meanings: list[str] = []
    for cell in head:
        meaning = _meaning_of(cell)
        meanings.append("" if meaning in meanings else meaning)
    if "label" not in meanings:
        raise SourceError(file.path, "is a table without a column “label”, or no table", line)
    unused = [f"“{cell.strip()[:40]}”" for cell, meaning in zip(head, meanings, strict=True) if not meaning]
    unused = [name for name in unused if name != "“”"]
    if unused:
        file.remarks.append(Problem(f"line {line}", f"Columns that were not used: {', '.join(unused[:20])}."))
    return meanings


class _Row:
    """A row of the table, which may be one of the catalogue's own with guarded cells."""

    def __init__(self, row: list[str], meanings: list[str], place: str, file: TermFile) -> None:
        self.place, self.file = place, file
        self.is_own = set(meanings) >= _OWN
        self.cells = {
            meaning: clean_text(cell.removeprefix(GUARD) if self.is_own else cell)
            for meaning, cell in zip(meanings, row, strict=False)
            if meaning
        }
        if any(cell.strip() for cell in row[len(meanings) :]):
            self._remark("There are more cells than the head of the table has.")

    def read(self) -> None:
        """Add the tag of the row to the file, or what is wrong with it."""
        stated = self.cells.get("kind", "").strip()
        kind = self.file.kind_named(stated) if stated else self.file.kind
        try:
            if not kind:
                raise ValueError(f"“{stated[:40]}” is no kind of tags" if stated else "the kind of the tag is missing")
            label = self._label(self.cells.get("label", ""))
        except ValueError as error:
            self.file.problems.append(Problem(self.place, f"It was left out: {error}."))
            return
        self.file.terms.append(self._record(kind, label))

    def _record(self, kind: str, label: TermLabel) -> TermRecord:
        others = self._labels("preferred_labels")
        return TermRecord(
            place=self.place,
            kind=kind,
            label=label,
            preferred=None if others is None else (label, *others),
            alternative=self._labels("alternative_labels"),
            note=self._note(),
            broader=self._in_one_line("broader"),
            patterns=self._patterns(),
            state=self._state(),
            only_proposes=self._only_proposes(),
            former=tuple(filter(None, map(address_of, self._values("former_addresses") or ()))),
            id=self._id(),
            address=self._address(),
        )

    def _label(self, text: str) -> TermLabel:
        """Return a label in the language of the row, or in that which stands behind it."""
        own = language_of(self.cells.get("language", "").strip())
        return TermLabel(label_of(text), own)

    def _labels(self, meaning: str) -> tuple[TermLabel, ...] | None:
        values = self._values(meaning)
        if values is None:
            return None
        labels = []
        for value in values:
            behind = _LANGUAGE_BEHIND.fullmatch(value) if self.is_own else None
            try:
                label = self._label(behind[1] if behind else value)
            except ValueError as error:
                self._remark(f"One label was left out: {error}.")
                continue
            labels.append(TermLabel(label.text, language_of(behind[2])) if behind else label)
        return tuple(labels)

    def _values(self, meaning: str) -> list[str] | None:
        """Return the values of a cell; None without such a column. Tables of others part them by signs, too."""
        if meaning not in self.cells:
            return None
        parts = self.cells[meaning].split("\n") if self.is_own else re.split(r"[\n;|]", self.cells[meaning])
        return [part.strip() for part in parts if part.strip()]

    def _note(self) -> str | None:
        note = self.cells.get("scope_note")
        return note if note is None or self.is_own else note.strip()

    def _in_one_line(self, meaning: str) -> str | None:
        return " ".join(self.cells[meaning].split()) if meaning in self.cells else None

    def _patterns(self) -> str | None:
        lines = self._values("patterns")
        return None if lines is None else "\n".join(lines)

    def _state(self) -> str | None:
        stated = self.cells.get("state", "").strip().lower()
        if stated and stated not in STATES:
            self._remark(f"“{stated[:40]}” is no state of a tag ({', '.join(STATES)}) and was not used.")
        return stated if stated in STATES else None

    def _only_proposes(self) -> bool | None:
        stated = self.cells.get("only_proposes")
        if stated is None:
            return None
        if stated.strip().lower() not in ("", *YES, *NO):
            self._remark(f"“{stated[:40]}” is neither yes nor no and was not used.")
            return None
        return stated.strip().lower() in YES

    def _id(self) -> int | None:
        stated = self.cells.get("id", "").strip()
        if not re.fullmatch(r"[0-9]{0,18}", stated):
            self._remark(f"“{stated[:40]}” is no id and was not used.")
            return None
        return int(stated) if stated else None

    def _address(self) -> TermAddress | None:
        return address_of(self.cells.get("address", "").strip())

    def _remark(self, message: str) -> None:
        self.file.remarks.append(Problem(self.place, message))
