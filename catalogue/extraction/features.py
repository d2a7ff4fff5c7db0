"""What a model sees of a text: its words and terms, by what the sentence around them is there for."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from catalogue.extraction.evidence import Text
from catalogue.extraction.patterns import Match, Term
from catalogue.extraction.sentences import Role, Sentence
from catalogue.extraction.words import Words

# A word counts by what its sentence is there for.
ROLE_WEIGHTS = {Role.BACKGROUND: 1.0, Role.CONTRIBUTION: 2.0, Role.BODY: 1.0, Role.RESULT: 0.7}
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Passage(NamedTuple):
    """A sentence of a field, with its words and the terms in it. `opening` is the first one of an abstract."""

    field: str
    role: Role
    opening: bool
    words: Words
    matches: Sequence[Match]


def passages(
    text: Text, sentences: Sequence[Sentence], words: Mapping[str, Words], matches: Mapping[str, Sequence[Match]]
) -> list[Passage]:
    """Divide words and matches of the fields among their sentences. Title and keywords count as a contribution."""
    found = [
        Passage(name, Role.CONTRIBUTION, False, words[name], matches[name])
        for name in ("title", "keywords")
        if text.field(name)
    ]
    last_word = last_match = 0
    of_words, of_matches = words["abstract"], matches["abstract"]
    for index, sentence in enumerate(sentences):
        first_word, first_match = last_word, last_match
        last_word = bisect_left(of_words.starts, sentence.end, first_word)
        while last_match < len(of_matches) and of_matches[last_match].start < sentence.end:
            last_match += 1
        inside = of_words.part(first_word, last_word)
        found.append(Passage("abstract", sentence.role, index == 0, inside, of_matches[first_match:last_match]))
    return found


def parts_of(word: str) -> tuple[str, ...]:
    """Return the features that the parts of a compound name are."""
    parts = _PARTS.findall(word) if any(letter.isupper() for letter in word[1:]) and not word.isupper() else []
    return tuple(f"~{part.casefold()}" for part in parts if len(part) > 1)


# Who does something in an abstract.
ACTORS = {"we", "paper", "work", "study", "article", "survey", "our"}
# By their first letters: "proposes", "proposing", "proposed".
_VERBS = {
    verb[:5]: verb
    for verb in (
        "propose introduce present develop design build construct create release curate contribute formulate devise "
        "provide offer study investigate analyse examine explore revisit characterise show prove demonstrate find "
        "identify derive establish evaluate benchmark compare survey review collect implement address argue unveil"
    ).split()
} | {"studi": "study", "built": "build", "found": "find"}
_PRODUCTS = set(
    "framework method algorithm approach model system technique strategy architecture mechanism loss objective "
    "paradigm benchmark dataset corpus suite testbed leaderboard metric analysis study investigation evaluation "
    "comparison theory theorem bound proof guarantee characterization convergence library toolkit tool platform engine "
    "package survey review taxonomy pipeline agent attack".split()
)
_REACH = 6
_REACH_OF_PRODUCT = 16


def deeds(plain: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield what the authors do: each verb shortly after "we", alone and with the first product after it.

    With each, the numbers of its first and last word.
    """
    for at, actor in enumerate(plain):
        if actor not in ACTORS:
            continue
        for number in range(at + 1, min(at + _REACH, len(plain))):
            verb = _VERBS.get(plain[number][:5])
            if verb is None:
                continue
            yield f"!{verb}", at, number
            reach = range(number + 1, min(number + _REACH_OF_PRODUCT, len(plain)))
            product = next((other for other in reach if plain[other] in _PRODUCTS), None)
            if product is not None:
                yield f"!{verb} {plain[product]}", at, product
            break


def features(passages: Iterable[Passage]) -> dict[str, float]:
    """Return the features of a text and how much each counts.

    `word`, `word word` anywhere; `*word` in a sentence of contribution; `^word`, `^word word` in the first sentence;
    `~part` of a compound name (`~bench` of SafetyBench); `#kind:slug` a term, with `*` and `^` likewise;
    `!introduce` what "we" do, `!introduce benchmark` with what.
    Repetition is damped: 1 + ln(count) from 1 on. What marks a place counts once.
    """
    values: dict[str, float] = {}
    for passage in passages:
        weight = ROLE_WEIGHTS[passage.role]
        for name, _, _ in _names_in(passage):
            values[name] = values.get(name, 0.0) + weight
    return {name: 1.0 if counts_once(name) else damped(value) for name, value in values.items()}


def counts_once(name: str) -> bool:
    """Tell whether a feature counts no more for standing in a text often: one that marks a place."""
    return name[0] in "*^!" or name[-1] in "*^"


def damped(value: float) -> float:
    """Return what a repeated feature counts."""
    return 1.0 + log(value) if value > 1 else value


def place_of(passages: Iterable[Passage], feature: str) -> tuple[str, int, int] | None:
    """Return where a feature stands (field, start, end), in a contribution rather than elsewhere; None if nowhere."""
    names_in = _terms_in if feature[0] == "#" else _deeds_in if feature[0] == "!" else _words_in
    for passage in by_weight(passages):
        for name, start, end in names_in(passage):
            if name == feature:
                return passage.field, start, end
    return None


def by_weight(passages: Iterable[Passage]) -> list[Passage]:
    """Return the passages, those that count most first."""
    return sorted(passages, key=lambda passage: -ROLE_WEIGHTS[passage.role])


def _names_in(passage: Passage) -> Iterator[tuple[str, int, int]]:
    yield from _words_in(passage)
    yield from _deeds_in(passage)
    yield from _terms_in(passage)


def _words_in(passage: Passage) -> Iterator[tuple[str, int, int]]:
    before, before_start = "", 0
    contributes, opening = passage.role is Role.CONTRIBUTION, passage.opening
    words = passage.words
    columns = zip(words.texts, words.plain, words.joined, words.starts, words.ends, strict=True)
    for text, plain, joined, start, end in columns:
        yield plain, start, end
        if contributes:
            yield f"*{plain}", start, end
        if opening:
            yield f"^{plain}", start, end
        if before and joined:
            yield f"{before} {plain}", before_start, end
            if opening:
                yield f"^{before} {plain}", before_start, end
        for part in parts_of(text):
            yield part, start, end
        before, before_start = plain, start


def _deeds_in(passage: Passage) -> Iterator[tuple[str, int, int]]:
    if passage.role is not Role.BACKGROUND:
        words = passage.words
        for name, first, last in deeds(words.plain):
            yield name, words.starts[first], words.ends[last]


def _terms_in(passage: Passage) -> Iterator[tuple[str, int, int]]:
    for match in passage.matches:
        for name in names_of(match.term, passage):
            yield name, match.start, match.end


def names_of(term: Term, passage: Passage) -> Iterator[str]:
    """Yield the features that a term is in a passage."""
    name = f"#{term.kind}:{term.slug}"
    yield name
    if passage.role is Role.CONTRIBUTION:
        yield f"{name}*"
    if passage.opening:
        yield f"{name}^"
