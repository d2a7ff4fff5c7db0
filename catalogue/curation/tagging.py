"""Readers' tags: a reader puts them on papers, for themselves at once; curators are asked whether they hold for all."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from catalogue.models import AssertionState, Origin, Reader, Tag, Tagging, TagKind, TagLabel, TagState, name_key
from catalogue.models.tag import KIND_ORDER

LABEL_AT_MOST = 80
TAGS_AT_ONCE = 20
PAPERS_AT_ONCE = 10_000
TAGS_OF_A_READER = 2000
AT_ONCE = 500
SEPARATORS = re.compile(r"[,;\n\r，；、]")


class TagsRefused(Exception):
    """Tags that were typed cannot be given; says why."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """What became of tags that were typed: how many papers each was new on, and whether curators are asked."""

    tags: list[Tag]
    new: int
    proposed: int


def labels_typed(text: str) -> list[str]:
    """Return the labels of a text that parts them by commas, each once. TagsRefused if there are none or too many."""
    labels = {name_key(label): " ".join(label.split()) for label in SEPARATORS.split(text) if label.strip(" .#")}
    if not labels:
        raise TagsRefused("Type a tag, or several with commas between them.")
    if len(labels) > TAGS_AT_ONCE:
        raise TagsRefused(f"At most {TAGS_AT_ONCE} tags at once.")
    for label in labels.values():
        if len(label) > LABEL_AT_MOST:
            raise TagsRefused(f"A tag has at most {LABEL_AT_MOST} characters; “{label[:30]}…” has {len(label)}.")
    return list(labels.values())


def tag_papers(papers: Sequence[int], text: str, reader: Reader, *, mine_only: bool = False) -> Tagged:
    """Give papers, by id, the tags that `text` names: a reader's own rows. TagsRefused if that cannot be.

    `mine_only` makes private labels. Else a tag of the catalogue is taken, by any of its labels, or a new one
    proposed; where a paper does not have it yet, the curators are asked, unless they have decided that already.
    """
    labels = labels_typed(text)
    if len(papers) > PAPERS_AT_ONCE:
        raise TagsRefused(f"At most {PAPERS_AT_ONCE:,} papers are tagged at once; these are {len(papers):,}.")
    with transaction.atomic():
        find = _private if mine_only else _shared
        tags = [find(label, reader) for label in labels]
        if reader.own_taggings.values("tag").distinct().count() + len(tags) > TAGS_OF_A_READER:
            raise TagsRefused(f"You have {TAGS_OF_A_READER:,} tags, and no more fit.")
        rows = [row for tag in tags for row in _rows(tag, papers, reader)]
        Tagging.objects.bulk_create(rows, batch_size=AT_ONCE, ignore_conflicts=True)
    return Tagged(tags, len(rows), sum(row.state == AssertionState.PROPOSED for row in rows))


def untag_papers(papers: Sequence[int], tags: Iterable[Tag], reader: Reader) -> int:
    """Take a reader's own tags from papers; return how many. Tags that nobody has any more are gone with them."""
    tags = list(tags)
    gone = 0
    with transaction.atomic():
        for start in range(0, len(papers), AT_ONCE):
            mine = reader.own_taggings.filter(tag__in=tags, paper__in=papers[start : start + AT_ONCE])
            gone += mine.delete()[0]
        unused = Tag.objects.filter(pk__in=[tag.pk for tag in tags], taggings=None)
        unused.filter(owner=reader).delete()
        unused.filter(owner=None, state=TagState.PROPOSED, narrower=None, patterns="").delete()
    return gone


def own_tags_typed(text: str, reader: Reader) -> list[Tag]:
    """Return those of a reader's tags that `text` names."""
    keys = [name_key(label) for label in labels_typed(text)]
    return list(Tag.objects.filter(taggings__owner=reader, labels__key__in=keys).distinct())


def _private(label: str, reader: Reader) -> Tag:
    mine = reader.private_tags.filter(labels__key=name_key(label)).first()
    return mine or Tag.create(TagKind.KEYWORD, label, owner=reader)


def _shared(label: str, reader: Reader) -> Tag:
    """Return the tag of the catalogue with a label, `kind: label` where several have it; else one that is proposed.

    A label that curators retired is given for the reader only.
    """
    kind, colon, rest = label.partition(":")
    of_kind = colon and kind.strip().casefold() in TagKind.values and bool(rest.strip())
    wanted = TagLabel.objects.filter(owner=None, key=name_key(rest if of_kind else label)).select_related("tag")
    if of_kind:
        wanted = wanted.filter(kind=kind.strip().casefold())
    tags = [found.tag for found in wanted]
    for state in (TagState.ACCEPTED, TagState.PROPOSED):
        of_state = [tag for tag in tags if tag.state == state]
        if of_state:
            return min(of_state, key=lambda tag: KIND_ORDER[tag.kind])
    if any(tag.kind == TagKind.KEYWORD for tag in tags):
        return _private(label, reader)
    try:
        with transaction.atomic():
            return Tag.create(TagKind.KEYWORD, rest.strip() if of_kind else label, state=TagState.PROPOSED)
    except IntegrityError:  # somebody proposed it at the same moment
        return Tag.objects.get(kind=TagKind.KEYWORD, labels__key=name_key(rest if of_kind else label), owner=None)


def _rows(tag: Tag, papers: Sequence[int], reader: Reader) -> list[Tagging]:
    """Return the rows that a reader does not have yet; each says whether the curators are to be asked."""
    of_tag = Tagging.objects.filter(tag=tag)
    mine = set(of_tag.filter(owner=reader).values_list("paper", flat=True))
    decided = dict(of_tag.filter(state=AssertionState.REJECTED).values_list("paper", "state"))
    decided |= dict(of_tag.filter(owner=None).exclude(state=AssertionState.PROPOSED).values_list("paper", "state"))
    otherwise = AssertionState.ACCEPTED if tag.owner_id else AssertionState.PROPOSED
    return [
        Tagging(paper_id=pk, tag=tag, owner=reader, origin=Origin.READER, state=decided.get(pk, otherwise))
        for pk in dict.fromkeys(papers)
        if pk not in mine
    ]
