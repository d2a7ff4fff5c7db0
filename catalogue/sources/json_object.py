"""The paper that an object of JSON says: a note of OpenReview, a work of Crossref, an item of CSL, or another."""

from collections.abc import Mapping
from typing import Any

from catalogue.sources.columns import draft_of, first, meaning_of, rank_of
from catalogue.sources.csl import draft_of_item, is_item
from catalogue.sources.drafting import Draft

_WRAPPERS = ("message", "response", "record", "work", "paper", "article", "publication", "item", "_source")


def is_paper(value: Mapping[str, Any]) -> bool:
    """Whether an object says something of a paper itself: it has a title, an abstract or a content."""
    return any(meaning_of(key) in ("title", "abstract") for key in value) or isinstance(value.get("content"), dict)


def own_id(value: Mapping[str, Any]) -> str:
    """Return the identifier that the object has in its own file."""
    return next((first([value[key]]) for key in value if meaning_of(key) == "id"), "")


def draft_of_object(position: int, line: int, value: Mapping[str, Any], ids_are_of_openreview: bool) -> Draft:
    """Return the draft of a paper from an object."""
    if not is_paper(value):
        value = next((value[key] for key in _WRAPPERS if isinstance(value.get(key), dict)), value)
    if isinstance(value.get("content"), dict):
        return _draft_of_note(position, line, value)
    if is_item(value):
        return draft_of_item(position, line, value)
    return draft_of(position, line, _fields(value), ids_are_of_openreview)


def _draft_of_note(position: int, line: int, note: Mapping[str, Any]) -> Draft:
    """A note of OpenReview: in version 1 the content holds values, in version 2 objects with a `value`."""
    fields = _fields(note["content"])
    # `forum` is the paper also where the note is a revision of it.
    fields["openreview_id"] = [note.get("forum") or note.get("id")]
    draft = draft_of(position, line, fields)
    draft.url = draft.url or f"https://openreview.net/forum?id={draft.identifiers['openreview_id']}"
    return draft


def _fields(value: Mapping[str, Any]) -> dict[str, list[Any]]:
    fields: dict[str, list[Any]] = {}
    for key in sorted(value, key=rank_of):
        if meaning := meaning_of(key):
            fields.setdefault(meaning, []).append(value[key])
    return fields
