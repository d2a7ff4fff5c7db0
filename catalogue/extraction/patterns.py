"""Where the patterns of a vocabulary stand in a text: all of them in one pass over its words.

A pattern is a phrase. Hyphens, dashes, slashes and spaces between words are the same. A word in lower case stands for
any case and for singular and plural; a word with a capital stands for itself, with or without a plural s.
A pattern that begins with `!` is an exception: where it stands, the other patterns of its term do not count.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

# A word, and what parts it from the one before if that joins them.
_WORD = re.compile(r"([\s\-‐-–/'’]{1,3}|[@&+])?([^\W_]+(?:\.[0-9]+)*)")


@dataclass(frozen=True, slots=True)
class Term:
    """A tag, as far as rules need to know it. `slug` names areas, contributions and modalities in the weights."""

    id: int
    kind: str
    slug: str
    label: str
    patterns: tuple[str, ...] = ()


class Word(NamedTuple):
    """A word of a text; `joined` tells whether nothing but a space or hyphen parts it from the one before."""

    start: int
    end: int
    text: str
    joined: bool


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


def words_of(text: str) -> list[Word]:
    """Return the words of a text: runs of letters and digits, version numbers whole (`Qwen2.5`)."""
    words: list[Word] = []
    last, new = 0, tuple.__new__
    for match in _WORD.finditer(text):
        start, end = match.span(2)
        # A named tuple without the detour through its own constructor: there are many words.
        words.append(new(Word, (start, end, match[2], match.start() == last)))
        last = end
    return words


def singular(word: str) -> str:
    """Return a lower-case word without its plural ending, near enough to compare words by."""
    if len(word) < 4 or word[-1] != "s" or word[-2] in "siu":
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


class Patterns:
    """The patterns of some terms, compiled."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._start = _Node()
        self._keys: dict[str, tuple[str, ...]] = {}
        self._known: set[str] = set()
        self._starts: dict[str, list[_Node]] = {}
        for term in terms:
            for pattern in term.patterns:
                self._add(term, pattern)

    def _add(self, term: Term, pattern: str) -> None:
        node = self._start
        words = words_of(pattern)
        for word in words:
            key = word_key(word.text)
            self._known.add(key)
            node = node.after.setdefault(key, _Node())
        if words:
            (node.exceptions if pattern.startswith("!") else node.terms).append(term)

    def _keys_of(self, word: str) -> tuple[str, ...]:
        """Return the keys of pattern words that stand for a word of a text."""
        forms = {singular(word.casefold()), f"={word}"} | ({f"={word[:-1]}"} if word.endswith("s") else set())
        keys = self._keys[word] = tuple(forms & self._known)
        self._starts[word] = [self._start.after[key] for key in keys if key in self._start.after]
        return keys

    def matches(self, words: Sequence[Word]) -> list[Match]:
        """Return the matches in order; of those of one kind that overlap, the first one, and the longest there."""
        known = self._keys
        keys = [known[word.text] if word.text in known else self._keys_of(word.text) for word in words]
        found: list[Match] = []
        excepted: list[Match] = []
        starts = self._starts
        keys.append(())
        for first, word in enumerate(words):
            if keys[first] and (nodes := starts[word.text]):
                following = keys[first + 1] if keys[first + 1] and words[first + 1].joined else ()
                for node in nodes:
                    if (
                        node.terms
                        or node.exceptions
                        or (following and not node.after.keys().isdisjoint(keys[first + 1]))
                    ):
                        self._walk(words, keys, first, nodes, found, excepted)
                        break
        return _longest_of_a_kind(_without_exceptions(found, excepted))

    def _walk(
        self,
        words: Sequence[Word],
        keys: Sequence[tuple[str, ...]],
        first: int,
        nodes: list[_Node],
        found: list[Match],
        excepted: list[Match],
    ) -> None:
        start = words[first].start
        after = first + 1
        while True:
            for node in nodes:
                if node.terms or node.exceptions:
                    end = words[after - 1].end
                    found += [Match(term, first, after, start, end) for term in node.terms]
                    excepted += [Match(term, first, after, start, end) for term in node.exceptions]
            if after == len(words) or not words[after].joined or not keys[after]:
                return
            nodes = [node.after[key] for node in nodes if node.after for key in keys[after] if key in node.after]
            if not nodes:
                return
            after += 1


def word_key(word: str) -> str:
    """Return what a word of a pattern is looked up by: a word with a capital stands for itself alone."""
    return singular(word.casefold()) if word == word.lower() else f"={word}"


def _without_exceptions(found: list[Match], excepted: list[Match]) -> list[Match]:
    if not excepted:
        return found
    return [
        match
        for match in found
        if not any(
            other.term.id == match.term.id
            and other.first < match.last
            and match.first < other.last
            and other.last - other.first >= match.last - match.first
            for other in excepted
        )
    ]


def _longest_of_a_kind(found: list[Match]) -> list[Match]:
    """Drop matches that another of their kind covers; terms that share a pattern both stay."""
    reached: dict[str, tuple[int, int]] = {}
    kept: dict[tuple[int, int, int], Match] = {}
    for match in sorted(found, key=lambda match: (match.first, -match.last)):
        span = (match.first, match.last)
        before = reached.get(match.term.kind)
        if before is None or match.first >= before[1] or span == before:
            kept.setdefault((match.term.id, *span), match)
            reached[match.term.kind] = span
    return list(kept.values())
