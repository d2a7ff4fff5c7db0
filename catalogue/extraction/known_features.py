"""The features of a model in a text, found without building the others."""

from collections.abc import Iterable, Mapping
from functools import partial

from catalogue.extraction.features import ACTORS, ROLE_WEIGHTS, Passage, by_weight, deeds, names_of, parts_of
from catalogue.extraction.patterns import Term
from catalogue.extraction.sentences import Role
from catalogue.extraction.words import Table, plain_form

_Numbers = tuple[int, ...]
_Pairs = Mapping[str, _Numbers] | None


class KnownFeatures:
    """Finds, of the features of a text, those of a list, by their numbers in it: the same as `features`, much faster.

    What a word can be is worked out once, for each kind of passage: (contributes, opening).
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}
        self._terms: dict[tuple[str, str, bool, bool], _Numbers] = {}
        # By whether the passage is the opening one: pairs by their first and second word.
        self._pairs: dict[bool, dict[str, dict[str, _Numbers]]] = {False: {}, True: {}}
        for name, number in self._numbers.items():
            if " " in name and name[0] not in "!#":
                first, second = name.removeprefix("^").split(" ")
                for opening in (True,) if name[0] == "^" else (False, True):
                    pair = self._pairs[opening].setdefault(first, {})
                    pair[second] = (*pair.get(second, ()), number)
        kinds = [(contributes, opening) for contributes in (False, True) for opening in (False, True)]
        self._words = {kind: Table(partial(self._of_word, *kind)) for kind in kinds}

    def __call__(self, passages: Iterable[Passage]) -> tuple[dict[int, float], dict[int, Passage]]:
        """Return the known features of a text: how often each counts, repetition not yet damped, and where it is.

        That is the first of the passages that count most.
        """
        counts: dict[int, float] = {}
        places: dict[int, Passage] = {}
        for passage in by_weight(passages):
            weight = ROLE_WEIGHTS[passage.role]
            for number in self._in(passage):
                if number in counts:
                    counts[number] += weight
                else:
                    counts[number], places[number] = weight, passage
        return counts, places

    def _in(self, passage: Passage) -> list[int]:
        """Return the features of a passage, each as often as it stands there."""
        texts, plain, joined, _, _ = passage.words
        found: list[int] = []
        pairs: _Pairs = None
        table = self._words[passage.role is Role.CONTRIBUTION, passage.opening]
        for at, (numbers, after) in enumerate(map(table.__getitem__, texts)):
            if pairs and plain[at] in pairs and joined[at]:
                found += pairs[plain[at]]
            found += numbers
            pairs = after
        if passage.role is not Role.BACKGROUND and not ACTORS.isdisjoint(plain):
            found += self._known(name for name, _, _ in deeds(plain))
        for match in passage.matches:
            found += self._of_term(match.term, passage)
        return found

    def _known(self, names: Iterable[str]) -> _Numbers:
        return tuple(self._numbers[name] for name in names if name in self._numbers)

    def _of_word(self, contributes: bool, opening: bool, text: str) -> tuple[_Numbers, _Pairs]:
        """Return the features that a word is, and those of the pairs it begins, by their second word."""
        plain = plain_form(text)
        names = [plain, *([f"*{plain}"] if contributes else ()), *([f"^{plain}"] if opening else ()), *parts_of(text)]
        return self._known(names), self._pairs[opening].get(plain)

    def _of_term(self, term: Term, passage: Passage) -> _Numbers:
        key = (term.kind, term.slug, passage.role is Role.CONTRIBUTION, passage.opening)
        numbers = self._terms.get(key)
        if numbers is None:
            numbers = self._terms[key] = self._known(names_of(term, passage))
        return numbers
