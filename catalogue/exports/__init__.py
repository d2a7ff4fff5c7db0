"""The catalogue as other programs read it: papers, one module a format; reading lists."""

from collections.abc import Callable, Iterator

from django.db.models import QuerySet

from catalogue.exports.jsonl import jsonl
from catalogue.exports.reading_lists import LIST_FORMATS, ListDocument, ListedPaper, ListFormat
from catalogue.models import Paper

FORMATS: dict[str, Callable[[QuerySet[Paper]], Iterator[str]]] = {"jsonl": jsonl}

__all__ = ["FORMATS", "LIST_FORMATS", "ListDocument", "ListFormat", "ListedPaper", "jsonl"]
