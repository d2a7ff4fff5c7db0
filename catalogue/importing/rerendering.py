"""Rendering again what is stored: after the renderer has changed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain

from django.db import transaction

from catalogue.curation import known_of, text_of
from catalogue.extraction import Vocabulary
from catalogue.importing.deriving import DERIVED_COLUMNS, derive, save_search_documents, search_document
from catalogue.importing.extracting import UPDATE_BATCH, save_extractions
from catalogue.models import Finding, Paper, PaperLink, Tagging

BATCH = 500


@dataclass(slots=True)
class Rerendering:
    """What rendering again did. `lost` names evidence whose words are no longer in the text."""

    rendered: int = 0
    changed: int = 0
    moved: int = 0
    lost: list[str] = field(default_factory=list)


def render_again(vocabulary: Vocabulary, advanced: Callable[[int], None]) -> Rerendering:
    """Derive the columns and the findings of all papers again, and anchor the evidence of what people judged anew.

    Batches of 500 papers, each in a transaction; `advanced` is told how many are done. Safe to stop and start again.
    """
    done = Rerendering()
    last = 0
    while papers := list(Paper.objects.filter(pk__gt=last).order_by("pk").prefetch_related("authorships")[:BATCH]):
        last = papers[-1].pk
        with transaction.atomic():
            _render_batch(papers, vocabulary, done)
        done.rendered += len(papers)
        advanced(done.rendered)
    return done


def _render_batch(papers: list[Paper], vocabulary: Vocabulary, done: Rerendering) -> None:
    known = known_of(papers)
    extractions, changed = [], []
    for paper in papers:
        before = _shown(paper)
        extractions.append((paper, derive(paper, vocabulary, known[paper.pk])))
        if before != _shown(paper):
            changed.append(paper)
    Paper.objects.bulk_update(papers, DERIVED_COLUMNS, batch_size=UPDATE_BATCH)
    save_search_documents(
        [search_document(paper, [author.name for author in paper.authorships.all()]) for paper in papers]
    )
    save_extractions(extractions)
    done.changed += len(changed)
    texts = {paper.pk: text_of(paper, known[paper.pk]) for paper in changed}
    rows = [
        model._default_manager.filter(paper__in=changed).exclude(evidence=None).select_related("paper")
        for model in (Tagging, PaperLink, Finding)
    ]
    for row in chain.from_iterable(rows):
        evidence = row.evidence
        text = texts[row.paper_id].field(evidence["field"])
        start = nearest(text, evidence["quote"], evidence["start"])
        if start is None:
            what = str(row.tag) if isinstance(row, Tagging) else str(row)
            done.lost.append(f"{row.paper.key}: “{evidence['quote']}” for {what}")
        elif start != evidence["start"]:
            row.evidence = evidence | {"start": start, "end": start + len(evidence["quote"])}
            row.save(update_fields=["evidence"])
            done.moved += 1


def _shown(paper: Paper) -> list[str]:
    return [getattr(paper, name) for name in DERIVED_COLUMNS if name != "extracted"]


def nearest(text: str, quote: str, start: int) -> int | None:
    """Return where `quote` stands in `text`, as near to `start` as can be; None if it does not."""
    before, after = text.rfind(quote, 0, start + len(quote)), text.find(quote, start)
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start)) if found else None
