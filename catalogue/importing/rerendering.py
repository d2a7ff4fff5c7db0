"""Rendering again what is stored: after the renderer has changed."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction

from catalogue.curation import known_of, text_of
from catalogue.extraction import Vocabulary
from catalogue.facets import LONG_LOG, compact
from catalogue.importing.anchoring import anchor_evidence
from catalogue.importing.deriving import DERIVED_COLUMNS, derive
from catalogue.importing.extracting import UPDATE_BATCH, save_extractions
from catalogue.models import Paper
from catalogue.search import index_papers

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
    while True:
        with transaction.atomic():
            # Read under a lock: what somebody edits at the same moment is not written over.
            papers = list(Paper.objects.select_for_update().filter(pk__gt=last).order_by("pk")[:BATCH])
            if not papers:
                break
            _render_batch(papers, vocabulary, done)
        last = papers[-1].pk
        done.rendered += len(papers)
        compact(LONG_LOG)
        advanced(done.rendered)
    compact()
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
    save_extractions(extractions)
    index_papers([paper.pk for paper in papers])
    done.changed += len(changed)
    moved, lost = anchor_evidence({paper.pk: text_of(paper, known[paper.pk]) for paper in papers})
    done.moved += moved
    done.lost += lost


def _shown(paper: Paper) -> list[str]:
    return [getattr(paper, name) for name in DERIVED_COLUMNS if name != "extracted"]
