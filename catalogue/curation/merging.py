"""Several tags become one. Nothing of them is lost: labels, addresses, rules, narrower tags and papers move."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef
from pyroaring import BitMap

from catalogue.curation.recording import recorded
from catalogue.curation.vocabulary import pattern_lines
from catalogue.facets import current
from catalogue.models import (
    AssertionState,
    Origin,
    Tag,
    TagAddress,
    TagEvent,
    Tagging,
    TagLabel,
    TagState,
    User,
    Verb,
    VocabularyEntry,
)
from catalogue.models.tag import LEVELS_AT_MOST

# Whose word counts more, and what of the same word.
AUTHORITY = {Origin.READER: 0, Origin.RULE: 1, Origin.IMPORT: 2, Origin.CURATOR: 3}
STANDING = {AssertionState.REJECTED: 0, AssertionState.PROPOSED: 1, AssertionState.ACCEPTED: 2}
TOLD = ("pk", "paper_id", "owner_id", "origin", "state", "rank")


TOO_DEEP = f"The narrower tags would be more than {LEVELS_AT_MOST} levels deep: move them first."


class CannotMerge(Exception):
    """These tags cannot become one; says why."""


@dataclass(slots=True)
class Effect:
    """What a merge will change: papers with each tag, with all, both or more; what else moves; what to beware of."""

    sources: list[Tag]
    target: Tag
    papers: dict[int, int]
    together: int
    narrower: list[Tag]
    labels: list[str]
    lost_labels: list[str]
    addresses: list[TagAddress]
    patterns: list[str]
    readers: int
    warnings: list[str] = field(default_factory=list)

    @property
    def shared(self) -> int:
        """How many times a paper has one of the tags beside another."""
        return sum(self.papers.values()) - self.together


def why_not(sources: Sequence[Tag], target: Tag) -> str:
    """Return what speaks against a merge, or an empty string."""
    if not sources:
        return "Choose at least two tags."
    if target in sources:
        return "A tag cannot be merged into itself."
    if any(tag.owner_id for tag in (*sources, target)):
        return "Private labels are their readers' own."
    if target.state != TagState.ACCEPTED:
        return f"“{target.label}” is {target.get_state_display()}: choose an accepted tag to keep."
    return ""


def merge_effect(sources: Sequence[Tag], target: Tag) -> Effect:
    """Tell what `merge` will do, papers counted by the facet index. Changes nothing; a fixed number of queries."""
    every = [*sources, target]
    index = current()
    held = {tag.pk: index.postings.of("tag").get(tag.pk, BitMap()) & index.listed for tag in every}
    labels = list(TagLabel.objects.filter(tag__in=sources))
    lost = {label.pk for label in _clashing(labels, target)}
    moving, above = _narrower(sources, target)
    effect = Effect(
        sources=list(sources),
        target=target,
        papers={pk: len(papers) for pk, papers in held.items()},
        together=len(BitMap.union(*held.values())),
        narrower=[*moving, *above],
        labels=[label.label for label in labels if label.pk not in lost],
        lost_labels=[label.label for label in labels if label.pk in lost],
        addresses=list(TagAddress.objects.filter(tag__in=sources)),
        patterns=_new_patterns(sources, target),
        readers=Tagging.objects.filter(tag__in=sources, owner__isnull=False).values("owner").distinct().count(),
    )
    effect.warnings = _warnings(effect, above)
    return effect


def merge(sources: Sequence[Tag], target: Tag, user: User | None, place: str = "") -> TagEvent:
    """Make several tags one, in one transaction. CannotMerge, and nothing done, if it cannot be.

    Of two rows for one paper that of the higher authority stays: curator, file, rule, reader; accepted before rejected.
    Labels become alternative labels, addresses redirect, also those by id. Narrower tags move under the target; those
    of another kind, and a tag that the target is under, move up.
    """
    names = ", ".join(f"“{tag.label}”" for tag in sources)
    kind = "" if {tag.kind for tag in sources} == {target.kind} else f" ({target.kind})"
    ids = [tag.pk for tag in (*sources, target)]
    with recorded(Verb.MERGE, user, f"Merged {names} into “{target.label}”{kind}", tags=ids, place=place) as event:
        # As they are now, under the lock.
        tags = Tag.objects.in_bulk(ids)
        if len(tags) < len(ids):
            raise CannotMerge("One of these tags is gone.")
        join([tags[tag.pk] for tag in sources], tags[target.pk])
    return event


def join(sources: Sequence[Tag], target: Tag) -> None:
    """Merge tags that the block of `recorded` around this watches. Raises CannotMerge."""
    if problem := why_not(sources, target):
        raise CannotMerge(problem)
    _move_narrower(sources, target)
    if len(target.wider_tags()) + 1 + target.levels_below() > LEVELS_AT_MOST:
        raise CannotMerge(TOO_DEEP)
    for source in sources:
        _move_taggings(source, target)
        _move_entry(source, target)
    _move_labels(sources, target)
    target.patterns = "\n".join([*pattern_lines(target.patterns), *_new_patterns(sources, target)])
    target.scope_note = target.scope_note or next((tag.scope_note for tag in sources if tag.scope_note), "")
    target.save(update_fields=["patterns", "scope_note"])
    _answer_what_is_decided(target)
    Tag.objects.filter(pk__in=[tag.pk for tag in sources]).delete()


def _warnings(effect: Effect, above: list[Tag]) -> list[str]:
    found = []
    kinds = sorted({tag.kind for tag in effect.sources} - {effect.target.kind})
    if kinds:
        found.append(f"These are of different kinds: what was a {', '.join(kinds)} becomes a {effect.target.kind}.")
    if effect.lost_labels:
        names = ", ".join(f"“{label}”" for label in effect.lost_labels)
        found.append(f"Another {effect.target.kind} has the label already, so it is not kept: {names}.")
    if above:
        names = ", ".join(f"“{tag.label}”" for tag in above)
        found.append(f"These do not move under “{effect.target.label}”, but one step up: {names}.")
    if any(tag.scope_note for tag in effect.sources) and effect.target.scope_note:
        found.append(f"“{effect.target.label}” keeps its own scope note.")
    return found


def _clashing(labels: Iterable[TagLabel], target: Tag) -> list[TagLabel]:
    """Return the labels that cannot move: a tag of the target's kind has them, the target or a third one."""
    strange = [label for label in labels if label.kind != target.kind]
    taken = set(
        TagLabel.objects.filter(kind=target.kind, owner=None, key__in=[each.key for each in strange]).values_list(
            "key", flat=True
        )
    )
    clashing = []
    for label in strange:
        if label.key in taken:
            clashing.append(label)
        taken.add(label.key)
    return clashing


