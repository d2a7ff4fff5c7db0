"""A text in words."""

import re
from collections.abc import Callable
from itertools import accumulate
from sys import intern
from typing import Generic, NamedTuple, TypeVar

# Most letters are small ones of English, which are told from others the fastest.
_WORD = re.compile(r"([^\W_][a-z]*+[^\W_]*+(?:\.[0-9]++)*+)")
_JOINT = re.compile(r"[\s\-‐-–/'’]{1,3}|[@&+]|")
# With more words a table is emptied, so that it does not grow for ever.
_MOST = 100_000
_Entry = TypeVar("_Entry")


class Table(dict[str, _Entry], Generic[_Entry]):
    """What is worked out once for each distinct word, by `entry`: texts repeat their words."""

    def __init__(self, entry: Callable[[str], _Entry]) -> None:
        super().__init__()
        self._entry = entry

    def __missing__(self, word: str) -> _Entry:
        if len(self) >= _MOST:
            self.clear()
        entry = self[word] = self._entry(word)
        return entry


class Words(NamedTuple):
    """The words of a text in columns, which is several times as fast as an object for each of them.

    `texts` are as written, `plain` in small letters and singular. `joined` tells whether nothing but a space or hyphen
    parts a word from the one before.
    """

    texts: list[str]
    plain: list[str]
    joined: list[bool]
    starts: list[int]
    ends: list[int]

    def part(self, first: int, last: int) -> "Words":
        """Return the words `first` to `last` (exclusive)."""
        within = slice(first, last)
        return Words(
            self.texts[within], self.plain[within], self.joined[within], self.starts[within], self.ends[within]
        )


def words_of(text: str) -> Words:
    """Return the words of a text."""
    # What is no word, a word, what is no word, …: begins and ends with what is none, be it empty.
    pieces = _WORD.split(text)
    edges = list(accumulate(map(len, pieces)))
    texts = pieces[1::2]
    joined = list(map(_JOINS.__getitem__, pieces[0:-1:2]))
    return Words(texts, list(map(_PLAIN.__getitem__, texts)), joined, edges[0:-1:2], edges[1::2])


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


_PLAIN = Table(plain_form)
_JOINS = Table(lambda gap: _JOINT.fullmatch(gap) is not None)
