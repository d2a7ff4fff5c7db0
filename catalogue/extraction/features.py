"""What a model sees of a text: its words and terms, by what the sentence around them is there for."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from catalogue.extraction.evidence import Text
from catalogue.extraction.patterns import Match, Term, Word, singular
from catalogue.extraction.sentences import Role, Sentence

# A word counts by what its sentence is there for.
ROLE_WEIGHTS = {Role.BACKGROUND: 1.0, Role.CONTRIBUTION: 2.0, Role.BODY: 1.0, Role.RESULT: 0.7}
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a field, with its words and the terms in it. `opening` is the first one of an abstract."""

    field: str
    role: Role
    opening: bool
    words: Sequence[Word]
    matches: Sequence[Match]


def passages(
    text: Text,
    sentences: Sequence[Sentence],
    words: Mapping[str, Sequence[Word]],
    matches: Mapping[str, Sequence[Match]],
) -> list[Passage]:
    """Divide words and matches of the fields among their sentences. Title and keywords count as a contribution."""
    found = [
        Passage(name, Role.CONTRIBUTION, False, words[name], matches[name])
        for name in ("title", "keywords")
        if text.field(name)
    ]
    word = match = 0
    of_words, of_matches = words["abstract"], matches["abstract"]
    for index, sentence in enumerate(sentences):
        first_word, first_match = word, match
        while word < len(of_words) and of_words[word].start < sentence.end:
            word += 1
        while match < len(of_matches) and of_matches[match].start < sentence.end:
            match += 1
        inside = of_words[first_word:word]
        found.append(Passage("abstract", sentence.role, index == 0, inside, of_matches[first_match:match]))
    return found


@lru_cache(maxsize=50_000)
def _forms(word: str) -> tuple[str, str, tuple[str, ...]]:
    """Return how features name a word: by itself, as one of a contribution, and by the parts of a compound name."""
    plain = singular(word.casefold())
    parts = _PARTS.findall(word) if any(letter.isupper() for letter in word[1:]) and not word.isupper() else []
    return plain, f"*{plain}", tuple(f"~{part.casefold()}" for part in parts if len(part) > 1)


_ACTORS = {"we", "paper", "work", "study", "article", "survey", "our"}
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


def _deeds(words: Sequence[Word]) -> Iterator[tuple[str, int, int]]:
    """Yield what the authors do: each verb shortly after "we", alone and with the first product after it."""
    plain = [_forms(word.text)[0] for word in words]
    for at, actor in enumerate(plain):
        if actor not in _ACTORS:
            continue
        for number in range(at + 1, min(at + _REACH, len(plain))):
            verb = _VERBS.get(plain[number][:5])
            if verb is None:
                continue
            yield f"!{verb}", words[at].start, words[number].end
            reach = range(number + 1, min(number + _REACH_OF_PRODUCT, len(plain)))
            product = next((other for other in reach if plain[other] in _PRODUCTS), None)
            if product is not None:
                yield f"!{verb} {plain[product]}", words[at].start, words[product].end
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
    return _damped(values)


def _damped(values: dict[str, float]) -> dict[str, float]:
    return {name: value if value == 1.0 else _damp(name, value) for name, value in values.items()}


def _damp(name: str, value: float) -> float:
    if name[0] in "*^!" or name[-1] in "*^":
        return 1.0
    return 1.0 + log(value) if value > 1 else value


