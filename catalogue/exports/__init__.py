"""The catalogue as other programs read it. One module a format; each writes a stream of pieces of text."""

from collections.abc import Callable, Iterator

from django.db.models import QuerySet

from catalogue.exports.jsonl import jsonl
from catalogue.models import Paper

FORMATS: dict[str, Callable[[QuerySet[Paper]], Iterator[str]]] = {"jsonl": jsonl}

__all__ = ["FORMATS", "jsonl"]
