"""What reads like a title looks better than half a phrase."""

import pytest

from catalogue.extraction.looks import is_thin, looks, signs


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (
            ("a benchmark for sorting the voices of birds", ". We show", "name, what it is", "TernBench"),
            ("a benchmark", " that measures", "name, what it is", "TernBench"),
        ),
        (
            ("maps the voices of birds to islands", ". It is", "name, what it does", "Tern"),
            ("maps the voices of birds", " to islands", "name, what it does", "Tern"),
        ),
        (
            ("bounds for sorting under noise", ". We show", "what is made", ""),
            ("bounds for sorting and show", " that", "what is made", ""),
        ),
        (
            ("sorting of bird voices", ". We", "what is studied", ""),
            ("these two problems", ". We", "what is studied", ""),
        ),
        (
            ("novel framework for sorting bird voices by pitch", ".", "what is made", ""),
            ("novel framework", " that", "what is made", ""),
        ),
    ],
)
def test_what_is_whole_and_tells_something_looks_better(
    better: tuple[str, str, str, str], worse: tuple[str, str, str, str]
) -> None:
    assert looks(*better) > looks(*worse)


@pytest.mark.parametrize("said", ["", "?", "a", "鸟", "x y z", "(i)"])
def test_any_text_has_looks(said: str) -> None:
    assert isinstance(looks(said, "", "what is made", ""), float)
    assert signs(said, "", "what is made", "")


def test_a_phrase_of_words_that_fit_any_paper_is_thin() -> None:
    assert is_thin("a novel framework for learning")
    assert not is_thin("a framework for the voices of birds")
