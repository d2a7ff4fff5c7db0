"""Every kind of page opens in a real browser, without a complaint from it, on wide and narrow screens."""

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Browser, Page

from tests.browser.conftest import fits

PAGES = ["/", "/papers/", "/tags/", "/collections/", "/people/", "/help/", "/papers/similar/", "/accounts/login/"]
NARROW = [390, 320]


@pytest.fixture(autouse=True)
def papers(browser: Browser, transactional_db: None) -> None:
    """A catalogue with something in it."""
    source = sorted((settings.BASE_DIR / "fixtures" / "sources").glob("*.txt"))[0]
    call_command("load_papers", str(source), verbosity=0)


def open_page(page: Page, path: str) -> None:
    response = page.goto(path)
    assert response is not None
    assert response.status == 200


@pytest.mark.parametrize("path", PAGES)
def test_page_opens_with_a_language_one_heading_and_one_main_part(page: Page, path: str) -> None:
    open_page(page, path)
    assert [page.locator(part).count() for part in ("html[lang]", "h1", "main")] == [1, 1, 1]


@pytest.mark.parametrize("path", PAGES)
def test_skip_link_shows_when_reached_and_leads_to_the_main_part(page: Page, path: str) -> None:
    open_page(page, path)
    link = page.locator("a[href]").first
    link.focus()
    box = link.bounding_box()
    assert box is not None
    assert min(box["x"], box["y"]) >= 0
    assert min(box["width"], box["height"]) > 10
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector(':target').closest('main') !== null")


@pytest.mark.parametrize("path", PAGES)
def test_page_does_not_scroll_sideways(page: Page, path: str) -> None:
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": 800})
        open_page(page, path)
        assert fits(page), f"{width} px"


PROVOCATION = """async () => {
    document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>against the policy</p>");
    setTimeout(() => { throw new Error("of a script"); });
    console.error("said by a script");
    await fetch("/nothing/here");
    await fetch("/cut/off").catch(() => null);
}"""


def test_complaints_of_a_page_are_heard(page: Page, complaints: list[str]) -> None:
    open_page(page, "/help/")
    assert complaints == []
    page.route("/cut/off", lambda route: route.abort("connectionreset"))
    page.evaluate(PROVOCATION)
    heard = "\n".join(complaints)
    complaints.clear()
    for complaint in (
        "policy: style-src-attr",
        "script: of a script",
        "console: said by",
        "status of 404",
        "/cut/off net",
    ):
        assert complaint in heard
