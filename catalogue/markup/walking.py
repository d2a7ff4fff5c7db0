"""Our own HTML as a row of units, each with its plain text: the one place that says what the text of HTML is.

A unit is a tag (no text), a run of characters, an entity (one character) or a whole element that cannot be
divided: a formula, whose text is its `alttext`, and `sup`/`sub`, whose text is Unicode where it exists.
Paragraphs and items are parted by one space; items begin with a bullet or their number.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from catalogue.markup.characters import subscript, superscript

_PART = re.compile(r'<(/?)([a-z]+)([^>"]*(?:"[^"]*"[^>"]*)*)>|&[#\w]+;|[^<&]+|.', re.DOTALL)
_ALTERNATIVE_TEXT = re.compile(r'\salttext="([^"]*)"')
_BLOCKS = {"p", "ul", "ol", "li"}
_ELEMENTS = {name: re.compile(f"<(/?){name}[ >]") for name in ("math", "sup", "sub")}


class Kind(Enum):
    OPEN = "open"
    CLOSE = "close"
    VOID = "void"  # `br`: its text is a space
    RUN = "run"
    WHOLE = "whole"  # an entity, a formula, a raised or lowered run
    GAP = "gap"  # text that has no HTML: what parts blocks, and bullets


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of HTML with its plain text. `name` is the element's, for tags and whole elements."""

    kind: Kind
    html: str
    text: str
    name: str = ""


def units(source: str) -> Iterator[Unit]:
    """Yield the units of HTML that this room has made. Their `html`, gaps aside, joined is `source`."""
    begun = False
    numbers: list[int] = []
    gap = ""
    for unit in _parts(source):
        if unit.name in _BLOCKS:
            if unit.kind is Kind.OPEN and unit.name in ("ul", "ol"):
                numbers.append(1 if unit.name == "ol" else 0)
            elif unit.kind is Kind.CLOSE and unit.name in ("ul", "ol") and numbers:
                numbers.pop()
            elif unit.kind is Kind.OPEN:
                gap = (" " if begun else "") + _bullet(unit.name, numbers)
        elif gap and unit.text:
            yield Unit(Kind.GAP, "", gap)
            gap = ""
        begun = begun or bool(unit.text)
        yield unit


def text_of(source: str) -> str:
    """Return the plain text of HTML that this room has made."""
    return "".join(unit.text for unit in units(source))


def _bullet(name: str, numbers: list[int]) -> str:
    if name != "li" or not numbers:
        return ""
    if numbers[-1] == 0:
        return "• "
    numbers[-1] += 1
    return f"{numbers[-1] - 1}. "


def _parts(source: str) -> Iterator[Unit]:
    at = 0
    while match := _PART.match(source, at):
        part, name = match[0], match[2]
        at = match.end()
        if name is None:
            yield Unit(Kind.WHOLE, part, html.unescape(part)) if part[0] == "&" else Unit(Kind.RUN, part, part)
        elif match[1]:
            yield Unit(Kind.CLOSE, part, "", name)
        elif name == "br":
            yield Unit(Kind.VOID, part, " ", name)
        elif name in ("math", "sup", "sub"):
            at = _end_of_element(source, name, at)
            yield Unit(Kind.WHOLE, source[match.start() : at], _whole_text(source, match, at), name)
        else:
            yield Unit(Kind.OPEN, part, "", name)


def _end_of_element(source: str, name: str, at: int) -> int:
    """Return where the element that was opened before `at` ends, its own kind nested in it or not."""
    depth = 1
    for match in _ELEMENTS[name].finditer(source, at):
        depth += -1 if match[1] else 1
        if depth == 0:
            return match.end()
    return len(source)


def _whole_text(source: str, opening: re.Match[str], end: int) -> str:
    if opening[2] == "math":
        alternative = _ALTERNATIVE_TEXT.search(opening[3])
        return html.unescape(alternative[1]) if alternative else ""
    inner = text_of(source[opening.end() : end - len("</sup>")])
    return superscript(inner) if opening[2] == "sup" else subscript(inner)
