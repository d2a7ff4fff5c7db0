"""The paper that a row of a table or an object of JSON names, by the names of its columns."""

import re
from collections.abc import Mapping

from catalogue.sources.identifiers import identifier, identifiers_of_address
from catalogue.sources.lines import clean_text
from catalogue.sources.records import ListEntry, ListProblem

# What a column is called, in small letters without spaces and signs, and what it holds.
MEANINGS = {
    name: meaning
    for meaning, names in {
        "title": "title papertitle",
        "heading": "heading name paper papername",
        "doi": "doi",
        "arxiv_id": "arxiv arxivid arxivnumber eprint",
        "openreview_id": "openreview openreviewid",
        "key": "key carrelkey",
        "url": "url link address paperurl paperlink",
        "section": "section topic category group week session theme",
        "note": "note notes comment comments remark remarks annotation",
        "state": "state status readstate reading read done",
        "list_title": "listtitle list",
        "list_description": "listdescription",
        # Known, and told by the catalogue itself.
        "": "position number no nr author authors collection venue year abstract publicationyear",
    }.items()
    for name in names.split()
}
NAMING = ("title", "doi", "arxiv_id", "openreview_id")
IDENTIFIERS = {"doi": "DOI", "arxiv_id": "arXiv identifier", "openreview_id": "OpenReview identifier", "key": "key"}
STATES = {
    word: state
    for state, words in {
        "unread": "unread, to read, toread, todo, to do, new, planned, open, not started, no, n, false, 0, -",
        "reading": "reading, in progress, started, currently reading, skimmed, doing, /",
        "read": "read, done, finished, complete, completed, yes, y, true, 1, x, ✓, ✔, ✅",
    }.items()
    for word in words.split(", ")
}


def meaning_of(column: str) -> str | None:
    """Return what a column with this name holds: a name of ListEntry, `heading`, `url`, `list_…`, or `` for nothing
    that is needed; None if the name is not known."""
    return MEANINGS.get(re.sub(r"[\W_]+", "", column).lower())


def entry_of_fields(fields: Mapping[str, list[str]], line: int, problems: list[ListProblem]) -> ListEntry | None:
    """Return the paper that the values of a row name, by their meanings; None if they name none.

    What cannot be taken is added to `problems`; the rest of the row is taken.
    """
    entry = ListEntry(line, title=_first(fields, "title") or _first(fields, "heading"))
    entry.section = _first(fields, "section")
    entry.note = "\n\n".join(filter(None, map(clean_text, fields.get("note", ()))))
    for name, label in IDENTIFIERS.items():
        stated = _first(fields, name)
        setattr(entry, name, identifier(name, stated))
        if stated and not getattr(entry, name):
            problems.append(ListProblem(line, f"“{stated[:60]}” is no {label}; it was left out."))
    for name, value in identifiers_of_address(_first(fields, "url")).items():
        setattr(entry, name, getattr(entry, name) or value)
    entry.title = entry.title or ("" if entry.text else _first(fields, "url"))
    stated = _first(fields, "state")
    entry.state = STATES.get(stated.lower(), "")
    if not entry.state:
        entry.state = "unread"
        if stated:
            problems.append(ListProblem(line, f"“{stated[:60]}” is no state of reading; the paper is unread."))
    if entry.text:
        return entry
    if entry.note.strip() or entry.section:
        problems.append(ListProblem(line, "It names no paper: neither a title nor an identifier."))
    return None


def line_of(text: str) -> str:
    """Return a text in one line, without what no database holds and without white space around it."""
    return clean_text(text).replace("\n", " ").strip()


def _first(fields: Mapping[str, list[str]], meaning: str) -> str:
    return next(filter(None, map(line_of, fields.get(meaning, ()))), "")
