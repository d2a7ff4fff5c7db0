"""JSON lines: an object a line. A line that is none is a problem of its own."""

import json
from collections.abc import Iterator
from itertools import chain, islice

from catalogue.sources import heading
from catalogue.sources.columns import looks_like_openreview
from catalogue.sources.decoding import TextFile
from catalogue.sources.json_object import draft_of_object, own_id
from catalogue.sources.lines import LINE_LIMIT, Line, lines
from catalogue.sources.records import PaperRecord, Problem, SourceError, SourceFile

FIRST_LINES = 50


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that JSON lines hold. Raises SourceError where there are none."""
    found = (line for line in lines(text) if line[1].strip())
    some = list(islice(found, FIRST_LINES))
    if not some:
        raise SourceError(text.path, "is empty: it holds nothing but blank lines")
    values = [value for value, _ in map(_value, some) if isinstance(value, dict)]
    if not values:
        raise SourceError(text.path, f"holds no JSON lines: {_value(some[0])[1]}", some[0][0])
    of_openreview = looks_like_openreview(filter(None, map(own_id, values)))
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    entries = _entries(chain(some, found), of_openreview, named.year)
    return SourceFile(text.path, "jsonl", "", named, text.sha256, text.size, entries)


def _entries(found: Iterator[Line], of_openreview: bool, year: int | None) -> Iterator[PaperRecord | Problem]:
    for position, line in enumerate(found, start=1):
        value, fault = _value(line)
        if fault:
            yield Problem(position, line[0], fault, offset=line[3])
            continue
        draft = draft_of_object(position, line[0], value, of_openreview)
        draft.year = draft.year or year
        yield draft.finished(line[3])


def _value(line: Line) -> tuple[dict, str]:  # type: ignore[type-arg]
    """Return the object of a line, or why there is none."""
    if line[2]:
        return {}, f"is longer than {LINE_LIMIT:,} characters"
    try:
        value = json.loads(line[1])
    except RecursionError:
        return {}, "is nested too deeply"
    except ValueError as error:
        return {}, f"is no JSON: {error}"
    return (value, "") if isinstance(value, dict) else ({}, "is no object of JSON")
