"""Two papers become one, when a curator says that they are the same. Nothing that people did is lost, and it is undone
exactly: `curation.undo` takes the event that this returns."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet

from catalogue.curation import Known, current_vocabulary, known_of, recorded, text_of
from catalogue.importing.anchoring import anchor_evidence
from catalogue.importing.deriving import derive
from catalogue.importing.extracting import save_extractions
from catalogue.models import (
    AssertionState,
    Authorship,
    Finding,
    ImportNotice,
    Item,
    Origin,
    Paper,
    PaperAddress,
    PaperLink,
    PaperText,
    PaperTrace,
    PossibleDuplicate,
    Report,
    TagEvent,
    TagEventPaper,
    Tagging,
    User,
    Verb,
)
from catalogue.search import index_papers

# Whose word stays of two that say one thing.
AUTHORITY = {Origin.RULE: 0, Origin.READER: 1, Origin.IMPORT: 2, Origin.CURATOR: 3}


class CannotMergePapers(Exception):
    """These papers cannot become one; says why."""


def merge_papers(gone: int, kept: int, user: User | None, place: str = "") -> TagEvent:
    """Make two papers, by id, one, in one transaction: `kept` stays, with its key, and the key of `gone` redirects.

    Tags, findings, links, lists, reports and appearances move. What a curator locked, gave or rejected wins, else what
    `kept` says; it gets what it has not. What rules found in the text of `gone` goes; rules read `kept` again.
    """
    both = [gone, kept]
    if gone == kept:
        raise CannotMergePapers("A paper cannot be merged into itself.")
    with recorded(Verb.MERGE, user, rows=hanging_on_papers(both), place=place) as event:
        papers = {paper.pk: paper for paper in Paper.objects.select_for_update().filter(pk__in=both).order_by("pk")}
        if len(papers) < 2:
            raise CannotMergePapers("One of these papers is gone.")
        one, other = papers[gone], papers[kept]
        event.said = f"Merged the paper {one.key} into {other.key}, “{other.heading[:200]}”"
        authors = _taken_fields(one, other)
        _move_rows(one, other)
        if authors:
            _take_authors(one, other)
        PaperAddress.objects.create(key=one.key, paper=other)
        one.delete()
        _derive_again(other)
    TagEventPaper.objects.get_or_create(event=event, paper=other)
    return event


def hanging_on_papers(papers: Iterable[int]) -> list[QuerySet[Any]]:
    """Return the rows of papers, by id, and of all that refers to them."""
    papers = list(papers)
    found: list[QuerySet[Any]] = [Paper._base_manager.filter(pk__in=papers)]
    for relation in Paper._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete and (relation.one_to_many or relation.one_to_one):
            manager = relation.related_model._base_manager  # type: ignore[union-attr]
            found.append(manager.filter(**{f"{relation.field.name}__in": papers}))  # type: ignore[union-attr]
    return found


def _taken_fields(gone: Paper, kept: Paper) -> bool:
    """Give `kept` what only `gone` says, or what a curator locked there; return whether that is the authors too."""
    locked = set(gone.locked_fields) - set(kept.locked_fields)
    has_authors = kept.authorships.exists()
    taken = []
    for name in Paper.STATED_FIELDS:
        if name == "authors":
            wanted = (name in locked or not has_authors) and gone.authorships.exists()
        else:
            value = getattr(gone, name)
            wanted = value not in ("", None) and (name in locked or getattr(kept, name) in ("", None))
            if wanted:
                setattr(kept, name, value)
        if wanted:
            taken.append(name)
    origins = {name: gone.field_origins[name] for name in taken if name in gone.field_origins}
    kept.field_origins = kept.field_origins | origins
    kept.locked_fields = [
        name for name in Paper.STATED_FIELDS if name in {*kept.locked_fields, *locked.intersection(taken)}
    ]
    return "authors" in taken


def _take_authors(gone: Paper, kept: Paper) -> None:
    kept.authorships.all().delete()
    Authorship.objects.filter(paper=gone).update(paper=kept)


def _move_rows(gone: Paper, kept: Paper) -> None:
    """Move what hangs on a paper. Where both have a row for one thing, the one with more authority stays."""
    of_rules = {"paper": gone, "origin": Origin.RULE}
    for model in (Tagging, Finding, PaperLink):
        model.objects.filter(**of_rules).exclude(state=AssertionState.REJECTED).delete()
    _move(Tagging, gone, kept, ("tag_id", "owner_id"), _authority)
    _move(Finding, gone, kept, ("kind", "value"), _authority)
    _move(PaperLink, gone, kept, ("url",), _authority)
    _join_notes(gone, kept)
    _move(Item, gone, kept, ("reading_list_id",))
    _move(TagEventPaper, gone, kept, ("event_id",))
    _move(PaperTrace, gone, kept, ("value",))
    for model in (PaperText, PaperAddress, Report, ImportNotice):
        model.objects.filter(paper=gone).update(paper=kept)
    gone.appearances.update(paper=kept)
    _move_doubts(gone, kept)


def _move(
    model: Any, gone: Paper, kept: Paper, names: tuple[str, ...], weight: Callable[[Any], Any] = lambda row: 0
) -> None:
    there = {tuple(getattr(row, name) for name in names): row for row in model.objects.filter(paper=kept)}
    for row in model.objects.filter(paper=gone):
        rival = there.get(tuple(getattr(row, name) for name in names))
        if rival is None or weight(row) > weight(rival):
            if rival is not None:
                rival.delete()
            model.objects.filter(pk=row.pk).update(paper=kept)
        else:
            row.delete()


def _authority(row: Any) -> tuple[int, bool]:
    """Rank a row by whose word it is: only people reject."""
    judged = row.state == AssertionState.REJECTED and getattr(row, "owner_id", None) is None
    return AUTHORITY[Origin.CURATOR if judged else row.origin], row.state == AssertionState.ACCEPTED


def _join_notes(gone: Paper, kept: Paper) -> None:
    """A list that has both papers keeps what was noted on either."""
    notes = dict(Item.objects.filter(paper=gone).exclude(note="").values_list("reading_list", "note"))
    for item in Item.objects.filter(paper=kept, reading_list__in=notes):
        note = notes[item.reading_list_id]
        longest = Item._meta.get_field("note").max_length or 0
        if note not in item.note and len(item.note) + len(note) + 2 <= longest:
            item.note = f"{item.note}\n\n{note}".strip()
            item.save(update_fields=["note"])


def _move_doubts(gone: Paper, kept: Paper) -> None:
    """Other pairs with the paper that goes become pairs with the one that stays."""
    for pair in [*PossibleDuplicate.objects.filter(paper=gone), *PossibleDuplicate.objects.filter(other=gone)]:
        third = pair.other_id if pair.paper_id == gone.pk else pair.paper_id
        one, two = sorted((third, kept.pk))
        known = PossibleDuplicate.objects.filter(paper=one, other=two).exists()
        if third == kept.pk or known:
            pair.delete()
        else:
            PossibleDuplicate.objects.filter(pk=pair.pk).update(paper=one, other=two)


def _derive_again(paper: Paper) -> None:
    known = known_of([paper]).get(paper.pk, Known())
    extraction = derive(paper, current_vocabulary(), known)
    paper.save()
    save_extractions([(paper, extraction)])
    index_papers([paper.pk])
    anchor_evidence({paper.pk: text_of(paper, known)})
