"""Markdown's `*` and `_`: which of them open and close emphasis."""

from dataclasses import dataclass

_LONGEST_RUN = 6  # as in `***C****lear***`: one emphasis ends where the next begins
_ELEMENTS = {1: "em", 2: "strong"}


@dataclass(slots=True)
class Delimiter:
    """A run of `*` or `_`. What of it becomes no element is shown as it stands."""

    letter: str
    count: int
    opens: bool
    closes: bool
    before: str = ""  # end tags, in front of what is left of the run
    after: str = ""  # start tags, behind it


Piece = str | Delimiter


def delimiter(letter: str, count: int, before: str, after: str) -> Piece:
    """Return a run of `letter` between two characters (empty at the borders of the text), as text if it can be none.

    A single `*` and every `_` opens only at the beginning of a word: `snake_case`, `a*b`, `f(x)*g(x)` are no emphasis.
    """
    if count > _LONGEST_RUN:
        return letter * count
    opens = bool(after) and not after.isspace() and after not in ",.;:!?)]}"
    closes = bool(before) and not before.isspace() and before not in "([{"
    word_before = before.isalnum() or (bool(before) and before in ")]}\\")
    if letter == "_":
        opens, closes = opens and not word_before, closes and not after.isalnum()
    elif count == 1:
        opens = opens and not word_before
    if count > _LONGEST_RUN // 2 and not (opens and closes):
        return letter * count
    return Delimiter(letter, count, opens, closes) if opens or closes else letter * count


def emphasized(pieces: list[Piece]) -> str:
    """Return pieces of HTML and runs between them as HTML, nested as they should be."""
    openers: dict[str, list[tuple[int, Delimiter]]] = {"*": [], "_": []}
    for index, piece in enumerate(pieces):
        if isinstance(piece, Delimiter):
            if piece.closes:
                _close(piece, openers)
            if piece.opens and piece.count:
                openers[piece.letter].append((index, piece))
    return "".join(piece if isinstance(piece, str) else _shown(piece) for piece in pieces)


def _close(closer: Delimiter, openers: dict[str, list[tuple[int, Delimiter]]]) -> None:
    waiting = openers[closer.letter]
    while closer.count and waiting:
        index, opener = waiting[-1]
        if closer.count == 1 and opener.count == 2 and closer.opens:
            return
        for stack in openers.values():
            while stack and stack[-1][0] > index:
                stack.pop()
        used = 2 if min(opener.count, closer.count) >= 2 else 1
        opener.after = f"<{_ELEMENTS[used]}>{opener.after}"
        closer.before += f"</{_ELEMENTS[used]}>"
        opener.count -= used
        closer.count -= used
        if not opener.count:
            waiting.pop()


def _shown(run: Delimiter) -> str:
    return f"{run.before}{run.letter * run.count}{run.after}"
