"""Beginnings of texts."""

import re
from collections.abc import Iterator
from html import escape

from catalogue.markup.rendering import Rendered
from catalogue.markup.walking import Kind, Unit, units

_LOOSE_ENDS = " \u00a0,;:(–—-"
_CLOSING = {")": "(", "]": "["}
_BRACKET = re.compile(r"[()\[\]]")


def cut(text: str, length: int) -> str:
    """Return the beginning of a plain text: at most `length` characters, then an ellipsis.

    It is never cut inside a word or `$…$`. Text without spaces (Chinese, a very long word) is cut at `length`.
    """
    if len(text) <= length:
        return text
    head = text[: length + 1]
    if head.count("$") % 2:
        head = head[: head.rindex("$")]
    start = _at_a_word(head[:length], head[length : length + 1]) or text[:length]
    return start + _ellipsis(start, length)


def excerpt(rendered: Rendered, length: int) -> Rendered:
    """Return the beginning of a rendered text as one line: at most `length` characters of text, then an ellipsis.

    It is cut at a word, never inside a formula or a character; before a run of code, a link, emphasis or a bracket
    that would be divided, unless too little would be left. The HTML holds no blocks; they are joined by spaces.
    """
    if len(rendered.text) <= length:
        return _upto(rendered.html, len(rendered.text), "")
    end = _end(rendered, length)
    start = rendered.text[:end].rstrip(_LOOSE_ENDS)
    return _upto(rendered.html, len(start), _ellipsis(start, length))


def _ellipsis(start: str, length: int) -> str:
    return " …" if start.endswith((".", "!", "?")) and len(start) < length else "…"


def _at_a_word(start: str, following: str) -> str:
    """Return a beginning without the word that it would divide, and without loose ends."""
    if following and " " in start and not following.isspace():
        start = start[: start.rindex(" ")]
    return start.rstrip(_LOOSE_ENDS)


def _end(rendered: Rendered, length: int) -> int:
    """Return where to cut the text: no later than `length`."""
    text = rendered.text
    hard, soft = _undivided(rendered, length)
    end = len(_at_a_word(text[:length], text[length]))
    for _ in range(len(hard) + len(soft) + 1):
        borders = [start for start, stop in hard if start < end < stop]
        borders += [start for start, stop in soft if start < end < stop and start >= length // 2]
        if not borders:
            break
        end = len(text[: min(borders)].rstrip(_LOOSE_ENDS))
    if end or any(start == 0 and stop > length for start, stop in hard):
        return end
    return length


def _undivided(rendered: Rendered, length: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the stretches of the text that must not be divided, and those that had better not be.

    Stretches that begin after `length` are of no interest and may be missing.
    """
    hard: list[tuple[int, int]] = []
    soft = [*_brackets(rendered.text)]
    opened: list[int] = []
    at = 0
    for unit in units(rendered.html):
        if unit.kind is Kind.OPEN:
            opened.append(at if unit.name not in ("p", "ul", "ol", "li") else -1)
        elif unit.kind is Kind.CLOSE and opened and (start := opened.pop()) >= 0:
            soft.append((start, at))
        elif unit.kind is Kind.WHOLE:
            hard.append((at, at + len(unit.text)))
        at += len(unit.text)
        if at > length and not any(start >= 0 for start in opened):
            break
    return hard, soft


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    waiting: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text):
        bracket = match[0]
        if bracket not in _CLOSING:
            waiting.append((bracket, match.start()))
        elif waiting and waiting[-1][0] == _CLOSING[bracket]:
            yield waiting.pop()[1], match.end()


def part(rendered: Rendered, start: int, end: int) -> Rendered:
    """Return the stretch of a rendered text from `start` to `end` (offsets into its text) as one line, no blocks.

    A formula, an entity or a raised run that the stretch touches is kept whole.
    """
    out: list[str] = []
    text: list[str] = []
    opened: list[Unit] = []
    at = 0
    for unit in units(rendered.html):
        if at >= end:
            break
        if unit.kind in (Kind.OPEN, Kind.CLOSE):
            if unit.name in ("p", "ul", "ol", "li"):
                continue
            opened.append(unit) if unit.kind is Kind.OPEN else opened.pop()
            if text:
                out.append(unit.html)
            continue
        if at + len(unit.text) > start:
            if not text:
                out = [tag.html for tag in opened]
            shown = _stretch(unit, max(start - at, 0), end - at)
            out.append(shown.html)
            text.append(shown.text)
        at += len(unit.text)
    out.extend(f"</{tag.name}>" for tag in reversed(opened))
    return Rendered("".join(out) if text else "", "".join(text))


def _upto(html: str, end: int, ellipsis: str) -> Rendered:
    """Return inline HTML with the first `end` characters of text."""
    shown = part(Rendered(html, ""), 0, end)
    return Rendered(shown.html + ellipsis, shown.text + ellipsis)


def _stretch(unit: Unit, start: int, end: int) -> Unit:
    """Return a unit, a run cut to what lies between, in line: breaks and what parts blocks are plain text."""
    if unit.kind in (Kind.VOID, Kind.GAP):
        return Unit(unit.kind, escape(unit.text[start:end], quote=False), unit.text[start:end])
    if unit.kind is Kind.RUN:
        return Unit(unit.kind, unit.html[start:end], unit.text[start:end])
    return unit
