"""The order of found papers."""

import pytest

from catalogue.facets import current
from catalogue.models import Paper
from catalogue.search import Query, Ranked, Search, parse, ranking
from catalogue.search.documents import Document, document
from catalogue.search.scores import Scorer
from tests.cast import a_paper


def order(text: str) -> list[str]:
    found = Paper.objects.in_bulk(ids := ids_of(ranked(parse(text))))
    return [found[pk].heading for pk in ids]


def ids_of(found: Ranked) -> list[int]:
    """All ids of an order, a page of three at a time."""
    return [pk for start in range(0, len(found), 3) for pk in found.places(start, start + 3)]


def ranked(query: Query) -> Ranked:
    search = Search(query, current())
    return Ranked(search, search.found)


def score(words: list[str], found: Document, papers_with: dict[str, int] | None = None) -> float:
    return Scorer(words, papers_with or {}, 100, 10.0).score(found)


def text(heading: str = "", abstract: str = "", *authors: str) -> Document:
    return document(heading, [], authors, abstract)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (text("kernel", "x y"), text("x", "kernel y")),
        (text("x", "y", "kernel"), text("x", "kernel y")),
        (text("x", "kernel y kernel z"), text("x", "kernel w y z")),
        (text("x", "kernel y"), text("x", "kernel y " + "z " * 50)),
        (text("x", "kernel tree y z"), text("x", "kernel y tree z")),
        (text("x", "kernel tree y z"), text("x", "kernel x y z")),
    ],
)
def test_a_document_answers_better(better: Document, worse: Document) -> None:
    assert score(["kernel", "tree"], better) > score(["kernel", "tree"], worse) > 0


def test_a_rare_word_counts_more_and_a_repeated_one_twice() -> None:
    counts = {"common": 90, "rare": 2}
    assert score(["common", "rare"], text("rare"), counts) > score(["common", "rare"], text("common"), counts)
    assert score(["rare", "rare"], text("rare"), counts) == 2 * score(["rare"], text("rare"), counts)
    assert score(["kernel"], text("tree")) == 0


@pytest.mark.django_db
def test_found_papers_stand_best_first_and_equal_ones_latest_first() -> None:
    a_paper("Trees", abstract="On kernels.")
    a_paper("Kernels", abstract="On trees.")
    a_paper("Graphs", abstract="On kernels.")
    a_paper("Graphs", abstract="On kernels.")
    a_paper("Nothing")

    assert order("kernels") == ["Kernels", "Graphs", "Graphs", "Trees"]
    found = ranked(parse("kernels"))
    assert found.places(1, 3) == sorted(found.places(1, 3), reverse=True)
    assert (len(found), found.exact) == (4, True)


@pytest.mark.django_db
def test_of_very_many_hits_the_likeliest_are_ranked_and_none_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "RANKED_AT_MOST", 3)
    monkeypatch.setattr(ranking, "WITH_RARE_WORDS", 3)
    monkeypatch.setattr(ranking, "LATEST", 2)
    a_paper("A rare kernel")
    for number in range(6):
        a_paper(f"Kernel {number}")

    found = ranked(parse("kernel rare").loosened())
    assert (len(found), found.exact, found.ranked) == (7, False, 1)
    assert Paper.objects.get(pk=found.places(0, 1)[0]).heading == "A rare kernel"
    found = ranked(parse("kernel"))
    assert order("kernel")[:2] == ["Kernel 5", "Kernel 4"]
    assert sorted(ids_of(found)) == sorted(Paper.objects.values_list("pk", flat=True))
    assert found.ranked == 2
