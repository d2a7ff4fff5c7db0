"""A vocabulary file: TOML, one table for each tag."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalogue.sources.records import SourceError

_TEXTS = ("label", "note", "broader")
_LISTS = ("alternative", "patterns")


@dataclass(frozen=True, slots=True)
class VocabularyRecord:
    """A tag as a vocabulary file states it. `name` tells it apart within its kind, whatever its label becomes later."""

    kind: str
    label: str
    alternative: tuple[str, ...] = ()
    note: str = ""
    broader: str = ""
    patterns: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The label as it was in the file, in lower case, hyphens for spaces."""
        return entry_name(self.label)


def entry_name(label: str) -> str:
    """Return the name of the entry with a label."""
    return "-".join(label.casefold().split())


def read_vocabulary(path: Path, kinds: tuple[str, ...]) -> list[VocabularyRecord]:
    """Read a vocabulary file. Raises SourceError, with the entry, for anything that is not as it should be.

    An entry without `patterns` is found by its labels; one with an empty list is found by nothing.
    """
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SourceError(path, f"is no vocabulary file: {error}") from None
    records = []
    for kind, entries in stated.items():
        if kind not in kinds or not isinstance(entries, list):
            raise SourceError(path, f"has a table “{kind}”; the kinds of tags are {', '.join(kinds)}")
        records += [_record(path, kind, number, entry) for number, entry in enumerate(entries, start=1)]
    for message in _conflicts(records):
        raise SourceError(path, message)
    return records


def _record(path: Path, kind: str, number: int, entry: object) -> VocabularyRecord:
    where = f"{kind} {number}"
    if not isinstance(entry, dict):
        raise SourceError(path, f"{where} is not a table")
    label = entry.get("label")
    if isinstance(label, str):
        where = f"{where} (“{label}”)"
    for name, value in entry.items():
        if name not in _TEXTS + _LISTS:
            raise SourceError(path, f"{where} has an unknown field “{name}”")
        if name in _TEXTS and not isinstance(value, str):
            raise SourceError(path, f"{where}: “{name}” is not a text")
        if name in _LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            raise SourceError(path, f"{where}: “{name}” is not a list of texts")
    if not label or not label.strip():
        raise SourceError(path, f"{where} has no label")
    alternative = tuple(entry.get("alternative", ()))
    if any(not 0 < len(each.strip()) <= 200 for each in (label, *alternative)):
        raise SourceError(path, f"{where} has a label that is empty or longer than 200 characters")
    patterns = tuple(entry.get("patterns", (label, *alternative)))
    return VocabularyRecord(kind, label, alternative, entry.get("note", ""), entry.get("broader", ""), patterns)


def _conflicts(records: list[VocabularyRecord]) -> Iterator[str]:
    """Yield what is wrong between entries: a label twice, an unknown broader one, a circle."""
    labels: dict[tuple[str, str], VocabularyRecord] = {}
    for record in records:
        for label in {entry_name(label) for label in (record.label, *record.alternative)}:
            if other := labels.get((record.kind, label)):
                yield f"{record.kind} “{record.label}” has a label of “{other.label}”: {label}"
            labels[record.kind, label] = record
    by_name = {(record.kind, record.name): record for record in records}
    for record in records:
        seen, wider = [record], record
        while wider.broader:
            above = by_name.get((wider.kind, entry_name(wider.broader)))
            if above is None:
                yield f"{wider.kind} “{wider.label}” has an unknown broader entry “{wider.broader}”"
                break
            if above in seen:
                yield f"{record.kind} “{record.label}” is broader than itself"
                break
            seen.append(above)
            wider = above
