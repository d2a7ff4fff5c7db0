"""A text as all rules read it: divided once into sentences, words and terms."""

from dataclasses import dataclass

from catalogue.extraction.evidence import Text
from catalogue.extraction.features import Passage, passages
from catalogue.extraction.patterns import Match
from catalogue.extraction.sentences import Sentence, sentences
from catalogue.extraction.vocabulary import Vocabulary
from catalogue.extraction.words import Words, words_of

FIELDS = ("title", "keywords", "abstract")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, its sentences (of the abstract), and by field its words and the terms of the vocabulary in it."""

    text: Text
    sentences: list[Sentence]
    words: dict[str, Words]
    matches: dict[str, list[Match]]
    passages: list[Passage]


def read(text: Text, vocabulary: Vocabulary) -> Reading:
    """Divide a text and look up its terms."""
    parts = sentences(text.abstract)
    words = {name: words_of(text.field(name)) for name in FIELDS}
    matches = {name: vocabulary.matches(words[name]) for name in FIELDS}
    return Reading(text, parts, words, matches, passages(text, parts, words, matches))
