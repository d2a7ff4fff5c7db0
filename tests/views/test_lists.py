"""The pages of reading lists: what they show, and what the forms on them do."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Paper, ReadingList, reading_list
from tests.cast import a_list, a_paper, a_reader, a_user
from tests.models.test_reading_lists import order, positions
from tests.views.conftest import Browser
from tests.views.test_saving import messages_of


@pytest.fixture
def five(client: Client, db: None) -> ReadingList:
    """The papers 1 to 5 in a list of Ann's, who is signed in."""
    made = a_list(a_reader("ann"), *(a_paper(str(n), key=f"paper{n}") for n in range(1, 6)))
    client.force_login(made.owner.user)
    return made


def post(client: Client, of: ReadingList, place: str = "papers/", query: str = "", **data: Any) -> list[str]:
    """Send a form of a list and return what the page that follows says. The answer must be a redirect to the list."""
    response = client.post(f"{of.get_absolute_url()}{place}{query}", data)
    assert response.status_code in (302, 303)
    assert response["Location"].startswith(of.get_absolute_url())
    return messages_of(client.get(response["Location"].partition("#")[0]).content.decode())


def act(client: Client, of: ReadingList, name: str, *papers: int, query: str = "", **data: Any) -> list[str]:
    return post(client, of, query=query, act=name, papers=[f"paper{n}" for n in papers], **data)


def shown(client: Client, url: str) -> list[str]:
    """The headings on the page of a list."""
    return re.findall(r"<h3[^>]*>(?:<a[^>]*>)?([^<]*)", client.get(url).content.decode())


# --- Order --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("to", "after", "said"),
    [
        ("1", "5 1 2 3 4", "Moved 1 paper to position 1."),
        ("0", "5 1 2 3 4", "Moved 1 paper to position 1."),
        ("-7", "5 1 2 3 4", "Moved 1 paper to position 1."),
        ("3", "1 2 5 3 4", "Moved 1 paper to position 3."),
        ("999", "1 2 3 4 5", "Moved 1 paper to position 5."),
        ("9" * 40, "1 2 3 4 5", "Moved 1 paper to position 5."),
        ("9" * 5000, "1 2 3 4 5", f"“{'9' * 40}” is no position. Give a whole number, 1 for the top."),
        ("x", "1 2 3 4 5", "“x” is no position. Give a whole number, 1 for the top."),
        ("1.5", "1 2 3 4 5", "“1.5” is no position. Give a whole number, 1 for the top."),
        ("", "1 2 3 4 5", "Give the position to move to."),
    ],
)
def test_a_paper_is_moved_to_a_place_or_to_the_end_beside_it(
    client: Client, five: ReadingList, to: str, after: str, said: str
) -> None:
    assert act(client, five, "move", 5, to=to) == [said]
    assert (order(five), positions(five)) == (after, [1, 2, 3, 4, 5])


def test_a_removed_paper_leaves_no_gap(client: Client, five: ReadingList) -> None:
    act(client, five, "move", 5, to="1")
    assert act(client, five, "remove", 3) == ["Removed 1 paper from the list."]
    assert (order(five), positions(five)) == ("5 1 2 4", [1, 2, 3, 4])


def page_form(client: Client, of: ReadingList) -> dict[str, str]:
    """What the form for positions and states of a page sends as it stands."""
    text = client.get(of.get_absolute_url()).content.decode()
    said = dict(re.findall(r'name="((?:position-\w+|shown))"[^>]*? value="([^"]*)"', text))
    assert said.get("shown")
    return said


def test_many_positions_are_stored_at_once_and_the_others_keep_their_order(client: Client, five: ReadingList) -> None:
    form = page_form(client, five) | {"position-paper5": "1", "position-paper1": "5", "state-paper2": "read"}
    assert act(client, five, "place", **form) == ["Stored the changes to 3 papers."]
    assert order(five) == "5 2 3 4 1"
    assert five.items.get(paper__key="paper2").state == "read"
    assert act(client, five, "place", **page_form(client, five)) == ["Nothing was changed."]


