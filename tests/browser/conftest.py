"""A headless Chromium that looks at the running site, and fails the test for everything the page complains of."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.chromium import MISSING, find_chromium

HERE = Path(__file__).parent
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WATCH_POLICY = """
addEventListener("securitypolicyviolation", event => reportViolation(
    `${event.effectiveDirective} forbids ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`));
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if "looks" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.looks)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of this folder."""
    program = find_chromium()
    if program is None and os.environ.get("REQUIRE_ALL_LEGS") == "1":
        pytest.fail(MISSING, pytrace=False)
    if program is None:
        pytest.skip(MISSING)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop running in this thread; Django takes that for a mistake.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        with playwright.chromium.launch(executable_path=program, args=ARGUMENTS + sandbox) as browser:
            yield browser
            # Django keeps the connections under an event loop apart from those without one; nobody else ends them.
            connections.close_all()


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A visitor of their own: no cookies, no cache; addresses are those of the live server."""
    with browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 800}) as context:
        yield context


@pytest.fixture
def complaints() -> list[str]:
    """What went wrong in the page. A test that provokes something takes it out of the list."""
    return []


@pytest.fixture
def page(context: BrowserContext, complaints: list[str]) -> Iterator[Page]:
    """An empty tab. Script errors, failed requests and broken security policy fail the test at its end."""
    page = context.new_page()
    page.expose_function("reportViolation", lambda text: complaints.append(f"policy: {text}"))
    page.add_init_script(WATCH_POLICY)
    page.on("console", lambda said: complaints.append(f"console: {said.text}") if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    page.on("requestfailed", lambda request: note_failure(request, complaints))
    yield page
    page.close()
    assert complaints == []


def note_failure(request: Request, complaints: list[str]) -> None:
    if request.failure != "net::ERR_ABORTED":  # that is a visitor who has gone on to another page
        complaints.append(f"request: {request.url} {request.failure}")


def fits(page: Page) -> bool:
    """Whether the page cannot be scrolled sideways. A click waits until the next page begins; this, until it is there."""
    page.wait_for_load_state()
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


class Looks:
    """Checks what a page looks like; with LOOK_AT set to a folder, leaves pictures there."""

    def __init__(self, complaints: list[str]) -> None:
        self.complaints = complaints

    def picture(self, page: Page, name: str) -> None:
        """Leave a picture of the page as it stands, if LOOK_AT is set."""
        page.wait_for_load_state()
        if os.environ.get("LOOK_AT"):
            page.screenshot(path=Path(os.environ["LOOK_AT"]) / f"{name}.png")

    def accessible(self, page: Page, name: str) -> None:
        """Fail for what axe finds on the page as it stands, and forget what was provoked on the way."""
        self.picture(page, name)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        self.complaints.clear()


@pytest.fixture
def looks(complaints: list[str]) -> Looks:
    return Looks(complaints)
