"""Where the patterns of a vocabulary stand in a text: all of them in one pass over its words.

A pattern is a phrase. Hyphens, dashes, slashes and spaces between words are the same. A word in lower case stands for
any case and for singular and plural; a word with a capital stands for itself, with or without a plural s.
A pattern that begins with `!` is an exception: where it stands, the other patterns of its term do not count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from catalogue.extraction.words import Table, Words, plain_form, singular, words_of


@dataclass(frozen=True, slots=True)
class Term:
    """A tag, as far as rules need to know it. `slug` names areas, contributions and modalities in the weights."""

    id: int
    kind: str
    slug: str
    label: str
    patterns: tuple[str, ...] = ()


class Match(NamedTuple):
    """A term at the words `first` to `last` (exclusive) of a text, characters `start` to `end`."""

    term: Term
    first: int
    last: int
    start: int
    end: int


@dataclass(slots=True)
class _Node:
    after: dict[str, "_Node"] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    exceptions: list[Term] = field(default_factory=list)


class _State:
    """The nodes that some words of a text lead to: several where a word stands for itself and for its small letters."""

    __slots__ = ("_after", "_nodes", "ends", "exceptions", "following", "terms")

    def __init__(self, nodes: Sequence[_Node]) -> None:
        self._nodes = nodes
        # The keys of the words that go on with a pattern.
        self.following = frozenset(key for node in nodes for key in node.after)
        self._after: dict[tuple[str, ...], _State] = {}
        self.terms = [term for node in nodes for term in node.terms]
        self.exceptions = [term for node in nodes for term in node.exceptions]
        # Whether a pattern ends here.
        self.ends = bool(self.terms or self.exceptions)

    def after(self, keys: tuple[str, ...]) -> "_State | None":
        """Return the state after a word with these keys; None where no pattern goes on with it."""
        if self.following.isdisjoint(keys):
            return None
        state = self._after.get(keys)
        if state is None:
            state = _State([node.after[key] for node in self._nodes for key in keys if key in node.after])
            self._after[keys] = state
        return state


class Patterns:
    """The patterns of some terms, compiled."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._start = _Node()
        self._known: set[str] = set()
        for term in terms:
            for pattern in term.patterns:
                self._add(term, pattern)
        start = _State([self._start])
        # By word of a text: the patterns that begin with it, and the keys of pattern words that stand for it.
        # Most words stand for none: they share one entry, which stays at hand.
        nothing: tuple[_State | None, tuple[str, ...]] = (None, ())
        self._entries = Table(lambda word: (start.after(keys), keys) if (keys := self._keys_of(word)) else nothing)

    def _add(self, term: Term, pattern: str) -> None:
        node = self._start
        words = words_of(pattern).texts
        for word in words:
            key = word_key(word)
            self._known.add(key)
            node = node.after.setdefault(key, _Node())
        if words:
            (node.exceptions if pattern.startswith("!") else node.terms).append(term)

    def _keys_of(self, word: str) -> tuple[str, ...]:
        forms = {plain_form(word), f"={word}"} | ({f"={word[:-1]}"} if word.endswith("s") else set())
        return tuple(sorted(forms & self._known))

    def matches(self, words: Words) -> list[Match]:
        """Return the matches in order; of those of one kind that overlap, the first one, and the longest there."""
        entries = list(map(self._entries.__getitem__, words.texts))
        keys = [each for _, each in entries]
        keys.append(())
        joined, ends = [*words.joined, False], words.ends
        found: list[Match] = []
        excepted: list[Match] = []
        # Many words begin a pattern that does not go on with the next one: most are passed over here.
        begun: list[tuple[int, _State | None]] = [
            (first, state)
            for first, ((state, _), after, joins) in enumerate(zip(entries, keys[1:], joined[1:], strict=True))
            if state and (state.ends or (after and joins and not state.following.isdisjoint(after)))
        ]
        for first, state in begun:
            last, shorter = first, len(found)
            while state:
                last += 1
                if state.ends:
                    span = (first, last, words.starts[first], ends[last - 1])
                    # Before the shorter ones that begin here.
                    found[shorter:shorter] = [Match(term, *span) for term in state.terms]
                    excepted += [Match(term, *span) for term in state.exceptions]
                state = state.after(keys[last]) if joined[last] and keys[last] else None
        return _longest_of_a_kind(_without_exceptions(found, excepted))


def word_key(word: str) -> str:
    """Return what a word of a pattern is looked up by: a word with a capital stands for itself alone."""
    return singular(word.casefold()) if word == word.lower() else f"={word}"


def _without_exceptions(found: list[Match], excepted: list[Match]) -> list[Match]:
    """Drop the matches that an exception of their term overlaps which is as long or longer."""
    if not excepted:
        return found
    # By term and word, how long the longest exception there is.
    longest: dict[tuple[int, int], int] = {}
    for other in excepted:
        for word in range(other.first, other.last):
            key = (other.term.id, word)
            longest[key] = max(longest.get(key, 0), other.last - other.first)
    return [
        match
        for match in found
        if all(longest.get((match.term.id, word), 0) < match.last - match.first for word in range(*match[1:3]))
    ]


def _longest_of_a_kind(found: list[Match]) -> list[Match]:
    """Drop matches that another of their kind covers; terms that share a pattern both stay.

    They come in order of their first word, the longest first.
    """
    reached: dict[str, tuple[int, int]] = {}
    kept: dict[tuple[int, int, int], Match] = {}
    for match in found:
        term, first, last, _, _ = match
        before = reached.get(term.kind)
        if before is None or first >= before[1] or (first, last) == before:
            kept.setdefault((term.id, first, last), match)
            reached[term.kind] = first, last
    return list(kept.values())
