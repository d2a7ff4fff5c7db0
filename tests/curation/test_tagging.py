"""Readers' tags: theirs at once, everybody's when a curator says so."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from catalogue.curation import (
    Question,
    TagsRefused,
    accept_proposals,
    reject_proposals,
    tag_papers,
    tagging,
    untag_papers,
)
from catalogue.models import Paper, Reader, Tag, Tagging
from tests.cast import a_paper, a_reader, a_tag, a_user, a_visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper() -> Paper:
    return a_paper("T")


@pytest.fixture
def ann() -> Reader:
    return a_reader("ann")


def states(reader: Reader) -> dict[str, str]:
    return dict(reader.own_taggings.values_list("tag__label", "state"))


def test_a_tag_that_is_known_by_any_label_is_taken_and_a_new_one_proposed(paper: Paper, ann: Reader) -> None:
    known = a_tag("reinforcement learning", "method", "RL")
    done = tag_papers([paper.pk], " rl , our reading group,, ", ann)
    assert done.tags[0] == known
    assert (done.tags[1].kind, done.tags[1].label, done.tags[1].state) == ("keyword", "our reading group", "proposed")
    assert states(ann) == {"reinforcement learning": "proposed", "our reading group": "proposed"}
    assert not Tagging.objects.public().exists()


def test_a_private_label_is_never_proposed_and_may_repeat_one_of_the_catalogue(paper: Paper, ann: Reader) -> None:
    a_tag("planning", "task")
    done = tag_papers([paper.pk], "planning", ann, mine_only=True)
    bob = a_reader("bob")
    tag_papers([paper.pk], "planning", bob, mine_only=True)
    assert (done.tags[0].owner, states(ann)) == (ann, {"planning": "accepted"})
    assert not Tagging.objects.waiting().exists()
    assert not done.tags[0].addresses.exists()
    assert Tag.objects.filter(labels__key="planning").count() == 3


def test_a_kind_before_a_label_says_which_of_two_tags_is_meant(paper: Paper, ann: Reader) -> None:
    a_tag("graphs", "area")
    modality = a_tag("graphs", "modality")
    assert tag_papers([paper.pk], "Modality: graphs", ann).tags == [modality]


def test_what_a_paper_has_already_is_not_asked_again(paper: Paper, ann: Reader) -> None:
    tag = a_tag("kernels")
    Tagging.objects.create(paper=paper, tag=tag, origin="curator")
    tag_papers([paper.pk], "kernels", ann)
    assert states(ann) == {"kernels": "accepted"}
    assert not Tagging.objects.waiting().exists()


def test_an_accepted_proposal_is_everybodys_and_its_readers_hear_of_it(paper: Paper, ann: Reader) -> None:
    bob, curator = a_visitor(), a_user("curator")
    tag_papers([paper.pk], "new idea", ann)
    tag_papers([paper.pk], "New  Idea", bob)
    assert accept_proposals(Question(Tag.objects.get()), curator).papers == 1
    assert states(ann) == states(bob) == {"new idea": "accepted"}
    public = Tagging.objects.public().get()
    assert (public.tag.label, public.origin, public.decided_by) == ("new idea", "curator", curator)
    assert untag_papers([paper.pk], [public.tag], ann) == 1
    assert Tagging.objects.public().count() == 1


def test_a_rejected_proposal_stays_its_readers_and_is_not_asked_again(paper: Paper, ann: Reader) -> None:
    curator, bob = a_user("curator"), a_reader("bob")
    tag_papers([paper.pk], "new idea", ann)
    assert reject_proposals(Question(Tag.objects.get()), curator).papers == 1
    tag_papers([paper.pk], "new idea", bob)
    assert states(ann) == states(bob) == {"new idea": "rejected"}
    assert not Tagging.objects.waiting().exists()


def test_what_a_curator_rejected_for_all_is_not_proposed(paper: Paper, ann: Reader) -> None:
    tag = a_tag("kernels")
    Tagging.objects.create(paper=paper, tag=tag, origin="rule", state="rejected")
    tag_papers([paper.pk], "kernels", ann)
    assert states(ann) == {"kernels": "rejected"}


def test_a_label_that_was_retired_is_given_for_the_reader_only(paper: Paper, ann: Reader) -> None:
    a_tag("old words", state="retired")
    assert tag_papers([paper.pk], "old words", ann).tags[0].owner == ann


def test_a_proposed_tag_that_nobody_has_any_more_is_gone(paper: Paper, ann: Reader) -> None:
    tags = tag_papers([paper.pk], "typo, other", ann).tags + tag_papers([paper.pk], "own", ann, mine_only=True).tags
    bob = a_reader("bob")
    tag_papers([paper.pk], "other", bob)
    untag_papers([paper.pk], tags, ann)
    assert list(Tag.objects.values_list("label", flat=True)) == ["other"]


def test_tagging_twice_adds_nothing(paper: Paper, ann: Reader) -> None:
    assert tag_papers([paper.pk, paper.pk], "a", ann).new == 1
    assert tag_papers([paper.pk], "A", ann).new == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" , ;", "Type a tag"),
        (",".join(map(str, range(21))), "At most 20"),
        ("x" * 81, "at most 80 characters"),
    ],
)
def test_what_cannot_be_a_tag_is_refused_whole(paper: Paper, ann: Reader, text: str, said: str) -> None:
    with pytest.raises(TagsRefused, match=said):
        tag_papers([paper.pk], f"good, {text}" if text.strip(" ,;") else text, ann)
    assert not Tagging.objects.exists()
    assert not Tag.objects.exists()


def test_tags_of_a_visitor_join_those_of_the_account(paper: Paper, ann: Reader) -> None:
    other, visitor = a_paper("Other"), a_visitor()
    tag_papers([paper.pk], "shared, mine", ann)
    tag_papers([paper.pk], "pile", ann, mine_only=True)
    tag_papers([paper.pk, other.pk], "shared", visitor)
    tag_papers([other.pk], "pile, heap", visitor, mine_only=True)
    ann.take_over(visitor)
    found = sorted(ann.own_taggings.values_list("tag__label", "paper__title"))
    assert found == [
        ("heap", "Other"),
        ("mine", "T"),
        ("pile", "Other"),
        ("pile", "T"),
        ("shared", "Other"),
        ("shared", "T"),
    ]
    assert set(ann.private_tags.values_list("label", flat=True)) == {"heap", "pile"}
    assert set(Tag.objects.exclude(owner=None).values_list("labels__owner", flat=True)) == {ann.pk}


def test_what_a_curator_turned_down_is_not_asked_again_of_whoever_gives_it_anew(paper: Paper, ann: Reader) -> None:
    curator = a_user("curator")
    tag = tag_papers([paper.pk], "new idea", ann).tags[0]
    reject_proposals(Question(tag), curator)
    untag_papers([paper.pk], [tag], ann)
    tag_papers([paper.pk], "new idea", ann)
    assert states(ann) == {"new idea": "rejected"}


@pytest.mark.parametrize("typed", ["old words", "method: old words", "keyword: old words", "Old  Words"])
@pytest.mark.parametrize("kind", ["keyword", "method"])
def test_a_retired_label_of_any_kind_is_given_for_the_reader_only(
    paper: Paper, ann: Reader, kind: str, typed: str
) -> None:
    a_tag("old words", kind, state="retired")
    tag = tag_papers([paper.pk], typed, ann).tags[0]
    assert (tag.owner, tag.label.lower()) == (ann, "old words")


def test_a_proposed_tag_is_known_by_its_own_label_alone(paper: Paper, ann: Reader) -> None:
    a_tag("Secret plan", "method", "code name", state="proposed")
    assert tag_papers([paper.pk], "code name", ann).tags[0].label == "code name"
    assert tag_papers([paper.pk], "secret plan", ann).tags[0].label == "Secret plan"


@pytest.mark.parametrize("text", ["\u200b", "\u00ad", "\u0301", " \u2060 , \u200d"])
def test_what_nobody_sees_is_no_tag(paper: Paper, ann: Reader, text: str) -> None:
    with pytest.raises(TagsRefused, match="Type a tag"):
        tag_papers([paper.pk], text, ann)


def test_a_label_whose_letters_stand_for_many_is_too_long(paper: Paper, ann: Reader) -> None:
    with pytest.raises(TagsRefused, match="at most 80"):
        tag_papers([paper.pk], "\ufdfa" * 80, ann)


def test_curators_are_asked_so_many_times_a_day_and_the_reader_may_go_on_alone(
    ann: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tagging, "PROPOSALS_A_DAY", {True: 2, False: 3})
    papers = [a_paper(str(n)).pk for n in range(4)]
    visitor = a_visitor()
    for reader, most in ((ann, 3), (visitor, 2)):
        tag_papers(papers[:most], "survey", reader)
        with pytest.raises(TagsRefused, match=f"{most} times a day"):
            tag_papers(papers[most:], "survey", reader)
        assert reader.own_taggings.count() == most
        tag_papers(papers, "survey", reader, mine_only=True)
        assert reader.own_taggings.count() == most + 4


@pytest.mark.django_db(transaction=True)
def test_a_tag_that_one_reader_drops_while_another_gives_it_stays_with_the_other() -> None:
    paper, ann, bob = a_paper("T"), a_reader("ann"), a_reader("bob")

    def drop() -> None:
        untag_papers([paper.pk], list(Tag.objects.filter(taggings__owner=ann)), ann)
        connections.close_all()

    def give() -> None:
        tag_papers([paper.pk], "idea", bob)
        connections.close_all()

    for _ in range(5):
        untag_papers([paper.pk], list(Tag.objects.all()), bob)
        tag_papers([paper.pk], "idea", ann)
        with ThreadPoolExecutor(2) as threads:
            for done in [threads.submit(drop), threads.submit(give)]:
                done.result()
        assert [row.tag.label for row in bob.own_taggings.select_related("tag")] == ["idea"]
