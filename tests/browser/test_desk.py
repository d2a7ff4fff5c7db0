"""The curators' desk looks like the site, is usable on a narrow screen and without scripts, and axe finds nothing."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from catalogue.curation import add_labels
from catalogue.models import ImportRun, Paper, Report, Tag, Tagging, User
from tests.browser.conftest import Looks
from tests.cast import a_finding, a_list, a_paper, a_reader, a_tag

pytestmark = pytest.mark.django_db(transaction=True)


def acts(tag: Tag, wide: Tag, paper: Paper) -> dict[str, str]:
    """The pages that show what an act on tags will change."""
    at = "/admin/catalogue/tag"
    return {
        "merge": f"{at}/merge/?tags={tag.pk},{wide.pk}&into={wide.pk}",
        "rename": f"{at}/{tag.pk}/rename/?label=Again&make_it=preferred",
        "move": f"{at}/move/?tags={tag.pk}&under=",
        "retire": f"{at}/retire/?tags={tag.pk}",
        "split": f"{at}/{tag.pk}/split/?label=Part&picked={paper.key}",
    }


@pytest.fixture
def things() -> dict[str, str]:
    """A page of each sort on the desk, by its name."""
    wide = a_tag("Learning", "method")
    tag = a_tag("Retrieval-augmented generation", "method", "RAG", patterns="rag", scope_note="A note.", broader=wide)
    words = "We present Mnemo, a replay method for agents. " * 12
    paper = a_paper(
        abstract=words, tags=[tag, wide], authors=("Ada Bell",), collection="ICLR 2026", code="https://a.example/b"
    )
    a_finding(paper, "name", "Mnemo", "Mnemo")
    reader = a_reader("ann")
    Tagging.objects.create(paper=paper, tag=a_tag("Replay"), owner=reader, origin="reader", state="proposed")
    report = Report.objects.create(paper=paper, reader=reader, subject="text", text="A word is missing.")
    a_list(reader, paper, title="Public", visibility="public")
    ImportRun.objects.create(paths=["a.txt"])
    for number in range(120):
        a_tag(f"A label that is rather long, number {number}", "keyword")
    user = User.objects.create_superuser("curator", password="x")
    event = add_labels(tag, ["Retraining"], user)
    LogEntry.objects.log_actions(user.pk, [tag], 2, "Changed.")
    lists = "paper tag finding tagging collection person report readinglist tagevent importrun source user".split()
    return {
        "front page": "/admin/",
        **{f"list of {name}": reverse(f"admin:catalogue_{name}_changelist") for name in lists},
        "filtered list": "/admin/catalogue/tag/?kind__exact=keyword&p=2",
        "form of a tag": reverse("admin:catalogue_tag_change", args=[tag.pk]),
        **acts(tag, wide, paper),
        "event": reverse("admin:catalogue_tagevent_change", args=[event.pk]),
        "undo": reverse("admin:catalogue_tagevent_undo", args=[event.pk]),
        "form of a paper": reverse("admin:catalogue_paper_change", args=[paper.pk]),
        "form of a report": reverse("admin:catalogue_report_change", args=[report.pk]),
        "form of a user": reverse("admin:catalogue_user_change", args=[user.pk]),
        "form of a new tag": reverse("admin:catalogue_tag_add"),
        "form of a collection": reverse(
            "admin:catalogue_collection_change", args=[paper.appearances.get().collection_id]
        ),
        "history": reverse("admin:catalogue_tag_history", args=[tag.pk]),
        "deleting": reverse("admin:catalogue_tag_delete", args=[tag.pk]),
        "scores": reverse("admin:catalogue_paper_scores", args=[paper.pk]),
        "vocabulary in and out": reverse("admin:catalogue_tag_exchange"),
    }


@pytest.fixture
def signed_in(
    things: dict[str, str], context: BrowserContext, live_server: LiveServer, client: Client
) -> BrowserContext:
    """The browser of a curator."""
    client.force_login(User.objects.get(username="curator"))
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return context


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_desk(
    things: dict[str, str], signed_in: BrowserContext, page: Page, looks: Looks, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    wrong = {}
    for name, path in things.items():
        assert page.goto(path).status == 200, name
        looks.picture(page, f"desk {name} {scheme}")
        assert looks.complaints == [], name
        violations = Axe().run(page).response["violations"]
        found = [(each["id"], [node["html"][:300] for node in each["nodes"]]) for each in violations]
        looks.complaints.clear()  # axe sets styles
        if found:
            wrong[name] = found
    assert wrong == {}


OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What one types into that stands beyond the edge, but for rows of tables, which scroll by themselves.
BEYOND = """[...document.querySelectorAll(".form-row input, .form-row select, .form-row textarea")]
    .filter(each => !each.closest("table") && each.getBoundingClientRect().right > 375).map(each => each.name)"""


def test_the_desk_is_usable_at_390_pixels(
    things: dict[str, str], signed_in: BrowserContext, page: Page, looks: Looks
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    wide = {}
    for name, path in things.items():
        page.goto(path)
        looks.picture(page, f"narrow {name}")
        beyond = page.evaluate(BEYOND)
        if page.evaluate(OVERHANG) or beyond:
            wide[name] = (page.evaluate(OVERHANG), beyond)
    assert wide == {}
    page.goto(things["list of tag"])
    for control in ("#searchbar", "select[name=action]", "#changelist-filter", ".actions button[type=submit]"):
        box = page.locator(control).first.bounding_box()
        assert box is not None, control
        assert box["x"] >= 0, control
        assert box["x"] + min(box["width"], 300) <= 390, control


def test_the_colours_are_those_of_the_site_in_light_and_dark(
    things: dict[str, str], signed_in: BrowserContext, page: Page
) -> None:
    looks = "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto("/papers/")
        site = page.evaluate(looks)
        page.goto("/admin/")
        assert page.evaluate(looks) == site


def test_curating_works_without_scripts_and_keeps_filter_and_page(
    things: dict[str, str], browser: Browser, signed_in: BrowserContext, live_server: LiveServer
) -> None:
    state = signed_in.storage_state()
    with browser.new_context(java_script_enabled=False, base_url=live_server.url, storage_state=state) as context:
        page = context.new_page()
        page.goto(things["filtered list"])
        page.get_by_role("link", name="A label that is rather long, number 99").click()
        page.get_by_label("Scope note").fill("Curated.")
        page.get_by_label("Another tag, by its label").fill("Replay")
        page.get_by_role("button", name="Save", exact=True).click()
        assert page.url.endswith(things["filtered list"])
        tag = Tag.objects.get(label="A label that is rather long, number 99")
        assert (tag.scope_note, tag.broader.label) == ("Curated.", "Replay")
        page.goto(things["list of finding"])
        page.get_by_label("Select this object for an action").first.check()
        page.get_by_label("Action:").select_option("accept_selected")
        page.get_by_role("button", name="Go").first.click()
        expect(page.locator(".messagelist")).to_contain_text("1 accepted.")
        page.locator("summary", has_text="Go to").click()
        page.get_by_role("link", name="Reports").first.click()
        expect(page.locator("#content")).to_contain_text("A word is missing.")
