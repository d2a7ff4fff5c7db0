"""Words of the catalogue by their beginnings."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q

from catalogue.facets import WORDS, FacetIndex
from catalogue.models import SearchWord

BEGINNINGS_REMEMBERED = 1_000


def shorter_stems(index: FacetIndex, beginnings: Iterable[str]) -> dict[str, list[str]]:
    """Return, for each beginning, what documents have for words that begin so, where it begins otherwise.

    `optimiz` begins `optimization`, for which documents have `optim`. One query.
    """
    return index.memory(WORDS).answers(
        "shorter stems", dict.fromkeys(beginnings), _shorter_stems, BEGINNINGS_REMEMBERED
    )


def _shorter_stems(beginnings: list[str]) -> dict[str, list[str]]:
    begun = reduce(or_, (Q(**beginning_with("word", beginning)) for beginning in beginnings))
    found: dict[str, set[str]] = {beginning: set() for beginning in beginnings}
    for word, term in SearchWord.objects.filter(begun).values_list("word", "term"):
        for beginning, stems in found.items():
            if word.startswith(beginning) and not term.startswith(beginning):
                stems.add(term)
    return {beginning: sorted(stems) for beginning, stems in found.items()}


def beginning_with(column: str, text: str) -> dict[str, str]:
    """Return the lookup for texts that begin with `text`, in the form for which the database has an index."""
    if connection.vendor == "postgresql":
        return {f"{column}__startswith": text}
    return {f"{column}__gte": text, f"{column}__lt": text + chr(0x10FFFF)}
