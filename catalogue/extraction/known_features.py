"""The features of a model in a text, found without building the others."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from catalogue.extraction.features import (
    ACTORS,
    ROLE_WEIGHTS,
    Passage,
    by_weight,
    counts_once,
    damped,
    deeds,
    names_of,
    parts_of,
)
from catalogue.extraction.sentences import Role
from catalogue.extraction.words import Table, plain_form

_Numbers = tuple[int, ...]
_Pairs = Mapping[str, _Numbers] | None
_Entry = tuple[_Numbers, _Pairs]


class Known(NamedTuple):
    """The known features of a text: how much each counts, and those of each passage, what counts most first.

    One that stands in a text once, or that counts once, counts 1.0.
    """

    counts: dict[int, float]
    passages: list[tuple[Passage, list[int]]]

    def place(self, number: int) -> Passage:
        """Return the first passage with a feature, of those that count most."""
        return next(passage for passage, numbers in self.passages if number in numbers)


class KnownFeatures:
    """Finds, of the features of a text, those of a list, by their numbers in it: the same as `features`, much faster.

    What a word can be is worked out once, for each kind of passage: (contributes, opening).
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._once = frozenset(number for name, number in self._numbers.items() if counts_once(name))
        # By whether the passage is the opening one: pairs by their first and second word.
        self._pairs: dict[bool, dict[str, dict[str, _Numbers]]] = {False: {}, True: {}}
        for name, number in self._numbers.items():
            if " " in name and name[0] not in "!#":
                first, second = name.removeprefix("^").split(" ")
                for opening in (True,) if name[0] == "^" else (False, True):
                    pair = self._pairs[opening].setdefault(first, {})
                    pair[second] = (*pair.get(second, ()), number)
        kinds = [(contributes, opening) for contributes in (False, True) for opening in (False, True)]
        # Most words are no feature: they share one entry, which stays at hand.
        self._nothing: _Entry = ((), None)
        self._words = {kind: Table(partial(self._of_word, *kind)) for kind in kinds}
        self._terms: dict[tuple[bool, bool], dict[tuple[str, str], _Numbers]] = {kind: {} for kind in kinds}

    def __call__(self, passages: Iterable[Passage]) -> Known:
        """Return the known features of a text."""
        counts: dict[int, float] = {}
        found = [(passage, self._in(passage)) for passage in by_weight(passages)]
        for passage, numbers in found:
            weight = ROLE_WEIGHTS[passage.role]
            for number in numbers:
                counts[number] = counts.get(number, 0.0) + weight
        once = self._once
        return Known(
            {number: 1.0 if count == 1.0 or number in once else damped(count) for number, count in counts.items()},
            found,
        )

    def _in(self, passage: Passage) -> list[int]:
        """Return the features of a passage, each as often as it stands there."""
        texts, plain, joined, _, _ = passage.words
        found: list[int] = []
        pairs: _Pairs = None
        contributes, opening = passage.role is Role.CONTRIBUTION, passage.opening
        nothing = self._nothing
        for at, entry in enumerate(map(self._words[contributes, opening].__getitem__, texts)):
            if pairs and plain[at] in pairs and joined[at]:
                found += pairs[plain[at]]
            if entry is nothing:
                pairs = None
            else:
                found += entry[0]
                pairs = entry[1]
        if passage.role is not Role.BACKGROUND and not ACTORS.isdisjoint(plain):
            found += self._known(name for name, _, _ in deeds(plain))
        terms = self._terms[contributes, opening]
        for term, _, _, _, _ in passage.matches:
            key = term.kind, term.slug
            if key not in terms:
                terms[key] = self._known(names_of(term, passage))
            found += terms[key]
        return found

    def _known(self, names: Iterable[str]) -> _Numbers:
        return tuple(self._numbers[name] for name in names if name in self._numbers)

    def _of_word(self, contributes: bool, opening: bool, text: str) -> _Entry:
        """Return the features that a word is, and those of the pairs it begins, by their second word."""
        plain = plain_form(text)
        names = [plain, *([f"*{plain}"] if contributes else ()), *([f"^{plain}"] if opening else ()), *parts_of(text)]
        entry = self._known(names), self._pairs[opening].get(plain)
        return self._nothing if entry == self._nothing else entry
