"""Saving, listing and tagging where papers stand: in place with scripts, by plain forms without."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from catalogue.models import Item, Reader, Tagging
from tests.accounts.conftest import PASSWORD, an_account
from tests.browser.conftest import Looks, fits
from tests.browser.test_results import focused, has_stayed, stays
from tests.cast import a_list, a_paper, a_tag

PHONE = {"width": 390, "height": 800}


@pytest.fixture(autouse=True)
def papers(browser: Browser, transactional_db: None) -> None:
    tag = a_tag("Graph kernels", "method", "kernels on graphs")
    for number in range(12):
        a_paper(f"Kernel {number}", abstract="On graphs. " * 40, tags=[tag])


def kept() -> list[str]:
    return list(Item.objects.values_list("paper__title", flat=True))


def test_save_stores_in_place_and_keeps_focus_and_address(page: Page) -> None:
    page.goto("/papers/?q=graphs")
    stays(page)
    button = page.locator("button.save").nth(2)
    name = button.get_attribute("id")
    button.click()
    expect(page.locator("button.save.saved")).to_have_count(1)
    assert has_stayed(page)
    assert focused(page) == name
    assert page.url.endswith("/papers/?q=graphs")
    assert len(kept()) == 1
    expect(page.locator(".message")).to_contain_text("tied to this browser")
    page.keyboard.press("Enter")
    expect(page.locator("button.save.saved")).to_have_count(0)
    assert kept() == []
    page.go_back()
    assert page.url == "about:blank"


def test_what_cannot_be_stored_is_said_and_the_page_stays(page: Page, complaints: list[str]) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=500, body="no")

    page.goto("/papers/")
    page.route("**/lists/saved/", fail)
    page.locator("button.save").first.click()
    expect(page.locator("#status")).to_have_text("That could not be stored. Load the page again and try once more.")
    assert page.url.endswith("/papers/")
    complaints.clear()


def test_several_papers_are_tagged_with_a_name_that_is_offered_by_another(page: Page, looks: Looks) -> None:
    page.goto("/papers/")
    page.locator("input[name=paper]").nth(1).check()
    page.locator("input[name=paper]").nth(3).check()
    expect(page.locator("#picked")).to_have_text(" · 2 selected")
    box = page.locator("#tags-of-several")
    box.fill("my pile, ")
    box.press_sequentially("on gra", delay=10)
    expect(page.get_by_role("listbox")).to_contain_text("Graph kernels")
    looks.accessible(page, "several")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert box.input_value() == "my pile, Graph kernels, "
    page.get_by_role("button", name="Tag", exact=True).click()
    expect(page.locator(".message").first).to_contain_text("You tagged “my pile”, “Graph kernels” on 2 papers.")
    assert Tagging.objects.exclude(owner=None).count() == 4
    expect(page.locator("#facet-mytag")).to_contain_text("my pile")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_what_is_kept_are_accessible(page: Page, looks: Looks, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/papers/")
    page.locator("button.save").first.click()
    expect(page.locator("button.save.saved")).to_have_count(1)
    page.locator("#several summary").click()
    looks.accessible(page, f"results-{width}-{scheme}")
    page.locator("article h2 a").first.click()
    page.locator("#tags-typed").fill("one, two")
    page.get_by_role("button", name="Add", exact=True).first.click()
    expect(page.locator("#your-tags li")).to_have_count(2)
    looks.accessible(page, f"paper-{width}-{scheme}")
    page.goto("/tags/mine/")
    looks.accessible(page, f"my-tags-{width}-{scheme}")
    page.go_back()
    page.get_by_role("link", name="Report a mistake").click()
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".errorlist")).to_be_visible()
    complaints = looks.complaints
    complaints.clear()
    looks.accessible(page, f"report-{width}-{scheme}")
    for path in ("/papers/", "/tags/mine/"):
        page.goto(path)
        assert fits(page)


def test_everything_is_kept_without_scripts(browser: Browser, live_server: object) -> None:
    with browser.new_context(base_url=live_server.url, java_script_enabled=False, viewport=PHONE) as context:
        page = context.new_page()
        page.goto("/papers/?q=graphs&sort=heading")
        page.locator("button.save").nth(1).click()
        expect(page.locator("button.save.saved")).to_have_count(1)
        assert "?q=graphs&sort=heading" in page.url
        page.locator("#several summary").click()
        page.get_by_label("all 12 results").check()
        page.locator("#on-list").select_option("new")
        page.get_by_label("Title of a new list").fill("Group")
        page.get_by_role("button", name="Add to list").click()
        expect(page.locator(".message").first).to_contain_text("12 papers added to Group.")
    assert len(kept()) == 13


def test_nothing_of_what_somebody_keeps_is_left_in_the_browser_after_signing_out(page: Page) -> None:
    a_list(Reader.of_user(an_account("ann")), a_paper("Kept"), title="Private plans")
    page.goto("/accounts/login/?next=/papers/")
    page.locator("#id_login").fill("ann")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("#facet-list")).to_contain_text("Private plans")
    page.locator("#facet-method .value").first.click()
    expect(page.locator(".chip")).to_have_count(1)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('htmx-history-cache')") is None
    for _ in range(2):
        page.go_back()
        page.wait_for_load_state("networkidle")  # the page as it was kept, or fetched again in its place
        expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
        expect(page.locator("html")).not_to_contain_text("Private plans")