class KnownFeatures:
    """Finds, of the features of a text, those of a list: the same as `features`, much faster."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        # The second words of known pairs by their first ones; of pairs in the first sentence too.
        self._pairs: dict[str, dict[str, tuple[str, ...]]] = {}
        # By (contributes, opening): a word → its plain form, and the known features it is alone.
        self._alone: dict[tuple[bool, bool], dict[str, tuple[str, tuple[str, ...]]]] = {}
        self._of_terms: dict[tuple[str, str, bool, bool], tuple[str, ...]] = {}
        for name in self.names:
            if " " in name and name[0] not in "!#":
                first, second = name.removeprefix("^").split(" ")
                pair = self._pairs.setdefault(first, {})
                pair[second] = (*pair.get(second, ()), name)

    def __call__(self, passages: Iterable[Passage]) -> dict[str, float]:
        """Return the known features of a text and how much each counts."""
        values: dict[str, float] = {}
        for passage in passages:
            weight = ROLE_WEIGHTS[passage.role]
            plain, names = self._of_words(passage)
            if passage.role is not Role.BACKGROUND and not _ACTORS.isdisjoint(plain):
                names += [name for name, _, _ in _deeds(passage.words) if name in self.names]
            for match in passage.matches:
                names += self._of_term(match.term, passage)
            for name in names:
                values[name] = values.get(name, 0.0) + weight
        return _damped(values)

    def _of_words(self, passage: Passage) -> tuple[list[str], list[str]]:
        """Return the plain words of a passage, and the features they are alone and in pairs."""
        kind = (passage.role is Role.CONTRIBUTION, passage.opening)
        alone, pairs = self._alone.setdefault(kind, {}), self._pairs
        all_plain: list[str] = []
        found: list[str] = []
        after: dict[str, tuple[str, ...]] | None = None
        for _, _, text, joined in passage.words:
            entry = alone.get(text)
            if entry is None:
                entry = alone[text] = self._alone_names(text, *kind)
            plain, names = entry
            all_plain.append(plain)
            if names:
                found += names
            if after and joined and plain in after:
                found += after[plain]
            after = pairs.get(plain)
        if not passage.opening:
            found = [name for name in found if name[0] != "^"]
        return all_plain, found

    def _alone_names(self, text: str, contributes: bool, opening: bool) -> tuple[str, tuple[str, ...]]:
        plain, marked, parts = _forms(text)
        names = [plain, *([marked] if contributes else ()), *([f"^{plain}"] if opening else ()), *parts]
        return plain, tuple(name for name in names if name in self.names)

    def _of_term(self, term: Term, passage: Passage) -> tuple[str, ...]:
        key = (term.kind, term.slug, passage.role is Role.CONTRIBUTION, passage.opening)
        names = self._of_terms.get(key)
        if names is None:
            names = self._of_terms[key] = tuple(name for name in _names_of(term, passage) if name in self.names)
        return names


def place_of(passages: Iterable[Passage], feature: str) -> tuple[str, int, int] | None:
    """Return where a feature stands (field, start, end), in a contribution rather than elsewhere; None if nowhere."""
    found = None
    for passage in sorted(passages, key=lambda passage: -ROLE_WEIGHTS[passage.role]):
        found = next(((passage.field, start, end) for name, start, end in _names_in(passage) if name == feature), None)
        if found:
            break
    return found


def _names_in(passage: Passage) -> Iterator[tuple[str, int, int]]:
    before, before_start = "", 0
    contributes, opening = passage.role is Role.CONTRIBUTION, passage.opening
    for start, end, text, joined in passage.words:
        plain, marked, parts = _forms(text)
        yield plain, start, end
        if contributes:
            yield marked, start, end
        if opening:
            yield f"^{plain}", start, end
        if before and joined:
            yield f"{before} {plain}", before_start, end
            if opening:
                yield f"^{before} {plain}", before_start, end
        for part in parts:
            yield part, start, end
        before, before_start = plain, start
    if passage.role is not Role.BACKGROUND:
        yield from _deeds(passage.words)
    for match in passage.matches:
        for name in _names_of(match.term, passage):
            yield name, match.start, match.end


def _names_of(term: Term, passage: Passage) -> Iterator[str]:
    name = f"#{term.kind}:{term.slug}"
    yield name
    if passage.role is Role.CONTRIBUTION:
        yield f"{name}*"
    if passage.opening:
        yield f"{name}^"
