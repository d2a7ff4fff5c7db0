"""Headings of papers without a title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.extraction import Term, Text, Vocabulary, read
from catalogue.extraction.headings import HEADING_LENGTH, first_sentence_heading, heading
from catalogue.extraction.names import names
from catalogue.extraction.sentences import sentences

LONG = "Recent advances in large language models have made it possible to solve problems that were out of reach"
BEFORE = "Sorting birds by voice is hard, since they sing at once. "


def made(abstract: str) -> str:
    text, parts = Text(abstract), sentences(abstract)
    found = heading(text, parts, names(text, parts))
    return found.text(abstract) if found else ""


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


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("We propose TernSort, a sparse index for bird voices.", "TernSort: a sparse index for bird voices"),
        ("We propose TernSort, a novel sparse index for bird voices.", "TernSort: a sparse index for bird voices"),
        ("We propose TernSort, a novel online index for bird voices.", "TernSort: online index for bird voices"),
        ("We propose TernSort, the first sparse index for bird voices.", "TernSort: sparse index for bird voices"),
        ("We introduce TernSort: a sparse index for bird voices.", "TernSort: a sparse index for bird voices"),
        (
            "We propose a sparse index for bird voices, called TernSort, which is fast.",
            "TernSort: a sparse index for bird voices",
        ),
        (
            "We propose TernSort, which assigns every voice to a bird by its pitch.",
            "TernSort assigns every voice to a bird by its pitch",
        ),
        (
            "We introduce Voice Tree Sorting (VTS) for noisy recordings of birds.",
            "VTS: Voice Tree Sorting for noisy recordings of birds",
        ),
    ],
)
def test_a_heading_says_what_the_named_thing_is(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("We propose a novel sparse index for bird voices.", "Sparse index for bird voices"),
        ("In this paper, we present the first index of all bird voices, one that is fast.", "Index of all bird voices"),
        ("We study the migration of small birds under strong wind.", "Migration of small birds under strong wind"),
        (
            "We examine migration of small birds and show that it depends on wind.",
            "Migration of small birds",
        ),
        (
            "We prove that small birds with long wings migrate earlier than large ones.",
            "Small birds with long wings migrate earlier than large ones",
        ),
        ("A sparse index of bird voices is proposed. It is fast.", "Sparse index of bird voices"),
        ("We sort. This is the first index of voices that works at night.", "Index of voices that works at night"),
    ],
)
def test_without_a_name_a_heading_is_the_contribution(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "We propose TernSort, a sorter for clear, well-recorded, and loud voices of birds that live on the islands of the "
            "far north and of the south.",
            "TernSort: a sorter for clear, well-recorded, and loud voices of birds",
        ),
        (
            "We propose TernSort, a sorter of voices (by pitch and by the length of the tone in seconds and by the place where "
            "the recording of it was made).",
            "TernSort: a sorter of voices",
        ),
        (
            "We propose TernSort, a sorter of small birds that overcomes these well-known limitations of older ones.",
            "TernSort: a sorter of small birds",
        ),
        (
            "We propose TernSort, a sorter of bird voices (SBV) for islands.",
            "TernSort: a sorter of bird voices for islands",
        ),
    ],
)
def test_a_long_heading_ends_where_a_phrase_ends(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "We propose TernSort, a method that solves this problem by comparing the pitch of neighbouring birds.",
            "TernSort: comparing the pitch of neighbouring birds",
        ),
        (
            "We propose TernSort, a framework derived from these findings. TernSort assigns every voice to a bird.",
            "TernSort assigns every voice to a bird",
        ),
        (
            "We propose a novel framework named TernSort, which consists of two modules: a pitch tree and a tone index.",
            "TernSort: a pitch tree and a tone index",
        ),
        (
            "We fill this gap with TernSort, the first index of voices. In TernSort, the oldest voice is kept.",
            "TernSort: index of voices",
        ),
        (
            "We introduce tree sorting, a technique that puts the voices of birds into a tree.",
            "Tree sorting: a technique that puts the voices of birds into a tree",
        ),
        (
            "We propose an on-island index that keeps voices of small birds, sparing memory and time.",
            "On-island index that keeps voices of small birds",
        ),
        ("We address this problem by introducing an index of bird voices.", "Index of bird voices"),
        ("We study the problem of sorting birds by their voices.", "Sorting birds by their voices"),
        (
            "We investigate how the voices of small birds change with the age of the birds.",
            "How the voices of small birds change with the age of the birds",
        ),
        (
            "We show that if birds sing, the wind carries their voices far away.",
            "If birds sing, the wind carries their voices far away",
        ),
    ],
)
def test_a_heading_neither_points_back_nor_stops_at_a_generic_noun(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "Night bird counting is hard. In night bird counting, few birds are seen. We propose TernSort, an end-to-end "
            "framework that solves these three challenges for all.",
            "TernSort: an end-to-end framework for bird counting",
        ),
        (
            "We propose TernSort, a framework, to sort the voices of small birds by pitch.",
            "TernSort: a framework to sort the voices of small birds by pitch",
        ),
        (
            "We propose a pitch index that (i) keeps old voices of birds, and (ii) drops young ones.",
            "Pitch index that keeps old voices of birds, and drops young ones",
        ),
        ("We introduce the concept of voice symmetry between small birds.", "Voice symmetry between small birds"),
        ("We study explicitly the voices of small island birds.", "Voices of small island birds"),
        (
            "We introduce a theoretical framework for analyzing the migration of small birds.",
            "Migration of small birds",
        ),
        (
            "We study three factors that affect the migration of these birds under wind.",
            "Migration of birds under wind",
        ),
        (
            "We show that, surprisingly, small birds with long wings migrate earlier than large birds.",
            "Small birds with long wings migrate earlier than large birds",
        ),
        (
            "We adapt old indices to assess the clarity of bird voices at night.",
            "Clarity of bird voices at night",
        ),
    ],
)
def test_a_heading_leaves_out_what_no_title_has(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected


def test_a_short_heading_says_what_it_is_for() -> None:
    abstract = (
        "The aim of bird voice sorting (BVS) is old. BVS is hard for many. We introduce two-way tree alignment: two trees "
        "are grown."
    )
    assert made(abstract) == "Two-way tree alignment for bird voice sorting"


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("", ""),
        ("  ", ""),
        ("我们研究鸟类的声音。它们很快。", "我们研究鸟类的声音"),
        ("Wir untersuchen Vögel. Sie singen.", "Wir untersuchen Vögel"),
        ("Birds sing in many ways. They are many.", "Birds sing in many ways"),
        ("?", "?"),
    ],
)
def test_the_last_resort_is_the_first_sentence(abstract: str, expected: str) -> None:
    assert made(abstract) == expected


PIECES = st.sampled_from(
    [
        "We propose ",
        "Tern-X",
        " (STS)",
        ", a ",
        "novel ",
        "index ",
        "that ",
        "of ",
        "“",
        "(",
        "α ",
        "𝐋𝐢",
        "\u00a0",
        ". ",
        "ŉ",
        "ß",
        "x" * 70,
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=25).map("".join)))
def test_a_heading_is_short_never_empty_and_made_of_the_abstract(abstract: str) -> None:
    text, parts = Text(abstract), sentences(abstract)
    found = heading(text, parts, names(text, parts))
    if not abstract.strip():
        assert found is None
        return
    assert found
    line = found.text(abstract)
    assert 0 < len(line) <= HEADING_LENGTH
    assert abstract[found.evidence.start : found.evidence.end] == found.evidence.quote
    for piece in found.pieces:
        assert (
            piece in (": ", " ", ", ", " for ", "…")
            if isinstance(piece, str)
            else 0 <= piece[0] < piece[1] <= len(abstract)
        )


TERMS = Vocabulary(
    [
        Term(1, "task", "bird-sorting", "bird sorting", ("bird sorting",)),
        Term(2, "method", "tree-search", "tree search", ("tree search",)),
    ]
)


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "Bird sorting is hard for many. We propose TernSort, a compact framework. It helps bird sorting.",
            "TernSort: a compact framework for bird sorting",
        ),
        (
            "Tree search is old. Tree search is slow. We propose a lighter variant with fewer swaps.",
            "Tree search: lighter variant with fewer swaps",
        ),
        (
            "We care for bird sorting, as all do. We name TernSort. TernSort wins.",
            "TernSort for bird sorting",
        ),
    ],
)
def test_what_says_little_is_told_with_what_it_is_about(abstract: str, expected: str) -> None:
    reading = read(Text(abstract), TERMS)
    found = heading(
        reading.text, reading.sentences, names(reading.text, reading.sentences), reading.matches["abstract"]
    )
    assert found
    assert found.text(abstract) == expected


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        (
            "We ask little. First, small birds with long wings migrate earlier than large birds do.",
            "Small birds with long wings migrate earlier than large birds do",
        ),
        (
            "Birds sing. Nothing is known. It is hard to say more. Our results offer insights into the migration of small birds.",
            "Migration of small birds",
        ),
        (
            "We leverage old maps of the far north to build a pitch index of bird voices.",
            "Pitch index of bird voices",
        ),
    ],
)
def test_a_heading_is_found_where_nothing_is_introduced(abstract: str, expected: str) -> None:
    assert made(BEFORE + abstract) == expected
