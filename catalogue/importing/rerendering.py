"""Rendering again what is stored: after the renderer, or a rule for headings, has changed."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction

from catalogue.importing.deriving import DERIVED_COLUMNS, derive, save_search_documents, search_document
from catalogue.models import Paper, Tagging

BATCH = 500


@dataclass(slots=True)
class Rerendering:
    """What rendering again did. `lost` names evidence whose words are no longer in the text."""

    rendered: int = 0
    changed: int = 0
    moved: int = 0
    lost: list[str] = field(default_factory=list)


def render_again(advanced: Callable[[int], None]) -> Rerendering:
    """Derive the columns of all papers again, and anchor every evidence anew by its quote.

    Batches of 500 papers, each in a transaction; `advanced` is told how many are done. Safe to stop and start again.
    """
    done = Rerendering()
    last = 0
    while papers := list(Paper.objects.filter(pk__gt=last).order_by("pk").prefetch_related("authorships")[:BATCH]):
        last = papers[-1].pk
        with transaction.atomic():
            changed = [paper for paper in papers if _differs(paper)]
            Paper.objects.bulk_update(changed, DERIVED_COLUMNS)
            save_search_documents(
                [search_document(paper, [author.name for author in paper.authorships.all()]) for paper in papers]
            )
            _anchor({paper.pk: paper for paper in changed}, done)
        done.rendered += len(papers)
        done.changed += len(changed)
        advanced(done.rendered)
    return done


def _differs(paper: Paper) -> bool:
    before = [getattr(paper, name) for name in DERIVED_COLUMNS]
    derive(paper)
    return before != [getattr(paper, name) for name in DERIVED_COLUMNS]


def _anchor(papers: dict[int, Paper], done: Rerendering) -> None:
    moved = []
    for tagging in Tagging.objects.filter(paper__in=papers).exclude(evidence=None).select_related("tag"):
        evidence, paper = tagging.evidence, papers[tagging.paper_id]
        text = paper.heading if evidence["field"] == "heading" else paper.abstract_text
        start = nearest(text, evidence["quote"], evidence["start"])
        if start is None:
            done.lost.append(f"{paper.key}: “{evidence['quote']}” for {tagging.tag}")
        elif start != evidence["start"]:
            tagging.evidence = evidence | {"start": start, "end": start + len(evidence["quote"])}
            moved.append(tagging)
    Tagging.objects.bulk_update(moved, ["evidence"])
    done.moved += len(moved)


def nearest(text: str, quote: str, start: int) -> int | None:
    """Return where `quote` stands in `text`, as near to `start` as can be; None if it does not."""
    before, after = text.rfind(quote, 0, start + len(quote)), text.find(quote, start)
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start)) if found else None
