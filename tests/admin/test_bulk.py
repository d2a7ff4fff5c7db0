"""Tags of many papers at once, on the desk."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pyroaring import BitMap

from catalogue.admin.bulk import signed
from catalogue.curation import undo
from catalogue.models import EDITORS, Paper, Tag, TagEvent, Tagging, set_roles, text_hash
from tests.admin.desk import change_url, list_url, paper_form, tagging_rows
from tests.cast import a_list, a_paper, a_reader, a_tag, a_user
from tests.curation.conftest import rows

URL = "/admin/catalogue/paper/tags/"


def select(desk: Client, papers: list[Paper], everything: bool = False) -> str:
    """Choose papers in the list; return the text that stands for them in the form."""
    data = {"action": "tags_of_selected", "_selected_action": [paper.pk for paper in papers]}
    return desk.post(list_url("paper"), data | ({"select_across": "1"} if everything else {})).context["papers"]


def shown(desk: Client, papers: str, tags: str, **more: str) -> Any:
    """Ask what would change."""
    return desk.post(URL, {"papers": papers, "act": "add", "tags": tags} | more).context


def confirm(desk: Client, papers: str, tags: str, **more: str) -> str:
    """Do what was shown; return what the desk says then."""
    context = shown(desk, papers, tags, **more)
    data = {"papers": papers, "act": "add", "tags": tags, "says": context["says"], "sure": "yes"} | more
    data |= {ask.field: ask.pick for ask in context["form"].asked}
    return desk.post(URL, data, follow=True).content.decode()


def tagged(tag: Tag) -> set[int]:
    return set(Tagging.objects.public().filter(tag=tag).values_list("paper", flat=True))


def test_thirty_papers_get_one_tag_by_any_of_its_labels(desk: Client) -> None:
    """Case B38."""
    tag = a_tag("explanations", "keyword", "X")
    papers = [a_paper() for _ in range(30)]

    confirm(desk, select(desk, papers[:1], everything=True), "x")

    assert tagged(tag) == {paper.pk for paper in papers}
    assert Tag.objects.count() == 1


def test_a_new_tag_is_made_once_of_the_kind_that_was_asked(desk: Client) -> None:
    papers = [a_paper() for _ in range(30)]
    chosen = select(desk, papers)
    asked = shown(desk, chosen, "x")
    assert asked["asks"]
    ask = asked["form"].asked[0]
    assert "method" in ask.kinds

    confirm(desk, chosen, "x", **{ask.field: "method"})

    tag = Tag.objects.get()
    assert (tag.kind, tag.label, len(tagged(tag))) == ("method", "x", 30)


def test_labels_that_are_nearly_the_same_are_offered(desk: Client) -> None:
    near = a_tag("Diffusion model", "method")
    a_tag("Sorting", "method")
    chosen = select(desk, [a_paper()])

    ask = shown(desk, chosen, "diffusion models")["form"].asked[0]
    assert ask.choices == [near]
    confirm(desk, chosen, "diffusion models", **{ask.field: str(near.pk)})

    assert len(tagged(near)) == 1
    assert Tag.objects.count() == 2


def test_of_two_kinds_with_one_label_one_is_chosen(desk: Client) -> None:
    method, task = a_tag("Planning", "method"), a_tag("planning", "task")
    chosen = select(desk, [a_paper()])
    assert set(shown(desk, chosen, "planning")["form"].asked[0].choices) == {method, task}

    confirm(desk, chosen, "task: Planning")

    assert len(tagged(task)) == 1


def test_the_number_shown_is_the_number_changed_whatever_comes_meanwhile(desk: Client) -> None:
    tag = a_tag("x")
    papers = [a_paper(tags=[tag]), *(a_paper() for _ in range(4))]
    chosen = select(desk, papers, everything=True)
    change = shown(desk, chosen, "x")["changes"][0]
    assert (change.gains, change.has) == (4, 1)
    a_paper("Later")

    said = confirm(desk, chosen, "x")

    assert "Papers that gained “x”: 4. 1 had it already." in said
    assert tagged(tag) == {paper.pk for paper in papers}


def test_papers_that_go_meanwhile_are_said(desk: Client) -> None:
    papers = [a_paper() for _ in range(3)]
    a_tag("x")
    chosen = select(desk, papers)
    papers[0].delete()

    assert "gone since the page was shown: 1" in confirm(desk, chosen, "x")


def test_what_others_change_meanwhile_is_said(desk: Client) -> None:
    tag, paper = a_tag("x"), a_paper()
    chosen = select(desk, [paper])
    says = shown(desk, chosen, "x")["says"]
    Tagging.objects.create(paper=paper, tag=tag, origin="curator")

    data = {"papers": chosen, "act": "add", "tags": "x", "says": says, "sure": "yes"}
    assert "Others changed some of these tags" in desk.post(URL, data, follow=True).content.decode()


def test_a_tag_is_replaced_where_it_was_only(desk: Client) -> None:
    a, b = a_tag("A"), a_tag("B")
    papers = [a_paper(tags=[a]), a_paper(tags=[a, b]), a_paper()]
    before = rows()

    confirm(desk, select(desk, papers), "a", act="replace", by="b")

    assert (tagged(a), tagged(b)) == (set(), {papers[0].pk, papers[1].pk})
    undo(TagEvent.objects.get(), None)
    assert rows() == before


def test_replacing_a_tag_by_itself_is_refused(desk: Client) -> None:
    a_tag("A", "keyword", "Alpha")
    form = shown(desk, select(desk, [a_paper()]), "a", act="replace", by="alpha")["form"]
    assert form.errors["by"] == ["A tag cannot take its own place."]


def test_a_retired_tag_is_not_given(desk: Client) -> None:
    a_tag("x", state="retired")
    ask = shown(desk, select(desk, [a_paper()]), "x")["form"].asked[0]
    assert ask.is_lost
    assert not Tagging.objects.exists()


def test_pasted_lines_name_papers_and_what_is_not_found_is_listed(desk: Client) -> None:
    a_paper("B", doi="10.1234/b")
    key, listed, own = a_paper("A"), a_paper("C"), a_paper("D")
    public = a_list(a_reader(), listed, title="Public", visibility="public")
    private = a_list(a_reader(), own, title="Mine")
    lines = [
        key.key,
        "",
        "https://doi.org/10.1234/B",
        f"http://testserver/lists/{public.public_id}/",
        f"/lists/{private.public_id}/",
        "10.1234/nothing",
    ]

    context = desk.post(URL, {"pasted": "\r\n".join(lines)}).context

    assert context["count"] == 3
    assert [(number, why) for number, _, why in context["missing"]] == [
        (5, "no list with papers that you may read"),
        (6, "no such paper"),
    ]
    a_tag("x")
    confirm(desk, context["papers"], "x")
    assert Tagging.objects.count() == 3


@pytest.mark.parametrize("papers", ["", "x", "OjAAAAEAAAAAAAAAEAAAAAEA:x"])
def test_a_set_of_papers_that_the_desk_did_not_choose_is_refused(desk: Client, papers: str) -> None:
    assert desk.post(URL, {"papers": papers, "act": "add", "tags": "x"}).status_code == 400


def test_a_set_of_very_many_papers_stays_small() -> None:
    assert len(signed(BitMap(range(1, 100_001)))) < 200


def test_who_may_not_change_papers_reaches_none_of_it(client: Client, db: None) -> None:
    client.force_login(a_user("staff", is_staff=True))
    assert client.get(URL).status_code == 403
    assert client.post(URL, {"pasted": "x"}).status_code == 403


def test_a_form_of_a_paper_that_was_opened_before_overwrites_nothing(desk: Client) -> None:
    old, new, paper = a_tag("old"), a_tag("new"), a_paper()
    Tagging.objects.create(paper=paper, tag=old, origin="rule")
    opened = desk.get(change_url(paper)).context["adminform"].form["opened"].value()
    stale = paper_form(paper, opened=opened) | tagging_rows(paper)

    confirm(desk, select(desk, [paper]), "old", act="replace", by="new")
    assert "since you opened it" in desk.post(change_url(paper), stale).content.decode()
    assert (tagged(old), tagged(new)) == (set(), {paper.pk})

    undo(TagEvent.objects.get(), None)
    assert desk.post(change_url(paper), stale).status_code == 302


def test_editors_give_tags_of_the_vocabulary_and_make_none(client: Client, db: None) -> None:
    set_roles()
    editor = a_user("editor", is_staff=True)
    editor.groups.add(Group.objects.get(name=EDITORS))
    client.force_login(editor)
    paper, tag, proposed = a_paper(), a_tag("Sorting"), a_tag("Fresh", state="proposed")
    papers = select(client, [paper])
    new = f"pick-{text_hash('Brand new')[:10]}"

    for sent in ({"tags": "Fresh"}, {"tags": "Brand new", new: "area"}):
        page = client.post(URL, {"papers": papers, "act": "add", "sure": "1"} | sent).content.decode()
        assert "Only curators make tags for everybody" in page
    confirm(client, papers, "Sorting")

    proposed.refresh_from_db()
    assert (proposed.state, Tag.objects.count(), tagged(tag)) == ("proposed", 2, {paper.pk})
