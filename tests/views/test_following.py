"""What a reader reaches by following the links and sending the forms of a page."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from django.core.management import call_command
from django.core.paginator import Paginator
from django.test import Client

from tests.cast import a_paper, a_tag, appear
from tests.views.conftest import Browser


@pytest.fixture
def shelf(db: None) -> None:
    """Seven papers that have everything in common, with seven more tags, people and collections."""
    common = a_tag("Common", "method")
    for number in range(7):
        paper = a_paper(
            f"Paper {number} on graphs",
            tags=[common, a_tag(f"tag {number}", "method")],
            authors=("Ann", f"Author {number}"),
            year=2020 + number % 2,
            collection="Common 2026",
        )
        appear(paper, f"Days {number}")


def page_by(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Let every list have pages of `size`."""

    class Short(Paginator):
        def __init__(self, objects: Any, per_page: int) -> None:
            super().__init__(objects, size)

    monkeypatch.setattr("catalogue.paging.Paginator", Short)


def pages_from(client: Client, url: str) -> list[list[str]]:
    """What stands on the pages of a list, from its first by "next" to the end; each must be of the same list."""
    pages, first = [], urlsplit(url)
    while url:
        response = client.get(url)
        assert response.status_code == 200, url
        pages.append([getattr(entry, "value", None) or str(entry) for entry in response.context["page"]])
        found = re.search(r'<a href="([^"]*)" rel="next">', response.content.decode())
        url = unescape(found[1]) if found else ""
        others = [pair for pair in parse_qsl(urlsplit(url).query) if pair[0] != "page"]
        assert not url or (urlsplit(url).path, sorted(others)) == (first.path, sorted(parse_qsl(first.query)))
    return pages


@pytest.mark.parametrize(
    ("url", "entries"),
    [
        ("/papers/", 7),
        ("/papers/?q=graphs&method=common&not_code=linked&sort=heading", 7),
        ("/papers/?q=paper+graphs&words=any", 7),
        ("/papers/values/method/", 8),
        ("/papers/values/author/?year=2020&text=author&order=label", 4),
        ("/tags/method/", 8),
        ("/tags/method/?text=tag&order=label&unused=1", 7),
        ("/tags/method/common/", 7),
        ("/people/", 8),
        ("/people/?text=author", 7),
        ("/people/ann/", 7),
        ("/collections/", 8),
        ("/collections/common-2026/", 7),
    ],
)
def test_next_leads_through_the_same_list_to_its_end(
    client: Client, shelf: None, monkeypatch: pytest.MonkeyPatch, url: str, entries: int
) -> None:
    page_by(monkeypatch, 2)

    pages = pages_from(client, url)

    assert [len(page) for page in pages] == [2] * (entries // 2) + [1] * (entries % 2)
    assert len({entry for page in pages for entry in page}) == entries


@pytest.mark.parametrize("url", ["/papers/values/method/", "/tags/method/", "/tags/method/?order=label"])
def test_sixty_five_tags_stand_on_four_pages_of_twenty(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    a_paper(tags=[a_tag(f"tag {number}", "method") for number in range(65)])
    page_by(monkeypatch, 20)

    pages = pages_from(client, url)

    assert [len(page) for page in pages] == [20, 20, 20, 5]
    assert len({entry for page in pages for entry in page}) == 65


def test_narrower_tags_are_counted_as_the_lines_that_they_are(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = [a_tag(f"root {number}", "method") for number in range(30)]
    for number in range(60):
        a_tag(f"branch {number}", "method", broader=roots[0])
    page_by(monkeypatch, 20)

    pages = pages_from(client, "/tags/method/?unused=1")

    assert [len(page) for page in pages] == [20, 20, 20, 20, 10]
    assert len({entry for page in pages for entry in page}) == 90


STATE = [
    ("q", "paper & 100% graphs"),
    ("words", "any"),
    ("method", "common"),
    ("method", "tag-1"),
    ("not_author", "author-2"),
    ("match", "area"),
    ("year_from", "2020"),
    ("sort", "heading"),
    ("per_page", "2"),
]


def params(url: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)


def without(pairs: list[tuple[str, str]], *names: str) -> list[tuple[str, str]]:
    return sorted(pair for pair in pairs if pair[0] not in names)


def kept_by(text: str, sign: str) -> list[tuple[str, str]]:
    """What the form with `sign` in its opening tag sends beside what is typed or chosen in it."""
    form = re.search(rf"<form[^>]*{sign}.*?</form>", text, re.S)
    assert form
    name = re.search(r'<form[^>]* id="([^"]*)"', form[0])
    away = re.findall(rf'<input type="hidden" form="{name[1]}" name="([^"]*)" value="([^"]*)">', text) if name else []
    hidden = away + re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form[0])
    return [(name, unescape(value)) for name, value in hidden]


def test_every_way_on_keeps_the_rest_of_the_state_once(browser: Browser, shelf: None) -> None:
    text = browser.open(f"/papers/?{urlencode([*STATE, ('page', '2')])}")

    for direction in ("prev", "next"):
        (url,) = re.findall(rf'<a href="([^"]*)" rel="{direction}">', text)
        assert without(params(unescape(url)), "page") == sorted(STATE)
    assert sorted(kept_by(text, 'role="search"')) == without(STATE, "q")
    assert sorted(kept_by(text, 'id="arrange"')) == without(STATE, "sort", "per_page")
    assert sorted(kept_by(text, 'class="years"')) == without(STATE, "year_from", "year_to")
    for link in browser.facet_links(f"/papers/?{urlencode(STATE)}"):
        assert len(set(params(link.url)) ^ set(STATE)) == 1, link
        assert len(set(params(link.url))) == len(params(link.url)), link
    for url in re.findall(r'<a class="chip" href="([^"]*)"', text):
        assert set(params(unescape(url))) < set(STATE)


def test_the_values_of_a_facet_keep_the_state_and_lead_back_to_it(browser: Browser, shelf: None) -> None:
    (url,) = re.findall(
        r'<a class="more" href="(/papers/values/method/[^"]*)"', browser.open(f"/papers/?{urlencode(STATE)}")
    )
    text = browser.open(f"{unescape(url)}&text=tag&order=label")

    (back,) = re.findall(r'<a href="([^"]*)"><span aria-hidden="true">← </span>Back', text)
    assert sorted(params(unescape(back))) == sorted(kept_by(text, 'class="filter"')) == sorted(STATE)
    assert sorted(kept_by(text, 'role="search"')) == without(STATE, "q")
    for link in browser.facet_links(f"{unescape(url)}&text=tag&order=label"):
        assert len(set(params(link.url)) ^ set(STATE)) == 1, link


def test_an_export_of_the_state_holds_its_results(
    browser: Browser, shelf: None, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"/papers/?{urlencode(STATE)}"
    call_command("export_papers", query=url)

    titles = [json.loads(line)["title"] for line in capsys.readouterr().out.splitlines()]
    assert len(titles) == browser.total(url) == 6
    assert "Paper 2 on graphs" not in titles