def test_a_position_that_is_none_is_named_and_the_rest_is_stored(client: Client, five: ReadingList) -> None:
    form = page_form(client, five) | {"position-paper1": "x", "position-paper2": "", "position-paper5": "1"}
    assert act(client, five, "place", **form) == [
        "“x” is no position. Give a whole number, 1 for the top.",
        "A position was left empty.",
        "Stored the changes to 1 paper.",
    ]
    assert order(five) == "5 1 2 3 4"


def test_two_tabs_change_what_they_say_and_nothing_else(client: Client, five: ReadingList) -> None:
    """The second tab still shows the order and the papers from before the first one's changes."""
    second = page_form(client, five)
    act(client, five, "move", 5, to="1")
    act(client, five, "remove", 3)
    said = act(client, five, "place", **second | {"position-paper4": "1", "position-paper3": "2"})
    assert said == ["1 of these papers is not in the list any more.", "Stored the changes to 1 paper."]
    assert (order(five), positions(five)) == ("4 5 1 2", [1, 2, 3, 4])
    assert act(client, five, "move", 3, to="1") == ["1 of these papers is not in the list any more."]


def test_a_change_goes_back_to_the_page_and_the_paper_one_was_at(client: Client, five: ReadingList) -> None:
    five.add([a_paper(key=f"more{n:02}").pk for n in range(50)], by=five.owner)
    url = f"{five.get_absolute_url()}papers/?page=2&per_page=50&state=unread&next=https://evil.example/"
    response = client.post(url, {"act": "state", "papers": "more47", "state": "reading"})
    assert response["Location"] == f"{five.get_absolute_url()}?state=unread&page=2#item-more47"
    response = client.post(url, {"act": "remove", "papers": [f"more{n:02}" for n in range(45, 50)]})
    assert response["Location"] == f"{five.get_absolute_url()}?state=unread#items"


def test_reload_after_an_act_repeats_nothing(client: Client, five: ReadingList) -> None:
    other = a_list(five.owner, title="Other")
    for _ in range(2):
        said = act(client, five, "copy", 1, 2, other=other.public_id)
    assert said == ["Added 0 papers to “Other”; 2 of them were there already."]
    assert order(other) == "1 2"


def test_an_unknown_act_is_a_page_with_words(client: Client, five: ReadingList) -> None:
    response = client.post(f"{five.get_absolute_url()}papers/", {"act": "explode"})
    assert response.status_code == 400
    assert "cannot be understood" in response.content.decode()
    assert act(client, five, "move", to="1") == ["Tick the papers first."]


