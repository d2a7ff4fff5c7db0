"""What curators make of tags that are proposed: by readers, and by rules that only propose."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from catalogue.curation.giving import give, keep_away, tagging_recorded
from catalogue.curation.merging import join
from catalogue.curation.recording import parts, recorded
from catalogue.curation.terms import TagRefused
from catalogue.models import AssertionState, Tag, TagEvent, Tagging, TagState, User, Verb


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a tag holds for the papers it is proposed for: all of them, or some, by id.

    `upto` is the last tagging, by id, that was shown: what came later is not answered with it.
    """

    tag: Tag
    papers: Collection[int] | None = None
    upto: int | None = None

    def waiting(self) -> QuerySet[Tagging]:
        """Return the rows that ask."""
        rows = Tagging.objects.waiting().filter(tag=self.tag.pk)
        if self.upto is not None:
            rows = rows.filter(pk__lte=self.upto)
        return rows if self.papers is None else rows.filter(paper__in=self.papers)

    def asked_for(self) -> list[int]:
        """Return the papers, by id."""
        return list(self.waiting().order_by("paper_id").values_list("paper_id", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a question: the act, not saved where nobody asks any more; the papers it was answered for."""

    event: TagEvent
    papers: int


def accept_proposals(question: Question, user: User | None, place: str = "") -> Answered:
    """Let a tag hold for the papers, for everybody; a proposed tag becomes one of the catalogue.

    TagRefused, and nothing done, where it is retired or gone.
    """
    return _answer(question, "Accepted", lambda tag, papers: give(tag, papers, user), user, place, retired=False)


def reject_proposals(question: Question, user: User | None, place: str = "") -> Answered:
    """Let a tag be its readers' alone; nobody is asked for these papers again.

    The answer stands in a row of its own, which outlives those of the readers.
    """
    return _answer(question, "Rejected", lambda tag, papers: keep_away(tag, papers, user), user, place, retired=True)


def accept_as(question: Question, other: Tag, user: User | None, place: str = "") -> Answered:
    """Give the papers another tag instead; readers see what became of theirs.

    A proposed tag is merged into the other, where all its papers are meant: its labels live on. One of the catalogue
    is rejected on these papers. TagRefused or CannotMerge, and nothing done, if that cannot be.
    """
    tag = question.tag
    if other == tag:
        return accept_proposals(question, user, place)
    whole = tag.state == TagState.PROPOSED and question.papers is None and not _later(question)
    if whole and other.state == TagState.ACCEPTED:
        return _merge_into(question, other, user, place)
    papers = question.asked_for()
    with tagging_recorded(Verb.ANSWER, user, "", [tag, other], papers, place) as event:
        tag, other = _as_it_is(tag), _as_it_is(other, retired=False)
        papers = question.asked_for()
        event.said = f"Accepted “{tag.label}” as “{other.label}” on {_papers(papers)}"
        like = {row.paper_id: row for row in Tagging.objects.filter(tag=tag, owner=None, paper__in=papers)}
        give(other, papers, user, like)
        _move_readers(question, other, user)
        keep_away(tag, papers, user)
    return Answered(event, len(papers))


def _answer(
    question: Question, verb: str, act: Callable[[Tag, list[int]], object], user: User | None, place: str, retired: bool
) -> Answered:
    with tagging_recorded(Verb.ANSWER, user, "", [question.tag], question.asked_for(), place) as event:
        tag = _as_it_is(question.tag, retired=retired)
        # Of two who answer the same, the second finds nothing under the lock.
        papers = question.asked_for()
        event.said = f"{verb} “{tag.label}” on {_papers(papers)}"
        act(tag, papers)
    return Answered(event, len(papers))


def _merge_into(question: Question, other: Tag, user: User | None, place: str) -> Answered:
    tags = [question.tag.pk, other.pk]
    with recorded(Verb.ANSWER, user, "", tags=tags, place=place) as event:
        tag, other = _as_it_is(question.tag), _as_it_is(other)
        papers = question.asked_for()
        event.said = f"Accepted “{tag.label}” as “{other.label}” on {_papers(papers)}"
        if papers:
            Tagging.objects.waiting().filter(tag=tag, owner__isnull=False).update(asked_as=tag.label)
            join([tag], other)
            give(other, papers, user)
    return Answered(event, len(papers))


def _later(question: Question) -> bool:
    """Tell whether somebody proposed the tag since the question was shown."""
    rows = Tagging.objects.waiting().filter(tag=question.tag.pk)
    return question.upto is not None and rows.filter(pk__gt=question.upto).exists()


def _move_readers(question: Question, other: Tag, user: User | None) -> None:
    """Put what readers proposed under the other tag. Who has that on the paper too, has it once."""
    said = {"asked_as": question.tag.label, "decided_by": user, "decided_at": timezone.now()}
    theirs = question.waiting().filter(owner__isnull=False)
    ids = list(theirs.values_list("pk", flat=True))
    for some in parts(ids):
        rows = Tagging.objects.filter(pk__in=some)
        both = Tagging.objects.filter(tag=other, paper=OuterRef("paper"), owner=OuterRef("owner"))
        rows.filter(Exists(both)).delete()
        rows.update(tag=other, state=AssertionState.ACCEPTED, **said)


def _as_it_is(tag: Tag, retired: bool = True) -> Tag:
    """Return a tag as it stands, now that it is locked."""
    found = Tag.objects.shared().filter(pk=tag.pk).first()
    if found is None:
        raise TagRefused(f"“{tag.label}” is gone: somebody merged or deleted it.")
    if found.state == TagState.RETIRED and not retired:
        raise TagRefused(f"“{found.label}” is retired: bring it back first, or choose another tag.")
    return found


def _papers(papers: Collection[int]) -> str:
    return f"{len(papers):,} paper{'' if len(papers) == 1 else 's'}"
