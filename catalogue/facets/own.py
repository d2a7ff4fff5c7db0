"""What one reader has made: lists and tags, as values of the facets that only this reader sees."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyroaring import BitMap

from catalogue.models import Reader, ReadingList


@dataclass(frozen=True, slots=True)
class OwnValues:
    """The papers of each value of a facet, by the value's id, and its label and token."""

    papers: dict[int, BitMap] = field(default_factory=dict)
    named: dict[int, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[int, str, Any, int | None]]) -> "OwnValues":
        """Return the values of rows of id, label, token and paper, or None where there is no paper."""
        papers: dict[int, list[int]] = defaultdict(list)
        named = {}
        for value, label, token, paper in rows:
            named[value] = (label, str(token))
            if paper:
                papers[value].append(paper)
        return cls({value: BitMap(found) for value, found in papers.items()}, named)


NOTHING = OwnValues()


def own_values(reader: Reader) -> dict[str, OwnValues]:
    """Return what a reader sees in the own facets, by their names: lists that they may change, tags they gave."""
    lists = ReadingList.objects.edited_by(reader).order_by().values_list("pk", "title", "public_id", "items__paper")
    tags = reader.own_taggings.order_by().values_list("tag", "tag__label", "tag", "paper")
    return {"list": OwnValues.of_rows(lists), "mytag": OwnValues.of_rows(tags)}
