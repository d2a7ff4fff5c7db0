"""Quantitative claims."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.extraction.evidence import Text
from catalogue.extraction.results import RESULT_COUNT, RESULT_LENGTH, results
from catalogue.extraction.sentences import sentences


def found(abstract: str) -> list[str]:
    return [each.value for each in results(Text(abstract), sentences(abstract))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Tern improves accuracy by 4.5% over Wren.", ["Tern improves accuracy by 4.5% over Wren"]),
        ("Experiments show that Tern is 3× faster than Wren.", ["Tern is 3× faster than Wren"]),
        ("It lowers the error from 6.1 to 1.2.", ["It lowers the error from 6.1 to 1.2"]),
        ("We collect 8,053 songs of wild birds.", ["We collect 8,053 songs of wild birds"]),
        ("We prove an O(1/δ^2) bound on the regret.", ["an O(1/δ^2) bound on the regret"]),
        (
            "Tern gains over 5% on the songs that we recorded on the islands of the north, while calls lose only 2% of theirs.",
            [
                "Tern gains over 5% on the songs that we recorded on the islands of the north",
                "calls lose only 2% of theirs",
            ],
        ),
        ("It saves 40% of the time (up to 2 hours).", ["It saves 40% of the time (up to 2 hours)"]),
        ("We test it on Wren-2.5-7B and Tern3.", []),
        ("Since 2019, birds are sorted.", []),
        ("We use 3D songs and 8-bit voices [12, 13].", []),
        ("It has two parts: (1) a gate and (2) a nest.", []),
        ("Code is at https://github.com/tern/sort2.", []),
    ],
)
def test_a_claim_is_a_phrase_with_a_number_that_counts(sentence: str, expected: list[str]) -> None:
    assert found("We propose Tern. " + sentence) == expected


def test_the_strongest_claims_come_first_and_no_more_than_eight() -> None:
    gains = " ".join(f"Tern improves song {letter} by {number}%." for number, letter in enumerate("abcdefghij", 10))
    result = found(f"We propose Tern. We curate 900 songs of birds. {gains}")
    assert len(result) == RESULT_COUNT
    assert result[0] == "Tern improves song a by 10%"


def test_what_stands_before_the_contribution_is_no_claim() -> None:
    assert found("Wren reaches 99% already. We propose Tern. It is better.") == []


def test_a_long_claim_is_cut_at_a_phrase() -> None:
    tail = ", ".join(f"voices of birds of island {word}" for word in ("one", "two", "three", "four", "five", "six"))
    (claim,) = found(f"We propose Tern. It improves accuracy by 12% on {tail}.")
    assert (
        claim
        == "It improves accuracy by 12% on voices of birds of island one, voices of birds of island two, voices of birds of island three, voices of birds of island four"
    )


PIECES = st.sampled_from(
    ["We gain ", "5%", "3×", " (", ")", ", while ", "10,000 songs", ". ", "O(n^2)", "𝐋", "x" * 90, " and ", "[1]"]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=25).map("".join)))
def test_every_claim_is_a_short_quotation(abstract: str) -> None:
    for each in results(Text(abstract), sentences(abstract)):
        assert abstract[each.evidence.start : each.evidence.end] == each.evidence.quote == each.value
        assert 0 < len(each.value) <= RESULT_LENGTH


def test_no_result_has_a_bracket_without_its_other_half() -> None:
    abstract = (
        "We propose Fast. Fast gains 4.5% (2.1% on average over all of the tasks that we tried) on trees, and wins. "
        "It reaches 7.5 points (on 200 pairs.) with 3% of the cost, and (to our knowledge 12% more than any other does."
    )
    text = Text(abstract)
    found = [each.value for each in results(text, sentences(abstract))]
    assert found
    assert all(value.count("(") == value.count(")") for value in found)
