"""An item of CSL-JSON, and a work of Crossref, which is nearly one: lists of titles, abstracts in JATS."""

import re
from collections.abc import Mapping
from typing import Any

from catalogue.sources.columns import authors_of, first, keywords_of
from catalogue.sources.drafting import Draft

_TYPED = frozenset("container-title issued DOI citation-key citation-label title-short publisher-place".split())
_DATES = ("issued", "published-print", "published", "published-online", "original-date", "submitted", "created")
# What CSL marks letters with, for what the site renders.
_NO_CASE = re.compile(r"<span class=[\"']nocase[\"']>(.*?)</span>", re.DOTALL)
_SMALL_CAPITALS = re.compile(
    r"<(?:sc|span style=[\"']font-variant:\s*small-caps;?[\"'])>(.*?)</(?:sc|span)>", re.DOTALL
)
_NOTED = re.compile(r"^\s*(DOI|arXiv|eprint)\s*:\s*(\S+)\s*$", re.IGNORECASE | re.MULTILINE)


def is_item(value: Mapping[str, Any]) -> bool:
    """Whether an object is an item of CSL: by names that nobody else gives."""
    return not _TYPED.isdisjoint(value) or (
        "type" in value and any(isinstance(value.get(k), list) for k in ("author", "editor"))
    )


def draft_of_item(position: int, line: int, item: Mapping[str, Any]) -> Draft:
    """Return the draft of a paper from an item."""
    draft = Draft(position, line)
    draft.title = _marked(first([item.get("title")]))
    if subtitle := first([item.get("subtitle")]):
        draft.title = draft.title if subtitle in draft.title else f"{draft.title}: {subtitle}"
    draft.abstract = first([item.get("abstract")])
    draft.authors = authors_of(item.get("author"))
    draft.year = next((year for name in _DATES if (year := _year(item.get(name)))), "")
    draft.venue = first([item.get("container-title"), item.get("event-title"), item.get("event")])
    draft.language = first([item.get("language")])
    draft.keywords = keywords_of(item.get("keyword") or item.get("keywords") or item.get("subject"))
    draft.url = first([item.get("URL"), item.get("url")])
    draft.identifiers = {"doi": first([item.get("DOI"), item.get("doi")])}
    for name, value in _NOTED.findall(first([item.get("note")])):
        field = "doi" if name.lower() == "doi" else "arxiv_id"
        draft.identifiers[field] = draft.identifiers.get(field) or value
    return draft


def _marked(title: str) -> str:
    return _SMALL_CAPITALS.sub(r"\1", _NO_CASE.sub(r"\1", title))


def _year(date: Any) -> str:
    """Return what a date says: `{"date-parts": [["2013", 1]]}`, `{"raw": "March 2013"}`, `{"literal": …}` or a text."""
    if not isinstance(date, dict):
        return first([date])
    parts = date.get("date-parts")
    while isinstance(parts, list) and parts:
        parts = parts[0]
    year = first([parts, date.get("raw"), date.get("literal"), date.get("date-time"), date.get("year")])
    return "" if year.startswith("-") else year