def test_a_full_list_says_so_and_takes_nothing(
    client: Client, five: ReadingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_list(five.owner, a_paper("6"), title="Other")
    monkeypatch.setattr(reading_list, "ITEMS_AT_MOST", 2)
    assert act(client, five, "copy", 1, 2, other=other.public_id) == ["A list holds 2 papers at most."]
    assert order(other) == "6"


# --- Headings -----------------------------------------------------------------------------------
def test_headings_are_made_renamed_moved_and_taken_away(client: Client, five: ReadingList) -> None:
    assert act(client, five, "section", 2, 3, heading="  New   theory ") == ["Put 2 papers under “New theory”."]
    act(client, five, "section", 5, heading="Practice")
    assert order(five) == "1 4 New theory: 2 3 Practice: 5"
    post(client, five, "sections/", act="up", section="Practice")
    assert order(five) == "1 4 Practice: 5 New theory: 2 3"
    post(client, five, "sections/", act="rename", section="Practice", to="Work")
    assert "Work: 5" in order(five)
    assert post(client, five, "sections/", act="rename", section="Practice", to="x") == [
        "There is no heading “Practice” any more."
    ]
    assert post(client, five, "sections/", act="rename", section="Work", to=" ") == [
        "Give the heading a name, or take it away."
    ]
    post(client, five, "sections/", act="dissolve", section="Work")
    assert "Work" not in order(five)
    assert act(client, five, "section", 2, heading="") == ["Put 1 paper before the first heading."]


def test_headings_are_listed_with_links_to_their_pages(client: Client, five: ReadingList) -> None:
    many = [a_paper().pk for _ in range(60)]
    five.add(many, by=five.owner, section="A")
    five.add([a_paper().pk], by=five.owner, section="B")
    text = client.get(five.get_absolute_url()).content.decode()
    assert re.findall(r'<li><a href="[^"]*(\?page=2#section-3|/#section-2)">', text) == [
        "/#section-2",
        "?page=2#section-3",
    ]
    assert 'id="section-3"' in client.get(f"{five.get_absolute_url()}?page=2").content.decode()


# --- One paper ----------------------------------------------------------------------------------
def test_a_note_is_previewed_stored_and_shown_as_text(client: Client, five: ReadingList) -> None:
    url = f"{five.get_absolute_url()}papers/paper2/"
    preview = client.post(url, {"note": "*Good* $x^2$", "preview": "on"}).content.decode()
    assert "<em>Good</em>" in preview
    assert five.items.get(paper__key="paper2").note == ""
    post(client, five, "papers/paper2/", note="*Good*\r\n<script>alert(1)</script>", state="reading")
    item = five.items.get(paper__key="paper2")
    assert (item.note, item.state) == ("*Good*\n<script>alert(1)</script>", "reading")
    page = client.get(five.get_absolute_url()).content.decode()
    assert "<em>Good</em>" in page
    assert "<script>alert" not in page


def test_a_note_that_somebody_else_wrote_meanwhile_is_not_overwritten(client: Client, five: ReadingList) -> None:
    paper = five.items.get(paper__key="paper2").paper_id
    five.set_note(paper, "theirs")
    url = f"{five.get_absolute_url()}papers/paper2/"
    page = client.post(url, {"note": "mine", "seen": ""}).content.decode()
    assert "It now says: theirs" in page
    assert ">\nmine</textarea>" in page
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    post(client, five, "papers/paper2/", note="mine", seen=seen[1])
    assert five.items.get(paper=paper).note == "mine"


def test_a_note_that_does_not_fit_or_has_no_paper_any_more_stays_on_the_page(client: Client, five: ReadingList) -> None:
    url = f"{five.get_absolute_url()}papers/paper2/"
    response = client.post(url, {"note": "n" * 20_001})
    assert response.status_code == 200
    assert "n" * 20_001 in response.content.decode()
    five.remove([five.items.get(paper__key="paper2").paper_id])
    response = client.post(url, {"note": "precious"})
    assert response.status_code == 409
    assert ">\nprecious</textarea>" in response.content.decode()
    assert client.get(url).status_code == 404


def test_position_and_heading_of_one_paper_are_changed_without_its_place_in_another_tab(
    client: Client, five: ReadingList
) -> None:
    same = {"initial-position": "5", "initial-section": "", "initial-state": "unread", "state": "unread"}
    post(client, five, "papers/paper5/", position="1", section="First", **same)
    assert order(five) == "1 2 3 4 First: 5"
    five.move_section("First", -1)
    post(client, five, "papers/paper4/", **same | {"position": "4", "initial-position": "4", "section": "First"})
    assert order(five) == "1 2 3 First: 5 4"
    # A tab that still shows the old place and leaves it as it is moves nothing.
    post(client, five, "papers/paper5/", position="5", section="", **same)
    assert order(five) == "1 2 3 First: 5 4"


# --- Reading ------------------------------------------------------------------------------------
def test_a_list_is_narrowed_by_state_and_by_words_of_headings(client: Client, five: ReadingList) -> None:
    goedel = a_paper("Gödel machines")
    five.add([goedel.pk], by=five.owner)
    five.set_state([goedel.pk], "read")
    url = five.get_absolute_url()
    assert shown(client, f"{url}?state=read") == ["Gödel machines"]
    assert shown(client, f"{url}?text=godel+MACH") == ["Gödel machines"]
    assert shown(client, f"{url}?state=unread") == ["1", "2", "3", "4", "5"]
    assert len(shown(client, f"{url}?state=nonsense&per_page=7")) == 6
    assert "No paper of the list fits" in client.get(f"{url}?text=nothing").content.decode()
    assert "1 of 6 read" in client.get(url).content.decode()


@pytest.mark.parametrize("visibility", ["hidden", "withdrawn"])
def test_a_paper_that_is_no_longer_shown_is_not_named_nor_counted(
    client: Client, five: ReadingList, visibility: str
) -> None:
    five.freeze("then", by=five.owner)
    Paper.objects.filter(key="paper2").update(visibility=visibility, heading="Unspeakable", heading_key="unspeakable")
    url = five.get_absolute_url()
    for place in ("", "print/?abstracts=on", "versions/1/", "papers/paper2/", "?text=unspeakable"):
        page = client.get(f"{url}{place}").content.decode()
        assert "Unspeakable" not in page
        assert ("no longer shown" in page) is not place.startswith("?")
    assert 'data-total="4"' in client.get(url).content.decode()
    assert "4 papers" in client.get("/lists/").content.decode()
    act(client, five, "remove", 2)
    assert order(five) == "1 3 4 5"


def test_lists_of_mine_and_those_shared_with_me_stand_on_one_page(client: Client, five: ReadingList) -> None:
    theirs = a_list(a_reader("bob"), a_paper("6"), title="Bob’s survey")
    theirs.memberships.create(reader=five.owner, role="editor")
    a_list(theirs.owner, title="Bob’s secret")
    text = client.get("/lists/").content.decode()
    assert "Bob’s survey" in text
    assert "by <bdi>bob</bdi>, you are co-editor" in text
    assert "Bob’s secret" not in text


def test_a_list_needs_a_title_that_can_be_seen(client: Client, five: ReadingList) -> None:
    for title in ("", "   ", "\u200b\u200f"):
        response = client.post("/lists/new/", {"title": title, "description": "kept"})
        assert response.status_code == 200
        assert "Give the list a title." in response.content.decode()
        assert ">\nkept</textarea>" in response.content.decode()
    response = client.post("/lists/new/", {"title": " A \n b ", "description": ""})
    assert (response.status_code, ReadingList.objects.latest("pk").title) == (302, "A b")


def test_public_lists_are_found_by_words_of_their_titles(client: Client, five: ReadingList) -> None:
    a_list(five.owner, a_paper(), a_paper(), title="Gödel, Escher", visibility="public")
    a_list(five.owner, title="Bach", visibility="public")
    a_list(five.owner, title="Gödel in secret", visibility="link")
    titles = re.compile(r'<a href="/lists/\w+/"><bdi>([^<]*)</bdi></a>')
    assert titles.findall(client.get("/lists/public/").content.decode()) == ["Bach", "Gödel, Escher"]
    assert titles.findall(client.get("/lists/public/?order=papers").content.decode()) == ["Gödel, Escher", "Bach"]
    assert titles.findall(client.get("/lists/public/?text=escher+GODEL").content.decode()) == ["Gödel, Escher"]
    assert client.get("/lists/public/?page=2").status_code == 404


def test_search_engines_are_sent_to_public_lists_only(client: Client, five: ReadingList, browser: Browser) -> None:
    noindex = '<meta name="robots" content="noindex">'
    assert noindex in browser.open(five.get_absolute_url())
    five.show_to("public")
    client.logout()
    assert noindex not in browser.open(five.get_absolute_url())
    assert noindex in browser.open(f"{five.get_absolute_url()}?state=read")
    assert noindex in browser.open(f"{five.get_absolute_url()}print/")


def test_the_number_of_queries_does_not_grow_with_the_list(client: Client, five: ReadingList) -> None:
    five.freeze("then", by=five.owner)
    places = ("", "print/", "print/?abstracts=on", "versions/", "versions/1/", "settings/", "papers/paper1/")

    def queries() -> list[int]:
        counts = []
        for place in places:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(f"{five.get_absolute_url()}{place}").status_code == 200
            counts.append(len(captured))
        return counts

    queries()
    few = queries()
    for n in range(40):
        five.add([a_paper(authors=(f"Author {n}",), collection="ICLR 2026").pk], by=a_reader(), section=f"S{n % 5}")
    five.freeze("now", by=five.owner)
    assert queries() == few


def test_no_parameter_and_no_form_breaks_a_page(client: Client, five: ReadingList) -> None:
    junk = ("x", "-1", "9" * 30, "'\"<script>", "\u200f‮", "%00", "a" * 5000, "١٢")
    url = five.get_absolute_url()
    for text in junk:
        for name in ("page", "per_page", "state", "text", "order", "abstracts"):
            for place in (url, "/lists/", "/lists/public/", f"{url}print/", f"{url}versions/"):
                assert client.get(place, {name: text}).status_code in (200, 404)
        forms = [
            *({"act": name, "papers": ["paper1", text]} for name in ("move", "section", "state", "copy", "place")),
            {"act": text},
        ]
        fields = dict.fromkeys(
            ("to", "under", "heading", "state", "other", "shown", "section", "note", "position"), text
        )
        for place in ("papers/", "papers/paper1/", "sections/", "settings/", "visibility/", "merge/", "invitations/"):
            for form in forms:
                sent = fields | {"title": text, "revoke": text, "label": text} | form
                status = client.post(f"{url}{place}", sent).status_code
                assert status in (200, 302, 400, 404, 409), (place, sent)
    nul = {"act": "section", "papers": "paper1", "heading": "a\0b", "section": "a\0", "title": "\0", "note": "\0"}
    for place in ("papers/", "papers/paper1/", "sections/", "settings/", "versions/", "merge/"):
        assert client.post(f"{url}{place}", nul).status_code < 500


def test_a_list_that_was_deleted_while_it_is_changed_is_not_there(
    client: Client, five: ReadingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    move = ReadingList.move

    def late(self: ReadingList, *args: Any) -> None:
        ReadingList.objects.filter(pk=self.pk).delete()
        move(self, *args)

    monkeypatch.setattr(ReadingList, "move", late)
    response = client.post(f"{five.get_absolute_url()}papers/", {"act": "move", "papers": "paper5", "to": "1"})
    assert response.status_code == 404


def test_nothing_is_changed_by_get(client: Client, five: ReadingList) -> None:
    url = five.get_absolute_url()
    for place in ("papers/?act=remove&papers=paper1", "sections/", "visibility/?visibility=public", "merge/", "copy/"):
        assert client.get(f"{url}{place}").status_code == 405
    assert client.get(f"{url}delete/").status_code == 200
    assert client.get("/lists/new/?title=x").status_code == 405
    assert (order(five), ReadingList.objects.count()) == ("1 2 3 4 5", 1)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(five.owner.user)
    assert strict.post(f"{url}papers/", {"act": "remove", "papers": "paper1"}).status_code == 403


def test_a_visitor_makes_a_list_and_is_told_where_it_is_kept(client: Client, db: None) -> None:
    response = client.post("/lists/new/", {"title": "Mine", "description": ""})
    assert "tied to this browser" in client.get(response["Location"]).content.decode()
    made = ReadingList.objects.get()
    assert made.owner.is_visitor
    said = messages_of(
        client.post(f"{made.get_absolute_url()}visibility/", {"visibility": "public"}, follow=True).content.decode()
    )
    assert said == ["To share a list you need an account. Sign in: what this browser keeps becomes yours."]
    made.refresh_from_db()
    assert made.visibility == "private"
    assert Client().get(made.get_absolute_url()).status_code == 404


def test_a_public_list_is_copied_by_whoever_reads_it(client: Client, five: ReadingList) -> None:
    five.show_to("public")
    visitor, account = Client(), Client()
    account.force_login(a_user("bob"))
    for browser in (visitor, account):
        response = browser.post(f"{five.get_absolute_url()}copy/", follow=True)
        assert messages_of(response.content.decode())[-1] == "This is your own copy. Nobody else sees it."
    copies = ReadingList.objects.exclude(pk=five.pk)
    assert {(order(copy), copy.visibility) for copy in copies} == {("1 2 3 4 5", "private")}
