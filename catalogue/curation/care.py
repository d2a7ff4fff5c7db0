"""What needs a curator's care: counted from the facet index and from stored rows, in a fixed number of queries."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from pyroaring import BitMap

from catalogue.curation.twins import Twin, near_twins
from catalogue.facets import NAMES, WORDS, FacetIndex, Overlap, current, facet_named
from catalogue.models import (
    AssertionState,
    Finding,
    FindingKind,
    ImportRun,
    NotTwins,
    Origin,
    Paper,
    PossibleDuplicate,
    RuleRun,
    Tag,
    Tagging,
    TagKind,
    TagLabel,
    TagState,
    VocabularyEntry,
)

ACRONYM_LETTERS = 8


class Need(NamedTuple):
    """One line of what needs care: what, of which kind of tags, how many there are, how many papers that is about."""

    name: str
    number: int
    papers: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class KnownTag:
    """A tag as lists of pairs show it. `papers` are those listed that have it themselves; `own`: of the vocabulary."""

    id: int
    label: str
    kind: str
    state: str
    own: bool
    papers: int

    @property
    def rank(self) -> tuple[bool, bool, int, int]:
        """What decides which of two stays, the highest."""
        return self.own, self.state == TagState.ACCEPTED, self.papers, -self.id


class Pair(NamedTuple):
    """Two tags that may be one. `stays` is of the vocabulary or has more papers; as many as `gone` has would change."""

    stays: KnownTag
    gone: KnownTag
    twin: Twin


class OverlapPair(NamedTuple):
    """Two tags that share papers: `overlap.one` has fewer."""

    one: KnownTag
    other: KnownTag
    overlap: Overlap


class Care:
    """What needs care, at one version of the facet index."""

    def __init__(self) -> None:
        self.index: FacetIndex = current()

    @cached_property
    def own_papers(self) -> Mapping[int, BitMap]:
        """The papers that have a tag themselves, listed or not."""
        return self.index.postings.of("tag")

    @cached_property
    def tags(self) -> dict[int, KnownTag]:
        """The shared tags that are not retired."""
        own = set(VocabularyEntry.objects.exclude(tag=None).values_list("tag", flat=True))
        rows = (
            Tag.objects.shared().exclude(state=TagState.RETIRED).order_by().values_list("pk", "label", "kind", "state")
        )
        return {pk: KnownTag(pk, label, kind, state, pk in own, self.papers(pk)) for pk, label, kind, state in rows}

    def papers(self, tag: int) -> int:
        """Return how many listed papers have a tag themselves."""
        return self.index.listed.intersection_cardinality(self.own_papers.get(tag, BitMap()))

    def without(self, kind: str) -> BitMap:
        """Return the listed papers that have no tag of a kind."""
        facet = facet_named(kind)
        assert facet is not None
        return self.index.listed - self.index.having(facet)

    def flagged(self, flag: str) -> BitMap:
        """Return the listed papers of which a column (`plain_heading`, `odd_markup`) says that they need care.

        A condition on who sees them would keep SQLite from the index of the few.
        """
        return self.index.listed & BitMap(Paper.objects.filter(**{flag: True}).order_by().values_list("pk", flat=True))

    def used(self, times: int) -> list[int]:
        """Return the shared tags, not retired ones, that so many listed papers have."""
        return [tag.id for tag in self.tags.values() if tag.papers == times]

    # --- Pairs ----------------------------------------------------------------------------------
    def twins(self) -> list[Pair]:
        """Return the pairs of tags that are probably one, but for those that curators said are not."""
        said = set(NotTwins.objects.values_list("one", "other"))
        found = []
        for twin in self.index.memory(NAMES).once("near twins", 0, self._near_twins, most=1):
            if (twin.one, twin.other) not in said and twin.one in self.tags and twin.other in self.tags:
                one, other = self.tags[twin.one], self.tags[twin.other]
                if one.own and other.own and one.kind != other.kind:
                    continue  # the vocabulary means two: a field and a technique of one name
                stays, gone = (one, other) if one.rank >= other.rank else (other, one)
                found.append(Pair(stays, gone, twin))
        return found

    def _near_twins(self) -> list[Twin]:
        rows = (
            TagLabel.objects.filter(owner=None).exclude(tag__state=TagState.RETIRED).order_by("tag", "-preferred", "pk")
        )
        papers = {tag: len(papers) for tag, papers in self.own_papers.items()}
        said = self.index.memory(WORDS).once("expansions", 0, _expansions, most=1)
        return near_twins(rows.values_list("tag", "kind", "label"), papers, said)

    def overlaps(self) -> list[OverlapPair]:
        """Return the pairs of tags on almost the same papers, then those of a tag inside another.

        What curators said are no twins is no pair here either.
        """
        said = set(NotTwins.objects.values_list("one", "other"))
        pairs = [each for each in self.index.overlapping() if (min(each[:2]), max(each[:2])) not in said]
        pairs.sort(key=lambda each: not each.same)
        return [
            OverlapPair(self.tags[each.one], self.tags[each.other], each)
            for each in pairs
            if each.one in self.tags and each.other in self.tags
        ]

    # --- The lines ------------------------------------------------------------------------------
    def needs(self) -> list[Need]:
        """Return the lines in their order, those with nothing to do too."""
        disagreeing = list(disagreements())
        doubtful = PossibleDuplicate.objects.waiting().count()
        unseen = ImportRun.objects.filter(seen_at=None, problems__gt=0).count()
        return [
            *self._of_tags(),
            Need("disagreements", len(disagreeing), sum(row["against"] + row["missed"] for row in disagreeing)),
            Need("runs", *_unfinished()),
            Need("imports", unseen, 0),
            Need("duplicates", doubtful, doubtful),
            *self._of_papers(),
        ]

    def _of_tags(self) -> Iterator[Need]:
        twins, overlaps = self.twins(), self.overlaps()
        same = [pair for pair in overlaps if pair.overlap.same]
        inside = [pair for pair in overlaps if not pair.overlap.same]
        yield Need("twins", len(twins), self._listed(pair.gone.id for pair in twins))
        yield Need("same", len(same), self._listed(pair.one.id for pair in same))
        yield Need("inside", len(inside), self._listed(pair.one.id for pair in inside))
        yield Need("never", len(self.used(0)), 0)
        yield Need("once", len(self.used(1)), self._listed(iter(self.used(1))))

    def _of_papers(self) -> Iterator[Need]:
        for name, flag in (("heading", "plain_heading"), ("markup", "odd_markup")):
            number = len(self.flagged(flag))
            yield Need(name, number, number)
        for kind in TagKind.values:
            number = len(self.without(kind))
            yield Need("without", number, number, kind)

    def _listed(self, tags: Iterator[int]) -> int:
        papers = BitMap.union(BitMap(), *(self.own_papers.get(tag, BitMap()) for tag in tags))
        return self.index.listed.intersection_cardinality(papers)


def disagreements() -> QuerySet[Tagging, dict[str, object]]:
    """Return, by tag with patterns, where rules and curators disagree, most first; one query.

    `against`: papers that a rule gave the tag and curators took it from; `missed`: papers that curators gave it and no
    rule had; `agreed`: papers for which a curator accepted what a rule had found. What was decided by an account that
    is gone is not counted.
    """
    decided = Tagging.objects.filter(
        decided_by__isnull=False, owner=None, tag__owner=None, tag__state=TagState.ACCEPTED
    )
    given = Q(state=AssertionState.ACCEPTED, origin=Origin.CURATOR)
    counted = (
        decided.exclude(tag__patterns="")
        .order_by()
        .values("tag", "tag__label", "tag__kind")
        .annotate(
            against=Count("pk", filter=Q(state=AssertionState.REJECTED) & ~Q(rule="")),
            missed=Count("pk", filter=given & Q(rule="")),
            agreed=Count("pk", filter=given & ~Q(rule="")),
        )
    )
    return counted.filter(Q(against__gt=0) | Q(missed__gt=0)).order_by("-against", "-missed", "tag")


def _unfinished() -> tuple[int, int]:
    """Return how many runs of changed patterns stopped before their end, and how many papers are left."""
    left = RuleRun.dead().aggregate(n=Count("pk"), papers=Sum(F("total") - F("done")))
    return left["n"], left["papers"] or 0


def _expansions() -> list[tuple[str, str]]:
    """Return what papers say that acronyms stand for."""
    said = Finding.objects.accepted().of_kind(FindingKind.EXPANSION).exclude(about="").order_by()
    return [pair for pair in said.values_list("about", "value").distinct() if len(pair[0]) <= ACRONYM_LETTERS]
