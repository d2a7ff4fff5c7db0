"""The results page: facets, counts, sorting, paging, odd addresses."""

import re
from functools import cache
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Paper
from tests.cast import a_finding, a_paper, a_tag, appear
from tests.views.conftest import Browser


@pytest.fixture
def catalogue(db: None) -> None:
    """Twelve papers with several values of every facet, and some without any."""
    areas = {name: a_tag(name, "area") for name in ("Reasoning", "Evaluation", "Planning")}
    wide = a_tag("Learning", "method")
    narrow = [a_tag("Meta-learning", "method", broader=wide), a_tag("Few-shot learning", "method", broader=wide)]
    for number in range(12):
        paper = a_paper(
            f"Paper number {number} on {'graphs' if number % 3 else 'trees'}",
            year=None if number == 11 else 2024 + number % 3,
            tags=[
                *([areas["Reasoning"]] if number < 6 else []),
                *([areas["Evaluation"]] if number % 2 == 0 else []),
                *([areas["Planning"]] if number == 1 else []),
                *([narrow[0]] if number in (1, 2, 3) else []),
                *([narrow[1]] if number in (3, 4) else []),
                *([wide] if number == 8 else []),
            ],
            authors=("A & B", "O'Neill") if number % 4 == 0 else ("Zoë Müller",) if number % 4 == 1 else (),
            code="https://example.org/code" if number in (0, 5) else "",
        )
        if number in (4, 5, 6):
            a_finding(paper, "code_promised", "yes")
        if number != 10:
            appear(paper, "ICLR 2026" if number < 8 else "NeurIPS 2025", f"{number % 2}.txt")
        if number == 3:
            appear(paper, "NeurIPS 2025")
    a_paper("Hidden graphs", tags=[areas["Reasoning"]], visibility="hidden", year=2024)
    a_paper("Withdrawn graphs", tags=[areas["Reasoning"]], visibility="withdrawn", year=2024)


SELECTIONS = [
    "",
    "q=graphs",
    "year=2025",
    "area=reasoning",
    "area=reasoning&area=planning",
    "area=reasoning&match=area",
    "area=reasoning&area=evaluation&match=area",
    "area=~none",
    "method=learning",
    "method=learning&match=method",
    "not_area=evaluation",
    "not_method=learning&area=reasoning",
    "not_code=~none",
    "code=promised",
    "code=linked&code=promised&q=graphs",
    "not_code=promised&area=reasoning",
    "area=reasoning&year=2024&year=2025",
    "author=o-neill&q=trees&not_year=2026",
    "collection=iclr-2026&code=linked",
    "year_from=2025&method=~none",
]


@pytest.mark.parametrize("query", SELECTIONS)
def test_every_count_is_what_its_link_gives(browser: Browser, catalogue: None, query: str) -> None:
    """Rule 3: the results after the click, or with a selection in any mode, what the click adds to them."""
    url = f"/papers/?{query}"
    params = parse_qsl(query)
    total = cache(browser.total)
    before = total(url)
    links = browser.facet_links(url)
    assert links
    for link in links:
        chosen = [value for name, value in params if name == link.facet]
        after = total(link.url)
        widens = chosen and f"match={link.facet}" not in query
        if (f"not_{link.facet}", link.value) in params:
            assert link.count == 0, link
        elif link.value in chosen:
            assert (link.facet, link.value) not in parse_qsl(urlsplit(link.url).query)
            assert total(_alone(url, link.facet, link.value, widens)) == link.count, link
        elif widens:
            assert total(_alone(url, link.facet, link.value, True)) == link.count, link
            added = after - before
            assert f"adds {added} paper" in link.text, link
        else:
            assert after == link.count, link


def _alone(url: str, facet: str, value: str, alone: bool) -> str:
    """The address with `value` as the facet's only selection (in any mode), or as it is (in all mode)."""
    params = [(n, v) for n, v in parse_qsl(urlsplit(url).query) if not alone or n != facet]
    return "/papers/?" + "&".join(f"{n}={quote(v)}" for n, v in [*params, *([(facet, value)] if alone else [])])


