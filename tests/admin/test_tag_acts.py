"""Merging, renaming, moving, splitting and retiring tags on the desk: first what changes, then the act, then its undoing."""

from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from catalogue.models import Reader, Tag, TagEvent, Tagging, User
from tests.admin.desk import change_url, list_url
from tests.cast import a_list, a_paper, a_tag, a_user


def url(act: str, *args: int) -> str:
    return reverse(f"admin:catalogue_tag_{act}", args=args)


def shown(desk: Client, address: str, **asked: Any) -> HttpResponse:
    """The page that shows what changes."""
    response = desk.get(address, asked)
    assert response.status_code == 200
    return response


def facts(response: HttpResponse) -> str:
    preview = response.context["preview"]
    assert preview, response.context["form"].errors
    return "\n".join([*preview.facts, *preview.warnings])


def agree(desk: Client, response: HttpResponse) -> HttpResponse:
    """Send the form that shows what changes, as it stands."""
    data: dict[str, list[str]] = {"mark": [response.context["preview"].mark]}
    for name, value in response.context["sent"]:
        data.setdefault(name, []).append(value)
    return desk.post(response.request["PATH_INFO"], data, follow=True)


def said(response: HttpResponse) -> str:
    return " ".join(str(message) for message in response.context["messages"])


@pytest.fixture
def pair(db: None) -> tuple[Tag, Tag]:
    a, b = a_tag("LLMs", "method", patterns="LLMs"), a_tag("Large language models", "method")
    for tags in [(a,)] * 3 + [(a, b)] * 2 + [(b,)] * 2:
        a_paper(tags=tags)
    return a, b


