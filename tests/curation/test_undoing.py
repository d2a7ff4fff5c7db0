"""Taking an act of a curator back: what can be put back is, exactly; what stands in the way is named."""

from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogue.curation import (
    CannotMerge,
    CannotUndo,
    Restoration,
    TagRefused,
    add_labels,
    bring_back,
    delete_tags,
    merge,
    move,
    rename,
    retire,
    split,
    undo,
)
from catalogue.models import Tag, TagEvent, Tagging, User
from tests.cast import a_paper, a_reader, a_tag
from tests.curation.conftest import rows
from tests.facets.conftest import assert_right


@pytest.mark.django_db
def test_what_changed_since_stays_and_is_named(pair: tuple[Tag, Tag], curator: User) -> None:
    a, b = pair
    event = merge([a], b, curator)
    b.refresh_from_db()
    b.patterns += "\nlarge model"
    b.save()
    moved = Tagging.objects.filter(tag=b).order_by("pk").first()
    Tagging.objects.filter(pk=moved.pk).delete()

    assert Restoration(event).left == ["The tag “LLM” changed since: patterns.", "The tag of a paper is gone since."]
    undo(event, curator)

    b.refresh_from_db()
    assert "large model" in b.patterns
    assert a.taggings.count() == 4


@pytest.mark.django_db
def test_an_undo_is_refused_while_another_tag_has_the_name(pair: tuple[Tag, Tag], curator: User) -> None:
    a, b = pair
    event = merge([a], b, curator)
    b.refresh_from_db()
    b.set_labels("LLM", ["LMs"])
    a_tag("Language models", "method")
    before = rows()

    with pytest.raises(CannotUndo, match="Language models"):
        undo(event, curator)

    assert rows() == before


@pytest.mark.django_db
def test_a_split_is_not_undone_while_something_new_hangs_on_the_new_tag(curator: User) -> None:
    tag = a_tag("Attention", "method")
    paper = a_paper(tags=[tag])
    event = split(tag, [paper.pk], "Linear attention", curator)
    a_paper(tags=[Tag.objects.get(label="Linear attention")])

    with pytest.raises(CannotUndo, match="has 1 tagging since"):
        undo(event, curator)


@pytest.mark.django_db
def test_a_move_that_would_be_a_circle_now_is_left(curator: User) -> None:
    x, a = a_tag("X", "area"), a_tag("A", "area")
    move([a], x, curator)
    event = move([a], None, curator)
    move([x], a, curator)

    undo(event, curator)

    a.refresh_from_db()
    assert a.broader is None


@pytest.mark.django_db
def test_what_referred_to_a_paper_that_is_gone_is_left_out(pair: tuple[Tag, Tag], curator: User) -> None:
    a, b = pair
    event = merge([a], b, curator)
    b.taggings.first().paper.delete()

    undo(event, curator)

    assert_right()


def whole() -> bool:
    """Every shared tag has its name among its labels and its address among its addresses."""
    return all(
        tag.labels.filter(preferred=True, label=tag.label).exists()
        and tag.addresses.filter(kind=tag.kind, slug=tag.slug).exists()
        for tag in Tag.objects.shared()
    )


def _merged_on(a: Tag, b: Tag) -> TagEvent:
    event = merge([a], b, None)
    merge([b], a_tag("c"), None)
    return event


def _renamed_to_its_name(a: Tag, b: Tag) -> TagEvent:
    event = merge([a], b, None)
    rename(b, "a", None)
    return event


def _renamed_twice(a: Tag, b: Tag) -> TagEvent:
    event = rename(a, "x", None)
    rename(Tag.objects.get(pk=a.pk), "y", None)
    return event


def _address_taken(a: Tag, b: Tag) -> TagEvent:
    event = delete_tags([a], None)
    a_tag("A!", "keyword")
    return event


def _grown_below(a: Tag, b: Tag) -> TagEvent:
    tags = [a]
    for number in range(1, 5):
        tags.append(a_tag(f"level {number}", "keyword", broader=tags[-1]))
    event = retire([tags[2]], None)
    move([b], tags[4], None)
    return event


