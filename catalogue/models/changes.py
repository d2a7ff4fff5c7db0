"""What became of a reading list between two states of it, as plain data. Pure."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# {title, description, items: [{paper, key, heading, section, note}]}, as `ListVersion.content`.
Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What stood there before and what stands there now; `paper` is the id of the paper it is about, 0 the list."""

    paper: int
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs. `added` and `removed` have the place where there is one and None where there is none.

    `moved` holds places (from 1), as few papers as explain the new order; `sections` headings; `notes` their source.
    """

    title: Change | None
    description: Change | None
    added: list[Change]
    removed: list[Change]
    moved: list[Change]
    sections: list[Change]
    notes: list[Change]

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in self.__slots__)


def changes_between(before: Content, after: Content) -> Changes:
    """Return what is different in `after`, papers in the order of the list that has them."""
    old, new = _by_paper(before), _by_paper(after)
    both = [paper for paper in new if paper in old]
    stay = _in_order([old[paper][0] for paper in both])
    return Changes(
        title=_of_list(before, after, "title"),
        description=_of_list(before, after, "description"),
        added=[Change(paper, None, place) for paper, (place, _) in new.items() if paper not in old],
        removed=[Change(paper, place, None) for paper, (place, _) in old.items() if paper not in new],
        moved=[Change(paper, old[paper][0], new[paper][0]) for at, paper in enumerate(both) if at not in stay],
        sections=_of_items(both, old, new, "section"),
        notes=_of_items(both, old, new, "note"),
    )


def _by_paper(content: Content) -> dict[int, tuple[int, Mapping[str, Any]]]:
    return {item["paper"]: (place, item) for place, item in enumerate(content["items"], start=1)}


def _of_list(before: Content, after: Content, name: str) -> Change | None:
    return Change(0, before[name], after[name]) if before[name] != after[name] else None


def _of_items(both: list[int], old: Any, new: Any, name: str) -> list[Change]:
    pairs = ((paper, old[paper][1][name], new[paper][1][name]) for paper in both)
    return [Change(*pair) for pair in pairs if pair[1] != pair[2]]


def _in_order(places: Sequence[int]) -> set[int]:
    """Return the indices of a longest rising selection of `places`: what need not have been moved."""
    ends: list[int] = []  # ends[n]: the least end of a rising selection of n + 1
    at: list[int] = []  # the index of each of these
    before: list[int] = []  # for each index, the one before it in its selection
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(at[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        at[length : length + 1] = [index]
    found: set[int] = set()
    index = at[-1] if at else -1
    while index >= 0:
        found.add(index)
        index = before[index]
    return found