def test_selected_tags_are_merged_and_the_merge_is_undone(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair
    data = {"action": "merge_selected", "_selected_action": [a.pk, b.pk]}

    asked = desk.post(list_url("tag"), data, follow=True)
    assert [tag.pk for tag in asked.context["tags"]] == [a.pk, b.pk]
    page = shown(desk, url("merge"), tags=f"{a.pk},{b.pk}", into=b.pk)
    assert "LLMs: 5 papers; Large language models: 4 papers. Together 7 papers (2 shared)." in facts(page)
    assert "/tags/method/llms/" in facts(page)
    assert Tag.objects.count() == 2
    done = agree(desk, page)

    assert "Merged “LLMs” into “Large language models”" in said(done)
    assert done.redirect_chain[-1][0] == change_url(b)
    event = TagEvent.objects.get()
    assert (event.user.username, event.place) == ("curator", "the desk")
    assert shown(desk, list_url("tagevent")).content.decode().count("Merged “LLMs”") == 1
    assert "tags on papers: 2 removed, 3 changed" in shown(desk, change_url(event)).content.decode()

    undone = desk.post(reverse("admin:catalogue_tagevent_undo", args=[event.pk]), follow=True)
    assert "Undone: Merged" in said(undone)
    assert Tag.objects.count() == 2
    assert desk.get(reverse("admin:catalogue_tagevent_undo", args=[event.pk])).context["restoration"].blocking


def test_what_changed_since_it_was_shown_is_shown_again(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair
    page = shown(desk, url("merge"), tags=f"{a.pk},{b.pk}", into=b.pk)
    a_paper(tags=[a])

    again = agree(desk, page)

    assert "nothing is done yet" in said(again)
    assert "6 papers" in facts(again)
    assert Tag.objects.count() == 2


def test_another_tag_is_named_by_any_of_its_labels(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair
    b.set_labels(b.label, ["Big LMs"])
    a_tag("Big LMs", "keyword")

    several = shown(desk, url("merge"), tags=a.pk, more="big lms", into=a.pk)
    none = shown(desk, url("merge"), tags=a.pk, more="language", into=a.pk)
    found = shown(desk, url("merge"), tags=a.pk, more="method: big lms", into=a.pk)

    assert "Several tags are called so" in several.content.decode()
    assert "Did you mean method: Large language models?" in none.content.decode()
    assert "“LLMs” gets: " in facts(found)


@pytest.mark.parametrize("tags", ["", "x", "999999", "99999999999999999999", "1,,2"])
def test_tags_that_are_not_there_are_no_error(desk: Client, tags: str) -> None:
    for act in ("merge", "move", "retire"):
        assert desk.get(url(act), {"tags": tags, "into": "1", "under": "x"}).status_code == 200
        assert desk.post(url(act), {"tags": tags, "mark": "x"}).status_code == 200
    for act in ("rename", "split"):
        assert desk.get(url(act, 999)).status_code == 404


def test_a_tag_is_renamed(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, _ = pair

    page = shown(desk, url("rename", a.pk), label="Language models", make_it="preferred")
    assert "5 papers show “Language models” instead of “LLMs”." in facts(page)
    agree(desk, page)

    a.refresh_from_db()
    assert (a.label, a.alternative_labels) == ("Language models", ["LLMs"])


def test_a_label_of_another_tag_offers_to_merge(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair

    page = shown(desk, url("rename", a.pk), label="large language Models", make_it="preferred").content.decode()

    assert f"{url('merge')}?tags={a.pk},{b.pk}&amp;into={b.pk}" in page


def test_the_form_of_a_tag_keeps_a_former_name_and_offers_to_merge(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair
    form = {"kind": "method", "state": "accepted", "patterns": "LLMs", "alternative_labels": "", "scope_note": ""}

    refused = desk.post(change_url(a), form | {"preferred_label": "Large language models"})
    stored = desk.post(change_url(a), form | {"preferred_label": "Language models"})

    assert f"{url('merge')}?tags={a.pk},{b.pk}&amp;into={b.pk}" in refused.content.decode()
    assert stored.status_code == 302
    a.refresh_from_db()
    assert a.alternative_labels == ["LLMs"]
    assert TagEvent.objects.get().said == "Edited “Language models”: preferred label"


def test_one_more_label_is_given(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, _ = pair

    agree(desk, shown(desk, url("rename", a.pk), label="Chatbots", make_it="alternative"))

    a.refresh_from_db()
    assert (a.label, a.alternative_labels) == ("LLMs", ["Chatbots"])


def test_tags_move_under_a_broader_one(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, b = pair

    page = shown(desk, url("move"), tags=a.pk, under="Large language models")
    assert "“Large language models” counts 4 papers now, 7 papers then." in facts(page)
    agree(desk, page)

    a.refresh_from_db()
    assert a.broader == b
    circle = shown(desk, url("move"), tags=b.pk, under="LLMs")
    assert "that would be a circle" in circle.content.decode()
    again = shown(desk, url("move"), tags=a.pk, under="Large language models")
    assert "They are there already." in again.content.decode()
    agree(desk, shown(desk, url("move"), tags=a.pk, under=""))
    a.refresh_from_db()
    assert a.broader is None


def test_a_tag_that_is_found_by_its_name_shows_where_it_stands(
    desk: Client,
) -> None:
    tag = a_tag("Level 0", "area")
    for number in range(1, 5):
        tag = a_tag(f"Level {number}", "area", broader=tag)
    desk.get(list_url("tag"))

    with CaptureQueriesContext(connection) as one:
        page = shown(desk, list_url("tag"), q="level 4").content.decode()
    with CaptureQueriesContext(connection) as all_of_them:
        desk.get(list_url("tag"), {"q": "level"})

    assert "Level 0 › Level 1 › Level 2 › Level 3" in page
    assert len(one) == len(all_of_them)


def test_a_retired_tag_is_gone_from_the_site_and_comes_back(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, _ = pair

    page = shown(desk, url("retire"), tags=a.pk)
    assert "5 papers lose one" in facts(page)
    agree(desk, page)
    assert desk.get(a.get_absolute_url()).status_code == 404
    agree(desk, shown(desk, url("retire"), tags=a.pk, to="accepted"))

    assert desk.get(a.get_absolute_url()).status_code == 200


def test_papers_for_another_tag_are_chosen_by_rule_by_list_and_by_hand(desk: Client, db: None) -> None:
    tag = a_tag("Attention", "method")
    papers = [
        a_paper(f"Paper {n}", abstract=text, tags=[tag]) for n, text in enumerate(["Linear attention.", "A", "B", "C"])
    ]
    strange = a_paper("Strange")
    listed = a_list(Reader.of_user(a_user("ann")), papers[2], strange, visibility="public")
    asked = {
        "label": "Linear attention",
        "patterns": "linear attention",
        "papers": f"http://testserver{listed.get_absolute_url()}\n{papers[1].key}\nNo such paper",
        "picked": papers[3].key,
    }

    page = shown(desk, url("split", tag.pk), **asked)
    lines = facts(page)
    for line in ("1 paper by rule.", "2 papers by list.", "1 paper by hand.", "4 of 4 papers get a new method"):
        assert line in lines
    assert "Not among the tag’s papers: No such paper." in lines
    agree(desk, page)

    other = Tag.objects.get(label="Linear attention")
    assert (other.kind, other.patterns) == ("method", "linear attention")
    assert Tagging.objects.public().filter(tag=other).count() == 4
    assert not Tagging.objects.public().filter(tag=tag).exists()


def test_what_is_ticked_on_another_page_is_kept(desk: Client, db: None) -> None:
    tag = a_tag("Attention", "method")
    papers = [a_paper(tags=[tag]) for _ in range(60)]

    page = shown(desk, url("split", tag.pk), label="New", picked=papers[0].key)

    assert page.context["elsewhere"] == [papers[0].key]
    assert f'name="picked" value="{papers[0].key}"' in page.content.decode()


def test_a_deleted_tag_can_be_brought_back(desk: Client, pair: tuple[Tag, Tag]) -> None:
    a, _ = pair

    desk.post(reverse("admin:catalogue_tag_delete", args=[a.pk]), {"post": "yes"})
    event = TagEvent.objects.get()
    desk.post(reverse("admin:catalogue_tagevent_undo", args=[event.pk]))

    assert Tagging.objects.public().filter(tag=a).count() == 5


def test_nobody_else_reaches_these_pages(client: Client, pair: tuple[Tag, Tag]) -> None:
    client.force_login(User.objects.create_user("editor", is_staff=True))
    a, b = pair
    pages = [f"{url('merge')}?tags={a.pk},{b.pk}&into={b.pk}", url("rename", a.pk), f"{url('move')}?tags={a.pk}"]
    for page in [*pages, f"{url('retire')}?tags={a.pk}", url("split", a.pk), list_url("tagevent")]:
        assert client.get(page).status_code == 403, page
        assert client.post(page, {"mark": "x"}).status_code == 403, page


def test_undoing_an_edit_of_patterns_lets_the_papers_follow(desk: Client) -> None:
    tag = a_tag("sorting", "method", patterns="sort")
    paper = a_paper(abstract="We align trees by their leaves, and say why that is good.")
    url = reverse("admin:catalogue_tag_change", args=[tag.pk])
    form = desk.get(url).context["adminform"].form
    data = {name: form[name].value() or "" for name in form.fields} | {
        "patterns": "sort\r\nalign",
        "alternative_labels": "",
    }
    tried = desk.post(url, data)
    again = tried.context["adminform"].form
    desk.post(url, data | {"tried": again["tried"].value()})
    assert paper.taggings.filter(tag=tag).exists()

    event = TagEvent.objects.latest("pk")
    desk.post(reverse("admin:catalogue_tagevent_undo", args=[event.pk]), {"undo": "1"})

    tag.refresh_from_db()
    assert tag.patterns == "sort"
    assert not paper.taggings.filter(tag=tag).exists()
