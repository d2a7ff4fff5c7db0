"""Which terms of a small vocabulary a paper gets: those it names, and those it is about."""

import json
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import catalogue.extraction
from catalogue.extraction import Evidence, Extraction, Term, Text, Vocabulary, Weighing, extract, read, weights
from catalogue.extraction.features import features

MODEL = json.loads(Path(catalogue.extraction.__file__).with_name("weights.json").read_text(encoding="utf-8"))
TERMS = [
    Term(1, "method", "kernel-method", "Kernel method", ("kernel", "kernel method", "!kernel size")),
    Term(2, "method", "tree", "Tree", ("tree",)),
    Term(3, "dataset", "ternbench", "TernBench", ("TernBench",)),
    Term(4, "dataset", "nest-10k", "Nest-10K", ("Nest-10K",)),
    Term(5, "task", "sorting", "Sorting", ("sort", "sorting")),
    Term(6, "area", "reasoning", "Reasoning", ("reasoning",)),
    Term(7, "area", "image-generation", "Image generation", ("image generation", "text-to-image")),
    Term(8, "modality", "birdsong", "Birdsong", ("birdsong",)),
    Term(9, "modality", "image", "Image", ("image",)),
    Term(10, "contribution", "method", "Method", ("we propose a method",)),
    Term(11, "contribution", "benchmark-or-dataset", "Benchmark or dataset", ("benchmark",)),
    Term(12, "area", "ornithology", "Ornithology", ("ornithology",)),
]
VOCABULARY = Vocabulary(TERMS)
BEFORE = "Birds are many. "


def terms_of(extraction: Extraction, kind: str) -> list[str]:
    """The labels of the terms of a kind, in order."""
    given_ = sorted((each.rank, each.term.label) for each in extraction.terms if each.term.kind == kind)
    return [label for _, label in given_]


def given_terms(abstract: str, kind: str = "method", title: str = "", keywords: str = "") -> list[str]:
    return terms_of(extract(Text(abstract, title, keywords), VOCABULARY), kind)


def weighing(text: Text) -> Weighing:
    return Weighing(text, read(text, VOCABULARY).passages, weights())


# --- What a paper names -------------------------------------------------------------------------
@pytest.mark.parametrize(
    "sentence",
    [
        "Unlike kernels, it is fast.",
        "It works without kernels.",
        "It works without the need for any kernels.",
        "It is kernel-free.",
        "It is a kernel‑free sorter.",
        "It uses leaves instead of kernels.",
        "It uses leaves rather than traditional kernel methods.",
        "In contrast to existing kernels, it sings.",
        "It goes beyond kernels.",
        "It needs no additional\nkernels.",
        "It is fast, avoiding kernels.",
        "It counts the kernel size.",
    ],
)
def test_what_a_paper_does_without_is_none_of_its_terms(sentence: str) -> None:
    assert given_terms(BEFORE + sentence) == []
    assert given_terms(f"{BEFORE}{sentence} But we use kernels.") == ["Kernel method"]


@pytest.mark.parametrize(
    "sentence",
    [
        "We use kernels.",
        "Without doubt, kernels win.",
        "It is free of trees and uses kernels.",
        "Kernels are free.",
        "A nanokernel is no piano; kernels are.",
    ],
)
def test_what_a_paper_does_with_is(sentence: str) -> None:
    assert "Kernel method" in given_terms(BEFORE + sentence)


def test_a_name_of_the_papers_own_is_no_data_set_it_uses() -> None:
    own = "We introduce TernBench, a benchmark of birds, and test it on Nest-10K. TernBench is large."
    assert given_terms(BEFORE + own, "dataset") == ["Nest-10K"]
    assert given_terms(BEFORE + "We test it on TernBench and Nest-10K.", "dataset") == ["TernBench", "Nest-10K"]


def test_a_name_that_was_found_to_be_none_may_be_a_term() -> None:
    text = Text(BEFORE + "We introduce TernBench, a benchmark of birds.")
    assert terms_of(extract(text, VOCABULARY, not_names=["TernBench"]), "dataset") == ["TernBench"]


def test_what_stands_in_the_contribution_comes_first() -> None:
    assert given_terms("Trees are old. We propose kernels.") == ["Kernel method", "Tree"]
    assert given_terms("Kernels are old. We propose trees.") == ["Tree", "Kernel method"]
    assert given_terms("Trees and trees and trees. We propose kernels.") == ["Tree", "Kernel method"]
    assert given_terms("Trees are old, trees grow.", title="Kernels and kernels") == ["Kernel method", "Tree"]
    assert given_terms("Birds.", keywords="trees; kernel methods") == ["Tree", "Kernel method"]


def test_the_evidence_of_a_named_term_is_its_first_match_in_the_heaviest_sentence() -> None:
    text = Text("Kernel methods are old. We propose kernels, and kernels of kernels.")
    (evidence,) = [each.evidence for each in extract(text, VOCABULARY).terms if each.term.id == 1]
    assert evidence == Evidence("abstract", 35, 42, "kernels")


