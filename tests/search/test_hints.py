"""What may have been meant, and names that hold a text."""

import pytest
from pytest_django import DjangoAssertNumQueries

from catalogue.models import Finding, Paper
from catalogue.search import did_you_mean, index_papers, parse, suggest
from tests.cast import a_finding, a_paper, a_tag

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kernle", "kernel"),
        ("Kernles methods", "kernels methods"),
        ('"reinforcemnt learning" -x', '"reinforcement learning" -x'),
        ("kernel", ""),
        ("zzzzzz", ""),
        ("abc", ""),
        ("kernel*", ""),
    ],
)
def test_an_unknown_word_may_be_a_known_one(typed: str, meant: str) -> None:
    a_paper("Kernels and a kernel", abstract="Methods of reinforcement learning.")

    assert did_you_mean(parse(typed)) == meant


def test_names_are_suggested_by_any_part_whatever_their_accents() -> None:
    a_tag("Graph kernels", "method", "Gödel nets")
    paper = a_paper("T", authors=("Kurt Gödel",), collection="Gödel Days")
    a_finding(paper, "name", "NetGödel")
    index_papers([paper.pk])

    assert [(each.kind, each.label, each.parts) for each in suggest(["gode"])] == [
        ("method", "Graph kernels", ("", "Göde", "l nets")),
        ("name", "NetGödel", ("Net", "Göde", "l")),
        ("author", "Kurt Gödel", ("Kurt ", "Göde", "l")),
        ("collection", "Gödel Days", ("", "Göde", "l Days")),
    ]
    assert [each.parts for each in suggest(["KERN"])] == [("Graph ", "kern", "els")]
    assert [each.parts for each in suggest(["graph-ker"])] == [("", "Graph ker", "nels")]
    assert [each.label for each in suggest(["Gödel n"])] == ["Graph kernels"]
    assert suggest(["%"]) == suggest([""]) == suggest([]) == []


def test_what_begins_so_is_suggested_first_and_the_whole_text_before_its_last_word() -> None:
    for label in ("multigraph", "graph nets", "deep graphs"):
        a_tag(label, "method")

    assert [each.label for each in suggest(["graph"])] == ["graph nets", "deep graphs", "multigraph"]
    found = suggest(["deep graph", "graph"])
    assert [(each.label, each.typed) for each in found] == [
        ("deep graphs", "deep graph"),
        ("graph nets", "graph"),
        ("multigraph", "graph"),
    ]
    assert [each.label for each in suggest(["graph"], 1)] == ["graph nets"]


def test_a_tag_is_suggested_once_however_many_of_its_labels_fit() -> None:
    a_tag("language models", "method", "large language models", "neural language models")

    assert [each.label for each in suggest(["language"])] == ["language models"]


def test_only_public_tags_and_names_of_listed_papers_are_suggested() -> None:
    a_tag("kernel tricks", "method", state="proposed")
    hidden = a_paper("T", authors=("Kern Kernel",), collection="Kernel Days", visibility="hidden")
    shown = a_paper("U")
    for paper, name in ((hidden, "KernelNet"), (shown, "KernelGone")):
        a_finding(paper, "name", name)
        index_papers([paper.pk])
    Finding.objects.filter(value="KernelGone").update(state="rejected")

    assert suggest(["kernel"]) == []
    Paper.objects.update(visibility="listed")
    assert [each.label for each in suggest(["kernel"])] == ["KernelNet", "Kern Kernel", "Kernel Days"]


def test_suggestions_take_four_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(9):
        a_paper(f"T {number}", tags=[a_tag(f"kernel {number}", "method", f"kernels {number}")], authors=("Kernel",))

    with django_assert_num_queries(4):
        assert len(suggest(["some kernel", "kernel"])) == 9
