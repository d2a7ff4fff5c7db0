"""The counts of all facets off the index and in SQL, and the results page around them, in one run.

DATABASE_URL=sqlite:////tmp/100k.sqlite3 python bench/facets.py [--sql-times 3]

The database is one that `bench/generate.py` filled. Times are medians in milliseconds; a ratio compares within a run.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from django.db import connection
from django.db.models import Count, QuerySet
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment

from catalogue.facets import FACETS, WORDS, current
from catalogue.facets.memory import Memory
from catalogue.facets.oracle import none_counts, restricted, value_counts
from catalogue.filters import PaperFilter
from catalogue.models import FacetSnapshot, Paper, SearchTerm, Tagging
from catalogue.search import Ranked, Search, matching, parse
from catalogue.search.stop_words import is_stop_word

TWO_AND_TEXT = "area=area-0&method=method-1&q=language"
CASES = {"no filter": "", "one tag": "area=area-0", "two facets and text": TWO_AND_TEXT}
SHOWN = [facet for facet in FACETS if facet.in_panel]


def timed(work: Callable[[], Any], times: int) -> float:
    """Return the median time of a call in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken)


def on_bitmaps(query: str) -> Callable[[], Any]:
    """Return the work of counting all facets off the index, the ids of the text handed in."""
    selection = PaperFilter(QueryDict(query))
    text = selection.found if selection.value("q") else None

    def work() -> Any:
        index, papers = current(), selection.index.listed
        for facet in FACETS:
            papers = selection.filters[facet.name].filter(papers, selection.chosen[facet.name])
        papers = papers if text is None else papers & text
        index._found = {name: found for name, found in index._found.items() if not name.startswith("counts ")}
        return [(index.counts(facet, papers), index.none_count(facet, papers)) for facet in SHOWN]

    return work


def papers_of(query: str) -> QuerySet[Paper]:
    """Return the papers of a selection in SQL."""
    selection = PaperFilter(QueryDict(query))
    papers = Paper.objects.listed()
    if selection.value("q"):
        papers = matching(papers, selection.value("q"))
    for facet in FACETS:
        papers = restricted(papers, facet, selection.chosen[facet.name])
    return papers


def group_by(query: str) -> Any:
    """Count the tags in one plain query."""
    rows = Tagging.objects.public().order_by()
    if query:
        rows = rows.filter(paper__in=papers_of(query).order_by().values("pk"))
    return list(rows.values_list("tag").annotate(n=Count("*")))


def in_sql(query: str) -> Callable[[], Any]:
    """Return the work of counting all facets in SQL."""
    papers = papers_of(query)

    def work() -> Any:
        none = none_counts(SHOWN, papers)
        return [(value_counts(facet, papers), none[facet.name]) for facet in SHOWN]

    return work


def without_empty(counted: list[tuple[dict[Any, int], int]]) -> list[Any]:
    """Return what must be equal, whatever the order."""
    return [(sorted(counts.items()), none) for counts, none in counted]


def counts(times: int) -> None:
    """Print the times of the counts and their ratios: to the SQL that checks them, and to one plain GROUP BY.

    The GROUP BY counts the eight kinds of tags only, without broader tags and without "none". Where a text is searched,
    finding it is not in the time of the index.
    """
    print(f"{'counts of all facets':<28}{'index':>10}{'SQL':>12}{'ratio':>9}{'GROUP BY':>12}{'ratio':>9}")
    for name, query in CASES.items():
        fast, slow = on_bitmaps(query), in_sql(query)
        assert without_empty(fast()) == without_empty(slow()), name
        ours, theirs, plain = timed(fast, 15), timed(slow, times), timed(lambda query=query: group_by(query), times)
        print(f"{name:<28}{ours:>10.2f}{theirs:>12.1f}{theirs / ours:>8.0f}×{plain:>12.1f}{plain / ours:>8.0f}×")


def forgotten(work: Callable[[], Any]) -> Callable[[], Any]:
    """Return work that is done as if these words had never been looked for."""

    def again() -> Any:
        current()._memories[WORDS] = Memory()
        return work()

    return again


def texts() -> None:
    """Print how long finding takes and putting in order: of the most frequent word, and of others."""
    frequent = SearchTerm.objects.exclude(term__startswith="#").order_by("-papers")
    telling = [term for term in frequent.values_list("term", flat=True)[:500] if not is_stop_word(term)]
    index = current()

    def found(text: str) -> Ranked:
        search = Search(parse(text), index, index.listed)
        ranked = Ranked(search, search.found & index.listed)
        ranked.places(0, 20)
        return ranked

    print(f"\n{'found and put in order':<28}{'hits':>10}{'first':>10}{'again':>10}")
    for text in (
        frequent[0].term,
        telling[0],
        telling[100],
        f"{telling[0]} {telling[1]}",
        f"{telling[-1]} {telling[2]}",
    ):
        first = timed(forgotten(lambda text=text: found(text)), 5)
        print(f"{text:<28}{len(found(text)):>10,}{first:>10.1f}{timed(lambda text=text: found(text), 9):>10.1f}")


def pages() -> None:
    """Print the times of whole pages, and of rendering alone; `new` where nobody has looked for the words before."""
    setup_test_environment()  # keeps what a template was given
    client = Client()
    print(f"\n{'results page':<28}{'page':>10}{'new':>10}{'template':>12}{'ratio':>9}{'queries':>9}")
    for name, query in {**CASES, "by heading": "sort=heading&area=area-0", "page 200": "page=200"}.items():
        response = client.get(f"/papers/?{query}")
        assert response.status_code == 200, response.status_code
        whole = timed(lambda query=query: client.get(f"/papers/?{query}"), 15)
        new = timed(forgotten(lambda query=query: client.get(f"/papers/?{query}")), 9)
        values = response.context[0].flatten()
        rendered = timed(lambda values=values: render_to_string("catalogue/paper_list.html", values), 15)
        current()._memories[WORDS] = Memory()
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/papers/?{query}")
        print(f"{name:<28}{whole:>10.1f}{new:>10.1f}{rendered:>12.1f}{whole / rendered:>8.2f}×{len(queries):>9}")


def changes() -> None:
    """Print how long one change takes to arrive."""
    tagging = Tagging.objects.first()

    def work() -> None:
        tagging.state = "accepted" if tagging.state == "rejected" else "rejected"
        Tagging.objects.filter(pk=tagging.pk).update(state=tagging.state)
        began = time.perf_counter()
        index = current()
        for facet in SHOWN:
            index.none_count(facet, index.listed)
            index.counts(facet, index.listed)
        taken.append(1000 * (time.perf_counter() - began))

    taken: list[float] = []
    for _ in range(10):
        work()
    print(f"\nafter one change: {median(taken):.1f} ms until every count is there again")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--sql-times", type=int, default=3, help="0: without SQL, which takes minutes at 1M papers")
    options = arguments.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    began = time.perf_counter()
    index = current()
    print(f"{connection.vendor}, {len(index.listed):,} papers, ", end="")
    size = len(FacetSnapshot.objects.get().blob or b"") / 1e6
    print(f"index of {size:.1f} MB read in {1000 * (time.perf_counter() - began):.0f} ms")
    if options.sql_times:
        counts(options.sql_times)
    pages()
    texts()
    changes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB, {before:.0f} MB before the index was read")


if __name__ == "__main__":
    main()
