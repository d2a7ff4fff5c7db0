"""A reading list as a file: CSV, JSON, Markdown. `sources.read_list` reads each of them back without loss.

**The CSV rule.** A cell of text that a spreadsheet could take for a formula, a number or a date begins with one
apostrophe, and so does a cell that begins with an apostrophe itself. A program that reads the file drops one apostrophe
from the beginning of each cell of text, if there is one. Position and year are numbers and stand as they are.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import asdict, dataclass
from urllib.parse import quote

JSON_FORMAT, JSON_VERSION = "carrel-reading-list", 1
GUARD = "'"
BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for Windows-1252
COLUMNS = (
    "position section state heading title authors collection year doi arxiv_id openreview_id key url note "
    "list_title list_description"
).split()
CHECK_BOXES = {"unread": "[ ]", "reading": "[/]", "read": "[x]"}
# How an identifier is written for people, and its address.
IDENTIFIERS = {
    "doi": ("doi:", "https://doi.org/"),
    "arxiv_id": ("arXiv:", "https://arxiv.org/abs/"),
    "openreview_id": ("OpenReview:", "https://openreview.net/forum?id="),
}
# `12`, `1,000.5`, `1e5`, `2401.10000`; `1/2`, `2026-05-03`, `10:30`; `3 May`, `May 2026`.
_LIKE_A_NUMBER = re.compile(
    r"\s*\d[\d.,]*(?:e\d+)?\s*%?\s*"
    r"|\s*\d{1,4}[-/.:]\d{1,4}(?:[-/.:]\d{1,4})?\s*"
    r"|(?=.*\d)[\d\s.,/-]*(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[\d\s.,/-]*",
    re.ASCII | re.IGNORECASE,
)
_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#&|~$]")


@dataclass(frozen=True, slots=True)
class ListedPaper:
    """A paper at its place in a list. Empty strings and None: there is none.

    `heading` is what is shown, `title` the source's own; both, and `section`, are one line. `url` is absolute.
    `note` is Markdown and LaTeX, its line ends are \\n. `state` is `unread`, `reading` or `read`.
    """

    key: str
    heading: str
    title: str = ""
    authors: tuple[str, ...] = ()
    collection: str = ""
    year: int | None = None
    doi: str = ""
    arxiv_id: str = ""
    openreview_id: str = ""
    url: str = ""
    section: str = ""
    note: str = ""
    state: str = "unread"


@dataclass(frozen=True, slots=True)
class ListDocument:
    """A reading list in its order. `title` is one line; `description` is Markdown and LaTeX, its line ends are \\n."""

    title: str
    description: str
    items: tuple[ListedPaper, ...]


@dataclass(frozen=True, slots=True)
class ListFormat:
    """A format of files: its name, the ending of the file's name, its media type, and what writes it."""

    label: str
    suffix: str
    media_type: str
    write: Callable[[ListDocument], str]


def write_csv(document: ListDocument) -> str:
    """Return a table with a row for each paper, in UTF-8 with a byte order mark once encoded.

    The title and the description of the list stand in its first row, or in a row of their own if the list is empty.
    """
    file = io.StringIO(newline="")
    file.write(BYTE_ORDER_MARK)
    writer = csv.DictWriter(file, COLUMNS, restval="")
    writer.writeheader()
    rows = [_row(position, paper) for position, paper in enumerate(document.items, start=1)]
    if document.title or document.description:
        rows = rows or [{}]
        rows[0] |= {"list_title": guarded(document.title), "list_description": guarded(document.description)}
    writer.writerows(rows)
    return file.getvalue()


def _row(position: int, paper: ListedPaper) -> dict[str, str | int]:
    cells = asdict(paper) | {"authors": "; ".join(paper.authors), "year": ""}
    row: dict[str, str | int] = {name: guarded(text) for name, text in cells.items()}
    return row | {"position": position, "year": "" if paper.year is None else paper.year}


def guarded(text: str) -> str:
    """Return a cell of text that every spreadsheet takes for text: `=1+1` becomes `'=1+1`, `'a` becomes `''a`."""
    first = unicodedata.normalize("NFKC", text.lstrip()[:1])
    dangerous = text[:1] in ("\t", "\r", "\n") or first in ("=", "+", "-", "@", GUARD)
    return GUARD + text if dangerous or _LIKE_A_NUMBER.fullmatch(text) else text


def write_json(document: ListDocument) -> str:
    """Return one JSON object: `format`, `version`, `title`, `description`, `items`."""
    items = [{"position": place, **asdict(paper)} for place, paper in enumerate(document.items, start=1)]
    head = {"format": JSON_FORMAT, "version": JSON_VERSION}
    whole = head | {"title": document.title, "description": document.description, "items": items}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def write_markdown(document: ListDocument) -> str:
    """Return the list as a person would write it, for any reader of Markdown.

    The description is a block quote, a section a heading of the second level (a rule ends the last one), a paper an
    item with a check box (`[ ]` unread, `[/]` reading, `[x]` read) and a link, its note the indented rest of the item.
    Quoting and indenting keep whatever stands in a description or a note apart from the list.
    """
    blocks = []
    if document.title:
        blocks.append(f"# {markdown_text(document.title)}")
    if document.description:
        blocks.append("\n".join(f"> {line}" if line else ">" for line in document.description.split("\n")))
    section = ""
    for position, paper in enumerate(document.items, start=1):
        if paper.section != section:
            section = paper.section
            blocks.append(f"## {markdown_text(section)}" if section else "---")
        marker = f"{position}. "
        blocks.append(f"{marker}{CHECK_BOXES[paper.state]} {_in_one_line(paper)}")
        if paper.note:
            blocks.append(_indented(paper.note, " " * len(marker)))
    return "".join(f"{block}\n\n" for block in blocks).removesuffix("\n")


def _indented(note: str, indent: str) -> str:
    """Return a note under its item. Empty lines at its ends are indented too: they are not those around it."""
    lines = note.split("\n")
    filled = [place for place, line in enumerate(lines) if line] or [len(lines)]
    inside = range(filled[0], filled[-1])
    return "\n".join(indent + line if line or place not in inside else "" for place, line in enumerate(lines))


def _in_one_line(paper: ListedPaper) -> str:
    """Return the link to a paper, then what a citation says: authors, collection and year, identifiers."""
    address = quote(paper.url, safe="/:?#=&%@+,;~!$'*-._")
    line = f"[{markdown_text(paper.heading or paper.key)}]({address})"
    year = "" if paper.year is None or str(paper.year) in paper.collection else str(paper.year)
    said = [", ".join(paper.authors), " ".join(part for part in (paper.collection, year) if part)]
    # Without their colons, the words here cannot be taken for addresses.
    details = [markdown_text(part).replace(":", "\\:") for part in said if part]
    for name, (prefix, base) in IDENTIFIERS.items():
        if value := getattr(paper, name):
            details.append(f"[{markdown_text(prefix + value)}]({base}{quote(value, safe='/')})")
    return f"{line} — {'. '.join(details)}" if details else line


def markdown_text(text: str) -> str:
    """Return a line of plain text so that a reader of Markdown shows just it: `a*b*` becomes `a\\*b\\*`."""
    return _MARKDOWN.sub(r"\\\g<0>", text)


LIST_FORMATS = {
    "csv": ListFormat("CSV", "csv", "text/csv; charset=utf-8", write_csv),
    "json": ListFormat("JSON", "json", "application/json", write_json),
    "md": ListFormat("Markdown", "md", "text/markdown; charset=utf-8", write_markdown),
}
