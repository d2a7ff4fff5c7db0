"""Papers that may be one, kept in mind for a curator."""

from collections.abc import Iterable

from catalogue.models import PossibleDuplicate


def note_doubts(pairs: Iterable[tuple[int, int, str]]) -> None:
    """Store pairs of papers, by id, each with what they have in common.

    What is there already stays: a pair that a curator kept apart is not asked about again.
    """
    rows = [
        PossibleDuplicate(paper_id=min(one, two), other_id=max(one, two), reason=reason[:200])
        for one, two, reason in pairs
        if one != two
    ]
    PossibleDuplicate.objects.bulk_create(rows, ignore_conflicts=True)
