"""The catalogue as other programs read it. One module a format; each writes a stream of pieces of text.

Beside it reading lists as files, and what is kept about somebody, for them to take along.
"""

from collections.abc import Callable, Iterator

from django.db.models import QuerySet

from catalogue.exports.account import account_data
from catalogue.exports.jsonl import jsonl
from catalogue.exports.listing import list_document
from catalogue.exports.reading_lists import LIST_FORMATS, ListDocument, ListedPaper, ListFormat
from catalogue.models import Paper

FORMATS: dict[str, Callable[[QuerySet[Paper]], Iterator[str]]] = {"jsonl": jsonl}

__all__ = [
    "FORMATS",
    "LIST_FORMATS",
    "ListDocument",
    "ListFormat",
    "ListedPaper",
    "account_data",
    "jsonl",
    "list_document",
]