def _new_patterns(sources: Iterable[Tag], target: Tag) -> list[str]:
    known = pattern_lines(target.patterns)
    lines = (line for tag in sources for line in pattern_lines(tag.patterns))
    return [line for line in dict.fromkeys(lines) if line not in known]


def _narrower(sources: Sequence[Tag], target: Tag) -> tuple[list[Tag], list[Tag]]:
    """Return the tags that move under the target, and those that move up: of another kind, or above the target."""
    over = {tag.pk for tag in target.wider_tags()} | {target.pk}
    children = list(Tag.objects.filter(broader__in=sources).exclude(pk__in=[tag.pk for tag in sources]))
    fit = [tag for tag in children if tag.kind == target.kind and tag.pk not in over]
    return fit, [tag for tag in children if tag not in fit]


def _move_narrower(sources: Sequence[Tag], target: Tag) -> None:
    moving, above = _narrower(sources, target)
    for tag in above:
        Tag.objects.filter(pk=tag.pk).update(broader=_outside(sources, tag))
    Tag.objects.filter(pk__in=[tag.pk for tag in moving]).update(broader=target)
    Tag.objects.filter(pk__in=[tag.pk for tag in sources]).update(broader=None)
    target.refresh_from_db(fields=["broader"])


def _outside(sources: Sequence[Tag], tag: Tag) -> Tag | None:
    """Return the nearest tag above one that stays, of its kind."""
    ids = {each.pk for each in sources}
    return next((wider for wider in tag.wider_tags()[::-1] if wider.pk not in ids and wider.kind == tag.kind), None)


def _move_taggings(source: Tag, target: Tag) -> None:
    """Where both are on a paper the stronger row stays, with the better rank."""
    held = {row[1:3]: row for row in target.taggings.values_list(*TOLD)}
    pairs = [(row, held[row[1:3]]) for row in source.taggings.values_list(*TOLD) if row[1:3] in held]
    weaker, ranks = [], defaultdict(list)
    for pair in pairs:
        stays, goes = pair if _weight(pair[0]) > _weight(pair[1]) else pair[::-1]
        weaker.append(goes[0])
        if goes[-1] < stays[-1]:
            ranks[goes[-1]].append(stays[0])
    for rank, ids in ranks.items():
        Tagging.objects.among(ids).update(rank=rank)
    gone = Tagging.objects.among(weaker)
    gone._raw_delete(gone.db)
    source.taggings.update(tag=target)


def _answer_what_is_decided(target: Tag) -> None:
    """What readers proposed and the paper has now, or must not have, needs no answer any more."""
    for state in (AssertionState.ACCEPTED, AssertionState.REJECTED):
        public = Tagging.objects.filter(tag=target, owner=None, state=state, paper=OuterRef("paper"))
        asked = Tagging.objects.filter(tag=target, owner__isnull=False, state=AssertionState.PROPOSED)
        asked.filter(Exists(public)).update(state=state)


def _weight(row: tuple[Any, ...]) -> tuple[int, int]:
    """Rank a row, given as the values of TOLD, by whose word it is.

    Only people reject: that is a curator's word, whoever gave the tag.
    """
    _, _, owner, origin, state, _ = row
    judged = owner is None and state == AssertionState.REJECTED
    return AUTHORITY[Origin.CURATOR if judged else origin], STANDING[state]


def _move_entry(source: Tag, target: Tag) -> None:
    """The target is what the starter vocabulary knows it by; its own entry comes before another's."""
    own = VocabularyEntry.objects.filter(tag=target).exists()
    VocabularyEntry.objects.filter(tag=source).update(tag=None if own else target)


def _move_labels(sources: Sequence[Tag], target: Tag) -> None:
    labels = list(TagLabel.objects.filter(tag__in=sources))
    lost = [label.pk for label in _clashing(labels, target)]
    TagLabel.objects.filter(pk__in=lost).delete()
    TagLabel.objects.filter(tag__in=sources).update(tag=target, kind=target.kind, preferred=False)
    TagAddress.objects.filter(tag__in=sources).update(tag=target)
    for source in sources:
        TagAddress.objects.get_or_create(kind=source.kind, slug=str(source.pk), defaults={"tag": target})
