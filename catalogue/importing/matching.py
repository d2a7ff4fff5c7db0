"""Which paper a record is: by its entry in an earlier version of the file, by an identifier, by its text."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from catalogue.importing.identity import identifying_hash, record_hash
from catalogue.models import Appearance, Paper, PaperText, Source
from catalogue.sources import PaperRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """A record with its two hashes."""

    record: PaperRecord
    text_hash: str
    record_hash: str

    @classmethod
    def of(cls, record: PaperRecord) -> "Entry":
        """Compute the hashes of a record."""
        return cls(record, identifying_hash(record.title, record.abstract), record_hash(record))

    def identifiers(self) -> list[tuple[str, str]]:
        """Return the identifiers the record states, as (field, value)."""
        pairs = [(name, getattr(self.record, name)) for name in Paper.IDENTIFIERS]
        return [(name, value) for name, value in pairs if value]


class Matcher:
    """Knows the papers of one batch of entries. Three queries for any number of entries, six with identifiers."""

    def __init__(self, source: Source, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        of_source = Appearance.objects.filter(source=source, record_hash__in={e.record_hash for e in entries})
        self.by_record = dict(of_source.order_by("generation", "id").values_list("record_hash", "paper_id"))
        texts = PaperText.objects.filter(text_hash__in={entry.text_hash for entry in entries})
        self.by_text = dict(texts.values_list("text_hash", "paper_id"))
        self.by_identifier = _papers_by_identifier(entries)

    def is_unchanged(self, entry: Entry) -> bool:
        """Whether the very same record stood in this source before."""
        return entry.record_hash in self.by_record

    def paper_id(self, entry: Entry) -> int | None:
        """Return the paper the entry is, or None for a new one."""
        if entry.record_hash in self.by_record:
            return self.by_record[entry.record_hash]
        for identifier in entry.identifiers():
            if identifier in self.by_identifier:
                return self.by_identifier[identifier]
        return self.by_text.get(entry.text_hash)

    def remember(self, entry: Entry, paper_id: int) -> None:
        """Let later entries of the batch find a paper by what this entry says."""
        self.by_text.setdefault(entry.text_hash, paper_id)
        for identifier in entry.identifiers():
            self.by_identifier.setdefault(identifier, paper_id)


def _papers_by_identifier(entries: list[Entry]) -> dict[tuple[str, str], int]:
    wanted = Q()
    for name in Paper.IDENTIFIERS:
        values = {getattr(entry.record, name) for entry in entries} - {""}
        if values:
            wanted |= Q(**{f"{name}__in": values})
    if not wanted:
        return {}
    rows = Paper.objects.filter(wanted).values("id", *Paper.IDENTIFIERS)
    return {(name, row[name]): row["id"] for row in rows for name in Paper.IDENTIFIERS if row[name]}
