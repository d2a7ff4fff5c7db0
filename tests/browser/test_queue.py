"""The queue, bulk tagging and histories on the desk, in a real browser: by keyboard, narrow, light and dark."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from catalogue.curation import tag_papers
from catalogue.models import Report, Tag, Tagging, User
from tests.browser.conftest import Looks, fits
from tests.cast import a_paper, a_reader, a_tag, evidence_of

QUEUE = "/admin/catalogue/tag/queue/"
TEXT = "We sort things. Our method uses optimal transport between graphs of $n^2$ nodes. It is fast."


@pytest.fixture(autouse=True)
def desk(page: Page, live_server: LiveServer, client: object) -> None:
    """A curator is signed in; three tags and a mistake wait."""
    curator = User.objects.create_superuser("curator", password="x")
    client.force_login(curator)  # type: ignore[attr-defined]
    session = client.cookies["sessionid"].value  # type: ignore[attr-defined]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    tag = a_tag("Optimal transport", "method")
    papers = [a_paper(abstract=TEXT) for _ in range(4)]
    for paper in papers:
        evidence = evidence_of(paper, "optimal transport")
        Tagging.objects.create(paper=paper, tag=tag, origin="rule", state="proposed", rule="named", evidence=evidence)
    tag_papers([papers[0].pk, papers[1].pk], "big idea, small idea", a_reader("ann"))
    Report.objects.create(paper=papers[0], text="The year is wrong.\nIt should be 2024.", email="ann@example.org")


def states() -> dict[str, int]:
    return {tag.label: tag.taggings.filter(state="proposed").count() for tag in Tag.objects.all()}


def test_questions_are_answered_by_keys_alone(page: Page) -> None:
    page.goto(QUEUE)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    with page.expect_navigation():
        page.keyboard.press("a")
    page.wait_for_load_state()
    assert states()["Optimal transport"] == 0
    assert page.evaluate("document.activeElement.classList.contains('question')")
    with page.expect_navigation():
        page.keyboard.press("r")
    page.wait_for_load_state()
    assert sorted(states().values()) == [0, 0, 2]


def test_keys_do_nothing_while_something_is_typed_or_once_they_are_off(page: Page) -> None:
    page.goto(QUEUE)
    page.locator(".question input[name=as]").first.press_sequentially("ajar")
    assert page.locator(".question input[name=as]").first.input_value() == "ajar"
    page.locator("#keys-on").uncheck()
    page.goto(QUEUE)
    assert not page.locator("#keys-on").is_checked()
    page.keyboard.press("j")
    page.keyboard.press("a")
    assert sum(states().values()) == 8


def test_a_label_that_is_typed_is_completed_and_enter_accepts_as_it(page: Page) -> None:
    page.goto(QUEUE)
    box = page.locator(".question", has_text="big idea").locator("input[name=as]")
    box.press_sequentially("transp")
    page.wait_for_selector("#labels option", state="attached")
    assert page.locator("#labels option").first.get_attribute("value") == "method: Optimal transport"
    box.fill("method: Optimal transport")
    with page.expect_navigation():
        box.press("Enter")
    assert "big idea" in Tag.objects.get(label="Optimal transport").alternative_labels


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_pages_are_readable_for_all(page: Page, looks: Looks, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    paper, tag = Tagging.objects.first().paper_id, Tag.objects.get(label="Optimal transport").pk
    for name, url in {
        "queue": QUEUE,
        "question": f"{QUEUE}?tag={tag}&as=transprot",
        "reports": f"{QUEUE}?of=reports",
        "pasted": "/admin/catalogue/paper/tags/",
        "paper": f"/admin/catalogue/paper/{paper}/history/",
        "tag": f"/admin/catalogue/tag/{tag}/history/",
    }.items():
        page.goto(url)
        looks.accessible(page, f"{name}-{scheme}-{width}")
        assert fits(page), name
    page.goto("/admin/catalogue/paper/")
    page.locator("#action-toggle").check()
    page.select_option("select[name=action]", "tags_of_selected")
    with page.expect_navigation():
        page.locator("button[name=index]").click()
    page.fill("textarea[name=tags]", "optimal transprot\nOptimal transport")
    with page.expect_navigation():
        page.get_by_role("button", name="Show what changes").click()
    looks.accessible(page, f"asks-{scheme}-{width}")
    page.locator("input[type=radio][value=keyword]").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Show what changes").click()
    looks.accessible(page, f"changes-{scheme}-{width}")
