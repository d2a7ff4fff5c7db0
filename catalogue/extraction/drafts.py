"""Possible headings, and the phrases of an abstract they are made of."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from catalogue.extraction.first_sentence import HEADING_LENGTH
from catalogue.extraction.phrases import behind_reference, phrase_end, without_reference
from catalogue.extraction.sentences import Sentence

Span = tuple[int, int]
Pieces = tuple[Span | str, ...]

THINGS = (
    r"(?:architectures?|defen[sc]es?|evaluators?|modules?|solvers?|optimizers?|networks?|layers?|agents?|recipes?|"
    r"protocols?|librar(?:y|ies)|environments?|platforms?|measures?|operators?|generalists?|regularizers?|evaluations?)"
)
KINDS = (
    r"(?:frameworks?|methods?|models?|algorithms?|approach(?:es)?|systems?|techniques?|strateg(?:y|ies)|mechanisms?|"
    r"paradigms?|solutions?|schemes?|benchmarks?|datasets?|metrics?|pipelines?|procedures?|study|analysis|perspective|"
    r"formulation|variants?|tools?|suite|resource|collection|step|attempt)"
)
MAKING = (
    r"(?:propos(?:e|es|ing)|introduc(?:e|es|ing)|present(?:s|ing)?|develop(?:s|ing)?|design(?:s|ing)?|build|"
    r"construct(?:s)?|create|release|curate|contribute|devise|unveil|offer|provide|put forward|describe|formulate|"
    r"initiate|conduct|perform|undertake|establish|derive)"
)
SELF = re.compile(r"\b(?:we|our|us|this paper|this work)\b", re.IGNORECASE)
_NOVEL = (
    r"(?:(?:very |fundamentally |conceptually )?(?:novel|new|simple|innovative|insightful|brand-new|surprising|"
    r"practical)(?:,? (?:and|but|yet|novel|new|simple|effective|efficient|general|powerful|practical|elegant|"
    r"insightful))*,? )"
)
_ARTICLE = re.compile(
    r"(?P<article>(?:an?|the|our) )?(?P<first>(?:(?:very |to our knowledge, (?:the )?)?first(?:-ever|"
    r" of its kind| and (?:largest|only|most))?,? ))?"
    rf"(?P<novel>{_NOVEL})?",
    re.IGNORECASE,
)
# What "an" stands before: a vowel, or the name of a letter that begins with one.
_VOWEL = re.compile(r"[AEFHILMNORSX](?=[A-Z0-9])|(?![A-Z][A-Z])(?!uni|use|eu|one)[aeiouAEIOU]")
# What is left out of a phrase: an abbreviation in brackets, the comma before a purpose, "these", "(1)".
_ABBREVIATION = re.compile(
    r",(?= (?:to|for) )| (?:these|those|such)(?= (?!two|three|four|same|that|who|in|of|as|an?\b|"
    r"findings|insights|observations|ideas|issues|challenges|problems|limitations|principles|questions)[a-z])|"
    r" \((?:[a-c1-4]|i{1,3}|"
    r"iv)\)(?= )|"
    r" \((?:\d?[A-Z][\w&-]{1,9}s?|[A-Z]\w*-[A-Z]\w*)\)"
)
# So much of what follows a draft tells whether it is whole.
_BEHIND = 16


@dataclass(frozen=True, slots=True)
class Draft:
    """A possible heading: its pieces, the stretch of the abstract that it comes from, and how well it would do."""

    pieces: Pieces
    rule: str
    start: int
    end: int
    weight: float
    named: bool = False

    def line(self, abstract: str) -> str:
        """Return the heading as it would read."""
        return joined(abstract, self.pieces)

    def parts(self, abstract: str) -> tuple[str, str, str]:
        """Return the name or topic that begins it, if any; what it says; and what follows that in the abstract."""
        begins = len(self.pieces) > 2 and (self.pieces[1] == ": " or self.named)
        last = next(piece for piece in reversed(self.pieces) if not isinstance(piece, str))
        return (
            joined(abstract, self.pieces[:1]) if begins else "",
            joined(abstract, self.pieces[2:] if begins else self.pieces),
            abstract[last[1] : last[1] + _BEHIND],
        )


def joined(abstract: str, pieces: Iterable[Span | str]) -> str:
    """Return the text of some pieces."""
    return "".join([piece if isinstance(piece, str) else abstract[slice(*piece)] for piece in pieces])


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of the abstract without abbreviations in brackets; `quality` says how well it ends (0 to 1)."""

    pieces: Pieces
    end: int
    quality: float


def phrase(abstract: str, begin: int, limit: int, room: int = HEADING_LENGTH, beyond: int = 0) -> Phrase:
    """Return the phrase from `begin`, not after `limit`, of at most `room` characters, longer than `beyond`."""
    end, quality = phrase_end(abstract, begin, limit, room, beyond)
    least = 18 if room == HEADING_LENGTH else 5
    end = without_reference(abstract, begin, end, least)
    dropped = _dropped(abstract, begin, min(limit, begin + room + 24))
    if dropped and quality < 1.0:
        longer, better = phrase_end(abstract, begin, limit, room + dropped, beyond)
        if longer - begin - _dropped(abstract, begin, longer) <= room:
            end, quality = without_reference(abstract, begin, longer, least), better
    pieces: list[Span | str] = []
    at = begin
    for match in _ABBREVIATION.finditer(abstract, begin, end):
        if match.start() > at:
            pieces.append((at, match.start()))
        at = match.end()
    if at < end:
        pieces.append((at, end))
    return Phrase(tuple(pieces), end, quality)


def without_novelty(abstract: str, start: int, limit: int) -> tuple[Span | None, int]:
    """Return the article to keep, if any, and where a noun phrase goes on after "a novel", "the first".

    Where "novel" goes, the article stays only if it fits the next word.
    """
    if (means := behind_reference(abstract, start, limit)) > start:
        return None, means
    match = _ARTICLE.match(abstract, start, limit)
    if match is None or match.end() == start:
        return None, start
    article = (match["article"] or "").strip().lower()
    if article in ("a", "an") and not match["first"]:
        vowel = _VOWEL.match(abstract, match.end()) is not None
        if (article == "an") == vowel or not match["novel"]:
            return match.span("article"), match.end()
    return None, match.end()


def sentence_at(sentences: list[Sentence], at: int) -> Sentence | None:
    """Return the sentence that holds a place of the abstract."""
    return next((each for each in sentences if each.start <= at < each.end), None)


def _dropped(abstract: str, start: int, end: int) -> int:
    return sum(len(match[0]) for match in _ABBREVIATION.finditer(abstract, start, end))
