"""The vocabulary as files for everybody."""

import pytest
from django.test import Client
from rdflib import Graph

from tests.cast import a_paper, a_tag

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "media_type", "name"),
    [
        ("/tags.csv", "text/csv; charset=utf-8", "tags.csv"),
        ("/tags.ttl", "text/turtle; charset=utf-8", "tags.ttl"),
        ("/tags.jsonld", "application/ld+json", "tags.jsonld"),
        ("/tags/method.ttl", "text/turtle; charset=utf-8", "method.ttl"),
    ],
)
def test_everybody_downloads_the_accepted_tags_without_what_is_for_curators(
    client: Client, address: str, media_type: str, name: str
) -> None:
    wide = a_tag("Hidden family", "method", state="proposed")
    a_tag("Graph–text model", "method", "GTM", patterns="secret pattern", scope_note="A note.", broader=wide)
    a_tag("Retired term", "method", state="retired")

    response = client.get(address)

    text = response.content.decode()
    assert (response["Content-Type"], response["Content-Disposition"]) == (media_type, f'attachment; filename="{name}"')
    assert [word in text for word in ("Graph–text model", "GTM", "A note.", "http://testserver/tags/method/")] == [
        True
    ] * 4
    assert [word for word in ("secret", "Hidden", "Retired", "accepted", "patterns ") if word in text] == []


def test_a_file_of_a_kind_holds_that_kind_and_unknown_ones_are_not_there(client: Client) -> None:
    a_tag("RAG", "method")
    a_tag("Sorting", "task")
    text = client.get("/tags/task.csv").content.decode()
    assert ("Sorting" in text, "RAG" in text) == (True, False)
    assert [client.get(f"/tags{end}").status_code for end in (".pdf", "/thing.csv", "/task.pdf")] == [404] * 3


def test_tag_pages_lead_to_the_files(client: Client) -> None:
    a_paper("P", tags=[a_tag("RAG", "method")])
    assert 'href="/tags.jsonld"' in client.get("/tags/").content.decode()
    assert 'href="/tags/method.ttl"' in client.get("/tags/method/").content.decode()


def test_an_empty_vocabulary_is_a_file_too(client: Client) -> None:
    assert client.get("/tags.csv").content.decode().count("\n") == 1
    assert len(Graph().parse(data=client.get("/tags.ttl").content, format="turtle")) == 0
    assert len(Graph().parse(data=client.get("/tags.jsonld").content, format="json-ld")) == 0
