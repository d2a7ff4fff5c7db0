"""Names that abstracts introduce, and what they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.extraction.evidence import Text
from catalogue.extraction.names import names
from catalogue.extraction.sentences import sentences

BEFORE = "Sorting birds is hard, and BirdNet or RAG cannot do it. "


def found(abstract: str, kind: str = "name", title: str = "") -> list[str]:
    text = Text(abstract, title)
    return [each.value for each in names(text, sentences(abstract)) if each.kind == kind]


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("We propose TernSort, a sorter of birds.", ["TernSort"]),
        ("We introduce Plover, which sorts birds by voice.", ["Plover"]),
        ("We introduce Plover: a sorter of birds.", ["Plover"]),
        ("We present a novel framework, TernSort, for birds.", ["TernSort"]),
        ("We present an efficient sorter of birds, TernSort.", ["TernSort"]),
        ("We build a sorter called Plover and test it.", ["Plover"]),
        ("We design a benchmark (TernBench) of many voices.", ["TernBench"]),
        ("This paper presents the TernSort framework.", ["TernSort"]),
        ("We close this gap with TernSort, an open sorter.", ["TernSort"]),
        ("We study birds. Our method, TernSort, is fast.", ["TernSort"]),
        ("A new sorter of birds, TernSort, is proposed.", ["TernSort"]),
        ("TernSort is the first sorter of birds.", ["TernSort"]),
        ("We sort birds. Experiments show that TernSort outperforms others.", ["TernSort"]),
        ("We propose Song Tree Search, a new way to sort.", ["Song Tree Search"]),
        ("We propose songfulness, a new metric of voices.", ["songfulness"]),
        ("We release TERN-10K and VIREO++, two sets of songs.", ["TERN-10K", "VIREO++"]),
        ("We propose α-Tern, which sorts by voice.", ["α-Tern"]),
        ("We propose PT²-Tern, a sorter.", ["PT²-Tern"]),
        ("We pro- pose TernSort, a sorter.", ["TernSort"]),
        ("We\u00a0propose\u00a0TernSort, a sorter.", ["TernSort"]),
    ],
)
def test_a_name_is_known_by_how_it_is_brought_in(abstract: str, expected: list[str]) -> None:
    assert found(BEFORE + abstract) == expected


@pytest.mark.parametrize(
    "abstract",
    [
        "",
        "Birds sing.",
        "We propose a method that sorts birds.",
        "We propose an LLM-based sorter.",
        "We use BirdNet, a known sorter.",
        "We propose a sorter. It beats strong ones such as SongFormer and CallNet.",
        "We study Nightingales in Bavaria.",
        "Recent work proposed FlockSort, a sorter. We prove that it is slow.",
        "We sort with reinforcement learning (RL) and large language models (LLMs).",
    ],
)
def test_what_others_made_is_no_name_of_the_paper(abstract: str) -> None:
    assert found(BEFORE + abstract) == []


@pytest.mark.parametrize(
    ("abstract", "name", "spelled"),
    [
        ("We introduce Song Tree Search (STS), a sorter.", "STS", "Song Tree Search"),
        ("We introduce STS (Song Tree Search), a sorter.", "STS", "Song Tree Search"),
        ("We introduce STS, Song Tree Search, which sorts.", "STS", "Song Tree Search"),
        ("We propose the flat-call index (FCI), a measure.", "FCI", "flat-call index"),
        ("We propose gated song mixing, coined GSM, for birds.", "GSM", "gated song mixing"),
        ("We propose TeRN (Tree Regression for Notes), a sorter.", "TeRN", "Tree Regression for Notes"),
        ("We propose a Bird–Wing Distance driven way to Sort Nests (SN-BWD).", "SN-BWD", None),
        ("We propose Song-sort-based Nest Labelling (SNL), a sorter.", "SNL", "Song-sort-based Nest Labelling"),
        ("We introduce FINE, bringing Flight Insight to Nest Evaluation. FINE sorts.", "FINE", None),
    ],
)
def test_an_expansion_has_the_letters_of_its_name(abstract: str, name: str, spelled: str | None) -> None:
    text = Text(abstract)
    result = names(text, sentences(abstract))
    assert result[0].value == name
    expansions = {each.about: each.value for each in result if each.kind == "expansion"}
    if spelled is not None:
        assert expansions == {name: spelled}


def test_the_headline_name_comes_first_and_parts_follow_as_they_appear() -> None:
    abstract = (
        "We propose TernSort, a sorter with two parts: (1) Song Tree Search (STS), which looks, and (2) Nest Gate "
        "Filling (NGF), which fills. To test it we curate TERN-10K, a set of songs. TernSort is fast."
    )
    assert found(abstract) == ["TernSort", "STS", "NGF", "TERN-10K"]


def test_variants_of_the_headline_name_are_names() -> None:
    assert found("We propose TERN, a sorter. Our TERN-Wide is slow; TERN-Lite is fast.") == [
        "TERN",
        "TERN-Wide",
        "TERN-Lite",
    ]


def test_a_spelled_out_form_in_one_word_is_the_name() -> None:
    assert found("We propose TernSorter (TS), a sorter of birds.") == ["TernSorter"]


def test_an_abbreviation_may_follow_without_brackets() -> None:
    assert found("We propose Global Nest Diffusion to sort. Tests show that GloNeD improves voices.")[0] == "GloNeD"


@pytest.mark.parametrize(
    ("title", "abstract", "first", "field"),
    [
        ("TernSort: Sorting Birds", "We sort. TernSort is used.", "TernSort", "title"),
        ("Sorting Birds (TernSort)", "We sort.", "TernSort", "title"),
        ("Plover: Sorting Birds", "We propose Plover, a sorter.", "Plover", "title"),
        ("Position: Birds Matter", "We propose Plover, a sorter.", "Plover", "abstract"),
        ("Sorting Birds", "We propose Plover, a sorter.", "Plover", "abstract"),
    ],
)
def test_a_name_in_the_title_comes_first(title: str, abstract: str, first: str, field: str) -> None:
    head = names(Text(abstract, title), sentences(abstract))[0]
    assert (head.value, head.evidence.field) == (first, field)


PIECES = st.sampled_from(
    [
        "We propose ",
        "Tern-X",
        " (STS)",
        "Song Tree Search",
        ", a ",
        "called ",
        "“",
        "𝐋𝐢",
        "α-Tern",
        "\u00a0",
        ". ",
        "İ",
        "(i) ",
        "is new",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=20).map("".join)), st.text(max_size=20))
def test_every_name_quotes_its_text(abstract: str, title: str) -> None:
    text = Text(abstract, title)
    for each in names(text, sentences(abstract)):
        evidence = each.evidence
        assert each.value
        assert text.field(evidence.field)[evidence.start : evidence.end] == evidence.quote