@pytest.mark.parametrize(
    ("acts", "why"),
    [
        (_merged_on, "without its name. Undo first: Merged “b” into “c”"),
        (_renamed_to_its_name, "Undo first: Renamed “b” to “a”"),
        (_renamed_twice, "Undo first: Renamed “x” to “y”"),
        (_address_taken, "without its address"),
        (_grown_below, "more than 5 levels"),
    ],
)
@pytest.mark.django_db
def test_an_undo_that_would_leave_a_tag_in_pieces_is_refused_with_the_reason(
    acts: Callable[[Tag, Tag], TagEvent], why: str
) -> None:
    event = acts(a_tag("a"), a_tag("b"))
    before = rows()

    with pytest.raises(CannotUndo, match=why):
        undo(event, None)

    assert rows() == before
    assert whole()


def test_undoing_again_and_again_alternates(pair: tuple[Tag, Tag], curator: User) -> None:
    before = rows()
    events = [merge([pair[0]], pair[1], curator)]
    for _ in range(5):
        events.append(undo(events[-1], curator))
    assert rows() == before

    flags = [TagEvent.objects.get(pk=event.pk).undone for event in events]

    assert flags == [True, False, True, False, True, False]
    with pytest.raises(CannotUndo, match="undone already"):
        undo(events[0], curator)


VERBS = st.sampled_from(["merge", "rename", "split", "alias", "move", "retire", "back", "delete"])


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(VERBS, st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=8))
@pytest.mark.django_db
def test_any_verbs_undone_in_reverse_restore_the_database(steps: list[tuple[str, int, int, int]]) -> None:
    with transaction.atomic():
        _some_vocabulary()
        before, events = rows(), []
        for verb, one, two, some in steps:
            event = _act(verb, one, two, some)
            if event is not None and event.pk:
                events.append(event)
        for event in reversed(events):
            undo(event, None)
        after = rows()
        transaction.set_rollback(True)

    assert after == before


def _some_vocabulary() -> None:
    kinds = ["method", "method", "method", "task", "keyword"]
    tags = [a_tag(f"Tag {n}", kind, f"T{n}", f"Alias {n}", patterns=f"tag {n}") for n, kind in enumerate(kinds)]
    for child, parent in ((1, 0), (2, 1)):
        Tag.objects.filter(pk=tags[child].pk).update(broader=tags[parent])
    reader = a_reader()
    states = ["accepted", "rejected", "proposed"]
    for number in range(6):
        paper = a_paper()
        for at, tag in enumerate(tags):
            if (number + at) % 2 == 0:
                state, origin = states[(number * at) % 3], ["rule", "curator", "import"][number % 3]
                Tagging.objects.create(paper=paper, tag=tag, state=state, origin=origin, rank=1 + at % 2)
            if (number * at) % 4 == 1:
                Tagging.objects.create(paper=paper, tag=tag, state="proposed", origin="reader", owner=reader)


def _act(verb: str, one: int, two: int, some: int) -> TagEvent | None:
    tags = list(Tag.objects.order_by("pk"))
    if not tags:
        return None
    a, b = tags[one % len(tags)], tags[two % len(tags)]
    papers = list(Tagging.objects.public().filter(tag=a).order_by("pk").values_list("paper", flat=True))
    acts: dict[str, Callable[[], TagEvent]] = {
        "merge": lambda: merge([tag for tag in {a, tags[some % len(tags)]} if tag != b], b, None),
        "rename": lambda: rename(a, [f"New {some % 3}", b.label][some % 2], None),
        "split": lambda: split(
            a, papers[: 1 + some % 3], [f"New {some % 3}", b.label][two % 2], None, keep=some % 2 == 0
        ),
        "alias": lambda: add_labels(a, [f"Other {some % 3}"], None),
        "move": lambda: move([a], b if some % 4 else None, None),
        "retire": lambda: retire([a, b], None),
        "back": lambda: bring_back([a], None),
        "delete": lambda: delete_tags([a], None),
    }
    try:
        return acts[verb]()
    except (CannotMerge, TagRefused):
        return None
