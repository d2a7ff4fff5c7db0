"""A reading list in the browser: dragged, moved by keys, marked and noted; with scripts and without."""

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from catalogue.models import ReadingList, User
from tests.browser.conftest import Looks, fits
from tests.browser.test_results import has_stayed, stays
from tests.cast import a_list, a_paper, a_reader
from tests.models.test_reading_lists import order

PHONE = {"width": 390, "height": 800}


@pytest.fixture
def shelf(browser: Browser, transactional_db: None) -> ReadingList:
    """Ann's list of the papers 1 to 6: two under no heading, two under Theory, two under Practice."""
    papers = [a_paper(str(n), collection="ICLR 2026", authors=(f"Author {n}",)) for n in range(1, 7)]
    made = a_list(a_reader("ann"), *papers, title="Reading group")
    made.put_in_section([paper.pk for paper in papers[2:4]], "Theory")
    made.put_in_section([paper.pk for paper in papers[4:]], "Practice")
    assert order(made) == "1 2 Theory: 3 4 Practice: 5 6"
    return made


def sign_in(context: BrowserContext, live_server: LiveServer) -> None:
    client = Client()
    client.force_login(User.objects.get(username="ann"))
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])


@pytest.fixture
def opened(page: Page, context: BrowserContext, live_server: LiveServer, shelf: ReadingList) -> Page:
    sign_in(context, live_server)
    page.goto(shelf.get_absolute_url())
    stays(page)
    return page


def grip(page: Page, title: int) -> str:
    """The selector of the handle of a paper."""
    key = page.locator(".item", has=page.locator("h3", has_text=f"{title}")).get_attribute("data-key")
    return f"#grip-{key}"


def drag(page: Page, title: int, to: int, below: bool) -> None:
    """Drag a paper to the upper or lower half of another one."""
    page.locator(grip(page, to)).scroll_into_view_if_needed()
    start = page.locator(grip(page, title)).bounding_box()
    end = page.locator(".item", has=page.locator(grip(page, to))).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    y = end["y"] + end["height"] * (0.75 if below else 0.25)
    page.mouse.move(start["x"] + 5, y, steps=5)
    page.wait_for_timeout(50)  # a frame, in which the page follows the pointer
    page.mouse.up()


def said(page: Page, words: str) -> None:
    expect(page.locator("#status")).to_have_text(words)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_paper_is_dragged_within_a_section_and_into_another(opened: Page, shelf: ReadingList, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 1400})
    drag(opened, 2, 1, below=False)
    said(opened, "Moved 1 paper to position 1.")
    assert order(shelf) == "2 1 Theory: 3 4 Practice: 5 6"
    drag(opened, 2, 4, below=True)
    said(opened, "Moved 1 paper to position 4.")
    assert order(shelf) == "1 Theory: 3 4 2 Practice: 5 6"
    drag(opened, 6, 3, below=False)
    said(opened, "Moved 1 paper to position 2.")
    assert order(shelf) == "1 Theory: 6 3 4 2 Practice: 5"
    assert has_stayed(opened)


