"""JSON of whatever program: OpenReview's notes, Crossref's works, CSL, paperlists, any list of objects; JSON lines.

Papers are the objects of the outermost list, of a list that an outer object holds under a usual name, the values of an
object of objects, or objects one after the other. They are decoded from the stream one by one: memory does not grow
with the file, and one that is broken is a problem of its own.
"""

import json
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from catalogue.sources import heading
from catalogue.sources.columns import looks_like_openreview
from catalogue.sources.decoding import TextFile, pieces
from catalogue.sources.json_object import draft_of_object, is_paper, own_id
from catalogue.sources.records import PaperRecord, Problem, SourceError, SourceFile

# Characters of one paper: what is longer is no record of one.
LONGEST = 4_000_000
# Of so many papers the identifiers are looked at before the first is given.
FIRST_OBJECTS = 50
# Under these an outer object holds its papers.
_HOLDER = re.compile(
    r'"(?:notes|papers|items|results|records|entries|data|documents|articles|publications|works|hits|submissions|docs)"'
    r"\s*:\s*\[\s*(?=\{)"
)
_OF_PAPER = re.compile(r'"(?:title|abstract|content)"\s*:', re.IGNORECASE)
_OUTER_LIST = re.compile(r"\s*\[")
_NAMED = re.compile(r'\s*\{\s*(?="[^"\\]*"\s*:\s*\{)')
# What stands between two papers; in an object of objects also the name of the next.
_BETWEEN = re.compile(r'[\s,]*(?:"[^"\\]*"\s*:\s*)?')


class Found(NamedTuple):
    """An object with the 1-based line it begins in, and bytes read; or what is wrong with it."""

    line: int
    value: dict[str, Any]
    offset: int
    fault: str = ""


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that JSON holds. Raises SourceError where there is no object in it."""
    found = _Objects(text).found()
    some = list(islice(found, FIRST_OBJECTS))
    if not any(each.value for each in some):
        fault = some[0].fault if some else "holds no list of papers"
        raise SourceError(text.path, f"is no JSON with papers: {fault}", some[0].line if some else 1)
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    of_openreview = looks_like_openreview(filter(None, (own_id(each.value) for each in some)))
    entries = _entries(chain(some, found), of_openreview, named.year)
    return SourceFile(text.path, "json", "", named, text.sha256, text.size, entries)


def _entries(found: Iterator[Found], of_openreview: bool, year: int | None) -> Iterator[PaperRecord | Problem]:
    position = 0
    for position, each in enumerate(found, start=1):
        if each.fault:
            yield Problem(position, each.line, each.fault, offset=each.offset)
            continue
        draft = draft_of_object(position, each.line, each.value, of_openreview)
        draft.year = draft.year or year
        yield draft.finished(each.offset)


class _Objects:
    """The objects of a file, with as much of its text at hand as the longest of them takes."""

    def __init__(self, text: TextFile) -> None:
        self._pieces = pieces(text)
        self._text = ""
        self._at = 0
        self._line = 1
        self._offset = 0
        self._ended = False

    def found(self) -> Iterator[Found]:
        """Yield the objects in order. Other values between them are passed over."""
        self._fill()
        end = self._enter()
        first_key: re.Pattern[str] | None = None
        while True:
            self._fill()
            between = _BETWEEN.match(self._text, self._at)
            assert between is not None
            self._go(between.end())
            sign = self._text[self._at : self._at + 1]
            if not sign or sign == end:
                return
            line = self._line
            value, fault = self._value()
            if fault or isinstance(value, dict):
                yield Found(line, value, self._offset, fault)
            if fault:
                # The next object that begins like the first one.
                following = first_key and first_key.search(self._text, self._at + 1)
                if not following:
                    return
                self._go(following.start())
            elif first_key is None and isinstance(value, dict) and value:
                first_key = re.compile(
                    r"\{\s*" + re.escape(json.dumps(next(iter(value)), ensure_ascii=False)) + r"\s*:"
                )

    def _enter(self) -> str:
        """Go to the first object that is a paper; return the sign that ends them all."""
        if outer := _OUTER_LIST.match(self._text):
            self._go(outer.end())
            return "]"
        holder = _HOLDER.search(self._text)
        if holder and not _OF_PAPER.search(self._text, 0, holder.start()):
            self._go(holder.end())
            return "]"
        named = _NAMED.match(self._text)
        if named and not _OF_PAPER.match(self._text, named.end()):
            between = _BETWEEN.match(self._text, named.end())
            value = self._decoded(between.end())[0] if between else None
            if isinstance(value, dict) and is_paper(value):
                self._go(named.end())
                return "}"
        return ""

    def _value(self) -> tuple[Any, str]:
        value, end, fault = self._decoded(self._at)
        if not fault:
            self._go(end)
        return value, fault

    def _decoded(self, start: int) -> tuple[Any, int, str]:
        try:
            value, end = _DECODE(self._text, start)
        except RecursionError:
            return {}, start, "is nested too deeply"
        except json.JSONDecodeError as error:
            if error.pos >= start + LONGEST:
                return {}, start, f"is longer than {LONGEST:,} characters"
            line = self._line + self._text.count("\n", self._at, error.pos)
            return {}, start, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} (line {line})"
        except ValueError as error:
            return {}, start, f"is no JSON: {error}"
        return value, end, ""

    def _go(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _fill(self) -> None:
        """Have LONGEST characters ahead, where there are so many."""
        if self._ended or len(self._text) - self._at >= LONGEST:
            return
        some = [self._text[self._at :]]
        length = len(some[0])
        while length < 2 * LONGEST:
            piece, self._offset = next(self._pieces, (None, self._offset))
            if piece is None:
                self._ended = True
                break
            some.append(piece)
            length += len(piece)
        self._text, self._at = "".join(some), 0


_DECODE = json.JSONDecoder().raw_decode
