"""Addresses of code, data and project pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.extraction.evidence import Text
from catalogue.extraction.links import code_promised, links
from catalogue.extraction.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Our code is at https://github.com/tern/sort.", [("code", "https://github.com/tern/sort")]),
        ("Code: github.com/tern/sort, soon more.", [("code", "https://github.com/tern/sort")]),
        ("The songs are at https://zenodo.org/records/17.", [("data", "https://zenodo.org/records/17")]),
        ("The dataset is at https://github.com/tern/songs.", [("data", "https://github.com/tern/songs")]),
        ("See https://huggingface.co/datasets/tern/songs!", [("data", "https://huggingface.co/datasets/tern/songs")]),
        ("Project page: tern-sort.github.io/", [("project", "https://tern-sort.github.io/")]),
        ("Code (https://anonymous.4open.science/r/tern-1/).", [("code", "https://anonymous.4open.science/r/tern-1/")]),
        ("See https://en.example.org/wiki/Tern_(bird).", [("project", "https://en.example.org/wiki/Tern_(bird)")]),
        ("Code at https://a.org/x and again https://a.org/x/.", [("code", "https://a.org/x")]),
        ("The implementation is at www.tern.org/code;", [("code", "https://www.tern.org/code")]),
        ("Code is at https://.", []),
        ("We use github and vim.io things.", []),
        ("", []),
    ],
)
def test_an_address_is_found_without_the_punctuation_around_it(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(each.about, each.value) for each in links(Text(text))] == expected


@pytest.mark.parametrize(
    ("text", "promised"),
    [
        ("Code will be made publicly available upon acceptance.", True),
        ("The code and models will be publicly available.", True),
        ("We will release our songs and code.", True),
        ("We sort birds and will open-source the framework.", True),
        ("We release the dataset to help others.", True),
        ("The dataset and code are publicly available.", True),
        ("TernBench will be released.", True),
        ("Code is in the supplementary material.", False),
        ("Our code is available in the appendix.", False),
        ("We beat open-source models.", False),
        ("Data are not publicly available, so we sort birds.", False),
        ("Code will be released at https://github.com/tern/sort.", False),
        ("We also provide results on real data.", False),
        ("", False),
    ],
)
def test_a_release_is_promised_where_there_is_no_address(text: str, promised: bool) -> None:
    found = code_promised(Text(text), sentences(text))
    assert (found is not None) == promised
    assert found is None or (found.value, text[found.evidence.start : found.evidence.end]) == (
        "yes",
        found.evidence.quote,
    )


PIECES = st.sampled_from(
    ["https://", "github.com/", "a.org", "/x", "(", ")", ".", " ", "www.", "Code ", "will be released", "𝐋", "。"]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=20).map("".join)))
def test_every_address_quotes_its_text(abstract: str) -> None:
    for each in links(Text(abstract)):
        evidence = each.evidence
        assert abstract[evidence.start : evidence.end] == evidence.quote
        assert each.value.endswith(evidence.quote)
