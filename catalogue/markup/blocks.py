"""Paragraphs and lists, where a text really has them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.markup import tags

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_BLANK_LINE = re.compile(r"\n[ \t\r\f\v]*\n\s*")
_BULLET = re.compile(r"[-*+•‣▪][ \t]+(?=\S)")
_NUMBER = re.compile(r"(\d{1,2})[.)][ \t]+(?=\S)")
_LIST = re.compile(
    r"\\(begin|end)\{(itemize|enumerate|description|compactitem|compactenum)\}(?:\s?\[[^\[\]]{0,100}\])?"
)
_ITEM = re.compile(r"\\item(?![A-Za-z])\s*(?:\[([^\[\]]{0,100})\])?")
# Display formulas may hold blank lines; they part nothing.
_DISPLAY = re.compile(r"\$\$[^$]{1,4000}\$\$|\\\[(?:[^\\]|\\[^\[\]]){1,4000}\\\]")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (`element` is `p`, one text) or a list (`ul`, `ol`, a text an item); white space is single."""

    element: str
    texts: tuple[str, ...]


def blocks(source: str) -> list[Block]:
    """Return the blocks of a text in their order; empty ones are left out."""
    return [*_blocks(_with_lines(source))]


def one_line(source: str) -> str:
    """Return a text as a single paragraph."""
    return _single_spaces(_with_lines(source))


def _with_lines(source: str) -> str:
    """Return the text with tags of paragraphs and LaTeX's lists as lines."""
    source = _CONTROL.sub("", source)
    if "<" in source:
        source = tags.HEADING.sub(_heading, source)
        source = tags.BLOCK.sub("\n\n", source)
    if "$$" in source or "\\[" in source:
        source = _DISPLAY.sub(lambda match: _SPACE.sub(" ", match[0]), source)
    return source


def _heading(match: re.Match[str]) -> str:
    title = (match[1] or match[2] or "").strip(" .:")
    return f"\n\n<b>{title}</b>\n\n" if title and title.casefold() != "abstract" else "\n\n"


def _blocks(source: str) -> Iterator[Block]:
    at = 0
    for start, end, element in _latex_lists(source):
        yield from _paragraphs(source[at:start])
        yield from _items(source[start:end], element)
        at = end
    yield from _paragraphs(source[at:])


def _latex_lists(source: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield where each outermost `\begin{itemize}…\end{itemize}` lies, and its element."""
    if "\\begin" not in source:
        return
    depth, start, element = 0, 0, ""
    for match in _LIST.finditer(source):
        if match[1] == "begin":
            if depth == 0:
                start, element = match.start(), "ol" if "enum" in match[2] else "ul"
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, match.end(), element


def _items(source: str, element: str) -> Iterator[Block]:
    """Yield the list of a LaTeX environment. Lists in lists become one list."""
    inner = _LIST.sub(" ", source)
    first = _ITEM.search(inner)
    if first is None:
        yield from _paragraphs(inner)
        return
    yield from _paragraphs(inner[: first.start()])
    marked = _ITEM.sub(lambda match: "\0" + (f"{match[1]} " if match[1] else ""), inner[first.start() :])
    texts = [_single_spaces(text) for text in marked.split("\0")]
    yield Block(element, tuple(text for text in texts if text))


def _paragraphs(source: str) -> Iterator[Block]:
    for part in _BLANK_LINE.split(source) if "\n" in source else [source]:
        lines = part.strip().split("\n")
        if len(lines) > 1 or _BULLET.match(lines[0]):
            yield from _lines(lines)
        elif text := _single_spaces(part):
            yield Block("p", (text,))


def _lines(lines: list[str]) -> Iterator[Block]:
    """Yield the paragraph and the lists of lines without a blank one between them."""
    element, texts = "p", [""]
    numbered = sum(bool(_NUMBER.match(line.strip())) for line in lines) > 1
    for line in (line.strip() for line in lines):
        bullet = _BULLET.match(line)
        marker = bullet or (_NUMBER.match(line) if numbered else None)
        if marker is None:
            texts[-1] += f" {line}"
            continue
        kind = "ul" if bullet else "ol"
        if kind == element:
            texts.append(line[marker.end() :])
        else:
            yield from _finished(element, texts)
            element, texts = kind, [line[marker.end() :]]
    yield from _finished(element, texts)


def _finished(element: str, texts: list[str]) -> Iterator[Block]:
    kept = tuple(text for text in map(_single_spaces, texts) if text)
    if kept:
        yield Block(element, kept)


def _single_spaces(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" ")
