"""What became of a list, as a table: two orders and what is said of them."""

import random
from typing import Any

import pytest

from catalogue.models.changes import Change, changes_between


def content(order: str, title: str = "List", description: str = "") -> dict[str, Any]:
    """A list of papers 1–9 as `section:` before what stands in it and `1=note` for a note."""
    items: list[dict[str, Any]] = []
    section = ""
    for word in order.split():
        if word.endswith(":"):
            section = word[:-1]
            continue
        paper, _, note = word.partition("=")
        items.append({"paper": int(paper), "key": paper, "heading": paper, "section": section, "note": note})
    return {"title": title, "description": description, "items": items}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("1 2 3", "1 2 3", {}),
        ("", "", {}),
        ("1 2", "1 2 3", {"added": [(3, None, 3)]}),
        ("1 2 3", "1 3", {"removed": [(2, 2, None)]}),
        ("1 2 3 4", "4 1 2 3", {"moved": [(4, 4, 1)]}),
        ("1 2 3 4", "2 3 4 1", {"moved": [(1, 1, 4)]}),
        # What is put before others, or taken from before them, moves none of them.
        ("1 2 3", "9 1 2 3", {"added": [(9, None, 1)]}),
        ("1 2 3", "2 3", {"removed": [(1, 1, None)]}),
        ("1 2 3", "3 9 1 2", {"added": [(9, None, 2)], "moved": [(3, 3, 1)]}),
        ("1 A: 2", "1 B: 2", {"sections": [(2, "A", "B")]}),
        ("1 A: 2", "1 2", {"sections": [(2, "A", "")]}),
        ("1 A: 2 3", "1 A: 3 2", {"moved": [(3, 3, 2)]}),
        ("1 2=old", "1 2=new", {"notes": [(2, "old", "new")]}),
        ("1=a 2", "2=b 1=a", {"moved": [(2, 2, 1)], "notes": [(2, "", "b")]}),
    ],
)
def test_changes_are_told(before: str, after: str, expected: dict[str, Any]) -> None:
    changes = changes_between(content(before), content(after))
    names = ("added", "removed", "moved", "sections", "notes")
    found = {name: [(each.paper, each.before, each.after) for each in getattr(changes, name)] for name in names}
    assert {name: rows for name, rows in found.items() if rows} == expected
    assert bool(changes) is bool(expected)


def test_title_and_description_are_told() -> None:
    changes = changes_between(content("1", "Old", "a"), content("1", "New", "b"))
    assert (changes.title, changes.description) == (Change(0, "Old", "New"), Change(0, "a", "b"))
    assert changes


def test_no_fewer_papers_explain_the_new_order() -> None:
    """What is not told as moved keeps its order, and one paper more does not."""
    for seed in range(50):
        order = list(range(1, 8))
        random.Random(seed).shuffle(order)
        words = " ".join(map(str, order))
        moved = {change.paper for change in changes_between(content("1 2 3 4 5 6 7"), content(words)).moved}
        rest = [paper for paper in order if paper not in moved]
        assert rest == sorted(rest)
        assert len(rest) == longest_rising(order)


def longest_rising(order: list[int]) -> int:
    lengths: list[int] = []
    for at, value in enumerate(order):
        lengths.append(1 + max((lengths[n] for n in range(at) if order[n] < value), default=0))
    return max(lengths)
