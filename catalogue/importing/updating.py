"""A record meets a paper that is already there: what it changes, and what a curator's lock keeps."""

from collections.abc import Container
from dataclasses import dataclass, field

from catalogue.curation import known_of, text_of
from catalogue.extraction import Vocabulary
from catalogue.importing.anchoring import anchor_evidence
from catalogue.importing.creating import add_keywords, add_links, set_authors
from catalogue.importing.deriving import DERIVED_COLUMNS, derive
from catalogue.importing.extracting import save_extractions
from catalogue.importing.identity import stated_values
from catalogue.importing.matching import Entry
from catalogue.models import Paper, PaperText, PaperTrace, Source
from catalogue.search import index_papers


@dataclass(slots=True)
class Change:
    """What an entry does to a paper: fields to set, what they were before, and values a lock kept away."""

    paper: Paper
    entry: Entry
    values: dict[str, object] = field(default_factory=dict)
    kept: dict[str, object] = field(default_factory=dict)
    before: dict[str, object] = field(default_factory=dict)


def change_by(paper: Paper, entry: Entry, source: Source, poorer: Container[int] = ()) -> Change:
    """Compare a record with the paper, whose authorships are prefetched. `poorer` are sources, by id, that say less.

    A source may fill an empty field, change a field that it or a poorer one filled, and take back one that a curator
    edited and unlocked. Of two like sources that disagree the first one keeps the field, so that loading them in turn
    changes nothing. A locked field is never touched.
    """
    change = Change(paper, entry)
    for name, value in stated_values(entry.record).items():
        current = _current(paper, name)
        if current == value:
            continue
        if name in paper.locked_fields:
            change.kept[name] = value
        elif not current or _may_replace(paper.field_origins.get(name, {}), source, poorer):
            change.values[name], change.before[name] = value, current
    return change


def _may_replace(origin: dict[str, object], source: Source, poorer: Container[int]) -> bool:
    return "user" in origin or origin.get("source") == source.pk or origin.get("source") in poorer


def _current(paper: Paper, name: str) -> object:
    if name == "authors":
        return tuple(authorship.name for authorship in paper.authorships.all())
    return getattr(paper, name)


def apply_changes(changes: list[Change], source: Source, vocabulary: Vocabulary) -> set[int]:
    """Store the changes. Returns the ids of papers that really changed."""
    records = [(change.paper, change.entry.record) for change in changes]
    PaperText.objects.bulk_create(
        [PaperText(text_hash=change.entry.text_hash, paper=change.paper) for change in changes], ignore_conflicts=True
    )
    PaperTrace.leave((value, change.paper.pk) for change in changes for value in change.entry.traces)
    extended = add_links(records) | add_keywords(records)
    stated = [change for change in changes if change.values or change.paper.pk in extended]
    papers = [change.paper for change in stated]
    known = known_of(papers)
    extractions = []
    for change in stated:
        paper, origin = change.paper, {"source": source.pk, "line": change.entry.record.line}
        columns = change.values.keys() - {"authors"}
        for name in columns:
            setattr(paper, name, change.values[name])
        paper.field_origins = paper.field_origins | dict.fromkeys(change.values, origin)
        extractions.append((paper, derive(paper, vocabulary, known[paper.pk])))
        paper.save(update_fields=[*columns, *DERIVED_COLUMNS, "field_origins", "changed"])
    set_authors([(c.paper, c.values["authors"]) for c in stated if "authors" in c.values])
    save_extractions(extractions)
    index_papers([paper.pk for paper in papers])
    anchor_evidence({paper.pk: text_of(paper, known[paper.pk]) for paper in papers})
    return {paper.pk for paper in papers}
