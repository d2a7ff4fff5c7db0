"""What no curator sends and what two send at once: the desk answers, and says what is wrong."""

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from catalogue.models import Paper, Person, Tagging
from tests.admin.desk import change_url, list_url, management, paper_form, tagging_rows
from tests.cast import a_collection, a_paper, a_tag


@pytest.mark.parametrize(
    "bad", ["99999999999999999999", "abc", "\U0001f642", "2026-13-45", "0", "-1", "'", "1,2", "[]"]
)
def test_odd_values_never_break_the_desk(desk: Client, bad: str) -> None:
    a_paper("P", tags=[a_tag("kernels")], collection="ICLR 2026")
    for model in ("paper", "tag", "collection", "source", "person", "user", "importrun", "importnotice"):
        for parameter in ("q", "p", "o", "id", "id__exact", "year__exact", "e", "added__gte"):
            assert desk.get(list_url(model), {parameter: bad}).status_code < 500
        assert desk.get(f"{list_url(model)}{bad}/change/").status_code < 500
    for name in ("broader", "collection", "year", "title"):
        for model in ("tag", "paper"):
            assert desk.get(reverse(f"admin:catalogue_{model}_add"), {name: bad}).status_code < 500
    posted = desk.post(list_url("paper"), {"action": "make_hidden", "_selected_action": [bad]})
    assert posted.status_code < 500


def test_a_search_of_very_many_words_is_cut_short(desk: Client) -> None:
    for model in ("paper", "tag", "collection", "source", "person", "user", "importnotice"):
        assert desk.get(list_url(model), {"q": "a " * 1500}).status_code == 200
    completion = reverse("admin:autocomplete") + "?app_label=catalogue&model_name=tagging&field_name=tag"
    assert desk.get(completion, {"term": "a " * 1500}).status_code < 500


def test_a_tag_is_added_to_a_paper_once(desk: Client) -> None:
    tag = a_tag("kernels")
    paper = a_paper("P", tags=[tag])

    response = desk.post(change_url(paper), paper_form(paper, **tagging_rows(paper, add=tag)))

    assert "has the tag “kernels” already" in response.content.decode()
    assert Tagging.objects.count() == 1


@pytest.mark.parametrize("name", ["ﷺ" * 190, "x" * 500, "\u0003", "\u200b\u202e"])
def test_names_no_row_can_hold_are_refused_everywhere(desk: Client, name: str) -> None:
    collection, paper = a_collection("ICLR 2026"), a_paper("P", authors=("A",))
    person = Person.objects.get()
    tag = {"kind": "method", "preferred_label": name, "alternative_labels": "", "state": "accepted"}
    sources = {"venue": "", "year": "", "description": ""} | management("sources")

    for url, data in (
        (reverse("admin:catalogue_tag_add"), tag),
        (reverse("admin:catalogue_tag_add"), tag | {"preferred_label": "x", "alternative_labels": f"y\n{name}z"}),
        (change_url(collection), {"name": name} | sources),
        (change_url(person), {"name": name}),
        (change_url(paper), paper_form(paper, authors=f"A\n{name}z")),
    ):
        if len(name) > 2 or "z" not in "".join(map(str, data.values())):
            assert desk.post(url, data).status_code == 200


@pytest.mark.parametrize("text", ["…", ". . .", "\u200b", "$$", "()"])
def test_a_paper_of_signs_alone_has_a_heading_and_an_address(desk: Client, text: str) -> None:
    collection = a_collection("ICLR 2026")

    response = desk.post(
        reverse("admin:catalogue_paper_add"), paper_form(abstract_source=text, collection=collection.pk)
    )

    assert response.status_code == 302
    assert desk.get(Paper.objects.get().get_absolute_url()).status_code == 200


def test_a_database_that_stays_locked_is_a_503_that_says_what_to_do(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*args: object, **kwargs: object) -> None:
        raise OperationalError("database is locked")

    paper = a_paper("P")
    monkeypatch.setattr("catalogue.admin.papers.save_by_hand", locked)

    response = desk.post(change_url(paper), paper_form(paper, title="Q"))

    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert "not stored" in response.content.decode()


def test_a_form_that_was_opened_before_somebody_elses_change_is_refused(desk: Client) -> None:
    paper = a_paper("T")
    opened = desk.get(change_url(paper)).context["adminform"].form["opened"].value()
    assert desk.post(change_url(paper), paper_form(paper, title="First", opened=opened)).status_code == 302

    second = desk.post(change_url(paper), paper_form(paper, year="2020", opened=opened))

    assert "since you opened it" in second.content.decode()
    paper.refresh_from_db()
    assert (paper.title, paper.year) == ("First", None)
    desk.post(list_url("paper"), {"action": "make_hidden", "_selected_action": [paper.pk]})
    desk.post(change_url(paper), paper_form(paper, visibility="listed", opened=opened))
    assert Paper.objects.get().visibility == "hidden"


def test_what_two_curators_store_at_one_moment_is_a_409_for_the_second(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_paper("T", abstract="The very same words of an abstract.")
    collection = a_collection("ICLR 2026")
    monkeypatch.setattr("catalogue.admin.forms.paper_with_same_text", lambda paper: None)
    monkeypatch.setattr("catalogue.importing.by_hand.free_keys", lambda hashes: ["another0"])

    response = desk.post(
        reverse("admin:catalogue_paper_add"),
        paper_form(abstract_source="The very same words of an abstract.", collection=collection.pk),
    )

    assert response.status_code == 409
    assert Paper.objects.count() == 1


def test_the_kind_of_a_tag_with_narrower_ones_cannot_change(desk: Client) -> None:
    wide = a_tag("Wide", "area")
    a_tag("Narrow", "area", broader=wide)
    form = {"kind": "dataset", "preferred_label": "Wide", "alternative_labels": "", "state": "accepted"}

    assert "move it first" in desk.post(change_url(wide), form).content.decode()


def test_a_year_that_is_none_is_refused_and_not_replaced(desk: Client) -> None:
    collection = a_collection("ICLR 2026")
    form = paper_form(abstract_source="Some words of an abstract.", collection=collection.pk, year="0")

    assert "four digits" in desk.post(reverse("admin:catalogue_paper_add"), form).content.decode()