def test_a_broader_tag_counts_the_papers_of_its_narrower_ones_once(browser: Browser, catalogue: None) -> None:
    counts = {(link.facet, link.value): link.count for link in browser.facet_links("/papers/")}

    assert counts["method", "meta-learning"] == 3
    assert counts["method", "few-shot-learning"] == 2
    assert counts["method", "learning"] == 5
    assert counts["area", "~none"] == 3


def test_any_mode_widens_and_all_mode_narrows(browser: Browser, db: None) -> None:
    first, second = a_tag("A", "method"), a_tag("B", "method")
    for number in range(16):
        a_paper(tags=[*([first] if number < 10 else []), *([second] if number < 4 or number >= 10 else [])])

    by_any = {link.value: link for link in browser.facet_links("/papers/?method=a")}
    by_all = {link.value: link for link in browser.facet_links("/papers/?method=a&match=method")}

    assert by_all["b"].count == 4
    assert browser.total(by_all["b"].url) == 4
    assert "adds 6 papers" in by_any["b"].text
    assert browser.total(by_any["b"].url) == 16


def test_a_paper_with_two_chosen_values_stands_on_one_page_once(browser: Browser, db: None) -> None:
    first, second = a_tag("A"), a_tag("B")
    for number in range(25):
        a_paper(tags=[first, second] if number == 7 else [first if number % 2 else second])
    base = "/papers/?keyword=a&keyword=b&per_page=10"

    seen = [heading for page in (1, 2, 3) for heading in browser.headings(f"{base}&page={page}")]

    assert browser.total(base) == 25
    assert len(seen) == len(set(seen)) == 25


@pytest.mark.parametrize("sort", ["", "newest", "oldest", "added", "heading"])
def test_over_all_pages_each_paper_appears_exactly_once(browser: Browser, catalogue: None, sort: str) -> None:
    url = f"/papers/?sort={sort}&per_page=5"
    seen = [heading for page in (1, 2, 3) for heading in browser.headings(f"{url}&page={page}")]

    assert len(seen) == len(set(seen)) == 12


def test_newest_is_by_year_then_id_and_papers_without_a_year_come_last(browser: Browser, db: None) -> None:
    for title, year in (("old", 2001), ("none", None), ("first", 2026), ("second", 2026)):
        a_paper(title, year=year)

    assert browser.headings("/papers/") == ["second", "first", "old", "none"]
    assert browser.headings("/papers/?sort=oldest") == ["old", "first", "second", "none"]
    assert browser.headings("/papers/?sort=added") == ["second", "first", "none", "old"]


def test_headings_sort_by_letters_and_not_by_punctuation_case_or_accents(browser: Browser, db: None) -> None:
    for title in ("“Zebra”", "élan", "Elbow", "apple", "(Banana)", "強化"):
        a_paper(title)

    assert browser.headings("/papers/?sort=heading") == ["apple", "(Banana)", "élan", "Elbow", "“Zebra”", "強化"]


@pytest.mark.parametrize("value", ["-5", "0", "1e9", "abc", "", "99999999999999999999", "٣"])
def test_an_absurd_page_size_gives_a_default_or_the_cap(browser: Browser, db: None, value: str) -> None:
    for _ in range(30):
        a_paper()

    shown = len(browser.headings(f"/papers/?per_page={value}"))

    assert shown == (30 if value.startswith("999") else 20)


@pytest.mark.parametrize("value", ["9999", "0", "-1", "x", "99999999999999999999", "1.5", "²", "2", " "])
def test_a_page_that_is_not_there_is_404_with_the_way_back(browser: Browser, db: None, value: str) -> None:
    for _ in range(3):
        a_paper()

    text = browser.open(f"/papers/?sort=oldest&page={quote(value)}", status=404)

    assert "/papers/?sort=oldest" in text
    assert "3 entries" in text
    assert "no results" not in text.lower()


