"""A part of a tag's papers gets a tag of its own."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef
from django.utils import timezone

from catalogue.curation.readings import known_of, text_of
from catalogue.curation.recording import parts, recorded
from catalogue.curation.terms import TagRefused
from catalogue.curation.vocabulary import pattern_lines
from catalogue.extraction import Patterns, Term, words_of
from catalogue.models import AssertionState, Origin, Paper, Tag, TagEvent, Tagging, TagState, User, Verb, name_key

READ_AT_ONCE = 500


def papers_by_rule(tag: Tag, patterns: str) -> list[int]:
    """Return the ids of the papers with a tag, publicly, in whose text the patterns, one a line, match."""
    tried = Patterns([Term(0, tag.kind, "", "", pattern_lines(patterns))])
    ids = list(Tagging.objects.public().filter(tag=tag).order_by("paper").values_list("paper", flat=True))
    found = []
    for first in range(0, len(ids), READ_AT_ONCE):
        papers = list(Paper.objects.filter(pk__in=ids[first : first + READ_AT_ONCE]).order_by("pk"))
        known = known_of(papers)
        for paper in papers:
            text = text_of(paper, known[paper.pk])
            if any(tried.matches(words_of(text.field(name))) for name in ("title", "keywords", "abstract")):
                found.append(paper.pk)
    return found


def split(
    tag: Tag,
    papers: Iterable[int],
    label: str,
    user: User | None,
    *,
    patterns: str = "",
    keep: bool = False,
    place: str = "",
) -> TagEvent:
    """Give those of a tag's papers, by id, another tag of its kind: the one with `label`, or a new one beside it.

    It is a curator's word; the first tag is rejected there, with `keep` left. What readers proposed moves too.
    `patterns` become a new tag's. TagRefused, and nothing done, if that cannot be.
    """
    papers = list(papers)
    if not papers:
        raise TagRefused("No paper is chosen.")
    other = Tag.objects.shared().filter(kind=tag.kind, labels__key=name_key(label)).first()
    if other == tag:
        raise TagRefused(f"“{label}” is a label of this tag itself.")
    if other and other.state != TagState.ACCEPTED:
        raise TagRefused(f"“{other.label}” is {other.get_state_display()}.")
    ids = [tag.pk] + ([other.pk] if other else [])
    said = f"Split “{label}” off “{tag.label}”: {len(papers):,} paper{'' if len(papers) == 1 else 's'}"
    with recorded(Verb.SPLIT, user, said, tags=ids, place=place) as event:
        if other is None:
            other = Tag.create(tag.kind, label, broader=tag.broader, patterns="\n".join(pattern_lines(patterns)))
            event.watched.add(other.pk)
        for some in parts(papers):
            _move(tag, other, some, user, keep)
    return event


def _move(tag: Tag, other: Tag, papers: list[int], user: User | None, keep: bool) -> None:
    rows = Tagging.objects.filter(tag=tag, paper__in=papers)
    public = rows.filter(owner=None, state=AssertionState.ACCEPTED)
    values = {"state": AssertionState.ACCEPTED, "origin": Origin.CURATOR}
    values |= {"decided_by": user, "decided_at": timezone.now()}
    chosen = {row.paper_id: row for row in public}
    there = Tagging.objects.filter(tag=other, owner=None, paper__in=chosen)
    new = chosen.keys() - set(there.values_list("paper_id", flat=True))
    there.exclude(state=AssertionState.ACCEPTED).update(**values)
    Tagging.objects.bulk_create(
        (Tagging(paper_id=pk, tag=other, rank=chosen[pk].rank, evidence=chosen[pk].evidence, **values) for pk in new),
        batch_size=1000,
    )
    if not keep:
        # Rejected rather than deleted: no rule and no file gives the first tag again.
        public.update(**values | {"state": AssertionState.REJECTED})
        theirs = rows.filter(owner__isnull=False)
        both = Tagging.objects.filter(tag=other, paper=OuterRef("paper"), owner=OuterRef("owner"))
        theirs.filter(Exists(both)).delete()
        theirs.update(tag=other)
