"""What is worked out once for every distinct word: texts repeat their words."""

from collections.abc import Callable
from typing import TypeVar

_Entry = TypeVar("_Entry")
# A lexicon with so many words forgets them all, so that it does not grow for ever.
_MOST = 100_000


class Lexicon(dict[str, _Entry]):
    """Words with what `entry` returns for them, each asked for once. Read it with `lexicon[word]`."""

    def __init__(self, entry: Callable[[str], _Entry]) -> None:
        super().__init__()
        self._entry = entry

    def __missing__(self, word: str) -> _Entry:
        if len(self) >= _MOST:
            self.clear()
        entry = self[word] = self._entry(word)
        return entry
