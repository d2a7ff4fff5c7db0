"""What may have been meant, and names that hold a text."""

import pytest

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
    a_finding(paper, "name", "NetGodel")
    index_papers([paper.pk])

    assert [(each.kind, each.label) for each in suggest("gode")] == [
        ("name", "NetGodel"),
        ("author", "Kurt Gödel"),
        ("collection", "Gödel Days"),
    ]
    assert [each.label for each in suggest("KERN")] == ["Graph kernels"]
    assert [each.label for each in suggest("Gödel n")] == ["Graph kernels"]
    assert suggest("%") == suggest("") == []
