"""Texts in sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.extraction.sentences import Role, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We study kernels. They are fast.", ["We study kernels.", "They are fast."]),
        ("Kernels, e.g. Gaussian ones, vs. trees (Smith et al. 2020) win. More.", 2),
        ("As shown in Fig. 3 by J. Smith, kernels win. More.", 2),
        ("We gain 4.5 points on v1.2 of it. 3 more.", 2),
        ("It helps deployments.Our benchmark is open.", ["It helps deployments.", "Our benchmark is open."]),
        ("See https://a.org/The.In for it.", 1),
        ("我们研究核方法。它们很快。", 2),
        ("First block\n\nSecond block", ["First block", "Second block"]),
        ("", 0),
    ],
)
def test_a_text_is_divided_into_its_sentences(text: str, parts: list[str] | int) -> None:
    found = [sentence.text for sentence in sentences(text)]
    assert (len(found) if isinstance(parts, int) else found) == parts


@given(st.text())
def test_sentences_quote_their_text_in_order(text: str) -> None:
    last = 0
    for sentence in sentences(text):
        assert last <= sentence.start < sentence.end
        assert text[sentence.start : sentence.end] == sentence.text == sentence.text.strip()
        last = sentence.end


def test_what_comes_before_the_contribution_is_background() -> None:
    text = "Kernels are slow. However, they matter. We propose Fast. It caches. Experiments show a gain of 4%."
    assert [sentence.role for sentence in sentences(text)] == [
        Role.BACKGROUND,
        Role.BACKGROUND,
        Role.CONTRIBUTION,
        Role.BODY,
        Role.RESULT,
    ]
