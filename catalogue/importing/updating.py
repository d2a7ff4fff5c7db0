"""A record meets a paper that is already there: what it changes, and what a curator's lock keeps."""

from dataclasses import dataclass, field

from catalogue.importing.creating import add_keywords, add_links, set_authors
from catalogue.importing.deriving import DERIVED_COLUMNS, derive, save_search_documents, search_document
from catalogue.importing.identity import stated_values
from catalogue.importing.matching import Entry
from catalogue.models import Paper, PaperText, Source


@dataclass(slots=True)
class Change:
    """What an entry does to a paper: fields to set, and values a lock kept away."""

    paper: Paper
    entry: Entry
    values: dict[str, object] = field(default_factory=dict)
    kept: dict[str, object] = field(default_factory=dict)


def change_by(paper: Paper, entry: Entry, source: Source) -> Change:
    """Compare a record with the paper, whose authorships are prefetched.

    A source may fill an empty field, change a field it filled itself, and take back one that a curator edited and
    unlocked. Where two sources disagree the first one keeps the field, so that loading them in turn changes nothing.
    A locked field is never touched.
    """
    change = Change(paper, entry)
    for name, value in stated_values(entry.record).items():
        current = _current(paper, name)
        if current == value:
            continue
        if name in paper.locked_fields:
            change.kept[name] = value
        elif not current or _may_replace(paper.field_origins.get(name, {}), source):
            change.values[name] = value
    return change


def _may_replace(origin: dict[str, object], source: Source) -> bool:
    return "user" in origin or origin.get("source") == source.pk


def _current(paper: Paper, name: str) -> object:
    if name == "authors":
        return tuple(authorship.name for authorship in paper.authorships.all())
    return getattr(paper, name)


def apply_changes(changes: list[Change], source: Source) -> set[int]:
    """Store the changes. Returns the ids of papers that really changed."""
    stated = [change for change in changes if change.values]
    for change in stated:
        origin = {"source": source.pk, "line": change.entry.record.line}
        for name in change.values.keys() - {"authors"}:
            setattr(change.paper, name, change.values[name])
        change.paper.field_origins = change.paper.field_origins | dict.fromkeys(change.values, origin)
        derive(change.paper)
        columns = change.values.keys() - {"authors"}
        change.paper.save(update_fields=[*columns, *DERIVED_COLUMNS, "field_origins", "changed"])
    set_authors([(c.paper, c.values["authors"]) for c in stated if "authors" in c.values])
    PaperText.objects.bulk_create(
        [PaperText(text_hash=change.entry.text_hash, paper=change.paper) for change in changes], ignore_conflicts=True
    )
    save_search_documents([search_document(c.paper, _authors_after(c)) for c in stated])
    records = [(change.paper, change.entry.record) for change in changes]
    return {change.paper.pk for change in stated} | add_links(records) | add_keywords(records)


def _authors_after(change: Change) -> list[str]:
    return list(change.values.get("authors", _current(change.paper, "authors")))  # type: ignore[call-overload]
