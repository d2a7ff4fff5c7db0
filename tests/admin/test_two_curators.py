"""Two curators at the same thing: the second is told what the first changed, and overwrites nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from catalogue.models import Collection, Finding, Paper, Person, Report, Tag, Tagging, User
from tests.admin.desk import change_url, list_url, management, paper_form, tagging_rows
from tests.cast import a_collection, a_finding, a_paper, a_reader, a_tag, a_user

TAG = {"kind": "method", "preferred_label": "RAG", "alternative_labels": "", "state": "accepted"}


def a_report() -> Report:
    return Report.objects.create(paper=a_paper("P"), reader=a_reader(), subject="text", text="wrong")


def a_tagging() -> Tagging:
    return Tagging.objects.create(paper=a_paper("P"), tag=a_tag("Sorting"), origin="rule")


def a_person() -> Person:
    a_paper("P", authors=("Ada Bell",))
    return Person.objects.get()


def account(name: str, **changes: Any) -> dict[str, Any]:
    return management("emailaddress_set") | {"username": name, "is_active": "on"} | changes


# What is made, what the second one sends, what the first one changes meanwhile, and how that is named.
CASES: dict[str, tuple[Callable[[], Model], dict[str, Any], Callable[[Any], Any], str]] = {
    "tag": (
        lambda: a_tag("RAG", "method"), TAG | {"scope_note": "Mine."},
        lambda tag: Tag.objects.filter(pk=tag.pk).update(scope_note="Theirs."), "scope note (now “Theirs.”)"),
    "labels of a tag": (
        lambda: a_tag("RAG", "method"), TAG | {"scope_note": "Mine."},
        lambda tag: tag.set_labels("RAG", ["Retrieval"]), "alternative labels (now “Retrieval”)"),
    "state of a tag": (
        lambda: a_tag("RAG", "method"), TAG | {"scope_note": "Mine."},
        lambda tag: Tag.objects.filter(pk=tag.pk).update(state="retired", scope_note="a\nb"), "scope note, state (now “retired”)"),
    "finding": (
        lambda: a_finding(a_paper("P"), "name", "Mnemo"), {"value": "Mnemo 2", "rank": "1", "state": "accepted"},
        lambda row: Finding.objects.filter(pk=row.pk).update(state="rejected"), "state (now “rejected”)"),
    "tagging": (
        a_tagging, {"rank": "2", "state": "accepted"},
        lambda row: Tagging.objects.filter(pk=row.pk).update(state="rejected"), "state (now “rejected”)"),
    "collection": (
        lambda: a_collection("ICLR 2026"), management("sources") | {"name": "ICLR 2026", "venue": "Mine", "year": "2026"},
        lambda row: Collection.objects.filter(pk=row.pk).update(venue="Theirs"), "venue (now “Theirs”)"),
    "person": (
        a_person, {"name": "Ada B. Bell"},
        lambda row: Person.objects.filter(pk=row.pk).update(name="A. Bell", name_key="a. bell"), "name (now “A. Bell”)"),
    "report": (
        a_report, {"state": "accepted", "answer": "Mine."},
        lambda row: Report.objects.filter(pk=row.pk).update(answer="Theirs."), "answer (now “Theirs.”)"),
    "user": (
        lambda: a_user("ann"), account("ann", first_name="Mine"),
        lambda row: User.objects.filter(pk=row.pk).update(is_staff=True), "staff status"),
    "address of a user": (
        lambda: a_user("ann"), account("ann", first_name="Mine"),
        lambda row: row.emailaddress_set.create(email="a@b.example"), "e-mail addresses"),
}  # fmt: skip


def opened(desk: Client, thing: Model) -> str:
    return desk.get(change_url(thing)).context["adminform"].form["opened"].value()


@pytest.mark.parametrize("case", CASES)
def test_a_form_opened_before_somebody_elses_change_is_refused_and_says_which(desk: Client, case: str) -> None:
    make, sent, change, named = CASES[case]
    thing = make()
    marks = opened(desk, thing)
    change(thing)
    before = type(thing).objects.values().get(pk=thing.pk)

    refused = desk.post(change_url(thing), sent | {"opened": marks})

    assert refused.status_code == 200
    said = str(refused.context["adminform"].form.non_field_errors())
    assert f"since you opened it: {named}. Nothing was saved." in said
    assert type(thing).objects.values().get(pk=thing.pk) == before
    # Sending the same again changes nothing either; a form that is opened now does.
    assert desk.post(change_url(thing), sent | {"opened": marks}).status_code == 200
    again = desk.post(change_url(thing), sent | {"opened": opened(desk, thing)})
    if case not in ("address of a user",):  # its form would send the new address along
        assert again.status_code == 302, again.context["errors"]


@pytest.mark.parametrize("case", CASES)
def test_a_form_is_saved_when_nobody_changed_the_thing(desk: Client, case: str) -> None:
    make, sent, *_ = CASES[case]
    thing = make()
    page = desk.get(change_url(thing)).content.decode()
    assert page.count('name="opened"') == 1
    response = desk.post(change_url(thing), sent | {"opened": opened(desk, thing)})
    assert response.status_code == 302, response.context["errors"]


def test_what_stands_below_a_paper_counts_too(desk: Client) -> None:
    paper, tag = a_paper("P", tags=[a_tag("Sorting")]), a_tag("Graphs")
    stale = paper_form(paper, title="Q", opened=opened(desk, paper)) | tagging_rows(paper)
    Tagging.objects.create(paper=paper, tag=tag, origin="curator")

    said = desk.post(change_url(paper), stale).content.decode()

    assert "Somebody changed this paper since you opened it: tags. Nothing was saved." in said
    assert Paper.objects.get().title == "P"


def test_an_action_of_a_list_leaves_alone_what_somebody_changed_since_it_was_shown(desk: Client) -> None:
    paper = a_paper("P")
    first, second = a_finding(paper, "name", "Mnemo"), a_finding(paper, "name", "Replay")
    page = desk.get(list_url("finding"))
    shown = page.context["cl"].marks
    assert f'name="shown" value="{shown}"' in page.content.decode()
    Finding.objects.filter(pk=first.pk).update(state="rejected")
    sent = {"action": "accept_selected", "_selected_action": [first.pk, second.pk], "shown": shown, "shown_total": "2"}

    said = [str(message) for message in desk.post(list_url("finding"), sent, follow=True).context["messages"]]

    assert said[0] == f"Left alone, because somebody changed them since the list was shown: {first}."
    assert said[1] == "1 accepted."
    assert [row.state for row in Finding.objects.order_by("pk")] == ["rejected", "accepted"]


def test_an_action_on_all_results_is_refused_when_they_are_not_as_many_as_were_shown(desk: Client) -> None:
    papers = [a_paper("P"), a_paper("Q")]
    shown = desk.get(list_url("paper")).context["cl"].marks
    papers.append(a_paper("R"))
    sent = {"action": "make_hidden", "_selected_action": [papers[0].pk], "select_across": "1", "shown": shown}

    said = desk.post(list_url("paper"), sent | {"shown_total": "2"}, follow=True).context["messages"]

    assert [str(message) for message in said] == ["There are 3 now. Nothing was done: look again."]
    assert not Paper.objects.filter(visibility="hidden").exists()
    desk.post(list_url("paper"), sent | {"shown_total": "3"})
    assert Paper.objects.filter(visibility="hidden").count() == 3


def test_a_list_asks_no_more_queries_for_its_marks(desk: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(30):
        a_paper(f"P{number}", tags=[a_tag(f"T{number}")])
    with django_assert_max_num_queries(25):
        desk.get(list_url("paper"))
