"""What a process remembers, and until when."""

import pytest

from catalogue.facets import NAMES, WORDS, current
from catalogue.facets.memory import Memory
from catalogue.models import Paper, TagLabel
from catalogue.search import index_papers, matching, rebuild
from tests.cast import a_collection, a_paper, a_tag, appear


def test_what_was_asked_is_not_asked_again_and_what_has_no_answer_is() -> None:
    asked: list[list[int]] = []

    def ask(keys: list[int]) -> dict[int, str]:
        asked.append(keys)
        return {key: str(key) for key in keys if key < 3}

    memory = Memory()
    assert memory.answers("x", [1, 2], ask) == {1: "1", 2: "2"}
    assert memory.answers("x", [1, 3], ask) == {1: "1"}
    assert memory.answers("x", [3, 2], ask) == {2: "2"}
    assert memory.answers("y", [1], ask) == {1: "1"}
    assert asked == [[1, 2], [3], [3], [1]]


def test_of_more_answers_than_are_kept_the_latest_stay() -> None:
    memory = Memory()
    for key in (1, 2, 1, 3):
        memory.once("x", key, lambda: "old", most=2)

    assert [memory.once("x", key, lambda: "new", most=3) for key in (1, 3, 2)] == ["old", "old", "new"]


@pytest.mark.django_db(transaction=True)
def test_a_search_is_remembered_until_words_or_names_change() -> None:
    paper = a_paper("Untold", abstract="On kernels.")

    def found(text: str) -> list[str]:
        return sorted(matching(Paper.objects.all(), text).values_list("heading", flat=True))

    assert (found("kernels"), found("trees"), found("dim*"), found("iclr")) == (["Untold"], [], [], [])
    Paper.objects.filter(pk=paper.pk).update(abstract_text="On trees, dimly.")
    index_papers([paper.pk])
    assert (found("kernels"), found("trees"), found("dim*")) == ([], ["Untold"], ["Untold"])

    appear(paper, "ICLR 2026")
    assert found("iclr") == ["Untold"]
    collection = a_collection("ICLR 2026")
    collection.name = "Learning days"
    collection.save()
    assert (found("days"), found("iclr")) == (["Untold"], ["Untold"])

    tag = a_tag("Forests", "method")
    paper.taggings.create(tag=tag, origin="curator")
    assert (found("forests"), found("woods"), found("tag:woods")) == (["Untold"], [], [])
    tag.set_labels("Forests", ["Woods"])
    assert (found("woods"), found("tag:woods")) == (["Untold"], ["Untold"])
    TagLabel.objects.filter(label="Woods").delete()
    assert found("woods") == []

    paper.delete()
    assert (found("trees"), found("forests")) == ([], [])


@pytest.mark.django_db(transaction=True)
def test_what_is_remembered_outlives_changes_of_other_things() -> None:
    paper = a_paper("Untold", tags=[a_tag("Forests", "method")])
    before = current()
    paper.taggings.all().delete()
    after = current()

    assert after is not before
    assert after.memory(WORDS) is before.memory(WORDS)
    assert after.memory(NAMES) is before.memory(NAMES)


@pytest.mark.django_db(transaction=True)
def test_counting_the_words_again_makes_every_process_forget_the_old_counts() -> None:
    a_paper("Untold", abstract="On kernels.")
    before = current()
    rebuild(lambda done: None)

    assert current().memory(WORDS) is not before.memory(WORDS)
