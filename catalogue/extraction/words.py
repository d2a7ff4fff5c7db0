"""A text in words."""

import re
from itertools import accumulate
from sys import intern
from typing import NamedTuple

from catalogue.extraction.lexicon import Column, Lexicon

_WORD = re.compile(r"([^\W_]+(?:\.[0-9]+)*)")
_JOINT = re.compile(r"[\s\-‐-–/'’]{1,3}|[@&+]|")
# A lexicon with more words makes room for a new one, so that it does not grow for ever.
_MOST = 100_000


class Words(NamedTuple):
    """The words of a text in columns, which is several times as fast as an object for each of them.

    `numbers` are those of the lexicon. `joined` tells whether nothing but a space or hyphen parts a word from the one
    before.
    """

    lexicon: Lexicon
    numbers: list[int]
    joined: list[bool]
    starts: list[int]
    ends: list[int]

    @property
    def texts(self) -> list[str]:
        """The words as written."""
        return list(map(self.lexicon.words.__getitem__, self.numbers))

    @property
    def plain(self) -> list[str]:
        """The words in small letters and singular."""
        return list(map(PLAIN.of(self.lexicon).__getitem__, self.numbers))

    def part(self, first: int, last: int) -> "Words":
        """Return the words `first` to `last` (exclusive)."""
        within = slice(first, last)
        return Words(self.lexicon, self.numbers[within], self.joined[within], self.starts[within], self.ends[within])


class _Current:
    """The lexicons of the texts that are read now: of words, and of what stands between them."""

    words = Lexicon()
    gaps = Lexicon()


def words_of(text: str) -> Words:
    """Return the words of a text."""
    if len(_Current.words) + len(_Current.gaps) > _MOST:
        _Current.words, _Current.gaps = Lexicon(), Lexicon()
    lexicon, gaps = _Current.words, _Current.gaps
    # What is no word, a word, what is no word, …: begins and ends with what is none, be it empty.
    pieces = _WORD.split(text)
    edges = list(accumulate(map(len, pieces)))
    numbers = list(map(lexicon.__getitem__, pieces[1::2]))
    between = list(map(gaps.__getitem__, pieces[0:-1:2]))
    return Words(lexicon, numbers, list(map(_JOINS.of(gaps).__getitem__, between)), edges[0:-1:2], edges[1::2])


def singular(word: str) -> str:
    """Return a lower-case word without its plural ending, near enough to compare words by."""
    plural = len(word) > 3 and word[-1] == "s" and not word.endswith(("ss", "ias"))
    if plural and (word[-2] not in "iu" or len(word) == 4):
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    # `batches` and `caches`, `boxes` and `axes`, `biases` and `bases` lose their last e; so do `cache` and `base`.
    if word.endswith(("che", "she", "xe", "se")) and len(word) > 3:
        return word[:-1]
    return word[:-2] + "y" if word.endswith("ie") and len(word) > 4 else word


def plain_form(word: str) -> str:
    """Return what a word and its plural have in common, in small letters."""
    return intern(singular(word.casefold()))


PLAIN = Column(plain_form)
_JOINS = Column(lambda gap: _JOINT.fullmatch(gap) is not None)
