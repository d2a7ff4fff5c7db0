"""What the page of a paper shows as found, each with why, and the words marked in its text."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Finding, Paper, PaperLink, Tagging
from tests.cast import a_finding, a_paper, a_tag, evidence_of
from tests.views.conftest import Browser

ABSTRACT = (
    "Sorting is slow & hard. We introduce SortNet (Sorting Network), which sorts in $O(n \\log n)$ time. "
    "It is 3 times faster than merging. Code will be released."
)


@pytest.fixture
def paper(db: None) -> Paper:
    """A paper of which the rules have found something of every kind."""
    paper = a_paper(abstract=ABSTRACT)
    a_finding(paper, "name", "SortNet", "SortNet", rank=1)
    a_finding(paper, "name", "MergeNet", rank=2, origin="curator", rule="")
    a_finding(paper, "expansion", "Sorting Network", "Sorting Network", "letters", about="SortNet")
    a_finding(paper, "result", "sorts in O(n log n) time", "sorts in O(n log n) time", "bound")
    a_finding(paper, "code_promised", "yes", "will be released", "will be released")
    a_finding(paper, "heading", "SortNet", "SortNet", "name alone")
    for rank, (label, quote) in enumerate((("Algorithms", "Sorting"), ("Theory", "O(n log n)")), start=1):
        a_tagging(paper, label, "area", quote, "weighed words", rank=rank)
    a_tagging(paper, "sorting", "task", "sorts", "pattern")
    return paper


def a_tagging(paper: Paper, label: str, kind: str, quote: str, rule: str, **fields: object) -> Tagging:
    values = {"origin": "rule", "rule": rule, "evidence": evidence_of(paper, quote)} | fields
    return Tagging.objects.create(paper=paper, tag=a_tag(label, kind), **values)


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", page.split("<main")[1].split("</main>")[0]).split())


def test_a_paper_says_what_it_introduces_what_it_shows_and_what_it_promises(browser: Browser, paper: Paper) -> None:
    page = browser.open(paper.get_absolute_url())

    words = words_of(page)
    assert "Heading derived from the abstract" in words
    assert words.index("Introduces") < words.index("spelled out: Sorting Network") < words.index("MergeNet")
    assert "MergeNet from a curator" in words
    assert "Code promised" in words
    assert re.search(r"Headline results</h2>.*?<q>sorts in <math.*?</math> time</q>", page, re.S)


def test_why_is_said_in_plain_words_with_the_words_it_was_found_by(browser: Browser, paper: Paper) -> None:
    a_tagging(paper, "kernels", "keyword", "slow", "", origin="import", evidence=None)
    PaperLink.objects.create(paper=paper, kind="data", url="https://example.org/d", origin="curator")

    page = browser.open(paper.get_absolute_url())

    words = words_of(page)
    for said in (
        "Weighed: many words of the text speak for it, these among them.",
        "These words stand in the abstract.",
        "It stands where the abstract says what it introduces.",
        "Its letters give the name.",
        "they state a bound.",
        "The abstract announces it and gives no address.",
        "Made of the abstract’s own words: name alone.",
        "kernels from a source file",
        "Data from a curator",
    ):
        assert said in words
    assert "<q>Sorting is slow &amp; hard. We introduce <mark>SortNet</mark> (Sorting Network)," in page


def test_the_primary_tag_of_several_is_called_so(browser: Browser, paper: Paper) -> None:
    words = words_of(browser.open(paper.get_absolute_url()))

    assert "Areas Algorithms primary" in words
    assert words.count(" primary ") == 1


def test_what_a_link_shows_is_marked_where_the_page_scrolls_to(browser: Browser, paper: Paper) -> None:
    url = paper.get_absolute_url()
    links = re.findall(r'href="(\?show=\w+)#shown"', browser.open(url))

    assert len(links) == len(set(links)) == 8
    for link in links:
        page = browser.open(f"{url}{link}")
        abstract = page.split('class="abstract"')[1].split("</article>")[0]
        assert page.count('id="shown"') == abstract.count('<mark id="shown">') == 1
        assert page.count(f'<a href="{url}">Stop showing') == 2
        assert page.count('<details class="why" open>') == 1
        assert 'content="noindex"' in page
        assert f'rel="canonical" href="http://testserver{url}"' in page


def test_a_formula_is_marked_as_a_whole(browser: Browser, paper: Paper) -> None:
    tagging = Tagging.objects.get(tag__label="Theory")

    page = browser.open(f"{paper.get_absolute_url()}?show=t{tagging.pk}")

    assert re.search(r'sorts in <mark id="shown"><math[^>]*>.*?</math></mark> time', page, re.S)


def test_words_of_a_title_are_marked_in_the_title(browser: Browser, db: None) -> None:
    paper = a_paper("SortNet: sorting by nets", abstract="We sort.")
    finding = a_finding(paper, "name", "SortNet", rule="title", evidence=evidence_of(paper, "SortNet", "title"))
    url = paper.get_absolute_url()

    assert "Show in the title" in browser.open(url)
    assert '<h1><mark id="shown">SortNet</mark>: sorting' in browser.open(f"{url}?show=f{finding.pk}")
    assert "derived" not in browser.open(url)


@pytest.mark.parametrize("token", ["", "t", "f0", "t99999999999999999999", "x1", "t-1", "<b>", "٣", "t1&show=f0"])
def test_what_is_not_there_is_not_shown_and_no_error(browser: Browser, paper: Paper, token: str) -> None:
    page = browser.open(f"{paper.get_absolute_url()}?show={token}")

    assert 'id="shown"' not in page
    assert "Stop showing" not in page
    assert 'content="noindex"' in page


def test_what_belongs_to_another_paper_or_does_not_stand_is_not_shown(browser: Browser, paper: Paper) -> None:
    other = a_paper(abstract="We introduce SortNet.")
    rejected = a_finding(paper, "name", "RejectedNet", "SortNet", state="rejected")
    foreign = a_finding(other, "name", "SortNet", "SortNet")

    for finding in (rejected, foreign):
        page = browser.open(f"{paper.get_absolute_url()}?show=f{finding.pk}")
        assert "Stop showing" not in page
        assert "RejectedNet" not in page


def test_words_that_are_gone_are_quoted_and_not_marked(browser: Browser, paper: Paper) -> None:
    finding = Finding.objects.get(value="SortNet", kind="name")
    Finding.objects.filter(pk=finding.pk).update(evidence=finding.evidence | {"quote": "FormerNet"})

    page = browser.open(f"{paper.get_absolute_url()}?show=f{finding.pk}")

    assert "FormerNet" in page
    assert "These words stood in an earlier form of the text." in page
    assert "Stop showing" not in page
    assert f"?show=f{finding.pk}#" not in page


def test_words_of_keywords_are_said_to_stand_there(browser: Browser, paper: Paper) -> None:
    evidence = {"field": "keywords", "start": 0, "end": 7, "quote": "sorting"}
    tagging = a_tagging(paper, "ordering", "method", "Sorting", "pattern", evidence=evidence)

    page = browser.open(f"{paper.get_absolute_url()}?show=t{tagging.pk}")

    assert "These words stand in the source file’s keywords." in page
    assert "Stop showing" not in page


def test_a_promise_is_not_repeated_where_there_is_a_link_to_code(browser: Browser, paper: Paper) -> None:
    evidence = evidence_of(paper, "released")
    PaperLink.objects.create(
        paper=paper, kind="code", url="https://github.com/a/b", origin="rule", rule="host", evidence=evidence
    )

    words = words_of(browser.open(paper.get_absolute_url()))

    assert "Code promised" not in words
    assert "The abstract gives this address; its host says what it leads to." in words


def test_a_heading_of_a_curator_is_not_called_derived(browser: Browser, paper: Paper) -> None:
    Finding.objects.filter(kind="heading").update(origin="curator", evidence=None, rule="")

    assert "Heading given by a curator" in words_of(browser.open(paper.get_absolute_url()))


def test_more_findings_take_no_more_queries(client: Client, paper: Paper) -> None:
    shown = Finding.objects.order_by("pk")[0].pk
    counts = []
    for more in (1, 30):
        for number in range(more):
            a_finding(paper, "name", f"Net {more} {number}", "SortNet")
            a_tagging(paper, f"tag {more} {number}", "method", "Sorting", "pattern")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{paper.get_absolute_url()}?show=f{shown}")
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 9