def test_a_nul_byte_is_a_bad_request_everywhere(browser: Browser, db: None) -> None:
    for url in ("/papers/?q=a%00b", "/papers/?a%00=b", "/tags/keyword/x%00/", "/people/%00/", "/admin/?q=%00"):
        assert "<h1" in browser.open(url, status=400)
    cookie = browser.client.get("/papers/", headers={"cookie": r'sessionid="abcdefgh\000"'})
    assert cookie.status_code == 400
    login = browser.client.post("/accounts/login/", {"login": "a\0b", "password": "\0"})
    assert login.status_code == 200


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("foo=1", "foo"),
        ("tag[]=3", "tag[]"),
        ("tag[0]=3", "tag[0]"),
        ("area=nothing", "nothing"),
        ("not_source=99999999999999999999", "99999999999999999999"),
        ("year=20x6", "20x6"),
        ("year_from=now", "now"),
        ("sort=random", "random"),
        ("match=year", "year"),
        ("per_page=500", "100"),
    ],
)
def test_what_cannot_be_read_is_left_out_with_a_note(browser: Browser, catalogue: None, query: str, note: str) -> None:
    text = browser.open(f"/papers/?{query}&year=2025")

    assert note in text
    assert 'role="status"' in text
    assert browser.total(f"/papers/?{query}&year=2025") == 4


def test_blank_and_repeated_parameters_are_harmless(browser: Browser, catalogue: None) -> None:
    assert browser.total("/papers/?area=&q=&year_from=&sort=&page=") == 12
    assert browser.total("/papers/?year=2025&year=2025") == 4
    assert browser.open("/papers/?area=reasoning&area=reasoning").count('class="chip"') == 1


def test_too_many_values_are_capped_with_a_message(browser: Browser, catalogue: None) -> None:
    many = "&".join(f"year={year}" for year in range(1900, 1960))

    assert "first 40" in browser.open(f"/papers/?{many}&year=2025")


def test_parameters_survive_paging_and_sorting_and_a_new_filter_resets_the_page(
    browser: Browser, catalogue: None
) -> None:
    url = "/papers/?q=graphs&not_code=linked&sort=oldest&per_page=2&page=2"
    text = browser.open(url)

    next_page = text.split('rel="next"')[0].rsplit('href="', 1)[1].split('"')[0].replace("&amp;", "&")
    assert parse_qsl(urlsplit(next_page).query) == [
        ("q", "graphs"),
        ("not_code", "linked"),
        ("sort", "oldest"),
        ("per_page", "2"),
        ("page", "3"),
    ]
    assert all("page=2" not in link.url.split("per_page=2")[-1] for link in browser.facet_links(url))
    sorting = text.split("<form")[2].split("</form>")[0]
    kept = re.findall(r'<input type="hidden" form="find" name="(\w+)" value="(\w+)">', text)
    assert kept == [("not_code", "linked"), ("sort", "oldest"), ("per_page", "2")]
    assert '<input type="hidden" name="q" value="graphs">' in sorting
    assert '<input type="hidden" name="not_code" value="linked">' in sorting


def test_facet_links_are_not_for_crawlers_and_filtered_pages_not_for_indexes(browser: Browser, catalogue: None) -> None:
    assert 'content="noindex"' not in browser.open("/papers/")
    assert 'content="noindex"' in browser.open("/papers/?year=2025")
    for link in re.findall(r"<a\b[^>]*href=\"/papers/(?:values/\w+/)?\?[^>]*>", browser.open("/papers/")):
        assert 'rel="nofollow"' in link


def test_hidden_and_withdrawn_papers_are_nowhere(browser: Browser, catalogue: None) -> None:
    text = browser.open("/papers/?q=graphs&per_page=100")

    assert "Hidden graphs" not in text
    assert "Withdrawn graphs" not in text


def test_nothing_found_says_what_to_drop_and_what_that_gives(browser: Browser, catalogue: None) -> None:
    text = browser.open("/papers/?q=graphs&area=planning&year=2026")

    assert 'data-total="0"' in text
    assert "q=graphs&amp;area=planning" in text


def test_names_with_signs_have_working_links_and_right_counts(browser: Browser, db: None) -> None:
    labels = [
        "Q&A",
        "C",
        "C#",
        "C++",
        "A+B",
        "#1 tag",
        "100%",
        "TCP/IP",
        "强化学习",
        "図",
        "Ωμέγα",
        "🙂",
        "Bayes' rule",
        "f(x)",
    ]
    for label in labels:
        a_paper(tags=[a_tag(label)], authors=("A & B", "O'Neill"))

    links = {link.text.split(",")[0]: link for link in browser.facet_links("/papers/values/keyword/")}
    authors = [link for link in browser.facet_links("/papers/") if link.facet == "author"]

    assert len({link.url for link in links.values()}) == len(labels)
    assert all(browser.total(link.url) == 1 for link in links.values())
    assert [(link.count, browser.total(link.url)) for link in authors] == [(14, 14), (14, 14)]


