"""Applying changed patterns to the papers that they bear on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from catalogue.curation import (
    PatternChange,
    Question,
    accept,
    accept_proposals,
    current_vocabulary,
    reject,
    reject_proposals,
)
from catalogue.importing import applying, propose_or_give, read_again, read_for, work_off
from catalogue.models import AssertionState, Finding, Paper, RuleRun, Tag, Tagging, TagState
from tests.cast import a_paper, a_reader, a_tag, a_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def sorting() -> Tag:
    return a_tag("Sorting", "task", patterns="sort")


@pytest.fixture
def papers(sorting: Tag) -> list[Paper]:
    made = [a_paper(f"Paper {at}", abstract="We order birds." if at % 3 else "We sort birds.") for at in range(9)]
    read_again([paper.pk for paper in made], current_vocabulary())
    return made


def tagged(tag: Tag, state: str = "accepted") -> set[str]:
    return set(Tagging.objects.filter(tag=tag, owner=None, state=state).values_list("paper__title", flat=True))


def changed(tag: Tag, patterns: str) -> RuleRun:
    """A run that waits for the other patterns, which are saved, to be applied."""
    papers = list(PatternChange(tag, patterns).concerned())
    Tag.objects.filter(pk=tag.pk).update(patterns=patterns)
    return RuleRun.of(tag, papers, a_user("ada"))


ORDERED = {f"Paper {at}" for at in range(9) if at % 3}


def test_a_run_reads_the_papers_that_may_change_and_tells_what_came_of_it(sorting: Tag, papers: list[Paper]) -> None:
    a_paper("None", abstract="Birds.")
    run = changed(sorting, "order")
    done: list[int] = []

    assert work_off(run, done.append)

    run.refresh_from_db()
    assert (run.state, run.done, run.total, run.gained, run.lost) == ("finished", 9, 9, 6, 3)
    assert run.finished is not None
    assert tagged(sorting) == ORDERED
    assert done[-1] == 9


def test_a_run_that_was_killed_goes_on_where_it_stopped(
    sorting: Tag, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "BATCH", 4)
    run = changed(sorting, "order")

    def killed(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_off(run, killed)
    run.refresh_from_db()
    assert (run.state, run.done, run.is_dead) == ("running", 4, False)
    assert not work_off(run)

    RuleRun.objects.update(beat=timezone.now() - timedelta(minutes=2))
    run.refresh_from_db()
    assert run.is_dead
    assert list(RuleRun.dead()) == [run]
    assert work_off(run)
    run.refresh_from_db()
    assert (run.state, run.done, run.gained, run.lost) == ("finished", 9, 6, 3)
    assert not RuleRun.dead().exists()


def test_whoever_lost_a_run_to_another_writes_nothing_more(
    sorting: Tag, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "BATCH", 4)
    run = changed(sorting, "order")

    def taken_over(done: int) -> None:
        RuleRun.objects.update(beat=timezone.now() - timedelta(minutes=2))
        assert RuleRun.objects.get().take("another")

    assert not work_off(run, taken_over)
    assert RuleRun.objects.get().done == 4


def test_a_finished_run_is_not_worked_off_again(sorting: Tag, papers: list[Paper]) -> None:
    run = changed(sorting, "order")
    assert work_off(run)
    assert not work_off(run)
    run.refresh_from_db()
    assert not run.is_dead


def test_a_tag_that_is_deleted_meanwhile_ends_its_run(
    sorting: Tag, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "BATCH", 4)
    run = changed(sorting, "order")
    with pytest.raises(RuleRun.DoesNotExist):
        work_off(run, lambda done: [sorting.delete() for _ in range(1)])  # type: ignore[func-returns-value]
    assert not RuleRun.objects.exists()


def test_a_run_without_papers_is_finished_at_once(sorting: Tag) -> None:
    assert work_off(RuleRun.of(sorting, [], None))
    assert RuleRun.objects.get().state == "finished"


def test_patterns_that_change_during_a_run_count_as_they_are(sorting: Tag, papers: list[Paper]) -> None:
    run = changed(sorting, "order")
    Tag.objects.update(patterns="birds")
    work_off(run)
    assert len(tagged(sorting)) == 9


# --- Tags that only propose ---------------------------------------------------------------------
def test_what_the_patterns_of_a_proposing_tag_find_waits(sorting: Tag, papers: list[Paper]) -> None:
    Tag.objects.update(only_proposes=True, patterns="order")

    gained, lost = read_for(sorting.pk, [paper.pk for paper in papers])

    assert (gained, lost) == (6, 3)
    assert (tagged(sorting), tagged(sorting, "proposed")) == (set(), ORDERED)
    assert Tagging.objects.public().count() == 0
    assert read_for(sorting.pk, [paper.pk for paper in papers]) == (0, 0)


def test_switching_takes_what_rules_gave_along_and_leaves_what_was_decided(sorting: Tag, papers: list[Paper]) -> None:
    curator = a_user("ada")
    accept(Tagging.objects.filter(paper=papers[0]), curator)
    reject(Tagging.objects.filter(paper=papers[3]), curator)
    Tag.objects.update(only_proposes=True)

    assert propose_or_give(sorting.pk, True) == 1
    assert (tagged(sorting), tagged(sorting, "proposed")) == ({"Paper 0"}, {"Paper 6"})
    assert propose_or_give(sorting.pk, False) == 1
    assert (tagged(sorting), tagged(sorting, "rejected")) == ({"Paper 0", "Paper 6"}, {"Paper 3"})


def test_a_decided_one_is_never_asked_again(sorting: Tag, papers: list[Paper]) -> None:
    curator = a_user("ada")
    Tag.objects.update(only_proposes=True)
    propose_or_give(sorting.pk, True)
    accept(Tagging.objects.filter(paper=papers[0]), curator)
    reject(Tagging.objects.filter(paper=papers[3]), curator)

    for patterns in ("order", "sort"):
        Tag.objects.update(patterns=patterns)
        read_again([paper.pk for paper in papers], current_vocabulary())

    assert tagged(sorting) == {"Paper 0"}
    assert tagged(sorting, "rejected") == {"Paper 3"}
    assert tagged(sorting, "proposed") == {"Paper 6"}


def test_reading_again_switches_too(sorting: Tag, papers: list[Paper]) -> None:
    Tag.objects.update(only_proposes=True)
    read_again([paper.pk for paper in papers], current_vocabulary())
    assert tagged(sorting, "proposed") == {"Paper 0", "Paper 3", "Paper 6"}

    Tag.objects.update(only_proposes=False)
    read_again([paper.pk for paper in papers], current_vocabulary())
    assert tagged(sorting) == {"Paper 0", "Paper 3", "Paper 6"}


@pytest.mark.parametrize("answer", [accept_proposals, reject_proposals])
def test_a_readers_proposal_is_answered_with_that_of_the_rule(
    answer: object, sorting: Tag, papers: list[Paper]
) -> None:
    Tag.objects.update(only_proposes=True)
    propose_or_give(sorting.pk, True)
    theirs = Tagging.objects.create(
        paper=papers[0], tag=sorting, owner=a_reader(), origin="reader", state=AssertionState.PROPOSED
    )

    answer(Question(theirs.tag), a_user("ada"))  # type: ignore[operator]

    assert papers[0].title not in tagged(sorting, "proposed")
    read_again([papers[0].pk], current_vocabulary())
    assert papers[0].title not in tagged(sorting, "proposed")


def test_retired_tags_lose_what_rules_gave(sorting: Tag, papers: list[Paper]) -> None:
    change = PatternChange(sorting, "")
    concerned = list(change.concerned())
    Tag.objects.update(state=TagState.RETIRED)

    assert read_for(sorting.pk, concerned) == (0, 3)
    assert Finding.objects.filter(kind="heading").count() == 0
