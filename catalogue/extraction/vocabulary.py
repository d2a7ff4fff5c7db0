"""The vocabulary as rules read it: handed in, never fetched."""

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256

from catalogue.extraction.patterns import Match, Patterns, Term
from catalogue.extraction.words import Words


class Vocabulary:
    """The terms that rules may give, compiled once for many texts."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(sorted(terms, key=lambda term: term.id))
        self.of_kind: dict[str, list[Term]] = {}
        for term in self.terms:
            self.of_kind.setdefault(term.kind, []).append(term)
        self._patterns = Patterns(self.terms)

    def matches(self, words: Words) -> list[Match]:
        """Return where the terms stand, in order."""
        return self._patterns.matches(words)

    @cached_property
    def fingerprint(self) -> str:
        """A hash that changes with any term or pattern. Asked for each paper: to make it takes some milliseconds."""
        stated = repr([(term.id, term.kind, term.slug, term.patterns) for term in self.terms])
        return sha256(stated.encode()).hexdigest()
