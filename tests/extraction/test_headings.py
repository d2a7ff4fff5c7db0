"""Headings of papers without a title."""

import pytest

from catalogue.extraction import HEADING_LENGTH, first_sentence_heading

LONG = "Recent advances in large language models have made it possible to solve problems that were out of reach"


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("We study kernels. They are fast.", "We study kernels"),
        ("We study kernels", "We study kernels"),
        ("Are kernels fast? We find they are.", "Are kernels fast?"),
        (
            "Kernels, e.g. Gaussian ones, vs. trees (Smith et al. 2020) win. More.",
            "Kernels, e.g. Gaussian ones, vs. trees (Smith et al. 2020) win",
        ),
        ("As shown in Fig. 3 by J. Smith, kernels win. More.", "As shown in Fig. 3 by J. Smith, kernels win"),
        ("We gain 4.5 points on v1.2 of it. More.", "We gain 4.5 points on v1.2 of it"),
        ("我们研究核方法。它们很快。", "我们研究核方法"),
        ("We say “kernels win.” They do.", "We say “kernels win.”"),
        ("The set $\\{a. B\\}$ is small. More.", "The set $\\{a. B\\}$ is small"),
        (f"{LONG} (in $O(n)$ time) before anybody tried.", f"{LONG}…"),
        (f"{LONG} $O(n^2 \\log n + m)$ before. More.", f"{LONG}…"),
        (f"{LONG}, and yet of the kernels that we know.", f"{LONG}…"),
        (f"{LONG} with kernels.", f"{LONG} with kernels"),
        ("字" * 200, "字" * 119 + "…"),
        ("x" * 500, "x" * 119 + "…"),
    ],
)
def test_the_heading_is_the_first_sentence_cut_well(text: str, heading: str) -> None:
    assert first_sentence_heading(text) == heading
    assert len(heading) <= HEADING_LENGTH
