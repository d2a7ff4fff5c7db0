"""Looking at pages as a reader does: the links and numbers that stand on them."""

import re
from dataclasses import dataclass
from html import unescape

import pytest
from django.test import Client


@dataclass(frozen=True)
class FacetLink:
    facet: str
    value: str
    count: int
    url: str
    text: str


class Browser:
    """Opens pages and reads them."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def open(self, url: str, status: int = 200) -> str:
        response = self.client.get(url)
        assert response.status_code == status, (url, response.status_code)
        return response.content.decode()

    def total(self, url: str) -> int:
        found = re.search(r'data-total="(\d+)"', self.open(url))
        assert found, url
        return int(found[1])

    def facet_links(self, url: str) -> list[FacetLink]:
        """The links that choose or remove a value, in the order of the page."""
        links = []
        for opening, text in re.findall(r"<a\b([^>]*data-facet=[^>]*)>(.*?)</a>", self.open(url), re.S):
            at = {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', opening)}
            if "data-count" in at:
                words = " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
                links.append(FacetLink(at["data-facet"], at["data-value"], int(at["data-count"]), at["href"], words))
        return links

    def headings(self, url: str) -> list[str]:
        """The headings of the papers in a list, in their order."""
        cards = re.findall(r'<article class="hit".*?</article>', self.open(url), re.S)
        return [unescape(re.sub(r"<[^>]+>", "", re.search(r"<h\d.*?</h\d>", card, re.S)[0])).strip() for card in cards]


@pytest.fixture
def browser(client: Client, db: None) -> Browser:
    return Browser(client)
