"""Which papers a choice leaves and how many each value gives, in plain SQL: what the index is checked against."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from catalogue.facets.choices import Choice
from catalogue.facets.definitions import Facet
from catalogue.models import Paper, Tag, TagKind

Counts = dict[Any, int]


def value_counts(facet: Facet, papers: QuerySet[Paper]) -> Counts:
    """Return how many of `papers` have each value of the facet; values without any are left out.

    A broader tag counts the papers of its narrower ones, each paper once.
    """
    rows = facet.rows().filter(**{f"{facet.paper}__in": papers.order_by().values("pk")}).order_by()
    counts = dict(rows.values_list(facet.value).annotate(n=Count(facet.paper, distinct=True)))
    if facet.is_of_tags and (parent_of := parents()):
        public = set(
            Tag.objects.public().filter(kind__in=[facet.kind] if facet.kind else TagKind).values_list("pk", flat=True)
        )
        papers_of: dict[int, set[int]] = defaultdict(set)
        for tag, paper in rows.filter(tag__in={*parent_of, *parent_of.values()}).values_list("tag_id", "paper_id"):
            for ancestor in public.intersection(with_ancestors(tag, parent_of)):
                papers_of[ancestor].add(paper)
        counts |= {tag: len(found) for tag, found in papers_of.items()}
    return counts


def none_counts(facets: Iterable[Facet], papers: QuerySet[Paper]) -> Counter[str]:
    """Return how many of `papers` have no value of each facet, by the name of the facet. One query."""
    sums = {f"none_{facet.name}": Count("pk", filter=holding_nothing(facet)) for facet in facets}
    found = papers.order_by().aggregate(**sums) if sums else {}
    return Counter({name.removeprefix("none_"): n for name, n in found.items()})


def holding(facet: Facet, values: Iterable[Any]) -> Exists:
    """Return the condition that a paper has one of `values`, or for tags one narrower than these."""
    wanted = narrower_too(values) if facet.is_of_tags else list(values)
    rows = facet.rows().filter(**{f"{facet.value}__in": wanted, facet.paper: OuterRef("pk")})
    return Exists(rows.order_by())


def holding_nothing(facet: Facet) -> Q:
    """Return the condition that a paper has no value of the facet."""
    return Q(~Exists(facet.rows().filter(**{facet.paper: OuterRef("pk")}).order_by()))


def restricted(
    papers: QuerySet[Paper], facet: Facet, choice: Choice, *, match_all: bool = False, exclude: bool = False
) -> QuerySet[Paper]:
    """Return the papers that have any (or all) of the chosen values; with `exclude`, those that have none of them."""
    if not choice:
        return papers
    if match_all and not exclude:
        for value in choice.values.values():
            papers = papers.filter(holding(facet, [value]))
        return papers.filter(holding_nothing(facet)) if choice.none else papers
    condition = Q(holding(facet, choice.values.values())) if choice.values else Q()
    if choice.none:
        condition |= holding_nothing(facet)
    return papers.exclude(condition) if exclude else papers.filter(condition)


def parents() -> dict[int, int]:
    """Return the broader tag of every shared tag that has one, by id. One query."""
    return dict(Tag.objects.shared().exclude(broader=None).values_list("pk", "broader_id"))


def with_ancestors(tag: int, parent_of: dict[int, int]) -> list[int]:
    """Return `tag` and its broader tags, the nearest first. A circle, should one exist, is walked once."""
    chain = [tag]
    while chain[-1] in parent_of and parent_of[chain[-1]] not in chain:
        chain.append(parent_of[chain[-1]])
    return chain


def narrower_too(tags: Iterable[Any]) -> list[int]:
    """Return the ids of `tags` and of every narrower one."""
    tags = set(tags)
    parent_of = parents()
    return [*tags, *(tag for tag in parent_of if tag not in tags and tags & set(with_ancestors(tag, parent_of)))]
