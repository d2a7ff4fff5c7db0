"""A list as a table: the CSV that the catalogue writes, and what spreadsheets write, with columns in any order."""

import csv
import io
import re
from collections.abc import Iterator

from catalogue.sources.lines import clean_text
from catalogue.sources.list_fields import NAMING, entry_of_fields, line_of, meaning_of
from catalogue.sources.records import ListEntry, ListProblem, ListRecord

# A cell may be as long as a file may be; the limit of the module is 131,072 characters.
csv.field_size_limit(1 << 24)

SEPARATOR = re.compile(r"sep=(.)\n", re.IGNORECASE)  # Excel's own first line
_OF_MARKDOWN = re.compile(r"\s*(?:#{1,6}[ \t]|>|[-*+][ \t]|\d+[.)][ \t])")
_OWN = {"key", "heading", "list_title"}
GUARD = "'"


def delimiter_of(text: str) -> str:
    """Return the sign that parts the cells of a table; empty if the text does not begin with the head of a table."""
    if separator := SEPARATOR.match(text):
        return separator[1]
    if _OF_MARKDOWN.match(text):
        return ""
    heads = {sign: [meaning_of(cell) for cell in first_row(text, sign)] for sign in "\t;,\x1f"}
    best = max(heads, key=lambda sign: sum(map(bool, heads[sign])))
    known = [meaning for meaning in heads[best] if meaning]
    return best if len(known) > 1 or set(known) & set(NAMING) else ""


def read_table(text: str, record: ListRecord) -> Iterator[ListEntry | None]:
    """Yield the paper of each row, None where it names none.

    Title and description of the list, and problems, are added to the record.
    """
    delimiter = delimiter_of(text)
    lines_before = 1 if SEPARATOR.match(text) else 0
    rows = csv.reader(io.StringIO(text.partition("\n")[2] if lines_before else text, newline=""), delimiter=delimiter)
    head: list[str] | None = None
    meanings: list[str | None] = []
    while True:
        line = lines_before + rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            record.problems.append(ListProblem(line, f"The rest cannot be read as a table ({error})."))
            return
        if not any(row):
            continue
        if head is None:
            head, meanings = row, [meaning_of(cell) for cell in row]
            _report_unknown(head, meanings, line, record)
        else:
            yield _entry(row, meanings, line, record)


def first_row(text: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader(io.StringIO(text.lstrip()[:5000], newline=""), delimiter=delimiter), [])
    except csv.Error:
        return []


def _report_unknown(head: list[str], meanings: list[str | None], line: int, record: ListRecord) -> None:
    unknown = [f"“{line_of(cell)[:40]}”" for cell, meaning in zip(head, meanings, strict=True) if meaning is None]
    unknown = [name for name in unknown if name != "“”"]
    if unknown:
        record.problems.append(ListProblem(line, f"Columns that were not used: {', '.join(unknown[:20])}."))


def _entry(row: list[str], meanings: list[str | None], line: int, record: ListRecord) -> ListEntry | None:
    """Return the paper of a row. In a table of the catalogue's own, cells lose the apostrophe that guards them."""
    is_own = set(meanings) >= _OWN
    fields: dict[str, list[str]] = {}
    for meaning, cell in zip(meanings, row, strict=False):
        if meaning:
            fields.setdefault(meaning, []).append(cell.removeprefix(GUARD) if is_own else cell)
    beyond = [cell for cell in row[len(meanings) :] if cell.strip()]
    if beyond:
        record.problems.append(
            ListProblem(line, f"There are more cells than the head of the table has: “{beyond[0][:60]}”.")
        )
    record.title = record.title or next(map(line_of, fields.get("list_title", ())), "")
    record.description = record.description or next(map(clean_text, fields.get("list_description", ())), "")
    return entry_of_fields(fields, line, record.problems)
