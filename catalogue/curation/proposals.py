"""What curators make of the tags that readers proposed."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from catalogue.curation.judging import touch
from catalogue.models import AssertionState, Origin, Tag, Tagging, TagState, User


def accept_proposals(proposals: Iterable[Tagging], user: User) -> int:
    """Make readers' proposals hold for all, a proposed tag with them; return how many papers gained a tag."""
    gained = 0
    with transaction.atomic():
        for paper, tag in _each(proposals):
            Tag.objects.filter(pk=tag, state=TagState.PROPOSED).update(state=TagState.ACCEPTED)
            values = {"state": AssertionState.ACCEPTED, "origin": Origin.CURATOR, "decided_by": user}
            held = Tagging.objects.filter(paper=paper, tag=tag, owner=None, state=AssertionState.ACCEPTED).exists()
            if not held:
                Tagging.objects.update_or_create(paper_id=paper, tag_id=tag, owner=None, defaults=values)
            _answer(paper, tag, user, AssertionState.ACCEPTED)
            touch(paper)
            gained += not held
    return gained


def reject_proposals(proposals: Iterable[Tagging], user: User) -> int:
    """Let the tags be their readers' alone; the same is not asked again. Returns how many were rejected.

    The answer stands in a row of its own, which outlives those of the readers.
    """
    rejected = 0
    with transaction.atomic():
        for paper, tag in _each(proposals):
            values = {"state": AssertionState.REJECTED, "origin": Origin.CURATOR, "decided_by": user}
            Tagging.objects.get_or_create(paper_id=paper, tag_id=tag, owner=None, defaults=values)
            # What a rule proposes as well is answered with it.
            asked = Tagging.objects.filter(paper=paper, tag=tag, owner=None, state=AssertionState.PROPOSED)
            asked.update(state=AssertionState.REJECTED, decided_by=user, decided_at=timezone.now())
            rejected += _answer(paper, tag, user, AssertionState.REJECTED)
    return rejected


def _each(proposals: Iterable[Tagging]) -> list[tuple[int, int]]:
    return list(dict.fromkeys((each.paper_id, each.tag_id) for each in proposals if each.tag.owner_id is None))


def _answer(paper: int, tag: int, user: User, state: AssertionState) -> int:
    """Tell all readers who proposed a tag for a paper; return how many did."""
    theirs = Tagging.objects.filter(paper=paper, tag=tag, owner__isnull=False, tag__owner=None).exclude(state=state)
    return theirs.update(state=state, decided_by=user, decided_at=timezone.now())
