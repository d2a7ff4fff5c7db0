"""Formulas and markup wherever a paper is shown."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from catalogue.models import Paper
from tests.cast import a_collection, a_paper, a_tag, appear
from tests.views.conftest import Browser

FORMULA = "We match points in $\\widetilde{O}(n^{1+\\delta})$ time, with \\textbf{gains of 4.5\\%}. More follows here."
HOSTILE = [
    '<b hx-get="/x/" hx-trigger="load" hx-on:click="alert(1)" data-hx-post="/x/">b</b>',
    "$a<b$, $p<0.05$, <script>alert(1)</script>",
    "[x](javascript:alert(1)) \\href{javascript:alert(1)}{y}",
    "<img src=x onerror=alert(1)> <svg onload=alert(1)>",
    "$\\text{<img src=x onerror=alert(1)>}$",
    "<math><mtext></p><style><img src=x onerror=alert(1)></style></mtext></math>",
    '<a href="javascript:alert(1)">z</a> <i onclick="alert(1)">w</i>',
]


def test_a_formula_is_shown_wherever_the_paper_is(browser: Browser, db: None) -> None:
    tag = a_tag("matching")
    paper = a_paper(abstract=FORMULA, tags=[tag], authors=("Ada Bell",), collection="ICLR 2026")
    lists = [
        "/",
        "/papers/",
        "/papers/?q=match+points",
        "/papers/?q=gains",
        tag.get_absolute_url(),
        "/people/ada-bell/",
        "/collections/iclr-2026/",
    ]

    for url in [*lists, paper.get_absolute_url()]:
        text = browser.open(url)
        assert "<math" in text, url
        assert "\\widetilde" not in text, url
        assert "\\textbf" not in text, url


def test_titles_and_descriptions_are_plain_text(browser: Browser, db: None) -> None:
    paper = a_paper("IR$^4$Net in $O(n\\log n)$ \\emph{time}", abstract=FORMULA)

    text = browser.open(paper.get_absolute_url())

    assert "<title>IR⁴Net in O(n log n) time – Carrel</title>" in text
    assert 'content="We match points in Õ(n¹⁺ᵟ) time, with gains of 4.5%.' in text
    assert "IR<sup>4</sup>Net" in text
    assert paper.get_absolute_url().endswith("/ir4net-in-o-n-log-n-time/")


def test_underscores_in_formulas_are_no_emphasis(browser: Browser, db: None) -> None:
    paper = a_paper("T", abstract="${a}_{b}$ and ${c}_{d}$; $O(d_{\\max})$ storage where $d_{\\max}$ is small")

    text = browser.open(paper.get_absolute_url())

    assert text.count("<math") == 4
    assert "<em>" not in text


def test_markdown_is_rendered_and_the_source_is_kept(client: Client, db: None) -> None:
    source = "**Bold** _it_ [link](http://example.org/x) `code` and *p*-value\n- item"
    paper = a_paper("T", abstract=source)

    text = client.get(paper.get_absolute_url()).content.decode()

    for part in (
        "<strong>Bold</strong>",
        "<em>it</em>",
        'href="http://example.org/x"',
        "<code>code</code>",
        "<em>p</em>-value",
    ):
        assert part in text
    assert Paper.objects.get().abstract_source == source


def test_the_source_can_be_copied_as_plain_text(client: Client, db: None) -> None:
    paper = a_paper("A $x$ title", abstract=FORMULA)
    assert f'href="/papers/{paper.key}.txt"' in client.get(paper.get_absolute_url()).content.decode()

    response = client.get(f"/papers/{paper.key}.txt")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode() == f"A $x$ title\n\n{FORMULA}\n"
    assert client.get("/papers/nothing.txt").status_code == 404
    Paper.objects.update(visibility="hidden")
    assert client.get(f"/papers/{paper.key}.txt").status_code == 404
    Paper.objects.update(visibility="withdrawn")
    assert client.get(f"/papers/{paper.key}.txt").status_code == 410


# What the pages themselves hold of scripts.
OWN_SCRIPT = re.compile(r'<script src="/static/js/[a-z.]+" (?:defer|type="module")></script>')
OUR_HTMX = ["hx-boost", "hx-target", "hx-select", "hx-swap", "hx-sync", "hx-indicator", "hx-history-elt", "hx-push-url"]


@pytest.mark.parametrize("source", HOSTILE)
def test_nothing_that_is_pasted_or_typed_runs(browser: Browser, db: None, source: str) -> None:
    collection = a_collection("ICLR 2026")
    collection.description = source
    collection.save()
    tag = a_tag("kernels", scope_note=source)
    paper = a_paper(source, abstract=source, tags=[tag])
    appear(paper, "ICLR 2026")

    for url in ("/papers/", paper.get_absolute_url(), tag.get_absolute_url(), "/collections/iclr-2026/"):
        page = Tags(OWN_SCRIPT.sub("", browser.open(url)))
        assert not any("hx-" in name and name not in OUR_HTMX for name, _ in page.attributes)
        assert not page.names & {"script", "img", "style", "iframe", "object"}
        assert not any(name.startswith("on") or name == "style" for name, _ in page.attributes)
        assert not any("javascript:" in (value or "") for name, value in page.attributes if name == "href")


class Tags(HTMLParser):
    """The elements and attributes that a page really has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += attrs


def test_a_link_in_a_title_is_not_a_link_inside_a_link(browser: Browser, db: None) -> None:
    a_paper("See https://example.org/x for more")

    card = browser.open("/papers/").split('<article class="hit"')[1].split("</h2>")[0]

    assert card.count("<a ") == 1
    assert "https://example.org/x" in card