def test_more_papers_take_no_more_queries(browser: Browser, db: None) -> None:
    counts = []
    for more in (10, 80):
        for number in range(more):
            a_paper(tags=[a_tag(f"{more} {number}")], authors=(f"{more} {number}",), collection="ICLR 2026", year=2026)
        with CaptureQueriesContext(connection) as queries:
            browser.open("/papers/?per_page=100&collection=iclr-2026")
        counts.append(len(queries))

    assert counts[0] == counts[1]
    assert Paper.objects.count() == 90


def test_years_are_narrowed_by_a_form_that_keeps_the_rest(browser: Browser, catalogue: None) -> None:
    text = browser.open("/papers/?q=graphs&not_code=linked&year_from=2025&page=1")
    form = text.split('<form class="years"')[1].split("</form>")[0]

    assert '<input type="hidden" name="q" value="graphs">' in form
    assert '<input type="hidden" name="not_code" value="linked">' in form
    assert 'name="year_from" type="number" inputmode="numeric" min="1000" max="2999" value="2025"' in form
    assert browser.total("/papers/?year_from=2025&year_to=2025") == 4
    assert browser.total("/papers/?year_from=2026&year_to=2025") == 0


def test_all_values_of_a_facet_are_reachable_once(browser: Browser, db: None) -> None:
    for number in range(165):
        a_paper(tags=[a_tag(f"tag {number}")])
    assert "/papers/values/keyword/" in browser.open("/papers/")

    pages = [browser.facet_links(f"/papers/values/keyword/?page={page}") for page in (1, 2)]

    assert len({link.value for page in pages for link in page}) == 165
    browser.open("/papers/values/keyword/?page=3", status=404)
    found = browser.facet_links("/papers/values/keyword/?text=TAG+7&order=label")
    assert [link.value for link in found] == ["tag-7", *(f"tag-7{n}" for n in range(10))]


@pytest.mark.parametrize(
    "word",
    [
        '"numero godel"',
        "“numero",
        "numero",
        "Número",
        "godel",
        "GÖDEL",
        "lojasiewicz",
        "Go\u0308del",
        "ｇöｄｅｌ",
        "poincare 'd",
        "100%",
        "a_b",
    ],
)
def test_words_are_found_whatever_their_accents_case_and_width(browser: Browser, db: None, word: str) -> None:
    a_paper("Número Gödel Poincaré 'd Łojasiewicz 100% a_b")
    a_paper("Something else 1000 axb")

    assert browser.total(f"/papers/?q={quote(word)}") == 1


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", ""),
        ("q=graphs", "Papers with “graphs”."),
        ("q=graphs+on", "Papers with “graphs” and “on”."),
        ("q=%22graphs+on%22+x", "Papers with “graphs on” and “x”."),
        ("area=reasoning&area=planning", "Papers with the area Reasoning or Planning."),
        ("area=reasoning&area=planning&match=area", "Papers with the area Reasoning and Planning."),
        ("area=~none&not_code=~none", "Papers without any area, with some code."),
        ("code=promised", "Papers with code: Promised."),
        ("not_area=reasoning&not_area=~none", "Papers without the area Reasoning and with some area."),
        ("collection=iclr-2026&not_author=o-neill&year=2025", "Papers in ICLR 2026, of 2025, not by O'Neill."),
        ("year_from=2025&not_source=~none", "Papers with some source file, of the years from 2025."),
    ],
)
def test_the_page_says_how_the_selection_was_read(client: Client, catalogue: None, query: str, sentence: str) -> None:
    assert client.get(f"/papers/?{query}").context["read_as"] == sentence


def test_words_between_quotes_stand_together(browser: Browser, db: None) -> None:
    a_paper("Sorting kernels are fast")
    a_paper("Kernels for sorting")

    assert browser.total("/papers/?q=sorting+kernels") == 2
    assert browser.total("/papers/?q=%22sorting+kernels%22") == 1
    assert browser.total('/papers/?q="') == 2
