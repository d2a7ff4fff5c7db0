"""The results page without reloads: what changes, what stays where it was, and what happens when no answer comes."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import Looks
from tests.cast import a_paper, a_tag

PHONE = {"width": 390, "height": 800}


@pytest.fixture(autouse=True)
def papers(browser: Browser, transactional_db: None) -> None:
    """Fifty papers, most of which share tags."""
    areas = [a_tag(f"area {number}", "area") for number in range(4)]
    methods = [a_tag(f"method {number}", "method") for number in range(4)]
    for number in range(50):
        tags = [areas[number % 4], areas[(number + 1) % 4], methods[number % 3]]
        a_paper(
            f"Kernel {number}",
            abstract="On graphs. " * 40,
            tags=tags,
            year=2020 + number % 5,
            collection=f"ICLR {number % 6}",
            authors=(f"Person {number % 9}",),
        )


def stays(page: Page) -> None:
    """Note the document: whatever loads a page anew loses it."""
    page.evaluate("window.stays = true; window.statusBefore = document.getElementById('status')")


def has_stayed(page: Page) -> bool:
    return page.evaluate("window.stays === true && window.statusBefore === document.getElementById('status')")


def listen(page: Page) -> None:
    """Note everything that the live region says."""
    page.evaluate("""() => {
        window.said = [];
        const region = document.getElementById("status");
        new MutationObserver(() => region.textContent && said.push(region.textContent))
            .observe(region, {childList: true, characterData: true, subtree: true});
    }""")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")


def shows(page: Page, total: int) -> None:
    expect(page.locator("#results")).to_have_attribute("data-total", str(total))


def test_a_click_by_mouse_leaves_the_page_where_it_was(page: Page) -> None:
    """A browser holds on to what it shows; what is put in place of the list must not push it down."""
    page.goto("/papers/")
    page.mouse.wheel(0, 150)
    page.wait_for_function("() => scrollY === 150")
    place = page.locator("#method-method-1").bounding_box()
    assert place

    page.mouse.click(place["x"] + 5, place["y"] + 5)

    shows(page, 17)
    assert page.evaluate("scrollY") == 150


def test_choosing_a_value_changes_the_list_and_keeps_focus_and_scroll(page: Page) -> None:
    page.goto("/papers/")
    stays(page)
    listen(page)
    link = page.locator("#method-method-1")
    link.scroll_into_view_if_needed()
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 100")
    link.focus()
    at = page.evaluate("scrollY")

    page.keyboard.press("Enter")

    shows(page, 17)
    assert (page.evaluate("scrollY"), focused(page)) == (at, "method-method-1")
    assert page.url.endswith("/papers/?method=method-1")
    assert page.title() == "17 papers: method 1 – Carrel"
    expect(link).to_have_attribute("aria-current", "true")
    page.keyboard.press("Enter")
    shows(page, 50)
    assert page.evaluate("said") == ["17 papers", "50 papers"]
    assert has_stayed(page)


@pytest.mark.parametrize(
    ("press", "total", "focus"),
    [
        ("#not-area-area-0", 25, "not-area-area-0"),
        ("#facet-area-mode", 13, "facet-area-mode"),
        ("#apply-years", 30, "apply-years"),
        ("#apply", 38, "apply"),
        ("#change", 38, "results"),
        (".chip >> nth=0", 26, "results"),
        (".chips .clear", 50, "results"),
        (".pages [rel=next]", 38, "results"),
    ],
)
def test_every_control_changes_the_page_in_place(page: Page, press: str, total: int, focus: str) -> None:
    start = {"#not-area-area-0": "", "#apply-years": "", ".chips .clear": "?area=area-0&year=2021"}.get(
        press, "?area=area-0&area=area-1"
    )
    page.goto(f"/papers/{start}")
    stays(page)
    listen(page)
    page.locator("#year_from").fill("2022") if press == "#apply-years" else None
    page.locator("#sort").select_option("oldest") if press == "#apply" else None
    page.locator("#per_page").select_option("50") if press == "#change" else None

    page.locator(press).click()

    page.wait_for_function("() => said.length === 1")
    shows(page, total)
    assert focused(page) == focus
    assert has_stayed(page)


def test_a_page_of_the_list_begins_at_its_top(page: Page) -> None:
    page.goto("/papers/")
    stays(page)
    listen(page)
    page.locator(".pages [rel=next]").click()

    page.wait_for_function("() => said.length === 1")
    assert page.evaluate("said") == ["50 papers page 2 of 3"]
    assert (page.evaluate("scrollY"), focused(page)) == (0, "results")
    assert has_stayed(page)


def test_the_search_box_keeps_the_selection_and_follows_the_address(page: Page) -> None:
    page.goto("/papers/?area=area-0")
    stays(page)
    page.locator("#method-method-1").click()
    shows(page, 8)
    page.locator("#q").fill("kernel")
    page.keyboard.press("Enter")
    expect(page.locator(".chip")).to_have_count(3)
    assert re.search(r"\?q=kernel&area=area-0&method=method-1$", page.url)
    assert focused(page) == "q"

    page.locator(".chip", has_text="Text").click()
    expect(page.locator("#q")).to_have_value("")
    page.locator("#q").fill("half typ")
    page.locator("#area-area-0").click()
    shows(page, 17)
    expect(page.locator("#q")).to_have_value("half typ")
    assert "next=%2Fpapers%2F%3Fmethod%3Dmethod-1" in (page.get_by_text("Sign in").get_attribute("href") or "")
    assert has_stayed(page)


def test_back_and_forward_restore_list_title_and_scroll(page: Page) -> None:
    page.goto("/papers/")
    page.evaluate("scrollTo(0, 900)")
    page.locator("#area-area-0").evaluate("link => link.click()")
    shows(page, 25)
    page.evaluate("scrollTo(0, 400)")
    page.locator(".pages [rel=next]").evaluate("link => link.click()")
    expect(page.locator("h1")).to_contain_text("page 2 of 2")

    page.go_back()
    expect(page.locator("h1")).to_have_text("25 papers")
    page.wait_for_function("() => scrollY === 400")
    page.go_back()
    shows(page, 50)
    page.wait_for_function("() => scrollY === 900")
    assert page.title() == "Papers – Carrel"
    page.go_forward()
    shows(page, 25)
    page.wait_for_function("() => scrollY === 400")
    assert page.url.endswith("?area=area-0")
    page.locator("#method-method-0").evaluate("link => link.click()")
    shows(page, 9)


def test_back_from_a_paper_restores_list_and_scroll(page: Page) -> None:
    page.goto("/papers/")
    page.locator("#area-area-0").click()
    shows(page, 25)
    page.evaluate("scrollTo(0, 700)")
    page.wait_for_timeout(300)
    page.locator(".hit h2 a").nth(4).evaluate("link => link.click()")
    page.wait_for_url("**/kernel-*/")

    page.go_back()
    shows(page, 25)
    page.wait_for_function("() => scrollY === 700")
    page.go_back()
    shows(page, 50)
    assert page.url.endswith("/papers/")


def test_the_sheet_stays_open_and_where_it_was(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/papers/")
    stays(page)
    page.get_by_role("link", name="Filter", exact=True).click()
    rail = page.locator(".rail")
    expect(rail).to_be_visible()
    rail.evaluate("rail => rail.scrollTo(0, 350)")

    page.locator("#method-method-1").evaluate("link => link.click()")

    expect(page.locator("#method-method-1")).to_have_attribute("aria-current", "true")
    expect(rail).to_be_visible()
    expect(page.locator("#results")).to_be_hidden()
    assert rail.evaluate("rail => rail.scrollTop") == 350
    page.locator("#area-area-0").click()
    expect(page.locator("h1")).to_have_text("8 papers")
    expect(rail).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("17 papers")
    expect(rail).to_be_visible()
    page.get_by_role("link", name="Show 17 papers").click()
    expect(rail).to_be_hidden()
    expect(page.locator("#results")).to_be_visible()
    assert has_stayed(page)
    page.go_back()
    expect(rail).to_be_visible()
    page.reload()
    expect(rail).to_be_visible()


def test_the_last_of_fast_clicks_wins(page: Page, complaints: list[str]) -> None:
    page.goto("/papers/")
    listen(page)
    held: list[Route] = []
    page.route("**/papers/?area=area-0", lambda route: held.append(route))

    page.locator("#area-area-0").click()
    page.locator("#method-method-1").click()

    shows(page, 17)
    assert page.evaluate("said") == ["17 papers"]
    assert page.url.endswith("?method=method-1")
    assert all("htmx:" in said for said in complaints)  # htmx notes the request that it gave up
    complaints.clear()


def test_a_step_back_overtakes_an_answer_that_is_late(page: Page, complaints: list[str]) -> None:
    page.goto("/papers/")
    page.locator("#area-area-0").click()
    shows(page, 25)
    held: list[Route] = []
    page.route("**/papers/?area=area-0&method=*", lambda route: held.append(route))
    page.locator("#method-method-1").click()
    page.go_back()

    shows(page, 50)
    page.unroute("**/papers/?area=area-0&method=*")
    page.locator("#area-area-1").click()
    shows(page, 26)
    assert all("htmx:" in said for said in complaints)
    complaints.clear()


def test_a_step_over_several_entries_ends_at_their_page(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/papers/")
    page.get_by_role("link", name="Filter", exact=True).click()
    page.locator("#area-area-0").click()
    expect(page.locator("h1")).to_have_text("25 papers")
    page.evaluate("history.go(-2)")
    shows(page, 50)
    expect(page.locator("#results")).to_be_visible()


def test_a_double_click_chooses_once(page: Page) -> None:
    page.goto("/papers/")
    page.locator("#area-area-0").dblclick(delay=60)
    shows(page, 25)
    page.wait_for_timeout(300)
    shows(page, 25)


@pytest.mark.parametrize("how", [{"modifiers": ["Control"]}, {"modifiers": ["Shift"]}, {"button": "middle"}])
def test_a_link_can_be_opened_elsewhere(page: Page, context: BrowserContext, how: dict[str, list[str]]) -> None:
    page.goto("/papers/")
    with context.expect_page() as opened:
        page.locator("#area-area-0").click(**how)

    expect(opened.value.locator("#results")).to_have_attribute("data-total", "25")
    shows(page, 50)


@pytest.mark.parametrize("status", [400, 404, 503])
def test_an_error_is_shown_as_the_page_it_is(page: Page, complaints: list[str], status: int) -> None:
    page.goto("/papers/")
    page.route(
        "**/papers/?area=*",
        lambda route: route.fulfill(status=status, body="<h1>So it is</h1>", content_type="text/html"),
    )

    page.locator("#area-area-0").click()

    expect(page.locator("h1")).to_have_text("So it is")
    assert page.url.endswith("?area=area-0")
    assert all(
        f"status of {status}" in said or "htmx:responseError" in said or "Response Status" in said
        for said in complaints
    )
    complaints.clear()


def test_a_page_of_another_kind_is_shown_as_it_is(page: Page) -> None:
    page.goto("/papers/")
    page.route("**/papers/?area=*", lambda route: route.fulfill(body="<h1>Back soon</h1>", content_type="text/html"))
    page.locator("#area-area-0").click()
    expect(page.locator("h1")).to_have_text("Back soon")


def test_no_answer_is_said_and_the_next_click_works(page: Page, complaints: list[str]) -> None:
    page.goto("/papers/")
    page.route("**/papers/?area=*", lambda route: route.abort("connectionreset"))
    page.locator("#area-area-0").click()

    expect(page.get_by_text("The site did not answer")).to_be_in_viewport()
    shows(page, 50)
    page.unroute("**/papers/?area=*")
    page.locator("#area-area-0").click()
    shows(page, 25)
    expect(page.get_by_text("The site did not answer")).to_have_count(0)
    complaints.clear()


def test_everything_works_without_scripts(browser: Browser, live_server: object) -> None:
    with browser.new_context(base_url=str(live_server), java_script_enabled=False, viewport=PHONE) as context:
        page = context.new_page()
        page.goto("/papers/")
        page.get_by_role("link", name="Filter", exact=True).click()
        page.locator("#area-area-0").click()
        expect(page.locator(".rail")).to_be_visible()
        page.get_by_role("link", name="Show 25 papers").click()
        shows(page, 25)
        page.locator("#q").fill("kernel 4")
        page.keyboard.press("Enter")
        expect(page.locator(".chip")).to_have_count(2)
        assert "area=area-0" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_changed_pages_are_accessible(page: Page, looks: Looks, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/papers/#filters" if width == 390 else "/papers/")
    page.locator("#area-area-0").click()
    expect(page.locator("h1")).to_have_text("25 papers")
    looks.accessible(page, f"results-{width}-{scheme}")
    page.route("**/papers/?*", lambda route: route.abort("connectionreset"))
    page.locator("#area-area-1").click()
    expect(page.get_by_text("The site did not answer")).to_be_visible()
    looks.accessible(page, f"no-answer-{width}-{scheme}")
