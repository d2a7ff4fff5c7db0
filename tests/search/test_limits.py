"""Queries as long and as deep as anybody can type them."""

import pytest

from catalogue.facets import NAMES, current
from catalogue.search import Ranked, Search, parse
from catalogue.search.query import TERMS_AT_MOST
from tests.cast import a_paper, a_tag, appear

pytestmark = pytest.mark.django_db

MANY = [f"w{number}" for number in range(TERMS_AT_MOST)]
DEEP = "x"
for level in range(40):
    DEEP = f"(a{level} {DEEP})" if level % 2 else f"(b{level} OR {DEEP})"
DEEPER = "x"
for level in range(40):
    DEEPER = f"-(a{level} OR -(title:b{level} {DEEPER}))"


@pytest.mark.parametrize(
    "text",
    [
        " ".join(MANY),
        " OR ".join(MANY[:20]),
        "".join(f"w{number}* " for number in range(40)),
        "".join(f"-w{number} " for number in range(40)),
        "".join(f"(a{number} OR -b{number}) " for number in range(13)),
        " ".join(f'"{word} y"' for word in MANY),
        "-".join(MANY),
        " ".join(f"multi-{word}" for word in MANY),
        "x" * 5000,
        "强" * 5000,
        "title:(" + " ".join(MANY[:39]) + ")",
        " ".join(f"tag:{word}" for word in MANY[:39]),
        " ".join(["has:code", "year:2024..", "-has:title"] * 13),
        " ".join(["the"] * 400),
        DEEP,
        DEEPER,
    ],
)
def test_a_long_or_deep_query_is_answered(text: str) -> None:
    a_paper("x")
    appear(a_paper("Carrier", tags=[a_tag("the")]), " ".join(MANY)[:190])
    for query in (parse(text), parse(text).loosened()):
        search = Search(query, current())
        assert len(Ranked(search, search.found)) in (0, 1, 2)


def test_texts_that_can_be_no_label_are_not_remembered() -> None:
    """Readers can type more than fits into the memory of a server."""
    index = current()
    for number in range(5):
        assert not Search(parse(" ".join(f"{number}{letter}" * 300 for letter in "abcdef")), index).found

    assert len(index.memory(NAMES)._answers["tags by label"]) == 0
