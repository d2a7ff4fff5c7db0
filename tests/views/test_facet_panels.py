"""What the panels of the results page cost, and what they keep."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.facets import index
from catalogue.filters import VALUES_AT_MOST
from catalogue.models import Tag, User
from catalogue.search.query import BEGINNINGS_AT_MOST, TERMS_AT_MOST, WORDS_IN_TERM
from tests.cast import a_paper, a_tag
from tests.views.conftest import Browser


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("", 8),
        ("area=a&not_author=ann&collection=iclr-2026&match=area&year_from=2025", 8),
        ("q=paper&area=a&not_author=ann&collection=iclr-2026&match=area&year_from=2025", 8),
        ("q=paper+OR+ann&words=any&area=b", 8),
    ],
)
@pytest.mark.parametrize("signed_in", [False, True])
def test_a_page_takes_few_queries_whatever_is_selected(client: Client, query: str, most: int, signed_in: bool) -> None:
    """New words are looked for; what tags, people and collections are called is remembered from the page before."""
    for number in range(30):
        a_paper(
            f"Paper {number}",
            tags=[_area(number)],
            authors=("Ann", "Bob")[: number % 3],
            collection="ICLR 2026",
            year=2026,
        )
    if signed_in:
        client.force_login(User.objects.create_superuser("curator"))
    client.get(f"/papers/?{query}".replace("q=paper", "q=other"))

    with CaptureQueriesContext(connection) as queries:
        response = client.get(f"/papers/?{query}")

    assert response.context["total"]
    assert len(queries) <= most + 3 * signed_in, [query["sql"][:100] for query in queries]


def _area(number: int) -> Tag:
    return Tag.objects.filter(label="AB"[number % 2]).first() or a_tag("AB"[number % 2], "area")


def test_excluding_none_leaves_the_papers_with_a_value_and_stays_an_exclusion(browser: Browser, db: None) -> None:
    a_paper("With", tags=[a_tag("A", "area")])
    a_paper("Without", year=2024)

    assert browser.headings("/papers/?not_area=~none") == ["With"]
    assert "<span>Area: not <bdi>none</bdi></span>" in browser.open("/papers/?not_area=~none")
    (none,) = [
        link for link in browser.facet_links("/papers/?not_area=~none") if (link.facet, link.value) == ("area", "~none")
    ]
    assert (none.count, none.url.partition("#")[0], browser.total(none.url)) == (0, "/papers/", 2)


def test_a_year_and_a_tag_count_only_the_papers_with_both(browser: Browser, db: None) -> None:
    tag = a_tag("X")
    for number in range(50):
        a_paper(tags=[tag], year=2026 if number < 3 else 2025)

    (x,) = [link for link in browser.facet_links("/papers/?year=2026") if link.value == "x"]

    assert (x.count, browser.total(x.url)) == (3, 3)


def test_ten_tags_in_all_mode_take_no_more_queries_than_one(client: Client, db: None) -> None:
    tags = [a_tag(f"tag {number}") for number in range(VALUES_AT_MOST + 1)]
    for number in range(VALUES_AT_MOST):
        a_paper(f"Paper {number}", tags=tags[: number + 1])

    def page(chosen: int) -> tuple[int, int, list[str]]:
        values = "&".join(f"keyword=tag-{number}" for number in range(chosen))
        with CaptureQueriesContext(connection) as queries:
            context = client.get(f"/papers/?match=keyword&{values}&per_page=10").context
        return len(queries), context["total"], context["notes"]

    assert page(VALUES_AT_MOST)[0] <= page(10)[0] <= page(1)[0]
    assert page(10)[1:] == (31, [])
    assert page(VALUES_AT_MOST + 1)[1:] == (1, ["Only the first 40 chosen values were used."])


@pytest.mark.django_db(transaction=True)
def test_many_values_are_counted_in_full_even_by_a_new_process(client: Client) -> None:
    """No count is ever left out to save time, and however many values there are it takes as many queries."""
    queries = []
    for more in (6, 494):
        a_paper(tags=[a_tag(f"tag {more} {number}") for number in range(more)])
        index._shared.clear()
        with CaptureQueriesContext(connection) as captured:
            panel = next(each for each in client.get("/papers/").context["panels"] if each.name == "keyword")
        queries.append(len(captured))

    assert queries[0] == queries[1]
    assert panel.distinct == 500
    assert all(value.count == 1 for value in panel.values)


def test_the_help_page_names_the_limits(browser: Browser, db: None) -> None:
    text = browser.open("/help/")

    assert f"Up to {VALUES_AT_MOST} values" in text
    assert f"The first {TERMS_AT_MOST} words count, the first {WORDS_IN_TERM} of a phrase" in text
    assert (BEGINNINGS_AT_MOST, "the first five words with <code>*</code>" in text) == (5, True)
