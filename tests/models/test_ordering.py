"""Places in a list with sections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.models import ordering
from catalogue.models.ordering import Place


def places(text: str) -> list[Place]:
    """`1 2 | A: 3 4 | B: 5` as places."""
    found = []
    for part in text.split("|"):
        section, colon, things = part.rpartition(":")
        found += [(int(thing), section.strip() if colon else "") for thing in things.split()]
    return found


FIVE = "1 2 3 4 5"
PARTS = "1 2 | A: 3 4 | B: 5"


@pytest.mark.parametrize(
    ("start", "things", "to", "section", "expected"),
    [
        (FIVE, [5], 1, None, "5 1 2 3 4"),
        (FIVE, [1], 5, None, "2 3 4 5 1"),
        (FIVE, [2, 4], 1, None, "2 4 1 3 5"),
        (FIVE, [4, 2], 3, None, "1 3 2 4 5"),
        (FIVE, [3], 0, None, "3 1 2 4 5"),
        (FIVE, [3], -7, None, "3 1 2 4 5"),
        (FIVE, [3], 999, None, "1 2 4 5 3"),
        (FIVE, [9], 1, None, FIVE),
        (PARTS, [5], 3, None, "1 2 5 | A: 3 4"),
        (PARTS, [5], 4, None, "1 2 | A: 3 5 4"),
        (PARTS, [5], 3, "A", "1 2 | A: 5 3 4"),
        (PARTS, [1], 5, None, "2 | A: 3 4 | B: 5 1"),
        ("A: 1 | B: 2", [2], 1, None, "A: 2 1"),
        ("A: 1", [1], 4, None, "A: 1"),
    ],
)
def test_things_are_moved_to_a_place(
    start: str, things: list[int], to: int, section: str | None, expected: str
) -> None:
    assert ordering.moved(places(start), things, to, section) == places(expected)


@pytest.mark.parametrize(
    ("start", "wanted", "expected"),
    [
        (FIVE, {5: 1}, "5 1 2 3 4"),
        (FIVE, {5: 1, 1: 5}, "5 2 3 4 1"),
        (FIVE, {5: 2, 4: 2}, "1 4 5 2 3"),
        (FIVE, {1: 0, 2: 99, 3: 3}, "1 3 4 5 2"),
        (FIVE, {}, FIVE),
        (PARTS, {1: 4, 2: 2}, "2 | A: 3 4 1 | B: 5"),
    ],
)
def test_things_are_placed_all_at_once(start: str, wanted: dict[int, int], expected: str) -> None:
    assert ordering.placed(places(start), wanted) == places(expected)


@pytest.mark.parametrize(
    ("start", "things", "section", "expected"),
    [
        (FIVE, [2, 3], "A", "1 4 5 | A: 2 3"),
        (PARTS, [1], "B", "2 | A: 3 4 | B: 5 1"),
        (PARTS, [4], "New", "1 2 | A: 3 | New: 4 | B: 5"),
        (PARTS, [1], "New", "2 | A: 3 4 | B: 5 | New: 1"),
        (PARTS, [5], "", "1 2 5 | A: 3 4"),
        (PARTS, [3, 4], "A", PARTS),
    ],
)
def test_things_are_put_under_a_heading(start: str, things: list[int], section: str, expected: str) -> None:
    assert ordering.put_in_section(places(start), things, section) == places(expected)


@pytest.mark.parametrize(
    ("start", "section", "to", "expected"),
    [
        (PARTS, "A", "C", "1 2 | C: 3 4 | B: 5"),
        (PARTS, "B", "A", "1 2 | A: 3 4 5"),
        (PARTS, "B", "", "1 2 | A: 3 4 5"),
        (PARTS, "A", "", "1 2 3 4 | B: 5"),
        ("A: 1 | B: 2", "A", "", "1 | B: 2"),
        (PARTS, "unknown", "C", PARTS),
    ],
)
def test_headings_are_changed(start: str, section: str, to: str, expected: str) -> None:
    assert ordering.renamed(places(start), section, to) == places(expected)


@pytest.mark.parametrize(
    ("section", "step", "expected"),
    [
        ("B", -1, "1 2 | B: 5 | A: 3 4"),
        ("A", 1, "1 2 | B: 5 | A: 3 4"),
        ("B", -9, "1 2 | B: 5 | A: 3 4"),
        ("A", 9, "1 2 | B: 5 | A: 3 4"),
        ("C", 1, PARTS),
    ],
)
def test_sections_are_moved_whole(section: str, step: int, expected: str) -> None:
    assert ordering.section_moved(places(PARTS), section, step) == places(expected)


@given(st.permutations(range(12)), st.sets(st.integers(1, 40), min_size=12, max_size=12))
def test_shifts_bring_everything_to_its_place(order: list[int], taken: set[int]) -> None:
    before = dict(enumerate(sorted(taken)))
    now = dict(before)
    for first, last, step in ordering.shifts(before, order):
        for thing, position in before.items():
            if first <= position <= last:
                now[thing] = position + step
    assert now == {thing: place for place, thing in enumerate(order, start=1)}
