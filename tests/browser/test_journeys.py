"""What readers do all day, from end to end, with scripts and without, on wide and narrow screens."""

import csv
import io
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from catalogue.models import Item, ReadingList, Tagging, User
from tests.accounts.conftest import PASSWORD, code_in_mail
from tests.browser.conftest import Looks, fits
from tests.cast import a_paper, a_tag

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 850}


@pytest.fixture(autouse=True)
def papers(browser: Browser, transactional_db: None) -> None:
    cache.clear()
    method = a_tag("diffusion model", "method")
    for number in range(4):
        a_paper(f"Paper {number} on diffusion", abstract="We study $x^2$. " * 20, tags=[method], collection="ICLR 2026")


@pytest.fixture(
    params=[(True, WIDE), (True, NARROW), (False, WIDE), (False, NARROW)],
    ids=lambda each: f"{'with' if each[0] else 'without'} scripts, {each[1]['width']}",
)
def reader(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator["Somebody"]:
    scripts, viewport = request.param
    somebody = Somebody(browser, live_server, scripts, viewport)
    yield somebody
    somebody.close()


class Somebody:
    """A person at a browser of their own."""

    def __init__(self, browser: Browser, server: LiveServer, scripts: bool, viewport: dict[str, int]) -> None:
        self.of = (browser, server, scripts, viewport)
        self.scripts = scripts
        self.name = f"{'js' if scripts else 'plain'}-{viewport['width']}"
        self.context: BrowserContext = browser.new_context(
            base_url=server.url, viewport=viewport, java_script_enabled=scripts, accept_downloads=True
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def other(self) -> "Somebody":
        return Somebody(*self.of)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def told(self, words: str) -> None:
        expect(self.page.locator(".message").first).to_contain_text(words)

    def looks_well(self, name: str) -> None:
        """The page is accessible and does not scroll sideways. Without scripts there is nothing to ask it with."""
        if not self.scripts:
            return
        Looks([]).accessible(self.page, f"journey-{name}-{self.name}")
        assert fits(self.page), name

    def sign_up(self, name: str) -> None:
        self.page.goto("/accounts/signup/")
        self.fill_in(name)
        expect(self.page.locator(".account")).to_contain_text(name)

    def fill_in(self, name: str) -> None:
        """Fill in the form to sign up, and the code that comes by mail."""
        self.page.locator("#id_email").fill(f"{name}@example.org")
        self.page.locator("#id_username").fill(name)
        self.page.locator("#id_password1").fill(PASSWORD)
        self.page.locator("main form button").first.click()
        self.page.locator("#id_code").fill(code_in_mail())
        self.page.locator("main form button").first.click()

    def close(self) -> None:
        assert self.complaints == []
        self.context.close()


def test_find_mark_sign_up_list_order_note_share_and_export(reader: Somebody) -> None:
    page = reader.page
    page.goto("/papers/?q=diffusion&sort=heading")
    page.locator("button.save").first.click()
    expect(page.locator("button.save.saved")).to_have_count(1)
    reader.sign_up("ann")
    page.goto("/lists/")
    expect(page.locator("main")).to_contain_text("Saved papers")
    reader.looks_well("lists")

    list_all(reader)
    key = put_the_last_first(reader)
    annotate(reader, key)
    secret = share(reader)
    read_export_and_copy(reader.other(), secret)

    page.get_by_role("button", name="Make a new link").click()
    late = reader.other()
    response = late.page.goto(secret)
    assert response is not None
    assert response.status == 404
    late.complaints.clear()
    late.close()


def list_all(reader: Somebody) -> None:
    page = reader.page
    page.goto("/papers/?q=diffusion&sort=heading")
    page.locator("#several summary").click()
    page.get_by_label("all 4 results").check()
    page.locator("#on-list").select_option("new")
    page.locator("#new-list").fill("Reading group")
    reader.press("Add to list")
    reader.told("4 papers added to Reading group.")
    page.locator(".message a").first.click()
    expect(page.locator(".item")).to_have_count(4)


def put_the_last_first(reader: Somebody) -> str:
    """By keys where scripts run, else by its number. Returns the key of the paper."""
    page, order = reader.page, reader.page.locator(".item")
    key = order.nth(3).get_attribute("data-key") or ""
    if reader.scripts:
        for step in range(3):
            page.locator(f"#grip-{key}").press("Alt+ArrowUp")
            expect(order.nth(2 - step)).to_have_attribute("data-key", key)
            expect(page.locator(f"#grip-{key}")).to_be_focused()
    else:
        page.locator(f"#position-{key}").fill("1")
        reader.press("Save positions and states")
    expect(order.first).to_have_attribute("data-key", key)
    expect(order.first.locator("h3")).to_have_text("Paper 3 on diffusion")
    reader.looks_well("list")
    return key


def annotate(reader: Somebody, key: str) -> None:
    page = reader.page
    page.locator(f"#note-{key}").click()
    page.locator("#id_note").fill("Start **here**: $e = mc^2$")
    page.locator("#id_section").fill("First week")
    page.locator("#id_state").select_option("reading")
    reader.looks_well("note")
    reader.press("Save")
    expect(page.locator(f"#item-{key} .remark strong")).to_have_text("here")
    expect(page.locator(f"#item-{key} .remark math")).to_have_count(1)
    expect(page.locator(".heading h2")).to_have_text("First week")


def share(reader: Somebody) -> str:
    page = reader.page
    page.get_by_role("link", name="Settings and sharing").click()
    page.get_by_label("By link").check()
    page.locator("#who").get_by_role("button", name="Save").click()
    reader.told("Stored. By link")
    reader.looks_well("settings")
    return page.locator("#secret").input_value()


def read_export_and_copy(stranger: Somebody, secret: str) -> None:
    page = stranger.page
    page.goto(secret)
    expect(page.locator("h1")).to_have_text("Reading group")
    expect(page.locator(".item")).to_have_count(4)
    expect(page.locator(".item input")).to_have_count(0)
    stranger.looks_well("by-link")
    page.locator("details.menu summary").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    kept = Item.objects.filter(reading_list__title="Reading group").order_by("position")
    assert [row["key"] for row in rows] == list(kept.values_list("paper__key", flat=True))
    assert {row["section"] for row in rows} == {"", "First week"}
    page.get_by_role("button", name="Copy to my lists").click()
    stranger.told("This is your own copy.")
    stranger.close()


def test_a_tag_is_proposed_accepted_by_a_curator_and_seen_by_its_reader(reader: Somebody) -> None:
    User.objects.create_superuser("curator", password=PASSWORD)
    page = reader.page
    page.goto("/papers/?sort=heading")
    page.locator("article h2 a").first.click()
    page.locator("#tags-typed").fill("flow matching, our course")
    reader.press("Add")
    reader.told("The curators are asked")
    expect(page.locator("#your-tags")).to_contain_text("proposed")
    reader.looks_well("proposed")

    curator = reader.other()
    curator.page.goto("/admin/catalogue/tag/queue/")
    curator.page.locator("#id_login").fill("curator")
    curator.page.locator("#id_password").fill(PASSWORD)
    curator.page.locator("main form button").first.click()
    question = curator.page.locator(".question", has_text="flow matching")
    question.get_by_role("button", name="Accept").click()
    expect(curator.page.locator(".messagelist")).to_contain_text("Accepted “flow matching” on 1 paper.")
    curator.close()

    page.reload()
    expect(page.locator("#tags")).to_contain_text("flow matching")
    expect(page.locator("#your-tags li", has_text="flow matching")).to_contain_text("for everybody")
    expect(page.locator("#your-tags li", has_text="our course")).to_contain_text("proposed")
    assert Tagging.objects.public().filter(tag__label="flow matching").count() == 1


def test_two_people_work_on_one_list(reader: Somebody) -> None:
    reader.sign_up("ann")
    page = reader.page
    page.goto("/lists/")
    page.locator("#id_title").fill("Seminar")
    reader.press("Make the list")
    page.get_by_role("link", name="Settings and sharing").click()
    page.get_by_role("button", name="Invite").click()
    link = page.locator("#invitation").input_value()
    reader.looks_well("invited")

    join_and_add_a_paper(reader.other(), link)

    page.goto("/lists/")
    page.get_by_role("link", name="Seminar").click()
    expect(page.locator(".item")).to_contain_text("added by bob")
    page.get_by_role("link", name="Versions").click()
    reader.press("Freeze")
    reader.told("Frozen")
    expect(page.locator("main")).to_contain_text("Nothing.")
    reader.looks_well("version")


def join_and_add_a_paper(bob: Somebody, link: str) -> None:
    page = bob.page
    page.goto(link)
    bob.looks_well("joining")
    page.locator("main").get_by_role("link", name="Sign up").click()
    bob.fill_in("bob")
    bob.press("Join the list")
    bob.told("You are in the list “Seminar” now.")
    page.goto("/papers/?sort=heading")
    page.locator("article h2 a").first.click()
    page.locator("#on-list").select_option(ReadingList.objects.get(title="Seminar").public_id)
    page.locator("#your-lists").get_by_role("button", name="Add").click()
    bob.told("1 paper added to Seminar.")
    bob.close()