def test_no_more_than_twelve_of_a_kind_are_given_those_that_weigh_most() -> None:
    words = [f"bird{letter}" for letter in "abcdefghijklmnop"]
    terms = [Term(n, "task", word, word, (word,)) for n, word in enumerate(words, start=1)]
    terms += [Term(n, "model", word, word, (word,)) for n, word in enumerate(words, start=51)]

    extraction = extract(Text(f"{' and '.join(words)}. We propose birdp."), Vocabulary(terms))

    for kind in ("task", "model"):
        assert sorted(each.rank for each in extraction.terms if each.term.kind == kind) == list(range(1, 13))
        assert terms_of(extraction, kind) == ["birdp", *words[:11]]


# --- What a paper is about ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("abstract", "title", "is_given"),
    [
        ("We propose a sorter of birdsong.", "", True),
        ("Birds sing.", "A sorter of birdsong", True),
        ("Birdsong is old.", "", False),
        ("Birdsong is old. Old birdsong is lost.", "", True),
        ("Birdsong is old. We propose a sorter.", "", False),
        ("Birdsong is old. We propose a sorter. It sorts birdsong.", "", True),
        ("Birds sing.", "", False),
    ],
)
def test_a_term_that_the_model_does_not_know_is_given_for_a_match_in_a_contribution_or_two_elsewhere(
    abstract: str, title: str, is_given: bool
) -> None:
    assert ("Birdsong" in given_terms(abstract, "modality", title)) is is_given


def test_an_area_that_a_curator_made_stands_beside_those_of_the_model() -> None:
    text = "We propose chains of thought for reasoning in ornithology. Reasoning models of ornithology reason better."
    assert set(given_terms(text, "area")) == {"Reasoning", "Ornithology"}


@pytest.mark.parametrize(
    ("abstract", "area", "contribution"),
    [
        ("We propose a method of text-to-image generation. Image generation is slow.", "Image generation", "Method"),
        (
            "We introduce a benchmark of mathematical reasoning with 900 questions. Reasoning models fail.",
            "Reasoning",
            "Benchmark or dataset",
        ),
    ],
)
def test_the_area_and_contribution_of_a_text_come_first(abstract: str, area: str, contribution: str) -> None:
    assert given_terms(abstract, "area")[0] == area
    assert given_terms(abstract, "contribution")[0] == contribution


def test_every_text_with_words_of_the_model_has_an_area_and_a_contribution() -> None:
    extraction = extract(Text("We study language models and images of birds under a budget."), VOCABULARY)
    assert terms_of(extraction, "area")
    assert terms_of(extraction, "contribution")


def test_an_empty_vocabulary_gives_nothing() -> None:
    assert extract(Text("We propose kernels for reasoning."), Vocabulary([])).terms == []


def test_the_evidence_of_a_weighed_term_is_its_own_words_those_of_a_contribution_first() -> None:
    text = Text("Image generation is slow. We propose faster text-to-image models.")
    (evidence,) = [each.evidence for each in extract(text, VOCABULARY).terms if each.term.id == 7]
    assert evidence == Evidence("abstract", 44, 57, "text-to-image")


def test_a_score_is_the_sum_of_its_parts_and_each_part_has_its_place() -> None:
    text = Text("Image generation is slow. We propose a faster method of image generation.", "Faster images", "images")
    scales = weighing(text)
    subject = scales.weighed(TERMS[6])
    parts = scales.parts(subject)
    assert subject.rule == "weighed words"
    assert subject.score == pytest.approx(
        MODEL["bias"]["area:image-generation"] + sum(part.weight for part in parts), abs=1e-4
    )
    assert all(is_quoted(part.evidence, text) for part in parts)
    assert [abs(part.weight) for part in parts] == sorted((abs(part.weight) for part in parts), reverse=True)


# --- What the model sees ------------------------------------------------------------------------
def test_words_and_terms_are_features_by_where_they_stand() -> None:
    text = Text("Old trees sing. We propose a SafetyBench of few-shot trees.", "Kernels")
    found = features(read(text, VOCABULARY).passages)
    assert {
        "old",
        "old tree",
        "^old",
        "^old tree",
        "propos",
        "*propos",
        "~bench",
        "few shot",
        "*kernel",
    } < found.keys()
    assert {"#method:tree", "#method:tree^", "#method:tree*", "#method:kernel-method*", "!propose"} < found.keys()
    assert not {"*old", "^propose", "sing we", "#method:kernel-method^"} & found.keys()


def test_repetition_is_damped_and_a_place_counts_once() -> None:
    once, often = (features(read(Text("Tree. " * count), VOCABULARY).passages) for count in (1, 20))
    assert once["tree"] == 1.0
    assert 3 < often["tree"] < 5
    assert once["^tree"] == often["^tree"] == 1.0


