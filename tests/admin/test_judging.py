"""Curators accept, correct and reject what the rules found."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from catalogue.curation import current_vocabulary
from catalogue.importing import extract_again
from catalogue.models import Finding, Paper, Tag, Tagging
from tests.admin.desk import change_url, list_url, paper_form, tagging_rows
from tests.cast import a_paper, a_reader, a_tag

TEXT = "We propose Mnemo, a replay method. Mnemo uses reinforcement learning and gains 4.5% on graphs."


@pytest.fixture
def paper(db: None) -> Paper:
    a_tag("reinforcement learning", "method", patterns="reinforcement learning")
    a_paper(abstract=TEXT)
    extract_again(current_vocabulary(), lambda done: None)
    return Paper.objects.get()


def rows_of(paper: Paper, *, value: str = "", delete: str = "", add: str = "") -> dict[str, Any]:
    """What the browser sends of the findings: the name with another value, one kind deleted, a name added."""
    rows = list(Finding.objects.filter(paper=paper).order_by("rank", "id"))
    data = {"findings-INITIAL_FORMS": str(len(rows)), "findings-TOTAL_FORMS": str(len(rows) + bool(add))}
    for number, row in enumerate(rows):
        data |= {f"findings-{number}-{name}": str(getattr(row, name)) for name in ("kind", "about", "rank", "state")}
        data |= {f"findings-{number}-id": str(row.pk), f"findings-{number}-paper": str(paper.pk)}
        data[f"findings-{number}-value"] = value if value and row.kind == "name" else row.value
        if row.kind == delete:
            data[f"findings-{number}-DELETE"] = "on"
    if add:
        new = {"kind": "name", "value": add, "about": "", "rank": "2", "state": "accepted", "paper": str(paper.pk)}
        data |= {f"findings-{len(rows)}-{name}": text for name, text in new.items()}
    return data


def save(desk: Client, paper: Paper, **changes: Any) -> None:
    response = desk.post(change_url(paper), paper_form(paper, **changes))
    assert response.status_code == 302, response.context["errors"]
    paper.refresh_from_db()


def test_another_value_corrects_a_finding_and_the_heading_follows(desk: Client, paper: Paper) -> None:
    save(desk, paper, **rows_of(paper, value="Mnemo uses"))

    names = Finding.objects.filter(kind="name").values_list("value", "state", "origin")
    assert set(names) == {("Mnemo", "rejected", "rule"), ("Mnemo uses", "accepted", "curator")}
    assert "Mnemo:" not in paper.heading


def test_a_deleted_finding_stays_away_and_an_added_one_is_the_curators(desk: Client, paper: Paper) -> None:
    save(desk, paper, **rows_of(paper, delete="result", add="replay method"))
    extract_again(current_vocabulary(), lambda done: None, everything=True)

    assert Finding.objects.get(kind="result").state == "rejected"
    added = Finding.objects.get(value="replay method")
    assert (added.origin, added.evidence["quote"]) == ("curator", "replay method")


def test_what_was_not_touched_is_left_to_the_rules(desk: Client, paper: Paper) -> None:
    save(desk, paper, **rows_of(paper))

    assert set(Finding.objects.values_list("origin", "state")) == {("rule", "accepted")}


@pytest.mark.parametrize(("action", "expected"), [("accept_selected", "accepted"), ("reject_selected", "rejected")])
@pytest.mark.parametrize("model", ["finding", "tagging"])
def test_many_are_judged_at_once_from_a_list(
    desk: Client, paper: Paper, model: str, action: str, expected: str
) -> None:
    rows = Finding.objects.exclude(kind="heading") if model == "finding" else Tagging.objects.all()
    data = {"action": action, "_selected_action": list(rows.values_list("pk", flat=True))}

    assert desk.post(list_url(model), data).status_code == 302
    assert set(rows.values_list("state", flat=True)) == {expected}
    extract_again(current_vocabulary(), lambda done: None, everything=True)
    assert set(rows.values_list("state", flat=True)) == {expected}


def test_a_finding_is_corrected_on_its_own_page(desk: Client, paper: Paper) -> None:
    heading = Finding.objects.get(kind="heading")
    data = {"value": "Remembering graphs", "rank": "1", "state": "accepted"}

    assert desk.post(change_url(heading), data).status_code == 302
    paper.refresh_from_db()
    assert paper.heading == "Remembering graphs"


def test_lists_show_the_words_a_finding_rests_on(desk: Client, paper: Paper) -> None:
    assert "“reinforcement learning” in the abstract" in desk.get(list_url("tagging")).content.decode()
    assert "Mnemo" in desk.get(list_url("finding")).content.decode()


def tag_form(tag: Tag, **changes: str) -> dict[str, str]:
    names = ("kind", "scope_note", "state", "patterns")
    return {name: getattr(tag, name) for name in names} | {"preferred_label": tag.label, "broader": ""} | changes


def test_patterns_show_what_they_change_before_they_are_saved(desk: Client, paper: Paper) -> None:
    a_paper(abstract="We study sorting networks. They sort.")
    tag = Tag.objects.get()

    shown = desk.post(change_url(tag), tag_form(tag, patterns="sorting network"))

    page = shown.content.decode()
    assert "1 paper would gain the tag" in " ".join(page.split())
    assert "1 would lose it" in " ".join(page.split())
    assert paper.heading in page
    tag.refresh_from_db()
    assert tag.patterns == "reinforcement learning"

    tried = shown.context["adminform"].form.data["tried"]
    assert desk.post(change_url(tag), tag_form(tag, patterns="sorting network", tried=tried)).status_code == 302
    tag.refresh_from_db()
    assert tag.patterns == "sorting network"
    assert Tagging.objects.get().paper.abstract_text.startswith("We study sorting")


def test_other_patterns_than_those_shown_are_shown_first(desk: Client, paper: Paper) -> None:
    tag = Tag.objects.get()
    shown = desk.post(change_url(tag), tag_form(tag, patterns="replay"))
    tried = shown.context["adminform"].form.data["tried"]

    assert desk.post(change_url(tag), tag_form(tag, patterns="graph", tried=tried)).status_code == 200


def test_a_pattern_without_a_word_is_refused(desk: Client, paper: Paper) -> None:
    tag = Tag.objects.get()
    page = desk.post(change_url(tag), tag_form(tag, patterns="graph\n!--")).content.decode()

    assert "“!--” has no word in it." in page


def test_a_note_is_changed_without_a_trial(desk: Client, paper: Paper) -> None:
    tag = Tag.objects.get()

    assert desk.post(change_url(tag), tag_form(tag, scope_note="Learning by reward.")).status_code == 302


def test_the_desk_shows_what_scores_are_made_of(desk: Client, paper: Paper) -> None:
    a_tag("Reinforcement learning", "area", patterns="reinforcement learning")
    page = desk.get(reverse("admin:catalogue_paper_scores", args=[paper.pk])).content.decode()

    assert "Reinforcement learning" in page
    assert "Threshold" in page
    assert desk.get(reverse("admin:catalogue_paper_scores", args=[0])).status_code == 404
    assert Client().get(reverse("admin:catalogue_paper_scores", args=[paper.pk])).status_code == 302


def test_a_form_opened_before_somebody_judged_is_refused(desk: Client, paper: Paper) -> None:
    stale = paper_form(paper, opened=paper.changed.isoformat(), language="en") | rows_of(paper)
    names = Finding.objects.filter(kind="name")
    data = {"action": "reject_selected", "_selected_action": list(names.values_list("pk", flat=True))}
    desk.post(list_url("finding"), data)

    assert desk.post(change_url(paper), stale).status_code == 200
    assert Finding.objects.get(kind="name").state == "rejected"


def test_an_untouched_value_stays_byte_for_byte(desk: Client, paper: Paper) -> None:
    value = "gains\u00a04.5% on graphs"
    Finding.objects.filter(kind="result").update(value=value, origin="curator")

    save(desk, paper, **rows_of(paper, delete="name"))

    assert value in Finding.objects.filter(kind="result").values_list("value", flat=True)


def test_another_tag_in_a_row_rejects_the_one_that_was_there(desk: Client, paper: Paper) -> None:
    row = Tagging.objects.get()
    other = a_tag("bandits", "method")
    data = tagging_rows(paper) | {"taggings-0-tag": str(other.pk)}

    save(desk, paper, **data)
    extract_again(current_vocabulary(), lambda done: None, everything=True)

    said = set(Tagging.objects.values_list("tag__label", "state", "origin"))
    assert said == {("bandits", "accepted", "curator"), ("reinforcement learning", "rejected", "rule")}
    assert Tagging.objects.get(tag=other).evidence is None
    assert Tagging.objects.get(pk=row.pk).tag.label == "reinforcement learning"


def test_evidence_of_what_was_judged_follows_the_text(desk: Client, paper: Paper) -> None:
    save(desk, paper, **rows_of(paper, add="replay method"))
    save(desk, paper, abstract_source=f"Graphs forget. {TEXT}", **rows_of(paper))
    moved = Finding.objects.get(value="replay method")
    assert paper.abstract_text[moved.evidence["start"] : moved.evidence["end"]] == "replay method"

    save(desk, paper, abstract_source="We study nothing of the kind. It is so.", **rows_of(paper))
    assert Finding.objects.get(value="replay method").evidence is None


def test_an_accepted_heading_keeps_its_formulas(desk: Client, db: None) -> None:
    paper = a_paper(abstract="We propose Mnemo, an $O(n)$ replay method for graphs.")
    extract_again(current_vocabulary(), lambda done: None, everything=True)
    before = Paper.objects.get().heading_html
    assert "<math" in before
    heading = Finding.objects.get(kind="heading")

    desk.post(list_url("finding"), {"action": "accept_selected", "_selected_action": [heading.pk]})

    paper.refresh_from_db()
    assert (paper.heading_html, Finding.objects.get(kind="heading").origin) == (before, "curator")


def test_a_readers_own_tag_cannot_be_put_on_a_paper_for_all(desk: Client, paper: Paper) -> None:
    own = a_tag("mine", "keyword", owner=a_reader())
    response = desk.post(change_url(paper), paper_form(paper) | tagging_rows(paper, add=own))

    assert response.status_code == 200
    assert not Tagging.objects.filter(tag=own).exists()


def test_a_regular_expression_in_an_address_that_is_none_is_answered(desk: Client, paper: Paper) -> None:
    assert desk.get(list_url("finding"), {"value__regex": "["}).status_code in (302, 400)
