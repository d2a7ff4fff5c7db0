"""What a paper is about, by the terms it names and by its background."""

import pytest

from catalogue.extraction import Term, Text, Vocabulary, read
from catalogue.extraction.topics import Topics

VOCABULARY = Vocabulary(
    [
        Term(1, "task", "bird-sorting", "bird sorting", ("bird sorting",)),
        Term(2, "task", "voice-repair", "voice repair", ("voice repair",)),
        Term(3, "method", "tree-search", "tree search", ("tree search", "TS")),
        Term(4, "task", "jailbreaking", "jailbreak attack", ("jailbreak attack",)),
        Term(5, "method", "fine-tuning", "fine-tuning", ("fine-tuning",)),
    ]
)


def topics(abstract: str) -> Topics:
    reading = read(Text(abstract), VOCABULARY)
    return Topics(abstract, reading.sentences, reading.matches["abstract"])


def words(abstract: str, span: tuple[int, int] | None) -> str | None:
    return None if span is None else abstract[slice(*span)]


@pytest.mark.parametrize(
    ("abstract", "said", "task"),
    [
        ("We sort birds for bird sorting. Voice repair is not bird sorting.", "Tern", "bird sorting"),
        ("Voice repair is for all. We do bird sorting; bird sorting pays.", "Tern: sorting", None),
        ("We defend for all from jailbreak attacks. A jailbreak attack is bad.", "Tern", None),
        ("Bird sorting is old. Nothing else is said of bird sorting.", "Tern", None),
    ],
)
def test_a_paper_is_for_the_task_it_names_most_in_other_words(abstract: str, said: str, task: str | None) -> None:
    assert words(abstract, topics(abstract).task(said)) == task


@pytest.mark.parametrize(
    ("abstract", "said", "term"),
    [
        ("TS helps. We use tree search, and TS again.", "a new sorter", "tree search"),
        ("We use tree search, and TS again.", "searching in trees", None),
        ("Fine-tuning helps. We use fine-tuning.", "a new sorter", None),
        ("Nothing is known.", "a new sorter", None),
    ],
)
def test_a_term_that_is_not_said_can_stand_before_a_heading(abstract: str, said: str, term: str | None) -> None:
    assert words(abstract, topics(abstract).before(said)) == term


def test_what_the_background_spells_out_is_the_topic_where_no_term_is() -> None:
    abstract = "The aim of gull counting (GC) is old. We build trees for it. GC is hard."
    assert words(abstract, topics(abstract).task("Tern")) == "gull counting"


def test_a_text_without_sentences_has_no_topic() -> None:
    assert topics("").task("Tern") is None
    assert topics("").before("Tern") is None
