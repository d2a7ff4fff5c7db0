"""Suggestions under the search box: what is shown while somebody types, keys, mouse, and what is never shown."""

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from catalogue.search import index_papers
from tests.browser.conftest import Looks, fits
from tests.cast import a_finding, a_paper, a_tag


@pytest.fixture(autouse=True)
def papers(browser: Browser, transactional_db: None) -> None:
    kernels = [a_tag(label, "method") for label in ("Graph kernels", "Kernel machines")]
    for number in range(3):
        paper = a_paper(f"Graph {number}", tags=kernels, authors=("Ann Kernel",), collection="Kernel Days")
        a_finding(paper, "name", f"KernelNet{number}")
        index_papers([paper.pk])


def open_list(page: Page, typed: str, path: str = "/papers/") -> None:
    page.goto(path)
    page.locator("#q").press_sequentially(typed, delay=10)
    expect(page.get_by_role("listbox")).to_be_visible()


def active(page: Page) -> str:
    """The text of the option that the box says is active; it must also say that it is selected."""
    chosen = page.locator("#q").get_attribute("aria-activedescendant")
    option = page.locator("[role=option][aria-selected=true]")
    assert option.count() == (1 if chosen else 0)
    return option.locator("bdi").first.inner_text() if chosen else ""


def test_suggestions_stand_in_groups_with_the_typed_part_marked(page: Page) -> None:
    open_list(page, "kern")

    groups = page.get_by_role("listbox").get_by_role("group")
    assert [group.get_attribute("aria-labelledby") for group in groups.all()] == [
        f"suggested-{n}" for n in (1, 2, 3, 4)
    ]
    assert page.locator(".suggestions .sort").all_inner_texts() == [
        "Tags",
        "Introduced names",
        "Authors",
        "Collections",
    ]
    assert {mark.lower() for mark in page.locator(".suggestions mark").all_inner_texts()} == {"kern"}
    expect(page.locator("#q")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#q")).to_have_role("combobox")


def test_keys_move_through_the_list_and_back_to_the_text(page: Page) -> None:
    open_list(page, "kern")
    labels = page.locator("[role=option] bdi").all_inner_texts()
    walk = [("ArrowDown", labels[0]), ("ArrowDown", labels[1]), ("ArrowUp", labels[0]), ("ArrowUp", "")]
    walk += [("ArrowUp", labels[-1]), ("Home", labels[0]), ("End", labels[-1]), ("ArrowDown", "")]
    for key, label in walk:
        page.keyboard.press(key)
        assert (key, active(page)) == (key, label)
    expect(page.locator("#q")).to_be_focused()

    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.locator("#q")).to_have_value("kern")
    expect(page.locator("#q")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_enter_without_a_choice_searches_for_the_text(page: Page) -> None:
    open_list(page, "kern")
    page.keyboard.press("Enter")
    page.wait_for_url("**/papers/?q=kern")
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_a_chosen_tag_joins_the_selection_without_a_reload(page: Page) -> None:
    open_list(page, "graph kern", "/papers/?collection=kernel-days")
    page.evaluate("window.stays = true")
    page.keyboard.press("ArrowDown")
    assert active(page) == "Graph kernels"
    page.keyboard.press("Enter")

    expect(page.locator(".chip")).to_have_count(2)
    assert page.url.endswith("/papers/?collection=kernel-days&method=graph-kernels")
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#q")).to_be_focused()
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert page.evaluate("window.stays")


@pytest.mark.parametrize("path", ["/", "/help/"])
def test_other_pages_lead_to_the_results(page: Page, path: str) -> None:
    open_list(page, "graph kernelnet1", path)
    page.get_by_role("option", name="KernelNet1").click()

    page.wait_for_url("**/papers/?q=graph+name%3A%22KernelNet1%22")
    expect(page.locator("#results")).to_have_attribute("data-total", "1")


def test_a_late_answer_is_never_shown(page: Page) -> None:
    held: list[Route] = []
    page.route("**/names/?q=kern", lambda route: held.append(route))
    page.goto("/papers/")
    page.locator("#q").fill("kern")
    page.wait_for_timeout(300)
    page.locator("#q").fill("graph")
    expect(page.locator("[role=option]")).to_have_text(["Graph kernels method"])
    assert len(held) == 1
    held[0].abort()
    page.wait_for_timeout(100)
    expect(page.locator("[role=option]")).to_have_count(1)


def test_one_question_is_asked_however_fast_the_keys_are(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: note(request, asked))
    open_list(page, "kernels")
    assert asked == ["kernels"]
    page.locator("#q").fill("k")
    page.wait_for_timeout(300)
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert asked == ["kernels"]


def note(request: Request, asked: list[str]) -> None:
    if "/names/" in request.url:
        asked.append(request.url.rpartition("q=")[2])


def test_the_box_works_where_suggestions_fail(page: Page, complaints: list[str]) -> None:
    page.route("**/names/?*", lambda route: route.fulfill(status=503, body="<b>no</b>"))
    page.goto("/papers/")
    page.locator("#q").press_sequentially("kern", delay=10)
    page.wait_for_timeout(400)
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**/papers/?q=kern")
    complaints.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", ["/", "/papers/"])
def test_the_open_list_is_accessible(page: Page, looks: Looks, path: str, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    open_list(page, "kern", path)
    page.keyboard.press("ArrowDown")
    looks.accessible(page, f"list-{'results' if 'papers' in path else 'home'}-{width}-{scheme}")
    assert fits(page)
