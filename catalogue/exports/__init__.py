"""The catalogue as other programs read it. One module a format; each writes a stream of pieces of text.

Beside it the vocabulary as CSV and SKOS, reading lists as files, and what is kept about somebody, to take along.
"""

from collections.abc import Callable, Iterator

from django.db.models import QuerySet

from catalogue.exports.account import account_data
from catalogue.exports.jsonl import jsonl
from catalogue.exports.listing import list_document
from catalogue.exports.reading_lists import LIST_FORMATS, ListDocument, ListedPaper, ListFormat
from catalogue.exports.vocabulary import VOCABULARY_FORMATS, VocabularyFormat, vocabulary_of
from catalogue.models import Paper

FORMATS: dict[str, Callable[[QuerySet[Paper]], Iterator[str]]] = {"jsonl": jsonl}

__all__ = [
    "FORMATS",
    "LIST_FORMATS",
    "VOCABULARY_FORMATS",
    "ListDocument",
    "ListFormat",
    "ListedPaper",
    "VocabularyFormat",
    "account_data",
    "jsonl",
    "list_document",
    "vocabulary_of",
]
