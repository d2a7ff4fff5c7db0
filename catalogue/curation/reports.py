"""What curators say to reported mistakes."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from catalogue.curation.recording import recorded
from catalogue.models import Report, ReportState, TagEvent, TagEventPaper, User, Verb


def answer_reports(
    ids: Sequence[int], state: ReportState, text: str, user: User, place: str = ""
) -> tuple[TagEvent, int]:
    """Answer those of some reports that wait; return the act, and how many these were."""
    chosen = Report.objects.filter(pk__in=ids)
    with transaction.atomic():
        waiting = chosen.select_for_update().filter(state=ReportState.OPEN).order_by("pk")
        papers = dict(waiting.values_list("pk", "paper"))
        said = "Mended what was reported" if state == ReportState.ACCEPTED else "Changed nothing that was reported"
        number = f"{len(papers):,} report{'' if len(papers) == 1 else 's'}"
        with recorded(Verb.ANSWER, user, f"{said}: {number}", rows=[chosen], place=place) as event:
            values = {"state": state, "decided_by": user, "decided_at": timezone.now()}
            chosen.filter(pk__in=papers).update(**values | ({"answer": text} if text else {}))
        if event.pk:
            TagEventPaper.objects.bulk_create(TagEventPaper(event=event, paper_id=pk) for pk in {*papers.values()})
    return event, len(papers)
