"""Readers' tags: a reader puts them on papers, for themselves at once; curators are asked whether they hold for all."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from unicodedata import category

from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue.curation.naming import divided
from catalogue.models import AssertionState, Origin, Reader, Tag, Tagging, TagKind, TagLabel, TagState, name_key
from catalogue.models.tag import KIND_ORDER

LABEL_AT_MOST = 80
KEY_AT_MOST = 400
TAGS_AT_ONCE = 20
# Tags times papers. What is proposed, somebody has to read: fewer, and fewest without an account.
ROWS_AT_ONCE = 10_000
PROPOSALS_A_DAY = {True: 100, False: 500}
A_DAY = timedelta(days=1)
TAGS_OF_A_READER = 2000
AT_ONCE = 500
# Letters, numbers, punctuation, symbols; not what nobody sees.
SEEN = "LNPS"
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
    labels = {name_key(label): " ".join(label.split()) for label in SEPARATORS.split(text) if _shows(label)}
    if not labels:
        raise TagsRefused("Type a tag, or several with commas between them.")
    if len(labels) > TAGS_AT_ONCE:
        raise TagsRefused(f"At most {TAGS_AT_ONCE} tags at once.")
    for label in labels.values():
        if len(label) > LABEL_AT_MOST or len(name_key(label)) > KEY_AT_MOST:
            raise TagsRefused(f"A tag has at most {LABEL_AT_MOST} characters; “{label[:30]}…” has more.")
    return list(labels.values())


def _shows(label: str) -> bool:
    return any(category(letter)[0] in SEEN for letter in label.strip(" .#"))


def tag_papers(papers: Sequence[int], text: str, reader: Reader, *, mine_only: bool = False) -> Tagged:
    """Give papers, by id, the tags that `text` names: a reader's own rows. TagsRefused if that cannot be.

    `mine_only` makes private labels. Else a tag of the catalogue is taken, by any of its labels, or a new one
    proposed; where a paper does not have it yet, the curators are asked, unless they have decided that already.
    """
    labels = labels_typed(text)
    if len(papers) * len(labels) > ROWS_AT_ONCE:
        raise TagsRefused(f"That is too much at once: {len(papers):,} papers. Give fewer tags, or choose fewer papers.")
    with transaction.atomic():
        tags = _found(labels, reader, _private if mine_only else _shared)
        if reader.own_taggings.values("tag").distinct().count() + len(tags) > TAGS_OF_A_READER:
            raise TagsRefused(f"You have {TAGS_OF_A_READER:,} tags, and no more fit.")
        rows = [row for tag in tags for row in _rows(tag, papers, reader)]
        _refuse_a_flood(rows, reader)
        Tagging.objects.bulk_create(rows, batch_size=AT_ONCE, ignore_conflicts=True)
    return Tagged(tags, len(rows), sum(row.state == AssertionState.PROPOSED for row in rows))


def _found(labels: list[str], reader: Reader, find: Callable[[str, Reader], Tag]) -> list[Tag]:
    """Return the tags of labels, locked: whoever takes the last one away at this moment waits, or has gone before."""
    while True:
        tags = [find(label, reader) for label in labels]
        if _locked(tags) == len(set(tags)):
            return tags


def _locked(tags: Iterable[Tag]) -> int:
    """Let others who give or take these tags wait for the end of the transaction; return how many there still are."""
    return len(Tag.objects.select_for_update().filter(pk__in=[tag.pk for tag in tags]).order_by("pk").values_list("pk"))


def _refuse_a_flood(rows: list[Tagging], reader: Reader) -> None:
    asked = sum(row.state == AssertionState.PROPOSED for row in rows)
    before = reader.own_taggings.filter(state=AssertionState.PROPOSED, decided_at__gt=timezone.now() - A_DAY)
    most = PROPOSALS_A_DAY[reader.is_visitor]
    if asked and asked + before.count() > most:
        raise TagsRefused(
            f"That would ask the curators {asked:,} times; {most} times a day is the most. "
            "Choose “only for me”, or fewer papers."
        )


def untag_papers(papers: Sequence[int], tags: Iterable[Tag], reader: Reader) -> int:
    """Take a reader's own tags from papers; return how many. Tags that nobody has any more are gone with them."""
    tags = list(tags)
    gone = 0
    with transaction.atomic():
        _locked(tags)
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

    A label that curators retired is given for the reader only. One that is proposed is known by its own label alone:
    what else it may be called is not for everybody yet.
    """
    kind, label = divided(label)
    labels = TagLabel.objects.filter(owner=None, key=name_key(label)).select_related("tag")
    tags = [found.tag for found in labels if found.preferred or found.tag.state != TagState.PROPOSED]
    of_kind = [tag for tag in tags if tag.kind == kind] or tags
    for state in (TagState.ACCEPTED, TagState.PROPOSED):
        of_state = [tag for tag in of_kind if tag.state == state]
        if of_state:
            return min(of_state, key=lambda tag: KIND_ORDER[tag.kind])
    if labels:
        return _private(label, reader)
    try:
        with transaction.atomic():
            return Tag.create(TagKind.KEYWORD, label, state=TagState.PROPOSED)
    except IntegrityError:  # somebody proposed it at the same moment
        return Tag.objects.get(kind=TagKind.KEYWORD, labels__key=name_key(label), owner=None)


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
