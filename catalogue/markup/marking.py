"""Marks over stretches of a rendered text: what a search has found, what a finding was read from."""

from collections.abc import Iterable, Iterator
from html import escape

from catalogue.markup.rendering import Rendered
from catalogue.markup.walking import Kind, Unit, units


def mark(rendered: Rendered, spans: Iterable[tuple[int, int]], anchor: str = "") -> Rendered:
    """Return a rendered text with `<mark>` around spans of its plain text; the text stays the same.

    `spans` are pairs of offsets in code points, the end not included; they may overlap, be empty or reach beyond the
    text. A span that touches a formula, an entity or a raised run marks all of it. No mark crosses an element's border.
    `anchor` is an id for the first mark, to be led to.
    """
    merged = _merged(spans)
    if not merged:
        return rendered
    out: list[str] = []
    marking = False
    opening = f'<mark id="{escape(anchor)}">' if anchor else "<mark>"
    for piece, marked in _pieces(rendered.html, merged):
        if marked != marking:
            out.append(opening if marked else "</mark>")
            opening = "<mark>" if marked else opening
            marking = marked
        out.append(piece)
    if marking:
        out.append("</mark>")
    return Rendered("".join(out), rendered.text)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted((max(start, 0), end) for start, end in spans if end > max(start, 0)):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _pieces(html: str, spans: list[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    """Yield the HTML in pieces, each with whether it is marked. Tags never are."""
    at = index = 0
    for unit in units(html):
        start, at = at, at + len(unit.text)
        while index < len(spans) and spans[index][1] <= start:
            index += 1
        if unit.kind is Kind.RUN:
            yield from _divided(unit, start, spans, index)
        elif unit.html:
            touched = index < len(spans) and spans[index][0] < at
            yield unit.html, touched and unit.kind is Kind.WHOLE


def _divided(unit: Unit, start: int, spans: list[tuple[int, int]], index: int) -> Iterator[tuple[str, bool]]:
    done = 0
    while index < len(spans) and spans[index][0] - start < len(unit.text):
        first, last = max(spans[index][0] - start, 0), min(spans[index][1] - start, len(unit.text))
        if first > done:
            yield unit.text[done:first], False
        yield unit.text[first:last], True
        done = last
        index += 1
    if done < len(unit.text):
        yield unit.text[done:], False