def test_a_paper_is_dragged_by_a_finger(browser: Browser, live_server: LiveServer, shelf: ReadingList) -> None:
    with browser.new_context(
        base_url=live_server.url, has_touch=True, viewport={"width": 390, "height": 1400}
    ) as phone:
        sign_in(phone, live_server)
        page = phone.new_page()
        page.goto(shelf.get_absolute_url())
        start = page.locator(grip(page, 2)).bounding_box()
        end = page.locator(grip(page, 4)).bounding_box()
        assert start
        assert end
        x, touch = start["x"] + 5, phone.new_cdp_session(page)
        for kind, y in (("Start", start["y"] + 5), ("Move", start["y"] + 30), ("Move", end["y"] + 5), ("End", None)):
            points = [] if y is None else [{"x": x, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
            page.wait_for_timeout(50)
        said(page, "Moved 1 paper to position 3.")
        assert order(shelf) == "1 Theory: 3 2 4 Practice: 5 6"


def test_a_drag_is_given_up_by_escape(opened: Page, shelf: ReadingList) -> None:
    box = opened.locator(grip(opened, 2)).bounding_box()
    assert box
    opened.mouse.move(box["x"] + 5, box["y"] + 5)
    opened.mouse.down()
    opened.mouse.move(box["x"] + 5, box["y"] - 80, steps=3)
    opened.keyboard.press("Escape")
    opened.mouse.up()
    expect(opened.locator(".dragging")).to_have_count(0)
    assert order(shelf) == "1 2 Theory: 3 4 Practice: 5 6"


def test_keys_move_a_paper_over_headings_and_keep_the_focus(opened: Page, shelf: ReadingList) -> None:
    handle = grip(opened, 2)
    opened.locator(handle).focus()
    opened.keyboard.press("Alt+ArrowDown")
    said(opened, "Position 2, under Theory.")
    for _ in range(3):
        opened.keyboard.press("Alt+ArrowDown")
    said(opened, "Moved 1 paper to position 4.")
    assert order(shelf) == "1 Theory: 3 4 Practice: 2 5 6"
    expect(opened.locator(handle)).to_be_focused()
    opened.keyboard.press("Alt+ArrowUp")
    said(opened, "Moved 1 paper to position 4.")
    opened.keyboard.press("Alt+ArrowUp")
    said(opened, "Moved 1 paper to position 3.")
    assert order(shelf) == "1 Theory: 3 2 4 Practice: 5 6"
    assert has_stayed(opened)


def test_moves_that_follow_each_other_at_once_are_all_stored(opened: Page, shelf: ReadingList) -> None:
    for title, key in ((6, "Alt+ArrowUp"), (1, "Alt+ArrowDown"), (6, "Alt+ArrowUp"), (3, "Alt+ArrowDown")):
        opened.locator(grip(opened, title)).focus()
        opened.keyboard.press(key)
    expect(opened.locator("#status")).to_contain_text("Moved")
    assert order(shelf) == "2 1 Theory: 4 3 6 Practice: 5"


def test_a_state_is_stored_when_it_is_chosen_and_what_was_typed_stays(opened: Page, shelf: ReadingList) -> None:
    opened.locator("input.num").nth(4).fill("1")
    opened.get_by_label("Tick 6").check()
    opened.get_by_label("State of 3").select_option("read")
    said(opened, "1 paper: read.")
    expect(opened.locator(".progress")).to_contain_text("1 of 6 read")
    assert list(shelf.items.filter(state="read").values_list("paper__title", flat=True)) == ["3"]
    expect(opened.locator("input.num").nth(4)).to_have_value("1")
    expect(opened.get_by_label("Tick 6")).to_be_checked()
    opened.locator("input.num").nth(4).press("Enter")
    expect(opened.locator("#status")).to_contain_text("Stored the changes to 1 paper.")
    assert order(shelf) == "5 1 2 Theory: 3 4 Practice: 6"
    assert has_stayed(opened)


def test_ticked_papers_are_put_under_a_new_heading_and_removed(opened: Page, shelf: ReadingList) -> None:
    expect(opened.get_by_role("button", name="Remove from the list")).to_be_hidden()
    opened.get_by_label("Tick 1").check()
    opened.get_by_label("Tick 4").check()
    opened.get_by_label("Put under").fill("First")
    opened.get_by_role("button", name="Put", exact=True).click()
    expect(opened.locator("#status")).to_have_text("Put 2 papers under “First”.")
    assert order(shelf) == "2 Theory: 3 Practice: 5 6 First: 1 4"
    opened.get_by_label("Tick 2").check()
    opened.get_by_role("button", name="Remove from the list").click()
    expect(opened.locator("#status")).to_have_text("Removed 1 paper from the list.")
    assert order(shelf) == "Theory: 3 Practice: 5 6 First: 1 4"


def test_what_cannot_be_stored_is_said_and_no_change_is_lost_from_sight(
    opened: Page, shelf: ReadingList, complaints: list[str]
) -> None:
    opened.locator("input.num").first.fill("x")
    opened.locator("input.num").nth(1).fill("6")
    opened.locator("input.num").nth(1).press("Enter")
    expect(opened.locator("#status.alert")).to_contain_text("“x” is no position.")
    assert order(shelf) == "1 Theory: 3 4 Practice: 5 6 2"
    opened.route("**/lists/*/papers/**", lambda route: route.abort("connectionreset"))
    opened.get_by_label("State of 3").select_option("read")
    expect(opened.get_by_text("That could not be stored")).to_be_in_viewport()
    complaints.clear()


def test_a_moved_paper_leaves_for_the_page_before(
    page: Page, context: BrowserContext, live_server: LiveServer, shelf: ReadingList
) -> None:
    shelf.add([a_paper(f"more {n}").pk for n in range(60)], by=shelf.owner)
    sign_in(context, live_server)
    page.goto(f"{shelf.get_absolute_url()}?page=2")
    page.locator(".grip").first.focus()
    page.keyboard.press("Alt+ArrowUp")
    said(page, "Moved 1 paper to position 50.")
    assert page.url.endswith("?page=2")


def test_the_secret_link_is_copied_and_read_by_a_stranger(
    browser: Browser, page: Page, context: BrowserContext, live_server: LiveServer, shelf: ReadingList
) -> None:
    shelf.show_to("link")
    sign_in(context, live_server)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{shelf.get_absolute_url()}settings/")
    page.get_by_role("button", name="Copy").click()
    said(page, "Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    with browser.new_context() as strangers:
        stranger = strangers.new_page()
        stranger.goto(link)
        expect(stranger.get_by_role("heading", name="Reading group")).to_be_visible()
        expect(stranger.locator("input[name=papers], .grip, select.state")).to_have_count(0)


def test_everything_is_done_without_scripts(browser: Browser, live_server: LiveServer, shelf: ReadingList) -> None:
    settings = {"base_url": live_server.url, "java_script_enabled": False, "viewport": PHONE}
    with browser.new_context(**settings) as context:
        sign_in(context, live_server)
        page = context.new_page()
        page.goto(shelf.get_absolute_url())
        page.get_by_label("Position of 6").fill("1")
        page.get_by_label("State of 5").select_option("reading")
        page.get_by_role("button", name="Save positions and states").click()
        expect(page.locator(".message")).to_have_text("Stored the changes to 2 papers.")
        assert order(shelf) == "6 1 2 Theory: 3 4 Practice: 5"
        page.get_by_label("Tick 4").check()
        page.get_by_label("Move to position").fill("1")
        page.get_by_role("button", name="Move", exact=True).click()
        assert order(shelf) == "4 6 1 2 Theory: 3 Practice: 5"
        page.get_by_role("link", name="Note on 4").click()
        page.get_by_label("Note", exact=True).fill("Read *this* first: $x^2$.")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator(".remark math")).to_have_count(1)
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".remark em")).to_have_text("this")
        page.get_by_text("Change the heading Theory").click()
        page.get_by_role("button", name="Down").first.click()
        assert order(shelf) == "4 6 1 2 Practice: 5 Theory: 3"


