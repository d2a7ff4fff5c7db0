"""The queue on the desk: questions with their papers and evidence, and answers to them."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.curation import current_vocabulary, tag_papers, undo
from catalogue.importing import extract_again
from catalogue.models import Reader, Report, Tag, TagEvent, Tagging
from tests.admin.desk import change_url
from tests.cast import a_paper, a_reader, a_tag, a_user, a_visitor, evidence_of
from tests.curation.conftest import rows

URL = "/admin/catalogue/tag/queue/"
TEXT = "We sort things. Our method uses optimal transport between graphs. It is fast."


def propose(label: str, *papers: Any, by: str = "") -> Tag:
    return tag_papers([paper.pk for paper in papers], label, a_reader(by)).tags[0]


def found_by_rule(tag: Tag, quote: str) -> Tagging:
    paper = a_paper(abstract=TEXT)
    evidence = evidence_of(paper, quote)
    return Tagging.objects.create(
        paper=paper, tag=tag, origin="rule", state="proposed", rule="named", evidence=evidence
    )


def answer(desk: Client, verdict: str, tag: Tag, **more: Any) -> str:
    """Answer as the page of the queue that is shown now would; return what the desk says then."""
    context = desk.get(URL, {"tag": tag.pk}).context
    question = next((each for each in context["questions"]), None)
    data = {
        "answer": verdict,
        "question": f"{tag.pk}:{question.papers if question else 1}",
        "upto": context["upto"] or "",
    }
    return desk.post(URL, data | more, follow=True).content.decode()


def public(tag: Tag) -> set[int]:
    return set(Tagging.objects.public().filter(tag=tag).values_list("paper", flat=True))


def test_one_tag_for_many_papers_is_one_question_with_the_words_marked(desk: Client) -> None:
    tag = a_tag("Optimal transport", "method")
    row = found_by_rule(tag, "optimal transport")
    propose("optimal transport", a_paper("On optimal transport"), a_paper("Else"), by="ann")
    propose("secret", row.paper)
    tag_papers([row.paper_id], "mine", a_reader("bob"), mine_only=True)

    page = desk.get(URL)

    first, second = page.context["questions"]
    assert (first.tag, first.papers, first.readers, first.rules) == (tag, 3, 1, 1)
    assert [(asked.readers, asked.rule, asked.where) for asked in first.asked] == [
        ([], "named", "abstract"),
        (["ann"], "", "title"),
        (["ann"], "", ""),
    ]
    assert first.asked[0].html == "Our method uses <mark>optimal transport</mark> between graphs."
    assert first.asked[1].html == "On <mark>optimal transport</mark>"
    assert second.tag.label == "secret"
    text = page.content.decode()
    assert "mine" not in text


def test_an_accepted_tag_is_everybodys_and_can_be_undone(desk: Client) -> None:
    papers = [a_paper(), a_paper()]
    tag = propose("new idea", *papers)
    before = rows()

    assert "Accepted “new idea” on 2 papers." in answer(desk, "accept", tag)

    assert public(tag) == {paper.pk for paper in papers}
    event = TagEvent.objects.get()
    assert (event.verb, event.user.username) == ("answer", "curator")
    undo(event, None)
    assert rows() == before
    assert desk.get(URL).context["page"].paginator.count == 1


def test_a_rejected_tag_stays_away_and_nobody_asks_again(desk: Client) -> None:
    tag = a_tag("sorting", "task")
    row = found_by_rule(tag, "sort things")
    propose("sorting", row.paper, by="ann")

    answer(desk, "reject", tag)
    tag_papers([row.paper_id], "sorting", a_reader("bob"))

    assert not public(tag)
    assert set(Tagging.objects.values_list("state", flat=True)) == {"rejected"}
    assert "Nothing waits" in desk.get(URL).content.decode()


def test_only_the_ticked_papers_are_answered(desk: Client) -> None:
    papers = [a_paper() for _ in range(3)]
    tag = propose("idea", *papers)

    answer(desk, "accept", tag, paper=[papers[0].pk])
    answer(desk, "reject", tag, paper=[papers[1].pk])

    assert public(tag) == {papers[0].pk}
    assert [each.paper for each in desk.get(URL).context["questions"][0].asked] == [papers[2]]


def test_several_questions_are_answered_at_once(desk: Client) -> None:
    one, two, three = (propose(label, a_paper()) for label in ("one", "two", "three"))
    upto = desk.get(URL).context["upto"]

    desk.post(URL, {"answer": "accept", "question": [f"{one.pk}:1", f"{two.pk}:1"], "upto": upto})

    assert [bool(public(tag)) for tag in (one, two, three)] == [True, True, False]
    assert TagEvent.objects.count() == 2


def test_what_is_proposed_after_the_page_was_shown_waits(desk: Client) -> None:
    tag = propose("idea", a_paper())
    upto = desk.get(URL).context["upto"]
    later = a_paper("Later")
    propose("idea", later)

    desk.post(URL, {"answer": "accept", "question": f"{tag.pk}:1", "upto": upto})

    assert later.pk not in public(tag)
    assert desk.get(URL).context["questions"][0].papers == 1


def test_a_new_tag_accepted_as_another_lives_on_as_its_label(desk: Client, client: Client) -> None:
    paper, other = a_paper(abstract=TEXT), a_tag("Optimal transport", "method", "OT")
    tag = propose("transportation", paper, by="ann")
    before = rows()

    said = answer(desk, "accept", tag, **{"as": "ot"})

    assert "Accepted “transportation” as “Optimal transport” on 1 paper." in said
    assert public(other) == {paper.pk}
    assert not Tag.objects.filter(pk=tag.pk).exists()
    assert "transportation" in other.alternative_labels
    theirs = Tagging.objects.exclude(owner=None).get()
    assert (theirs.tag, theirs.state, theirs.asked_as) == (other, "accepted", "transportation")
    undo(TagEvent.objects.get(), None)
    assert rows() == before


def test_a_reader_sees_what_became_of_a_proposal(desk: Client, db: None) -> None:
    paper, other = a_paper("A"), a_tag("Great idea")
    user = a_user("ann")
    reader = Reader.of_user(user)
    tags = tag_papers([paper.pk], "big idea, small idea, no idea", reader).tags
    answer(desk, "accept", tags[0], **{"as": other.label})
    answer(desk, "accept", tags[1])
    answer(desk, "reject", tags[2])
    ann = Client()
    ann.force_login(user)

    for url in (paper.get_absolute_url(), "/account/"):
        text = ann.get(url).content.decode()
        assert "proposed as “big idea”, for everybody" in text
        assert "not taken over, so only yours" in text
    mine = ann.get("/tags/mine/").content.decode()
    assert "proposed as “<bdi>big idea</bdi>”" in mine
    assert "not taken over" in mine
    papers = [paper for tag in ann.get("/account/data.json").json()["tags"] for paper in tag["papers"]]
    assert [paper["proposed_as"] for paper in papers if "proposed_as" in paper] == ["big idea"]


def test_a_tag_of_the_catalogue_accepted_as_another_is_rejected_there(desk: Client) -> None:
    tag, other = a_tag("Transformers", "method"), a_tag("Attention", "method")
    row = found_by_rule(tag, "optimal transport")
    propose("transformers", row.paper, by="ann")
    before = rows()

    answer(desk, "accept", tag, **{"as": "attention"})

    assert (public(tag), public(other)) == (set(), {row.paper_id})
    assert Tagging.objects.get(tag=tag).state == "rejected"
    given = Tagging.objects.get(tag=other, owner=None)
    assert given.evidence == row.evidence
    assert Tagging.objects.exclude(owner=None).get().asked_as == "Transformers"
    undo(TagEvent.objects.get(), None)
    assert rows() == before


def test_a_label_that_no_tag_has_brings_near_ones_back(desk: Client) -> None:
    near = a_tag("Optimal transport", "method")
    papers = [a_paper(), a_paper()]
    tag = propose("shipping", *papers)

    data = {"answer": "accept", "as": "optimal transprot", "question": f"{tag.pk}:2", "paper": [papers[0].pk]}
    context = desk.post(URL, data, follow=True).context

    assert (context["near"], context["ticked"]) == ([near], {papers[0].pk})
    assert not TagEvent.objects.exists()
    answer(desk, "accept", tag, into=near.pk, paper=[papers[0].pk])
    assert public(near) == {papers[0].pk}


def test_the_second_of_two_curators_is_told(desk: Client) -> None:
    tag = propose("idea", a_paper())
    stale = {"answer": "reject", "question": f"{tag.pk}:1", "upto": desk.get(URL).context["upto"]}
    answer(desk, "accept", tag)

    said = desk.post(URL, stale, follow=True).content.decode()

    assert "It was answered by somebody else meanwhile. Accepted “idea” on 1 paper, by curator." in said
    assert public(tag)
    assert TagEvent.objects.count() == 1


def test_a_question_on_a_tag_that_is_gone_is_answered_with_a_word(desk: Client) -> None:
    tag = propose("idea", a_paper())
    Tag.objects.all().delete()
    assert "is gone" in answer(desk, "accept", tag)


def test_a_retired_tag_is_not_accepted(desk: Client) -> None:
    tag = propose("idea", a_paper())
    Tag.objects.update(state="retired")
    assert "is retired" in answer(desk, "accept", tag)
    assert not public(tag)


def test_reports_are_answered_with_a_text_that_the_reader_sees(desk: Client) -> None:
    paper = a_paper("A")
    report = Report.objects.create(paper=paper, reader=a_visitor(), text="<b>wrong</b>", email="ann@example.org")
    other = Report.objects.create(paper=paper, text="also")
    text = desk.get(URL, {"of": "reports"}).content.decode()
    assert "&lt;b&gt;wrong" in text
    assert change_url(paper) in text
    before = rows()

    desk.post(f"{URL}?of=reports", {"answer": "reject", "report": report.pk, "text": "It is as printed."})
    report.refresh_from_db()
    assert (report.state, report.answer, report.decided_by.username) == ("rejected", "It is as printed.", "curator")
    event = TagEvent.objects.of_paper(paper.pk).get()
    assert "ann@example.org" not in str(event.changes)
    said = desk.post(f"{URL}?of=reports", {"answer": "accept", "report": [report.pk, other.pk]}, follow=True)
    assert "1 of these were answered by somebody else" in said.content.decode()
    assert Report.objects.get(pk=other.pk).state == "accepted"
    assert "No report waits" in said.content.decode()
    for each in TagEvent.objects.all():
        undo(each, None)
    assert rows() == before


@pytest.mark.parametrize(
    "wrong", [{}, {"question": "x:y", "answer": "accept"}, {"question": "99999999999999999999:1", "answer": "reject"}]
)
@pytest.mark.parametrize("of", ["tags", "reports"])
def test_odd_answers_never_break_the_queue(desk: Client, wrong: dict[str, str], of: str) -> None:
    assert (
        desk.post(f"{URL}?of={of}", wrong | {"report": "x", "upto": "-1", "next": "'", "here": "%"}).status_code < 500
    )
    for value in ("x", "-1", "99999999999", "99999999999999999999", "[]"):
        for name in ("page", "tag", "kind", "by", "of", "as", "paper"):
            assert desk.get(URL, {name: value, "of": of}).status_code < 500


def test_more_questions_do_not_mean_more_queries(desk: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            desk.get(URL)
        return len(asked)

    propose("idea 0", a_paper(abstract=TEXT), a_paper())
    few = queries()
    for number in range(1, 15):
        propose(f"idea {number}", *(a_paper(abstract=TEXT) for _ in range(4)))
    assert queries() == few


def test_who_may_not_judge_reaches_none_of_it(client: Client, db: None) -> None:
    client.force_login(a_user("staff", is_staff=True))
    for of in ("tags", "reports"):
        assert client.get(URL, {"of": of}).status_code == 403
        assert client.post(f"{URL}?of={of}", {"answer": "accept"}).status_code == 403


def test_what_a_curator_judged_elsewhere_is_not_asked_again(desk: Client) -> None:
    paper = a_paper()
    tag = propose("idea", paper)
    row = Tagging.objects.create(paper=paper, tag=tag, origin="rule")

    desk.post("/admin/catalogue/tagging/", {"action": "reject_selected", "_selected_action": [row.pk]})

    assert "Nothing waits" in desk.get(URL).content.decode()


def test_what_was_answered_is_not_asked_again_after_the_rules_run(desk: Client) -> None:
    tag = a_tag("Optimal transport", "method", patterns="optimal transport")
    row = found_by_rule(tag, "optimal transport")
    answer(desk, "reject", tag)

    extract_again(current_vocabulary(), lambda done: None, everything=True)

    row.refresh_from_db()
    assert row.state == "rejected"
    assert Tagging.objects.filter(tag=tag).count() == 1
