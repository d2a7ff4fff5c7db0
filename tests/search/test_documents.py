"""The text papers are found by."""

import pytest

from catalogue.search import document_text, fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Número  GÖDEL\n", "numero godel"),
        ("Go\u0308del", "godel"),
        ("Łojasiewicz Ørsted Straße", "lojasiewicz orsted strasse"),
        ("ｆｕｌｌ width ﬁ", "full width fi"),
        ("Ωμέγα", "ωμεγα"),
        ("强化学习 がぎ", "强化学习 がぎ"),
        ("x² ½", "x2 1⁄2"),
    ],
)
def test_case_accents_and_width_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(folded) == folded


def test_a_document_has_each_part_once_on_a_line_of_its_own_and_a_longest_length() -> None:
    assert document_text(["A", "", "B", "a"]) == "a\nb"
    assert len(document_text(["x" * 200_000])) == 100_000
