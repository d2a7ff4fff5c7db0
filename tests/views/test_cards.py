"""Papers among others: what their cards say, and the facet of code that goes with it."""

import re
from html import unescape

from catalogue.models import Tagging
from tests.cast import a_finding, a_paper, a_tag
from tests.views.conftest import Browser


def test_a_card_does_not_say_the_heading_again(browser: Browser, db: None) -> None:
    first = "Kernels are widely used in machine learning for many tasks of great importance, yet they are known to be slow on large inputs"
    short, cut, titled = (
        a_paper(abstract="We study kernels. They are fast."),
        a_paper(abstract=f"{first}. We make them fast."),
        a_paper("A title", abstract="We study trees. They are slow."),
    )

    assert (short.heading, short.excerpt.text) == ("We study kernels", "They are fast.")
    assert cut.heading.endswith("…")
    assert cut.excerpt.text.startswith("… ")
    assert first == f"{cut.heading[:-1]} {cut.excerpt.text[2:].split('. We')[0]}"
    assert titled.excerpt.text == "We study trees. They are slow."


def test_code_that_is_linked_is_no_longer_promised(browser: Browser, db: None) -> None:
    linked, promised, rejected = (
        a_paper("Linked", code="https://example.org/c"),
        a_paper("Promised"),
        a_paper("Rejected"),
    )
    for paper in (linked, promised, rejected):
        a_finding(paper, "code_promised", "yes", state="rejected" if paper == rejected else "accepted")

    counts = {link.value: link.count for link in browser.facet_links("/papers/") if link.facet == "code"}

    assert counts == {"linked": 1, "promised": 1, "~none": 1}
    assert browser.headings("/papers/?code=promised") == ["Promised"]
    assert browser.headings("/papers/?code=linked") == ["Linked"]
    assert "Code promised" not in browser.open("/papers/?code=linked")
    assert "Code promised" in browser.open("/papers/?code=promised")


def test_a_card_shows_something_of_every_kind_in_their_order_the_primary_ones_first(browser: Browser, db: None) -> None:
    many = [a_tag(f"method {n}", "method") for n in range(9)]
    paper = a_paper(tags=[a_tag("Text", "modality"), *many, a_tag("Sorting", "task"), a_tag("Zoology", "area")])
    Tagging.objects.filter(tag__kind="method").exclude(tag__label="method 7").update(rank=2)

    card = browser.open("/papers/").split('<article class="hit"')[1]

    shown = re.findall(r"<bdi>(.*?)</bdi>", card.split('aria-label="Tags"')[1].split("</ul>")[0])
    assert shown == ["Zoology", "Sorting", "method 7", "method 0", "method 1", "Text"]
    assert "6 more" in card
    assert f"{paper.get_absolute_url()}#tags" in card


def test_a_card_tells_a_derived_heading_and_the_name_that_it_leaves_out(browser: Browser, db: None) -> None:
    headed, unheaded = a_paper("SortNet: sorting by nets"), a_paper(abstract="We sort by nets. SortNet is fast.")
    for paper in (headed, unheaded):
        a_finding(paper, "name", "SortNet")

    second, first = browser.open("/papers/").split('<article class="hit"')[1:]

    assert "introduces <bdi>SortNet</bdi>" in second
    assert "derived heading" in second
    assert "introduces" not in first
    assert "derived heading" not in first


def test_facets_without_a_value_are_not_shown_and_any_or_all_is_asked_once_a_value_is_chosen(
    browser: Browser, db: None
) -> None:
    a_paper(tags=[a_tag("A", "method")])

    assert "facet-area" not in browser.open("/papers/")
    assert "match=method" not in browser.open("/papers/")
    assert "match=method" in browser.open("/papers/?method=a")


def test_a_tag_on_a_card_leads_to_its_papers_whatever_signs_are_in_it(browser: Browser, db: None) -> None:
    for label in ("f(x)", "[a]", "C++", "a/b", "100%", "Q&A"):
        a_paper(label, tags=[a_tag(label)])

    chips = re.findall(r'<a href="([^"]+)"><bdi>([^<]+)</bdi></a>', browser.open("/papers/"))

    assert len(chips) == 6
    for url, label in chips:
        assert browser.headings(url) == [unescape(label)]