LONG = "Wörterbuch" * 20
NASTY = ("<script>alert(1)</script> & “quotes”", LONG, "שלום עולם ‮reversed")


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_no_title_note_or_name_breaks_the_page(
    page: Page, context: BrowserContext, live_server: LiveServer, width: int, shelf: ReadingList
) -> None:
    for item, text in zip(shelf.items.all(), [*NASTY, *NASTY], strict=True):
        shelf.set_note(item.paper_id, f"{text}\n\n- {text}\n- $\\alpha^{{{'x' * 150}}}$")
    shelf.rename_section("Theory", LONG)
    ReadingList.objects.filter(pk=shelf.pk).update(title=LONG, description="\n\n".join(NASTY))
    shelf.show_to("public")
    shelf.freeze(LONG, by=shelf.owner)
    shelf.set_note(shelf.items.all()[0].paper_id, LONG)
    sign_in(context, live_server)
    page.set_viewport_size({"width": width, "height": 800})
    at = shelf.get_absolute_url()
    places = (
        "",
        "settings/",
        "versions/",
        "versions/1/",
        "print/",
        "delete/",
        f"papers/{shelf.items.first().paper.key}/",
    )
    for url in ["/lists/", "/lists/public/", *(f"{at}{place}" for place in places)]:
        page.goto(url)
        assert fits(page), url
        assert page.locator("main script").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_of_lists_are_accessible(
    page: Page,
    context: BrowserContext,
    live_server: LiveServer,
    looks: Looks,
    shelf: ReadingList,
    width: int,
    scheme: str,
) -> None:
    ReadingList.objects.filter(pk=shelf.pk).update(description="What we read *this* winter.")
    shelf.set_note(shelf.items.all()[2].paper_id, "Begin with section 3; the bound is $O(n \\log n)$.")
    shelf.set_state([shelf.items.all()[0].paper_id], "read")
    shelf.show_to("link")
    shelf.freeze("as of 1 December 2026", by=shelf.owner)
    shelf.move([shelf.items.all()[5].paper_id], 1)
    shelf.put_in_section([shelf.items.all()[3].paper_id], "Practice")
    a_list(shelf.owner, title="Another one")
    sign_in(context, live_server)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    at = shelf.get_absolute_url()
    key = shelf.items.all()[2].paper.key
    places = {"lists": "/lists/", "list": at, "item": f"{at}papers/{key}/", "settings": f"{at}settings/"}
    places |= {name: f"{at}{name}/" for name in ("versions", "print", "delete")} | {"version": f"{at}versions/1/"}
    for name, url in places.items():
        page.goto(url)
        looks.accessible(page, f"{name}-{width}-{scheme}")
    page.goto(at)
    page.get_by_label("Tick 2").check()
    looks.accessible(page, f"list-ticked-{width}-{scheme}")
