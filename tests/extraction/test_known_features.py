"""The fast way to a model's features finds those that the slow one finds."""

import pytest

from catalogue.extraction import Term, Text, Vocabulary, read
from catalogue.extraction.features import Passage, features, place_of
from catalogue.extraction.known_features import KnownFeatures

VOCABULARY = Vocabulary(
    [
        Term(1, "area", "language-models", "Language models", ("language model", "LLM")),
        Term(2, "contribution", "benchmark", "Benchmark", ("benchmark", "test suite")),
    ]
)
ABSTRACT = (
    "Language models answer questions, and language models err. "
    "We introduce SafetyBench2, a test suite and benchmark of language models. "
    "Our work studies LLMs; we propose a new loss for them, and a new-found bound. "
    "Experiments show that language models err less, by 12.5%."
)
TEXTS = [
    Text(ABSTRACT),
    Text(ABSTRACT, "SafetyBench: language models err", "LLM; safety"),
    Text("Old language models err. Language models err."),
    Text("We"),
    Text(""),
]


def passages_of(text: Text) -> list[Passage]:
    return read(text, VOCABULARY).passages


def by_name(known: list[str], text: Text) -> dict[str, float]:
    return {known[number]: count for number, count in KnownFeatures(known)(passages_of(text)).counts.items()}


@pytest.mark.parametrize("text", TEXTS)
def test_the_known_features_of_a_text_are_those_of_its_features_that_are_known(text: Text) -> None:
    every = features(passages_of(text))
    for known in ([*every], [*every][::2], [*every][1::3], ["absent", "absent word"], []):
        wanted = {name: value for name, value in every.items() if name in known}
        assert by_name(known, text) == pytest.approx(wanted)


def test_the_texts_have_features_of_every_kind() -> None:
    every = features(passages_of(TEXTS[1]))
    assert {"language", "language model", "*suite", "^language", "^language model", "~bench"} < every.keys()
    assert {"#area:language-models", "#area:language-models*", "#area:language-models^"} < every.keys()
    assert {"!introduce", "!introduce suite", "!propose loss"} < every.keys()


@pytest.mark.parametrize("text", TEXTS)
def test_a_known_feature_has_the_place_where_it_counts_most(text: Text) -> None:
    passages = passages_of(text)
    names = [*features(passages)]
    known = KnownFeatures(names)(passages)
    for number, name in enumerate(names):
        assert place_of([known.place(number)], name) == place_of(passages, name)
