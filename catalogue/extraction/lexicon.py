"""Distinct words by number, and what is worked out once for each of them: texts repeat their words.

Looking a word up in one large dictionary costs more than everything else that is done with it. So it happens once, and
what is known of a word then stands in lists at its number: frequent words come first there.
"""

from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

_Entry = TypeVar("_Entry")
_lock = RLock()


class Lexicon(dict[str, int]):
    """The numbers of words in the order of their first sight; `words` by number. A new word gets its number."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        with _lock:
            if word not in self:
                self.words.append(word)
                self[word] = len(self.words) - 1
            return self[word]


class Column(Generic[_Entry]):
    """What `entry` returns for the words of a lexicon, by their numbers."""

    def __init__(self, entry: Callable[[str], _Entry]) -> None:
        self._entry = entry
        self._filled: tuple[Lexicon, list[_Entry]] = Lexicon(), []

    def of(self, lexicon: Lexicon) -> list[_Entry]:
        """Return the entries of all words that the lexicon has so far."""
        known, entries = self._filled
        if known is not lexicon or len(entries) < len(lexicon.words):
            with _lock:
                known, entries = self._filled
                if known is not lexicon:
                    entries = []
                entries.extend(map(self._entry, lexicon.words[len(entries) :]))
                self._filled = lexicon, entries
        return entries
