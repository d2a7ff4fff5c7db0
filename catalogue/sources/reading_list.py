"""A file or a pasted text of a reading list → what it says: title, description, papers in their order."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from catalogue.sources.decoding import text_of
from catalogue.sources.lines import clean_text
from catalogue.sources.list_fields import entry_of_fields, line_of, meaning_of
from catalogue.sources.list_lines import entry_of_line
from catalogue.sources.list_table import delimiter_of, read_table
from catalogue.sources.list_text import read_text
from catalogue.sources.records import ListEntry, ListProblem, ListRecord, SourceError

LIST_BYTES = 20_000_000
LIST_ENTRIES = 10_000
JSON_VERSION = 1

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")


def read_list(data: bytes) -> ListRecord:
    """Read a reading list of at most LIST_BYTES and LIST_ENTRIES, in any usual encoding. Never raises.

    The content tells the format: JSON; a table with a head (CSV, `;` or tabs, also from a spreadsheet); else lines of
    text (Markdown, or one paper a line). What cannot be read is named in `problems`, the rest is in `entries`.
    """
    record = ListRecord()
    try:
        text = clean_text(text_of(data, LIST_BYTES, Path("list")))
        for count, entry in enumerate(_reader_of(text)(text, record)):
            if count == LIST_ENTRIES:
                message = f"The list names more than {LIST_ENTRIES:,} papers; what comes after them was left out."
                record.problems.append(ListProblem(entry.line if entry else 0, message))
                break
            if entry:
                record.entries.append(entry)
    except SourceError as error:
        record.problems.append(ListProblem(error.line, f"The file {error.message}."))
        return record
    if not record.entries and not record.problems:
        record.problems.append(ListProblem(0, "No papers are named here."))
    return record


def _reader_of(text: str) -> Callable[[str, ListRecord], Iterator[ListEntry | None]]:
    if _JSON.match(text):
        return _read_json
    return read_table if delimiter_of(text) else read_text


def _read_json(text: str, record: ListRecord) -> Iterator[ListEntry | None]:
    """Yield the paper of each item, None where it names none: of the catalogue's own JSON, or of any array."""
    record.place = "item"
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        record.problems.append(ListProblem(0, f"The file is no complete JSON (line {error.lineno}: {error.msg})."))
        return
    except (ValueError, RecursionError):  # a number of thousands of digits; objects in objects without end
        record.problems.append(ListProblem(0, "The file is JSON of a kind that no reading list has."))
        return
    if isinstance(whole, dict):
        record.title = line_of(_text(whole.get("title")))
        record.description = clean_text(_text(whole.get("description")))
        version = whole.get("version", JSON_VERSION)
        if version != JSON_VERSION:
            message = f"The file has version {str(version)[:20]}; what version {JSON_VERSION} knows was read."
            record.problems.append(ListProblem(0, message))
        whole = whole.get("items")
    if not isinstance(whole, list):
        record.problems.append(ListProblem(0, "The file is JSON, but has no array of “items”."))
        return
    for number, item in enumerate(whole, start=1):
        yield _entry_of_item(item, number, record.problems)


def _entry_of_item(item: Any, number: int, problems: list[ListProblem]) -> ListEntry | None:
    if isinstance(item, str) and (named := entry_of_line(line_of(item), number)).text:
        return named
    if not isinstance(item, dict):
        problems.append(ListProblem(number, "It is neither an object nor a line of text."))
        return None
    fields: dict[str, list[str]] = {}
    for name, value in item.items():
        if meaning := meaning_of(name):
            fields.setdefault(meaning, []).append(_text(value))
    count = len(problems)
    entry = entry_of_fields(fields, number, problems)
    if entry is None and len(problems) == count:
        problems.append(ListProblem(number, "It names no paper: neither a title nor an identifier."))
    return entry


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
