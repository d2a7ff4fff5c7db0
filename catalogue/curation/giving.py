"""A tag on papers, or off them, by a curator's word: what bulk tagging and answers to proposals share."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from catalogue.curation.recording import insert, parts, recorded
from catalogue.models import (
    AssertionState,
    Origin,
    Paper,
    Tag,
    TagEvent,
    Tagging,
    TagState,
    User,
    Verb,
)


@contextmanager
def tagging_recorded(
    verb: Verb, user: User | None, said: str, tags: Iterable[Tag], papers: Collection[int], place: str = ""
) -> Iterator[TagEvent]:
    """Record what the block does with these tags, which are locked, on papers, by id; and to the tags themselves.

    What hangs on the tags besides, on other papers too, is not watched: a tag of many papers costs no more than one.
    """
    ids = sorted(tag.pk for tag in tags if tag.pk)
    on_papers = Tagging.objects.filter(tag__in=ids, paper__in=Paper.objects.among(papers).values("pk"))
    with transaction.atomic():
        list(Tag.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
        rows = [Tag.objects.filter(pk__in=ids), on_papers]
        with recorded(verb, user, said, rows=rows, about=ids, place=place) as event:
            yield event


def give(tag: Tag, papers: Collection[int], user: User | None, like: Mapping[int, Tagging] | None = None) -> int:
    """Give papers, by id, a tag, also where it was rejected or proposed; return how many gained it.

    It is the curator's then, but where a file says so already; readers who proposed it are answered. A new row has
    rank and evidence of the one that `like` has for its paper, else it comes after the others of its kind.
    """
    like, gained = like or {}, 0
    word = _word(AssertionState.ACCEPTED, user) | {"origin": Origin.CURATOR}
    Tag.objects.filter(pk=tag.pk, state=TagState.PROPOSED).update(state=TagState.ACCEPTED)
    for some in parts(papers):
        there = Tagging.objects.filter(tag=tag, owner=None, paper__in=some)
        held = dict(there.values_list("paper", "state"))
        there.exclude(state=AssertionState.ACCEPTED, origin__in=(Origin.CURATOR, Origin.IMPORT)).update(**word)
        new = [pk for pk in some if pk not in held]
        last = _last_ranks(tag, new)
        rows = (
            (pk, *((like[pk].rank, like[pk].evidence) if pk in like else (last.get(pk, 0) + 1, None))) for pk in new
        )
        _insert(tag, user, AssertionState.ACCEPTED, rows)
        gained += len(new) + sum(state != AssertionState.ACCEPTED for state in held.values())
        answer_readers(tag, some, AssertionState.ACCEPTED, user)
    return gained


def take_away(tag: Tag, papers: Collection[int], user: User | None) -> int:
    """Take a tag from papers, by id; return how many lost it.

    What a rule or a file gave is rejected, so that it stays away; what a curator gave of their own is deleted.
    """
    lost = 0
    for some in parts(papers):
        public = Tagging.objects.filter(tag=tag, owner=None, paper__in=some)
        lost += public.filter(state=AssertionState.ACCEPTED).count()
        public.filter(state=AssertionState.ACCEPTED, origin=Origin.CURATOR, rule="").delete()
        public.exclude(state=AssertionState.REJECTED).update(**_word(AssertionState.REJECTED, user))
        answer_readers(tag, some, AssertionState.REJECTED, user)
    return lost


def keep_away(tag: Tag, papers: Collection[int], user: User | None) -> None:
    """Reject a tag on papers, by id, for good, though it never was there. Where a curator gave it, it stays."""
    for some in parts(papers):
        public = Tagging.objects.filter(tag=tag, owner=None, paper__in=some)
        given = public.filter(state=AssertionState.ACCEPTED, origin=Origin.CURATOR)
        stays = set(given.values_list("paper", flat=True))
        rejected = [pk for pk in some if pk not in stays]
        word = _word(AssertionState.REJECTED, user)
        public.exclude(paper__in=stays).exclude(state=AssertionState.REJECTED).update(**word)
        there = set(public.values_list("paper", flat=True))
        _insert(tag, user, AssertionState.REJECTED, ((pk, 1, None) for pk in rejected if pk not in there))
        answer_readers(tag, rejected, AssertionState.REJECTED, user)
        answer_readers(tag, stays, AssertionState.ACCEPTED, user)


def answer_readers(tag: Tag | int, papers: Iterable[int], state: AssertionState, user: User | None) -> None:
    """Let the readers who gave a shared tag to papers know that it holds for all, or that it is theirs alone."""
    theirs = Tagging.objects.filter(tag=tag, paper__in=list(papers), owner__isnull=False, tag__owner=None)
    theirs.exclude(state=state).update(**_word(state, user))


def _word(state: AssertionState, user: User | None) -> dict[str, Any]:
    return {"state": state, "decided_by": user, "decided_at": timezone.now()}


def _insert(tag: Tag, user: User | None, state: AssertionState, rows: Iterable[tuple[int, int, Any]]) -> None:
    """Add a curator's rows: paper, rank and evidence of each. What another adds at the same moment is as good."""
    names = ("tag_id", "origin", "state", "rule", "decided_by_id", "decided_at", "paper_id", "rank", "evidence")
    word = (tag.pk, Origin.CURATOR.value, state.value, "", user.pk if user else None, timezone.now())
    insert(Tagging, names, ((*word, *row) for row in rows))


def _last_ranks(tag: Tag, papers: list[int]) -> dict[int, int]:
    """Return the last rank among a paper's tags of the kind, by paper."""
    beside = Tagging.objects.public().filter(tag__kind=tag.kind, paper__in=papers).order_by()
    return dict(beside.values("paper").annotate(last=Max("rank")).values_list("paper", "last"))
