"""How many papers each value gives, in SQL."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, QuerySet

from catalogue.facets.choices import holding_nothing
from catalogue.facets.definitions import Facet
from catalogue.facets.families import parents, with_ancestors
from catalogue.models import Paper, Tagging

Counts = dict[Any, int]


def value_counts(facet: Facet, papers: QuerySet[Paper]) -> Counts:
    """Return how many of `papers` have each value of the facet; values without any are left out."""
    if facet.is_of_tags:
        return tag_counts([facet], papers).get(facet.name, {})
    rows = _rows_of(facet.rows(), facet.paper, papers)
    return dict(rows.values_list(facet.value).annotate(n=Count(facet.paper, distinct=True)))


def tag_counts(facets: Iterable[Facet], papers: QuerySet[Paper]) -> dict[str, Counts]:
    """Return the counts of several tag facets at once, by the name of the facet.

    A broader tag counts the papers of its narrower ones, each paper once.
    """
    kinds = [facet.kind for facet in facets]
    rows = _rows_of(Tagging.objects.public().filter(tag__kind__in=kinds), "paper", papers)
    counts: dict[str, Counts] = defaultdict(dict)
    for kind, tag, n in rows.values_list("tag__kind", "tag_id").annotate(n=Count("paper", distinct=True)):
        counts[kind][tag] = n
    parent_of = parents()
    if parent_of:
        family = {*parent_of, *parent_of.values()}
        papers_of: dict[tuple[str, int], set[int]] = defaultdict(set)
        for kind, tag, paper in rows.filter(tag__in=family).values_list("tag__kind", "tag_id", "paper_id"):
            for ancestor in with_ancestors(tag, parent_of):
                papers_of[kind, ancestor].add(paper)
        for (kind, tag), found in papers_of.items():
            counts[kind][tag] = len(found)
    return counts


def none_counts(facets: Iterable[Facet], papers: QuerySet[Paper]) -> Counter[str]:
    """Return how many of `papers` have no value of each facet, by the name of the facet. One query."""
    sums = {f"none_{facet.name}": Count("pk", filter=holding_nothing(facet)) for facet in facets}
    found = papers.order_by().aggregate(**sums) if sums else {}
    return Counter({name.removeprefix("none_"): n for name, n in found.items()})


def _rows_of(rows: QuerySet[Any], paper: str, papers: QuerySet[Paper]) -> QuerySet[Any]:
    return rows.filter(**{f"{paper}__in": papers.order_by().values("pk")}).order_by()
