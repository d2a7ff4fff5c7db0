"""Similar papers on the page of a paper, and the page that finds papers similar to a paper or a text."""

from html import unescape
from urllib.parse import quote, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Paper, PaperAddress, User
from tests.cast import a_collection, a_paper, appear
from tests.views.conftest import Browser

URL = "/papers/similar/"


@pytest.fixture
def shelf(db: None) -> dict[str, Paper]:
    """Papers on kernels and on something else."""
    papers = {
        "Graph kernels": "Kernels compare graphs by their walks.",
        "Walks": "Random walks on graphs are kernels.",
        "Birdsong": "Nightingales sing at night.",
    }
    made = {title: a_paper(title, abstract=abstract, year=2026) for title, abstract in papers.items()}
    appear(made["Walks"], "ICLR 2026")
    for number in range(6):
        a_paper(f"Filler {number}", abstract="Measured well by anybody.")
    return made


def asked(text: str) -> str:
    return f"{URL}?{urlencode({'text': text})}"


def test_the_page_of_a_paper_names_similar_ones_and_the_words_they_share(
    browser: Browser, shelf: dict[str, Paper]
) -> None:
    text = browser.open(shelf["Graph kernels"].get_absolute_url())

    part = text.partition('id="similar-title"')[2].partition("</section>")[0]
    assert f'<a href="{shelf["Walks"].get_absolute_url()}">Walks</a>' in part
    assert "<bdi>ICLR 2026</bdi>" in part
    assert "shares: <bdi>graphs, kernels, walks</bdi>" in part
    assert f'href="{URL}?to={shelf["Graph kernels"].key}"' in part
    assert "Birdsong" not in part


def test_the_page_of_a_paper_says_nothing_where_none_is_similar(browser: Browser, shelf: dict[str, Paper]) -> None:
    assert "Similar papers" not in browser.open(shelf["Birdsong"].get_absolute_url())


def test_the_page_of_a_hidden_paper_opens_for_curators(client: Client, shelf: dict[str, Paper]) -> None:
    Paper.objects.filter(heading="Walks").update(visibility="hidden")
    client.force_login(User.objects.create_superuser("curator", password="x"))

    assert b"Similar papers" in client.get(shelf["Walks"].get_absolute_url()).content
    assert b"Similar papers" not in client.get(shelf["Graph kernels"].get_absolute_url()).content


def test_more_like_this_lists_papers_similar_to_a_paper(browser: Browser, shelf: dict[str, Paper]) -> None:
    url = f"{URL}?to={shelf['Graph kernels'].key}"

    assert browser.headings(url) == ["Walks"]
    assert "Shares: <bdi>graphs, kernels, walks</bdi>" in browser.open(url)
    assert "No paper is similar enough" in browser.open(f"{URL}?to={shelf['Birdsong'].key}")


def test_a_former_key_leads_to_the_paper_and_an_unknown_one_is_noted(browser: Browser, shelf: dict[str, Paper]) -> None:
    PaperAddress.objects.create(key="0dkey000", paper=shelf["Graph kernels"])
    Paper.objects.filter(heading="Birdsong").update(visibility="hidden")

    assert browser.headings(f"{URL}?to=0dkey000") == ["Walks"]
    for key in ("nothing", shelf["Birdsong"].key):
        assert f"There is no paper “{key}”." in browser.open(f"{URL}?to={key}")


def test_a_text_gives_its_own_paper_first_and_stays_in_the_form(browser: Browser, shelf: dict[str, Paper]) -> None:
    text = "Kernels compare graphs\nby <b>their</b> walks."

    assert browser.headings(asked(text)) == ["Graph kernels", "Walks"]
    assert "by &lt;b&gt;their&lt;/b&gt; walks.</textarea>" in browser.open(asked(text))


def test_an_empty_catalogue_and_an_empty_text_are_explained(browser: Browser, db: None) -> None:
    for url in (URL, asked(""), asked(" ")):
        assert "Paste an abstract" in browser.open(url)
        assert "No paper is similar" not in browser.open(url)
    assert "No paper is similar enough" in browser.open(asked("kernels of graphs"))


def test_a_text_that_is_too_long_is_cut_and_the_page_says_so(browser: Browser, shelf: dict[str, Paper]) -> None:
    text = browser.open(asked("kernels of graphs " * 500))

    assert "Only the first 5,000 characters of the text were used." in text
    assert 'maxlength="5000"' in text
    assert "Walks" in text


@pytest.mark.parametrize(
    "query",
    [
        "text=%FF",
        "text=a&text=b",
        "text[]=a",
        "to=a&to=b",
        "to=%F0%9F%99%82",
        "to=../..",
        "x=1",
        "page=9",
        "text=%22%27*(",
    ],
)
def test_no_address_fails(browser: Browser, shelf: dict[str, Paper], query: str) -> None:
    assert "<h1>" in browser.open(f"{URL}?{query}")


def test_pages_that_ask_for_something_are_not_indexed(browser: Browser, shelf: dict[str, Paper]) -> None:
    assert "noindex" not in browser.open(URL)
    assert "noindex" in browser.open(asked("kernels"))


def test_a_pasted_abstract_in_the_search_box_leads_to_similar_papers(browser: Browser, shelf: dict[str, Paper]) -> None:
    long = "Kernels compare graphs by their walks and this is what some people call a very fine idea indeed"

    assert quote(long, safe="").replace("%20", "+") in unescape(browser.open(f"/papers/?{urlencode({'q': long})}"))
    assert browser.headings(f"/papers/?{urlencode({'q': long})}")[:2] == ["Graph kernels", "Walks"]
    assert "similar/?text" not in browser.open("/papers/?q=kernels")


def test_more_similar_papers_take_no_more_queries(client: Client, shelf: dict[str, Paper]) -> None:
    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(url)
        return len(captured)

    a_collection("ICLR 2026")
    urls = [shelf["Graph kernels"].get_absolute_url(), asked("kernels of graphs")]
    few = [queries(url) for url in urls]
    for number in range(10):
        appear(a_paper(f"Kernels of graphs {number}"), "ICLR 2026")
    assert [queries(url) for url in urls] == few
    assert few[0] <= 10
    assert few[1] <= 8
