"""The results page with a text: order, marks, what it says, and what it offers where nothing is found."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.search import index_papers
from tests.cast import a_finding, a_paper, a_tag
from tests.views.conftest import Browser


@pytest.fixture
def shelf(db: None) -> None:
    a_paper("Trees", abstract="On kernels.", year=2026)
    a_paper("Kernels", abstract="On graphs $x^2$ of trees.", year=2024)
    a_paper("Graph theory", abstract="Nothing else.", year=2025)


@pytest.mark.parametrize("query", ["q=%00", "q=a%00b"])
def test_a_nul_byte_is_refused(client: Client, db: None, query: str) -> None:
    assert client.get(f"/papers/?{query}").status_code == 400


@pytest.mark.parametrize(
    "query", ["q=%ED%A0%80", "q=%FF", "words=some", "words=&words=any", "q=a&q=b", "sort=relevance"]
)
def test_odd_parameters_are_no_errors(client: Client, shelf: None, query: str) -> None:
    assert client.get(f"/papers/?{query}").status_code == 200


def test_the_best_match_stands_first_unless_another_order_is_chosen(browser: Browser, shelf: None) -> None:
    assert browser.headings("/papers/?q=kernels") == ["Kernels", "Trees"]
    assert browser.headings("/papers/?q=kernels&sort=newest") == ["Trees", "Kernels"]
    assert browser.headings("/papers/?sort=relevance")[0] == "Trees"
    assert 'value="relevance"' not in browser.open("/papers/")
    assert '<option value="relevance" selected>' in browser.open("/papers/?q=kernels")


def test_pages_of_the_best_matches_hold_each_paper_once(browser: Browser, db: None) -> None:
    for number in range(7):
        a_paper(f"Kernel {number}")

    pages = [browser.headings(f"/papers/?q=kernel&per_page=3&page={page}") for page in (1, 2, 3)]
    assert sorted(heading for page in pages for heading in page) == [f"Kernel {number}" for number in range(7)]
    browser.open("/papers/?q=kernel&per_page=3&page=4", 404)


def test_some_of_the_words_are_enough_if_that_is_asked_for(browser: Browser, shelf: None) -> None:
    assert browser.total("/papers/?q=graph+kernels") == 1
    text = browser.open("/papers/?q=graph+kernels")
    assert "/papers/?q=graph+kernels&amp;words=any" in text
    assert browser.total("/papers/?q=graph+kernels&words=any") == 3
    assert "Papers with some of “graph”, “kernels”." in browser.open("/papers/?q=graph+kernels&words=any")


def test_where_no_paper_has_all_words_some_are_enough_and_the_page_says_so(browser: Browser, shelf: None) -> None:
    text = browser.open("/papers/?q=theory+kernels")

    assert browser.total("/papers/?q=theory+kernels") == 3
    assert "No paper has all of these words; these have some of them." in text
    for url, count in re.findall(r'<a href="([^"]+)" rel="nofollow">Without [^<]+</a> <span[^>]*>(\d+)', text):
        assert browser.total(url.replace("&amp;", "&")) == int(count)
    assert "Without “theory”" in text


def test_a_filter_that_leaves_nothing_does_not_loosen_the_words(browser: Browser, shelf: None) -> None:
    text = browser.open("/papers/?q=graph+kernels&year=2026")

    assert 'data-total="0"' in text
    assert "Without the filter “Year: 2026”" in text
    assert "Without “kernels”" not in text


def test_help_says_which_part_to_drop_and_what_may_have_been_meant(browser: Browser, shelf: None) -> None:
    text = browser.open("/papers/?q=kernle")
    assert 'Did you mean <a href="/papers/?q=kernels" rel="nofollow">kernels</a>?' in text

    text = browser.open("/papers/?q=title:kernels+abstract:kernels")
    assert 'Without “kernels” in the title</a> <span class="soft num">1 paper</span>' in text
    assert "/papers/?q=title%3Akernels" in text


def test_found_words_are_marked_and_formulas_stay_whole(browser: Browser, shelf: None) -> None:
    text = browser.open("/papers/?q=graphs+kernel")

    assert "<mark>Kernels</mark>" in text
    assert "<mark>graphs</mark>" in text
    assert text.count("<math") == text.count("</math>") == 1


def test_what_was_left_out_and_what_is_unknown_is_noted(browser: Browser, shelf: None) -> None:
    assert "holds no letters or digits; it was left out" in browser.open("/papers/?q=kernels+%25")
    assert "There is no tag “x”." in browser.open("/papers/?q=tag:x")
    assert "There is no list “4f”." in browser.open("/papers/?q=list:4f")
    assert "Only the first 5,000 characters" in browser.open(f"/papers/?q={'a' * 5001}")


@pytest.mark.parametrize("label", ["f(x)", "C++", "C#", "TCP/IP", "Q&A", "100%", "knight's", "强化学习", "a:b", '"x"'])
def test_a_tag_of_any_name_is_found_by_its_name(browser: Browser, db: None, label: str) -> None:
    a_paper("Carrier", tags=[a_tag(label)])
    a_paper("Other")

    assert browser.headings(f"/papers/?{urlencode({'q': 'tag:' + label})}") == ["Carrier"] or '"' in label
    if any(letter.isalnum() for letter in label):
        assert browser.headings(f"/papers/?{urlencode({'q': label})}") == ["Carrier"] or '"' in label


def test_a_broader_tag_finds_papers_of_its_narrower_ones(browser: Browser, db: None) -> None:
    wide = a_tag("Learning machines", "method")
    a_paper("Carrier", tags=[a_tag("Trees", "method", broader=wide)])

    assert browser.headings("/papers/?q=learning+machines") == ["Carrier"]
    assert browser.headings("/papers/?q=method:%22learning+machines%22") == ["Carrier"]


def test_counts_beside_values_are_those_of_the_words(browser: Browser, db: None) -> None:
    tag = a_tag("Planning", "area")
    a_paper("Graph kernels", tags=[tag])
    a_paper("Trees", tags=[tag])
    a_paper("Graph")

    for url in ("/papers/?q=graph", "/papers/?q=graph+trees", "/papers/?q=graph+trees&words=any"):
        for link in browser.facet_links(url):
            assert browser.total(link.url) == link.count, (url, link)


def test_more_papers_do_not_mean_more_queries(client: Client, db: None) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.get("/papers/?q=kernel+graphs")
        return len(captured)

    a_paper("Kernel graphs")
    a_paper("Kernel and graphs")
    few = queries()
    for number in range(20):
        a_paper(f"Kernel graphs {number}", abstract="On kernels of graphs.")
    assert queries() == few


def test_an_export_holds_what_the_page_shows(shelf: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export_papers", query="/papers/?q=theory+kernels")

    out, err = capsys.readouterr()
    assert out.count("\n") == 3
    assert "No paper has all of these words; these have some of them." in err


def test_names_are_found_by_a_part(browser: Browser, db: None) -> None:
    a_tag("Graph kernels", "method")

    assert '<a href="/tags/method/graph-kernels/">' in browser.open("/papers/names/?text=KERN")
    assert "Graph kernels" not in browser.open("/papers/names/?text=%25")


def test_of_a_pasted_paragraph_some_words_are_enough_and_all_can_be_asked_for(browser: Browser, db: None) -> None:
    abstract = "Kernels compare graphs by walks. " + " ".join(f"thing{number}" for number in range(50))
    a_paper("Graph kernels", abstract=abstract, year=2026)
    a_paper("Walks", abstract="Random walks compare kernels.")
    a_paper("Nothing", abstract="Trees.")
    pasted = "/papers/?" + urlencode({"q": abstract})

    assert browser.headings(pasted) == ["Graph kernels", "Walks"]
    assert "Only papers with all of the words" in browser.open(pasted)
    assert browser.headings(f"{pasted}&words=all") == ["Graph kernels"]
    assert "Papers with some of the words too" in browser.open(f"{pasted}&words=all")
    assert "words=all" in browser.open(f"{pasted}&words=all").split('id="filters"')[1]


def test_shorter_texts_are_tried_only_where_that_is_cheap(browser: Browser, shelf: None) -> None:
    """Every one of them is a query, and beginnings of words are the dearest."""
    assert "Without “zzz”" in browser.open("/papers/?q=zzz+ker*")
    assert "Without “zzz”" not in browser.open("/papers/?q=zzz+ker*+gr*")
    assert "Without" not in browser.open("/papers/?q=" + "+".join(f"zzz{number}" for number in range(8)) + "+kernels")


def suggested(text: str) -> dict[str, str]:
    """The labels of the suggestions with their addresses, in their order."""
    options = re.findall(r'<a role="option"[^>]* href="([^"]*)">(.*?)</a>', text, re.S)
    return {" ".join(re.sub(r"<[^>]+>", "", label).split()): unescape(url) for url, label in options}


def test_suggestions_put_a_name_for_what_was_typed_and_keep_the_selection(browser: Browser, db: None) -> None:
    kernels = a_tag("Graph kernels", "method", "Kern machines")
    paper = a_paper("Deep nets", tags=[kernels], authors=("Ann Kern",), collection="Kern Days")
    a_finding(paper, "name", "KernNet")
    index_papers([paper.pk])

    found = suggested(browser.open("/papers/names/?year=2026&not_method=graph-kernels&page=2&q=deep+kern"))

    assert found == {
        "Kern machines for Graph kernels method": "/papers/?year=2026&method=graph-kernels&q=deep",
        "KernNet": "/papers/?year=2026&not_method=graph-kernels&q=deep+name%3A%22KernNet%22",
        "Ann Kern": "/papers/?year=2026&not_method=graph-kernels&author=ann-kern&q=deep",
        "Kern Days": "/papers/?year=2026&not_method=graph-kernels&collection=kern-days&q=deep",
    }
    for url in suggested(browser.open("/papers/names/?q=deep+kern")).values():
        assert browser.headings(url) == ["Deep nets"]
    assert suggested(browser.open("/papers/names/?q=graph+kern")) == {
        "Graph kernels method": "/papers/?method=graph-kernels",
        "KernNet": "/papers/?q=graph+name%3A%22KernNet%22",
        "Ann Kern": "/papers/?author=ann-kern&q=graph",
        "Kern Days": "/papers/?collection=kern-days&q=graph",
    }


def test_suggestions_mark_what_was_typed_and_hold_no_markup_of_names(browser: Browser, db: None) -> None:
    a_tag("<b>Kernels</b>", "method")

    text = browser.open("/papers/names/?q=kern")
    assert "&lt;b&gt;<mark>Kern</mark>els&lt;/b&gt;" in text
    assert "<html" not in text


@pytest.mark.parametrize(
    "query", ["", "%FF", "%ED%A0%80", "-kern", "%25", '"', "a" * 300, "🙂", "強", "+", "a&area=x&area=y"]
)
def test_nothing_typed_is_an_error_of_the_suggestions(client: Client, db: None, query: str) -> None:
    a_tag("Kernels", "method")

    response = client.get(f"/papers/names/?q={query}")

    assert response.status_code == 200
    assert "Kernels" not in response.content.decode()


def test_suggestions_are_kept_by_the_browser_for_a_minute_and_take_four_queries(client: Client, db: None) -> None:
    a_tag("Kernels", "method")
    with CaptureQueriesContext(connection) as queries:
        response = client.get("/papers/names/?q=kern&area=x")

    assert response["Cache-Control"] == "private, max-age=60"
    assert len(queries) == 4


def test_names_can_be_looked_up_without_a_script(browser: Browser, db: None) -> None:
    a_paper("T")

    assert "/papers/names/?text=kern%20x" in browser.open("/papers/?q=kern+x")
    assert "/papers/names/" in browser.open("/help/")
