"""What the panels of the results page cost, and what they keep."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Tag
from tests.cast import a_paper, a_tag


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("", 8),
        ("area=a&not_author=ann&collection=iclr-2026&match=area&year_from=2025", 8),
        ("q=paper&area=a&not_author=ann&collection=iclr-2026&match=area&year_from=2025", 12),
    ],
)
def test_a_page_takes_few_queries_whatever_is_selected(client: Client, query: str, most: int) -> None:
    """For a reader who is not signed in; what values are called is remembered from the page before."""
    for number in range(30):
        a_paper(
            f"Paper {number}",
            tags=[_area(number)],
            authors=("Ann", "Bob")[: number % 3],
            collection="ICLR 2026",
            year=2026,
        )
    client.get(f"/papers/?{query}")

    with CaptureQueriesContext(connection) as queries:
        response = client.get(f"/papers/?{query}")

    assert response.context["total"]
    assert len(queries) <= most, [query["sql"][:100] for query in queries]


def _area(number: int) -> Tag:
    return Tag.objects.filter(label="AB"[number % 2]).first() or a_tag("AB"[number % 2], "area")
