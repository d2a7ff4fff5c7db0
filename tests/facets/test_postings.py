"""Bitmaps from rows and from changes of rows."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from catalogue.facets.postings import Postings

ROWS = st.lists(st.tuples(st.sampled_from(["year", "tag"]), st.integers(0, 3), st.integers(0, 5)), max_size=40)


@given(ROWS, ROWS, st.randoms())
def test_changes_in_any_order_give_what_the_rows_then_give(before, added, random) -> None:
    removed = [row for row in before if random.random() < 0.5]
    changes = [(*row, 1) for row in added] + [(*row, -1) for row in removed]
    random.shuffle(changes)
    after = Counter(before) + Counter(added) - Counter(removed)

    assert Postings.of_rows(before).after(changes) == Postings.of_rows(after.elements())


@given(ROWS)
def test_what_is_dumped_is_loaded_again(rows) -> None:
    assert Postings.load(Postings.of_rows(rows).dump()) == Postings.of_rows(rows)


def test_a_member_stays_until_its_last_row_goes() -> None:
    postings = Postings.of_rows([("collection", 1, 7), ("collection", 1, 7)])

    once = postings.after([("collection", 1, 7, -1)])

    assert once.of("collection") == {1: BitMap([7])}
    assert once.after([("collection", 1, 7, -1)]).of("collection") == {}
    assert postings.of("collection") == {1: BitMap([7])}


def test_what_changes_do_not_touch_is_shared() -> None:
    postings = Postings.of_rows([("year", 2026, 1), ("tag", 1, 1)])

    after = postings.after([("tag", 2, 1, 1)])

    assert after.source("year") is postings.source("year")
    assert after.source("tag") is not postings.source("tag")
