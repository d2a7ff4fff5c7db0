"""What the panels of the results page cost, and what they keep."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Tag, User
from tests.cast import a_paper, a_tag


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
    assert len(queries) <= most + 2 * signed_in, [query["sql"][:100] for query in queries]


def _area(number: int) -> Tag:
    return Tag.objects.filter(label="AB"[number % 2]).first() or a_tag("AB"[number % 2], "area")