@pytest.mark.parametrize(
    ("sentence", "sign"),
    [
        ("We propose a sorter for trees.", "purpose"),
        ("We propose a sorter of birds using trees.", "means"),
        ("We propose trees.", "plain"),
        ("We propose a sorter with a voice for all trees.", "purpose"),
    ],
)
def test_what_leads_to_a_term_tells_purpose_from_means(sentence: str, sign: str) -> None:
    signs = standing(BEFORE + sentence)
    assert {name for name in ("purpose", "means", "plain") if name in signs} == {sign}


def standing(abstract: str, title: str = "") -> dict[str, float]:
    """The signs of the trees of a text."""
    scales = weighing(Text(abstract, title))
    return scales.standing.signs(2, 0.0, 0.0)


def test_signs_tell_where_and_how_often_a_term_stands() -> None:
    nowhere, early, late = standing("Birds."), standing("Trees sing. Birds too."), standing("Birds sing in trees.")
    assert (nowhere["count"], nowhere["lateness"]) == (0.0, 1.0)
    assert early["lateness"] == 0.0 < late["lateness"] < 1.0
    assert early["opening"] == 1.0
    assert "contribution" not in early
    assert standing("Birds.", "Trees")["lateness"] == 0.0
    assert standing("Birds.", "Trees")["contribution"] == 1.0
    assert standing("Trees, trees.")["count"] > early["count"] > 0


# --- Any text -----------------------------------------------------------------------------------
PIECES = st.sampled_from(
    "We propose |We introduce |TernBench|Nest-10K| kernels| kernel-free| trees|unlike | image generation| birdsong|"
    "reasoning| method| language models| (STS)|Song Tree Search|, a benchmark|. |! |\n|; |𝐋𝐢|🙂|e\u0301|ß|İ|ŉ|\u00a0|-|–|/|"
    " by 5%| https://github.com/a/b| code will be released|agents |\u200b|“|ornithology".split("|")
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=25).map("".join))


def is_quoted(evidence: Evidence, text: Text) -> bool:
    return text.field(evidence.field)[evidence.start : evidence.end] == evidence.quote != ""


@settings(deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_all_that_is_found_in_any_text_quotes_it(abstract: str, title: str, keywords: str) -> None:
    text = Text(abstract, title, keywords)
    extraction = extract(text, VOCABULARY)
    found = [*extraction.found, *extraction.terms, *([extraction.heading] if extraction.heading else [])]
    assert all(is_quoted(each.evidence, text) for each in found)
    by_kind: dict[str, list[int]] = {}
    for each in extraction.terms:
        by_kind.setdefault(each.term.kind, []).append(each.rank)
    assert all(sorted(ranks) == list(range(1, len(ranks) + 1)) for ranks in by_kind.values())
    assert len({each.term.id for each in extraction.terms}) == len(extraction.terms)
    assert (extraction.heading is None) == bool(title or not abstract.strip())


@settings(deadline=None)
@given(TEXTS)
def test_what_was_found_to_be_no_name_stays_away_with_its_expansion(abstract: str) -> None:
    text = Text(abstract + " We introduce Song Tree Search (STS), a sorter.")
    names = {each.value for each in extract(text, VOCABULARY).found if each.kind == "name"}
    for name in names:
        left = extract(text, VOCABULARY, not_names=[name]).found
        assert not [each for each in left if each.kind == "name" and each.value == name]
        assert not [each for each in left if each.kind == "expansion" and each.about == name]
    everything = extract(text, VOCABULARY, not_names=names).found
    assert not [each for each in everything if each.kind in ("name", "expansion")]


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_the_score_of_any_text_is_that_of_its_features(abstract: str, title: str) -> None:
    """The model, once more and slowly."""
    text = Text(abstract, title)
    passages = read(text, VOCABULARY).passages
    rows = MODEL["features"]
    values = {name: value * rows[name][0] for name, value in features(passages).items() if name in rows}
    length = sqrt(sum(value * value for value in values.values())) or 1.0
    scales = Weighing(text, passages, weights())
    outputs = list(MODEL["bias"])
    for term in TERMS:
        output = f"{term.kind}:{term.slug}"
        if output in MODEL["bias"]:
            added = [value * dict(rows[name][1]).get(outputs.index(output), 0.0) for name, value in values.items()]
            expected = MODEL["bias"][output] + sum(added) / length
            assert scales.weighed(term).score == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("abstract", "given"),
    [
        ("We use trees. See https://example.org/trees for it.", True),
        ("We sort. See https://example.org/trees for it.", False),
        ("We sort. See github.com/someone/trees.", False),
        ("We introduce Bird-Tree-9K, a dataset.", False),
        ("We introduce Bird-Tree-9K, a dataset of trees.", True),
    ],
)
def test_a_part_of_an_address_or_of_the_papers_own_name_is_no_mention(abstract: str, given: bool) -> None:
    found = extract(Text(abstract), Vocabulary([Term(1, "method", "tree", "tree", ("tree", "trees"))]))
    assert bool(found.terms) is given
