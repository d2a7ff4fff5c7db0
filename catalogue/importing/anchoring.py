"""Evidence of what people judged, after the text it quotes has changed."""

from collections.abc import Mapping
from itertools import chain

from catalogue.extraction import Text
from catalogue.models import Finding, PaperLink, Tagging


def anchor_evidence(texts: Mapping[int, Text]) -> tuple[int, list[str]]:
    """Anchor the evidence of papers, given by id with what the rules read of them, anew by its quote.

    Rows that rules look after are right already. A quote that is in the text no more is dropped from its row. Returns
    how many have moved, and in words what was lost.
    """
    moved, lost = 0, []
    rows = [
        model._default_manager.filter(paper__in=texts).exclude(evidence=None).select_related("paper")
        for model in (Tagging, PaperLink, Finding)
    ]
    for row in chain.from_iterable(rows):
        evidence, text = row.evidence, texts[row.paper_id].field(row.evidence["field"])
        if text[evidence["start"] : evidence["end"]] == evidence["quote"]:
            continue
        start = nearest(text, evidence["quote"], evidence["start"])
        if start is None:
            what = row.tag if isinstance(row, Tagging) else row
            lost.append(f"{row.paper.key}: “{evidence['quote']}” for {what}")
            row.evidence = None
        else:
            row.evidence = evidence | {"start": start, "end": start + len(evidence["quote"])}
            moved += 1
        row.save(update_fields=["evidence"])
    return moved, lost


def nearest(text: str, quote: str, start: int) -> int | None:
    """Return where `quote` stands in `text`, as near to `start` as can be; None if it does not."""
    before, after = text.rfind(quote, 0, start + len(quote)), text.find(quote, start)
    found = [place for place in (before, after) if place >= 0]
    return min(found, key=lambda place: abs(place - start)) if found else None
