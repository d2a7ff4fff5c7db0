"""Chosen elements of an XML file, one by one from a stream, with their lines; entities, the network and depth are shut.

Uses expat, which fetches nothing by itself. A file that declares entities is refused, one that merely has a DOCTYPE is
read. A file that breaks keeps what came before the place.
"""

import html
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from catalogue.sources.decoding import TextFile, pieces
from catalogue.sources.lines import clean_text
from catalogue.sources.records import SourceError

DEEPEST = 100
# Characters of one element: what is longer is no record of a paper.
LONGEST = 4_000_000
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});")
_CUT_OFF = re.compile(r"&[A-Za-z0-9]{0,32}\Z")
_BLOCKS = frozenset("p sec title list-item br abstract-sec".split())
_MARKED = {
    "b": r"\textbf",
    "bold": r"\textbf",
    "i": r"\textit",
    "em": r"\textit",
    "italic": r"\textit",
    "sup": r"\textsuperscript",
    "sub": r"\textsubscript",
}


class Found(NamedTuple):
    """An element by its name without prefix, and the attributes of the elements around it by their names; the 1-based
    line it begins in, and bytes read. Or, instead of an element, what is wrong there."""

    element: Element
    around: Mapping[str, Mapping[str, str]]
    line: int
    offset: int
    fault: str = ""


class _Refused(Exception):
    """What is not read of XML, as the end of a sentence about the file."""


def elements(text: TextFile, wanted: frozenset[str]) -> Iterator[Found]:
    """The elements with one of some names, prefixes left out, in order; not those inside of one of them.

    Raises SourceError for a file with declarations of entities, and for one that is nested too deeply.
    """
    reader = _Reader(wanted)
    rest, first = "", True
    for piece, offset in pieces(text):
        piece = clean_text(rest + piece)
        if first:
            stripped = piece.lstrip()
            reader.lines_before = piece[: len(piece) - len(stripped)].count("\n")
            piece, first = stripped, not stripped
        cut_off = _CUT_OFF.search(piece)
        rest = piece[cut_off.start() :] if cut_off else ""
        yield from reader.feed(piece[: len(piece) - len(rest)], offset, text)
        if reader.broken:
            return
    yield from reader.feed(rest, text.size, text, final=True)


class _Reader:
    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        self.lines_before = 0
        self.broken = False
        self._around: list[tuple[str, dict[str, str]]] = []
        self._builder: TreeBuilder | None = None
        self._inside = self._size = self._line = 0
        self._found: list[tuple[Element, Mapping[str, Mapping[str, str]], int]] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._refuse_entities

    def feed(self, piece: str, offset: int, text: TextFile, final: bool = False) -> Iterator[Found]:
        """Read on; yield what is complete."""
        fault = ""
        try:
            self._parser.Parse(_NAMED.sub(_letter, piece), final)
        except _Refused as error:
            raise SourceError(text.path, str(error), self._here) from None
        except expat.ExpatError as error:
            self.broken = True
            fault = f"is no well-formed XML: {expat.errors.messages.get(error.code, 'an error')}"
        for element, around, line in self._found:
            yield Found(element, around, line, offset)
        self._found.clear()
        if fault:
            yield Found(Element("none"), {}, self._here, offset, fault)

    @property
    def _here(self) -> int:
        return self._parser.CurrentLineNumber + self.lines_before

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if len(self._around) + self._inside >= DEEPEST:
            raise _Refused(f"is nested more than {DEEPEST} levels deep")
        if self._builder is None and local in self.wanted:
            self._builder, self._size, self._line = TreeBuilder(), 0, self._here
        if self._builder is None:
            self._around.append((local, attributes))
        else:
            self._inside += 1
            self._builder.start(local, {key.rpartition(":")[2]: value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        if self._builder is None:
            self._around.pop()
            return
        self._inside -= 1
        self._builder.end(name.rpartition(":")[2])
        if not self._inside:
            self._found.append((self._builder.close(), dict(self._around), self._line))
            self._builder = None

    def _data(self, data: str) -> None:
        if self._builder is not None:
            self._size += len(data)
            if self._size > LONGEST:
                raise _Refused(f"holds an element of more than {LONGEST:,} characters")
            self._builder.data(data)

    def _refuse_entities(self, *declaration: object) -> None:
        raise _Refused("declares entities of its own, which are not read: they can make a small file fill the memory")


def _letter(found: re.Match[str]) -> str:
    letter = html.unescape(found[0])
    return found[0] if letter == found[0] else html.escape(letter)


def text_of(element: Element | None, name: str = "") -> str:
    """Return the text of an element, or of its first child with a path, in one line; markup as LaTeX."""
    found = element.find(name) if element is not None and name else element
    return " ".join(rich_text(found).split()) if found is not None else ""


def rich_text(element: Element) -> str:
    """Return the text of an element: formulas between dollars, emphasis as LaTeX, paragraphs parted by blank lines."""
    return re.sub(r"[ \t]*\n\s*\n\s*", "\n\n", "".join(_pieces_of(element))).strip()


def _pieces_of(element: Element) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        yield from _marked(child)
        if child.tail:
            yield child.tail


def _marked(child: Element) -> Iterator[str]:
    tex = child if child.tag == "tex-math" else child.find(".//tex-math") if child.tag in _FORMULAS else None
    if tex is not None:
        formula = (tex.text or "").strip()
        yield formula if formula.startswith(("$", "\\(", "\\[", "\\begin")) else f"${formula}$"
    elif child.tag == "math" and child.get("alttext"):
        yield f"${child.get('alttext')}$"
    elif child.tag in _MARKED:
        inner = "".join(_pieces_of(child))
        yield f"{_MARKED[child.tag]}{{{inner}}}" if inner.strip() else inner
    elif child.tag in _BLOCKS:
        yield "\n\n"
        yield from _pieces_of(child)
        yield "\n\n"
    else:
        yield from _pieces_of(child)


_FORMULAS = ("inline-formula", "disp-formula", "alternatives")
