"""The desk's pages of what needs care, as a browser shows them: wide and narrow, light and dark."""

from itertools import product

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from catalogue.curation import current_vocabulary
from catalogue.importing import read_again
from catalogue.models import RuleRun, Tag, Tagging, User
from tests.browser.conftest import Looks
from tests.cast import a_paper, a_tag

PAGES = ["/admin/", *(f"/admin/catalogue/tag/{name}" for name in ("care/", "care/twins/", "care/overlaps/", "runs/"))]


@pytest.fixture
def curator(context: BrowserContext, live_server: LiveServer, transactional_db: None) -> User:
    """A signed-in curator; tags that need care, one of them with patterns."""
    user = User.objects.create_superuser("curator", password="x")
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    tags = [a_tag("fine-tuning"), a_tag("finetuning"), a_tag("LLM"), a_tag("large language model (LLM)")]
    sorting = a_tag("Sorting", "task", patterns="sort")
    papers = [a_paper(f"Paper {at}", abstract="We order birds.", tags=tags[:2]) for at in range(6)]
    read_again([paper.pk for paper in papers], current_vocabulary())
    Tagging.objects.create(
        paper=papers[0], tag=sorting, origin="rule", rule="pattern", state="rejected", decided_by=user
    )
    RuleRun.of(sorting, [paper.pk for paper in papers], user)
    return user


@pytest.mark.parametrize(("width", "scheme"), list(product((1280, 390), ("light", "dark"))))
def test_pages_are_accessible_and_fit(page: Page, curator: User, looks: Looks, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    run = RuleRun.objects.get()
    for url in (*PAGES, "/admin/catalogue/tag/care/rules/", f"/admin/catalogue/tag/runs/{run.pk}/"):
        page.goto(url)
        page.evaluate("window.stop()")
        looks.accessible(page, f"care{url.replace('/', '-')}{width}-{scheme}")
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, url


def test_twins_are_said_not_to_be_by_keyboard(page: Page, curator: User) -> None:
    page.goto("/admin/catalogue/tag/care/twins/")
    button = page.get_by_role("button", name="fine-tuning and finetuning are not twins")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".messagelist")
    assert button.count() == 0
    assert page.get_by_role("button", name="not twins").count() == 1


def test_patterns_are_tried_then_saved(page: Page, curator: User) -> None:
    tag = Tag.objects.get(label="Sorting")
    page.goto(f"/admin/catalogue/tag/{tag.pk}/change/")
    page.fill("#id_patterns", "order")
    page.click("input[name=_save]")
    assert page.locator("#trial mark").first.inner_text() == "order"
    page.click("input[name=_save]")
    page.wait_for_selector(".messagelist")
    assert "Papers that gained the tag: 5; that lost it: 0." in page.locator(".messagelist").inner_text()
