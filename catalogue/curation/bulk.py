"""Tags of many papers at once: what adding, removing or replacing will change, and doing it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import models
from django.db.models import Count
from pyroaring import BitMap

from catalogue.curation.giving import give, tagging_recorded, take_away
from catalogue.curation.terms import TagRefused
from catalogue.models import AssertionState, Origin, Paper, Tag, TagEvent, Tagging, TagState, User, Verb, name_key


class BulkAct(models.TextChoices):
    ADD = "add", "Add"
    REMOVE = "remove", "Remove"
    REPLACE = "replace", "Replace"


@dataclass(slots=True)
class Change:
    """What happens to one tag: papers that gain it, have it and keep it, or lose it.

    Of those that have it, `confirmed` had it from a rule only: it becomes the curator's.
    """

    tag: Tag
    gains: int = 0
    has: int = 0
    confirmed: int = 0
    loses: int = 0


@dataclass(slots=True)
class BulkDone:
    """What was done: as `bulk_effect` tells it, and how many of the papers are gone since."""

    event: TagEvent
    gone: int
    changes: list[Change] = field(default_factory=list)


def bulk_effect(act: str, papers: BitMap, tags: Sequence[Tag], by: Tag | None = None) -> list[Change]:
    """Tell what `change_tags` will do. Tags that are not stored yet are new ones. Nothing changes."""
    if act == BulkAct.ADD:
        return [_gaining(tag, papers) for tag in tags]
    losing = [Change(tag, loses=len(_having(tag, papers))) for tag in tags]
    if act == BulkAct.REMOVE or by is None:
        return losing
    return [*losing, _gaining(by, BitMap.union(BitMap(), *(_having(tag, papers) for tag in tags)))]


def change_tags(
    act: str, papers: BitMap, tags: Sequence[Tag], by: Tag | None, user: User | None, place: str = ""
) -> BulkDone:
    """Add tags to papers, by id, remove them, or put `by` in the place of each, as one act that can be undone.

    Tags that are not stored are made. TagRefused, and nothing done, for one that is gone, retired or private.
    """
    there = BitMap(Paper.objects.among(papers).values_list("pk", flat=True))
    with tagging_recorded(Verb.TAG, user, "", [*tags, *([by] if by else [])], there, place) as event:
        tags = [_as_it_is(tag, event, given=act == BulkAct.ADD) for tag in tags]
        by = _as_it_is(by, event, given=True) if by else None
        done = BulkDone(event, len(papers) - len(there), bulk_effect(act, there, tags, by))
        event.said = _said(act, done.changes, by)
        if act == BulkAct.ADD:
            for tag in tags:
                give(tag, there, user)
        elif by is None:
            for tag in tags:
                take_away(tag, there, user)
        else:
            _replace(tags, by, there, user)
    return done


def _replace(tags: Sequence[Tag], by: Tag, papers: BitMap, user: User | None) -> None:
    for tag in tags:
        like = {row.paper_id: row for row in _accepted(tag, papers)}
        give(by, like.keys(), user, like)
        take_away(tag, like.keys(), user)


def _accepted(tag: Tag, papers: BitMap) -> models.QuerySet[Tagging]:
    chosen = Paper.objects.among(papers).values("pk")
    return Tagging.objects.filter(tag=tag.pk, owner=None, state=AssertionState.ACCEPTED, paper__in=chosen).order_by()


def _having(tag: Tag, papers: BitMap) -> BitMap:
    return BitMap(_accepted(tag, papers).values_list("paper", flat=True)) if tag.pk else BitMap()


def _gaining(tag: Tag, papers: BitMap) -> Change:
    rows = _accepted(tag, papers).values("origin").annotate(n=Count("pk")) if tag.pk and papers else ()
    origins = {row["origin"]: row["n"] for row in rows}
    has = sum(origins.values())
    return Change(tag, gains=len(papers) - has, has=has, confirmed=origins.get(Origin.RULE, 0))


def _as_it_is(tag: Tag, event: TagEvent, given: bool) -> Tag:
    """Return a tag as it stands, now that it is locked; made if it is new and nobody has made it meanwhile."""
    if tag.pk is None:
        shared = Tag.objects.shared().filter(kind=tag.kind, labels__key=name_key(tag.label))
        found = shared.first()
        if found is None:
            found = Tag.create(tag.kind, tag.label)
            event.watched.add(found.pk)
    else:
        found = Tag.objects.shared().filter(pk=tag.pk).first()
    if found is None:
        raise TagRefused(f"“{tag.label}” is gone: somebody merged or deleted it.")
    if given and found.state == TagState.RETIRED:
        raise TagRefused(f"“{found.label}” is retired: bring it back first, or choose another tag.")
    return found


def _said(act: str, changes: Sequence[Change], by: Tag | None) -> str:
    if act == BulkAct.ADD:
        return "; ".join(f"Added “{each.tag.label}” to {_papers(each.gains)}" for each in changes)
    losing = [each for each in changes if each.tag != by]
    verb, into = ("Removed", "") if by is None else ("Replaced", f" by “{by.label}”")
    return "; ".join(f"{verb} “{each.tag.label}”{into} on {_papers(each.loses)}" for each in losing)


def _papers(number: int) -> str:
    return f"{number:,} paper{'' if number == 1 else 's'}"
