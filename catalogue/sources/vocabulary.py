"""A vocabulary file: TOML, one table for each tag."""

import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalogue.sources.lines import clean_text, is_blank
from catalogue.sources.records import SourceError

_TEXTS = ("label", "note", "broader")
_LISTS = ("alternative", "patterns")
_LABEL_LENGTH = 200
_NAME_LENGTH = 120


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
    """Return the name of the entry with a label. Spellings that the catalogue does not tell apart have one name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label).casefold())
    return "-".join(folded.split())


def read_vocabulary(path: Path, kinds: tuple[str, ...]) -> list[VocabularyRecord]:
    """Read a vocabulary file. Raises SourceError, with the entry, for anything that is not as it should be.

    An entry without `patterns` is found by its labels; one with an empty list is found by nothing.
    """
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:  # What is no TOML or no UTF-8 is a ValueError.
        raise SourceError(path, f"is no vocabulary file: {error}") from None
    records = []
    for kind, entries in stated.items():
        if kind not in kinds or not isinstance(entries, list):
            raise SourceError(path, f"has a table “{_line(kind)}”; the kinds of tags are {', '.join(kinds)}")
        records += [_record(path, kind, number, entry) for number, entry in enumerate(entries, start=1)]
    for message in _conflicts(records):
        raise SourceError(path, message)
    return records


def _record(path: Path, kind: str, number: int, entry: object) -> VocabularyRecord:
    where = f"{kind} {number}"
    if not isinstance(entry, dict):
        raise SourceError(path, f"{where} is not a table")
    if isinstance(entry.get("label"), str):
        where = f"{where} (“{_line(entry['label'])}”)"
    for name, value in entry.items():
        if name not in _TEXTS + _LISTS:
            raise SourceError(path, f"{where} has an unknown field “{_line(name)}”")
        if name in _TEXTS and not isinstance(value, str):
            raise SourceError(path, f"{where}: “{name}” is not a text")
        if name in _LISTS and not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            raise SourceError(path, f"{where}: “{name}” is not a list of texts")
    label = _line(entry.get("label", ""))
    if not label:
        raise SourceError(path, f"{where} has no label")
    alternative = tuple(_line(each) for each in entry.get("alternative", ()))
    for each in (label, *alternative):
        _check_length(path, where, each)
    if len(entry_name(label)) > _NAME_LENGTH:
        raise SourceError(path, f"{where} has a preferred label longer than {_NAME_LENGTH} characters")
    patterns = tuple(_line(each) for each in entry.get("patterns", (label, *alternative)))
    broader, note = _line(entry.get("broader", "")), clean_text(entry.get("note", ""))
    return VocabularyRecord(kind, label, alternative, note, broader, patterns)


def _line(text: str) -> str:
    """Return a text in one line, without what no database holds; empty if it shows nothing."""
    line = " ".join(clean_text(text).split())
    return "" if is_blank(line) else line


def _check_length(path: Path, where: str, label: str) -> None:
    # A key can be longer than its label: the compatibility form of one letter may be a whole phrase.
    if not label or len(label) > _LABEL_LENGTH or len(entry_name(label)) > 2 * _LABEL_LENGTH:
        raise SourceError(path, f"{where} has a label that is empty or longer than {_LABEL_LENGTH} characters")


def _conflicts(records: list[VocabularyRecord]) -> Iterator[str]:
    """Yield what is wrong between entries: a label twice, an unknown broader one, a circle."""
    labels: dict[tuple[str, str], VocabularyRecord] = {}
    for record in records:
        for label in {entry_name(label) for label in (record.label, *record.alternative)}:
            if other := labels.get((record.kind, label)):
                yield f"{record.kind} “{record.label}” has a label of “{other.label}”: {label}"
            labels[record.kind, label] = record
    by_name = {(record.kind, record.name): record for record in records}
    sound: set[tuple[str, str]] = set()
    for record in records:
        seen: dict[tuple[str, str], None] = {}
        wider = record
        while (wider.kind, wider.name) not in sound:
            if (wider.kind, wider.name) in seen:
                yield f"{record.kind} “{record.label}” is broader than itself"
                break
            seen[wider.kind, wider.name] = None
            if not wider.broader:
                break
            above = by_name.get((wider.kind, entry_name(wider.broader)))
            if above is None:
                yield f"{wider.kind} “{wider.label}” has an unknown broader entry “{wider.broader}”"
                break
            wider = above
        sound.update(seen)
