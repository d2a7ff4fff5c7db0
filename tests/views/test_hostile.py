"""What nobody means to send, on every page that takes text: each answers, and says what it made of it."""

import random
from urllib.parse import quote, urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from catalogue.facets import FACETS
from catalogue.filters import PaperFilter
from tests.cast import a_finding, a_paper, a_tag
from tests.search.test_query import READ_AS

# A NUL byte is refused for all pages by one middleware, and half a character cannot be sent.
TYPED = [(typed, read) for typed, read in READ_AS if "\x00" not in typed and "\ud800" not in typed]
PARAMETERS = list(PaperFilter.base_filters)


@pytest.fixture
def shelf(db: None) -> None:
    paper = a_paper("Trees", abstract="On kernels.", tags=[a_tag("Q&A"), a_tag("C++", "method")], authors=("O'Neill",))
    a_finding(paper, "name", "TreeNet")
    a_paper("Kernels", abstract="On graphs.", year=2024, collection="ICLR 2026")


def test_there_are_enough_hostile_texts() -> None:
    assert len({typed for typed, _ in TYPED}) >= 120


@pytest.mark.parametrize("words", ["", "any"])
def test_a_text_is_read_on_the_page_as_the_parser_reads_it(client: Client, shelf: None, words: str) -> None:
    """Where nothing in it can be looked for, all papers are shown."""
    for typed, read in TYPED:
        response = client.get("/papers/", {"q": typed, "words": words})

        assert response.status_code == 200, typed
        if not read:
            assert (response.context["total"], response.context["read_as"]) == (2, ""), typed
        elif not words and not response.context.get("fell_back"):
            assert response.context["read_as"] == f"Papers with {read}.", typed


@pytest.mark.parametrize(
    "url",
    ["/papers/names/", "/papers/values/keyword/", "/papers/values/author/?order=label", "/tags/keyword/", "/people/"],
)
def test_a_page_that_looks_for_names_shows_what_was_typed(client: Client, shelf: None, url: str) -> None:
    for typed, _ in TYPED:
        response = client.get(f"{url}{'&' if '?' in url else '?'}{urlencode({'text': typed})}")

        assert response.status_code == 200, typed
        assert response.context["filter_text"] == typed.strip(), typed


def test_every_parameter_takes_every_text(client: Client, shelf: None) -> None:
    """One address with the text in all of them; what no value can be is left out with a note."""
    for typed, _ in TYPED[::3]:
        response = client.get("/papers/", dict.fromkeys(PARAMETERS, typed))

        assert response.status_code == 200, typed
        filters = PaperFilter(QueryDict(urlencode(dict.fromkeys(PARAMETERS, typed))))
        for facet in FACETS if typed.strip() else ():
            note = f"There is no {facet.title.lower()} “{typed.strip()[:60]}”; it was left out."
            assert bool(filters.value(facet.name)) != (note in response.context["notes"]), (facet.name, typed)


BAD = "  |x|%ff|%ed%a0%80|%f0%9f|%0d%0a|%1b%7f%c2%85|%e2%80%aex|-1|1e309|999999999999999999999999|".split("|")


@pytest.mark.parametrize(
    "page", ["/papers/", "/papers/values/method/", "/papers/names/", "/tags/method/", "/people/", "/"]
)
@pytest.mark.parametrize("form", ["{0}={1}", "{0}={1}&{0}=x&{0}", "{0}[]={1}&{0}[0][a]={1}"])
def test_parameters_in_any_form_are_harmless(client: Client, shelf: None, page: str, form: str) -> None:
    names = [*PARAMETERS, "text", "order", "unused", "show", "x"]
    for value in [*BAD, "x" * 200]:
        query = "&".join(form.format(name, value) for name in names)
        assert client.get(f"{page}?{query}").status_code == 200, (page, query)


def test_a_page_number_in_any_form_is_a_page_or_none(client: Client, shelf: None) -> None:
    for value in [*BAD, "1", "01", "1.0", "٣"]:
        status = client.get(f"/papers/?page={value}").status_code
        assert status == (200 if value in ("", "1") else 404), value
        assert client.get(f"/papers/?page[]={value}").status_code == 200


def test_random_texts_are_answered(client: Client, shelf: None) -> None:
    dice = random.Random(11)
    for number in range(120):
        typed = "".join(dice.choices(SIGNS, k=dice.randint(1, 40)))
        assert client.get("/papers/", {"q": typed, "words": "any" if number % 3 else ""}).status_code == 200, typed


SIGNS = [
    *"\"()-*:/\\^~%&+#@<>{}[]|!?.,;'$_ a学é\u202e",
    "OR ",
    "NOT ",
    "AND ",
    "title:",
    "tag:",
    "year:",
    "has:",
    "graph",
]


@pytest.mark.parametrize(
    "typed",
    [
        "(" * 10_000 + "a" + ")" * 10_000,
        "-" * 5000,
        "-(" * 2500 + "a",
        "a " * 2500,
        "a-" * 2500,
        '"' * 5001,
        "a*" * 2500,
    ],
)
def test_a_text_of_any_length_and_depth_is_answered(client: Client, shelf: None, typed: str) -> None:
    for url in (
        "/papers/?q=",
        "/papers/?words=any&q=",
        "/papers/names/?text=",
        "/people/?text=",
        "/tags/method/?text=",
    ):
        assert client.get(url + quote(typed)).status_code == 200
