"""Facts derived from a paper's text, each with the words it was found by. Pure: the vocabulary is handed in.

`extract` runs all rules over a text.
"""

from collections.abc import Collection
from dataclasses import dataclass

from catalogue.extraction.evidence import Evidence, Found, Text, quoted
from catalogue.extraction.headings import HEADING_LENGTH, Heading, heading, plain_heading
from catalogue.extraction.links import code_promised, links
from catalogue.extraction.names import names
from catalogue.extraction.patterns import Patterns, Term
from catalogue.extraction.reading import Reading, read
from catalogue.extraction.results import results
from catalogue.extraction.sentences import sentence_at
from catalogue.extraction.subjects import WEIGHED, Part, Subject, Weighing
from catalogue.extraction.tags import GivenTerm, given_terms, matched_terms, weighed_terms
from catalogue.extraction.vocabulary import Vocabulary
from catalogue.extraction.weights import weights
from catalogue.extraction.words import Words, words_of

__all__ = [
    "HEADING_LENGTH",
    "VERSION",
    "WEIGHED",
    "Evidence",
    "Extraction",
    "Found",
    "GivenTerm",
    "Heading",
    "Part",
    "Patterns",
    "Reading",
    "Subject",
    "Term",
    "Text",
    "Vocabulary",
    "Weighing",
    "Words",
    "extract",
    "plain_heading",
    "quoted",
    "read",
    "sentence_at",
    "terms_of_kind",
    "weights",
    "words_of",
]

# What a paper does not introduce where the vocabulary knows it, unless it is all the paper is about.
_KNOWN_THINGS = {"dataset", "model", "method", "task"}
# To be raised with every change of a rule or of the weights: papers read by an older version are read again.
VERSION = 2


@dataclass(frozen=True, slots=True)
class Extraction:
    """What the rules found in a text. `heading` is None where there is a title, or no visible character."""

    found: list[Found]
    terms: list[GivenTerm]
    heading: Heading | None


def extract(text: Text, vocabulary: Vocabulary, *, not_names: Collection[str] = ()) -> Extraction:
    """Run all rules over a text. `not_names` were found to be no names of the paper's own."""
    reading = read(text, vocabulary)
    named = _own(names(text, reading.sentences), reading, not_names)
    promised = code_promised(text, reading.sentences)
    found = [*named, *links(text), *results(text, reading.sentences), *([promised] if promised else [])]
    own = {each.value for each in named if each.kind == "name"}
    terms = given_terms(reading, vocabulary, own) if vocabulary.terms else []
    return Extraction(
        found, terms, None if text.title else heading(text, reading.sentences, named, reading.matches["abstract"])
    )


def terms_of_kind(kind: str, text: Text, vocabulary: Vocabulary, *, not_names: Collection[str] = ()) -> list[GivenTerm]:
    """Return the terms of a kind that `extract` would give, without deciding on anything else."""
    reading = read(text, vocabulary)
    if kind in WEIGHED:
        return weighed_terms(reading, vocabulary, (kind,))
    named = _own(names(text, reading.sentences), reading, not_names)
    own = {each.value for each in named if each.kind == "name"}
    return [given for given in matched_terms(reading, own) if given.term.kind == kind]


def _own(found: list[Found], reading: Reading, not_names: Collection[str]) -> list[Found]:
    """Leave out what is no name of the paper's own: what was judged so, and known things after the headline name."""
    others = set(not_names)
    for each in [each for each in found if each.kind == "name"][1:]:
        evidence = each.evidence
        span = (evidence.start, evidence.end)
        if any((m.start, m.end) == span and m.term.kind in _KNOWN_THINGS for m in reading.matches[evidence.field]):
            others.add(each.value)
    return [each for each in found if each.value not in others and each.about not in others] if others else found
