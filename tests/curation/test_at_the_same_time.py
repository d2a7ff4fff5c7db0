"""What curators and readers do to one tag at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from catalogue.curation import CannotMerge, CannotUndo, TagRefused, merge, rename, tag_papers, undo
from catalogue.models import Tag, TagEvent, Tagging
from tests.cast import a_paper, a_reader, a_tag
from tests.facets.conftest import assert_right

pytestmark = pytest.mark.django_db(transaction=True)


def together(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts give, or why they were refused, all begun at once."""

    def run(act: Callable[[], Any]) -> Any:
        try:
            return act()
        except (CannotMerge, CannotUndo, TagRefused) as refused:
            return str(refused)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return [done.result() for done in [threads.submit(run, act) for act in acts]]


def test_of_two_curators_who_merge_two_tags_into_each_other_one_is_told() -> None:
    for number in range(3):
        a, b = a_tag(f"a{number}"), a_tag(f"b{number}")
        papers = [a_paper(tags=[a]), a_paper(tags=[b]), a_paper(tags=[a, b])]

        results = together(lambda a=a, b=b: merge([a], b, None), lambda a=a, b=b: merge([b], a, None))

        assert sorted(isinstance(result, str) for result in results) == [False, True]
        assert Tagging.objects.filter(paper__in=papers).count() == 3
        assert Tag.objects.filter(pk__in=[a.pk, b.pk]).count() == 1
    assert_right()


def test_a_reader_who_gives_a_tag_while_it_is_merged_has_the_one_that_stays() -> None:
    paper = a_paper()
    for number in range(4):
        a, b, reader = a_tag(f"a{number}"), a_tag(f"b{number}"), a_reader()

        together(lambda a=a, b=b: merge([a], b, None), lambda a=a, r=reader: tag_papers([paper.pk], a.label, r))

        assert [row.tag_id for row in reader.own_taggings.all()] == [b.pk]


def test_an_event_is_undone_by_one_of_two_curators() -> None:
    a, b = a_tag("a"), a_tag("b")
    event = merge([a], b, None)

    results = together(lambda: undo(event, None), lambda: undo(event, None))

    assert sum(result == "This is undone already." for result in results) == 1
    assert TagEvent.objects.filter(undoes=event).count() == 1


def test_a_tag_that_is_renamed_and_merged_at_once_keeps_all_its_names() -> None:
    for number in range(3):
        a, b = a_tag(f"a{number}"), a_tag(f"b{number}")

        together(lambda a=a, b=b: merge([a], b, None), lambda b=b, n=number: rename(b, f"c{n}", None))

        b.refresh_from_db()
        assert {b.label, *b.alternative_labels} == {f"a{number}", f"b{number}", f"c{number}"}
