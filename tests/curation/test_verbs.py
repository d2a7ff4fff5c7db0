"""Merging, renaming, splitting, moving and retiring tags; and taking that back, exactly."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from catalogue.curation import (
    CannotMerge,
    CannotUndo,
    TagRefused,
    delete_tags,
    merge,
    merge_effect,
    move,
    rename,
    retire,
    split,
    undo,
)
from catalogue.facets import current, facet_named
from catalogue.importing import load_vocabulary
from catalogue.models import Tag, TagEvent, Tagging, User, VocabularyEntry
from tests.cast import a_paper, a_reader, a_tag
from tests.curation.conftest import rows
from tests.facets.conftest import assert_right
from tests.importing.conftest import record


def count(tag: Tag) -> int:
    """The papers of a tag and what is narrower, as every page counts them."""
    index = current()
    return index.counts(facet_named(tag.kind), index.listed).get(tag.pk, 0)


def test_a_merge_moves_everything_and_undo_restores_it(pair: tuple[Tag, Tag], curator: User, client: Client) -> None:
    a, b = pair
    Tagging.objects.create(paper=a_paper(), tag=a, owner=a_reader(), origin="reader", state="proposed")
    assert (count(a), count(b)) == (5, 4)
    before = rows()

    effect = merge_effect([a], b)
    event = merge([a], b, curator)

    assert (effect.papers, effect.together, effect.shared) == ({a.pk: 5, b.pk: 4}, 7, 2)
    assert count(b) == 7
    assert_right()
    b.refresh_from_db()
    assert set(b.alternative_labels) == {"Language models", "LMs"} == set(effect.labels)
    assert b.patterns.splitlines() == ["LLM", "language model", "!programming language model"]
    assert [tag.label for tag in b.narrower.all()] == ["Small language models"]
    for old in (a.slug, a.pk):
        assert client.get(f"/tags/method/{old}/").url == b.get_absolute_url()
        assert client.get(f"/papers/?method={old}").context["page"].paginator.count == 7
    # Who kept a search for one of its labels finds them, too.
    for label in ("language-models", "lms", "llm"):
        assert client.get("/papers/", {"q": f"method:{label}"}).context["page"].paginator.count == 7
    assert b.taggings.exclude(owner=None).count() == 1
    assert not Tag.objects.filter(pk=a.pk).exists()
    assert (event.user, event.verb) == (curator, "merge")

    undo(event, curator)

    assert rows() == before
    assert (count(a), count(b)) == (5, 4)
    assert client.get(a.get_absolute_url()).status_code == 200
    assert_right()


def test_undo_can_be_undone(pair: tuple[Tag, Tag], curator: User) -> None:
    a, b = pair
    event = merge([a], b, curator)
    after = rows()

    again = undo(event, curator)
    undo(again, curator)

    assert rows() == after
    event.refresh_from_db()
    assert not event.undone


def test_an_event_is_undone_once(pair: tuple[Tag, Tag], curator: User) -> None:
    a, b = pair
    event = merge([a], b, curator)
    undo(event, curator)

    with pytest.raises(CannotUndo, match="undone already"):
        undo(event, curator)


@pytest.mark.parametrize(
    ("of_a", "of_b", "stays"),
    [
        (("curator", "rejected"), ("rule", "accepted"), ("curator", "rejected")),
        (("rule", "accepted"), ("curator", "rejected"), ("curator", "rejected")),
        (("curator", "accepted"), ("curator", "rejected"), ("curator", "accepted")),
        (("import", "accepted"), ("rule", "accepted"), ("import", "accepted")),
        (("rule", "accepted"), ("rule", "accepted"), ("rule", "accepted")),
        (("rule", "proposed"), ("rule", "rejected"), ("rule", "rejected")),
        (("import", "accepted"), ("rule", "rejected"), ("rule", "rejected")),
    ],
)
@pytest.mark.django_db
def test_where_both_tags_are_on_a_paper_the_higher_authority_stays(
    of_a: tuple[str, str], of_b: tuple[str, str], stays: tuple[str, str]
) -> None:
    a, b, paper = a_tag("A"), a_tag("B"), a_paper()
    for tag, (origin, state), rank in ((a, of_a, 1), (b, of_b, 2)):
        Tagging.objects.create(paper=paper, tag=tag, origin=origin, state=state, rank=rank)

    merge([a], b, None)

    row = Tagging.objects.get()
    assert (row.tag, row.origin, row.state, row.rank) == (b, *stays, 1)


@pytest.mark.django_db
def test_what_was_answered_for_the_tag_that_stays_is_not_asked_again_after_a_merge() -> None:
    a, b, reader = a_tag("A"), a_tag("B"), a_reader()
    for state in ("accepted", "rejected"):
        paper = a_paper()
        Tagging.objects.create(paper=paper, tag=b, origin="curator", state=state)
        Tagging.objects.create(paper=paper, tag=a, origin="reader", state="proposed", owner=reader)

    merge([a], b, None)

    assert not Tagging.objects.waiting().exists()
    assert set(reader.own_taggings.values_list("state", flat=True)) == {"accepted", "rejected"}


@pytest.mark.django_db
def test_a_tag_is_merged_into_one_below_it_without_a_circle() -> None:
    top = a_tag("Top", "task")
    a = a_tag("A", "task", broader=top)
    between = a_tag("Between", "task", broader=a)
    b = a_tag("B", "task", broader=between)
    other = a_tag("Other", "task", broader=a)

    merge([a], b, None)

    wider = {tag.label: tag.broader and tag.broader.label for tag in Tag.objects.all()}
    assert wider == {"Top": None, "Between": "Top", "B": "Between", "Other": "B"}
    assert other.pk in b.narrower.values_list("pk", flat=True)


@pytest.mark.django_db
def test_tags_of_two_kinds_are_merged_after_a_warning(client: Client) -> None:
    keyword = a_tag("diffusion", "keyword", "Diffusers")
    method = a_tag("Diffusion", "method")
    taken = a_tag("diffusers", "method")
    narrower = a_tag("latent diffusion", "keyword", broader=keyword)

    effect = merge_effect([keyword], method)
    merge([keyword], method, None)

    assert [warning.split(":")[0] for warning in effect.warnings] == [
        "These are of different kinds",
        "Another method has the label already, so it is not kept",
        "These do not move under “Diffusion”, but one step up",
    ]
    narrower.refresh_from_db()
    assert narrower.broader is None
    assert client.get("/tags/keyword/diffusion/").url == method.get_absolute_url()
    assert taken.label == "diffusers"


@pytest.mark.django_db
def test_a_keyword_that_became_a_method_stays_one_when_a_file_names_it_again(load_records: Callable[..., Any]) -> None:
    load_records(record("One", keywords=("Diffusion nets",)))
    method = a_tag("Diffusion models", "method")
    merge([Tag.objects.get(kind="keyword")], method, None)

    load_records(record("Two", keywords=("diffusion nets",)), name="b.txt")

    assert Tag.objects.get() == method
    assert method.taggings.count() == 2


@pytest.mark.parametrize(("state", "why"), [("retired", "retired"), ("proposed", "proposed")])
@pytest.mark.django_db
def test_nothing_is_merged_into_a_tag_that_is_not_accepted(state: str, why: str) -> None:
    with pytest.raises(CannotMerge, match=why):
        merge([a_tag("A")], a_tag("B", state=state), None)
    assert Tag.objects.count() == 2


@pytest.mark.django_db
def test_the_starter_vocabulary_does_not_bring_back_what_was_merged() -> None:
    load_vocabulary()
    a, b = Tag.objects.filter(kind="method")[:2]
    merge([a], b, None)
    tags = Tag.objects.count()

    VocabularyEntry.objects.update(stated={})
    load_vocabulary()

    assert Tag.objects.count() == tags


@pytest.mark.django_db
def test_a_renamed_tag_keeps_its_former_label_and_address(client: Client, curator: User) -> None:
    tag = a_tag("RAG", "method")
    before = rows()

    event = rename(tag, "Retrieval-augmented generation", curator)

    tag.refresh_from_db()
    assert (tag.label, tag.alternative_labels) == ("Retrieval-augmented generation", ["RAG"])
    assert client.get("/tags/method/rag/").url == tag.get_absolute_url()
    undo(event, curator)
    assert rows() == before


@pytest.mark.django_db
def test_renaming_to_the_label_of_another_tag_names_it(curator: User) -> None:
    tag, other = a_tag("y"), a_tag("X")

    with pytest.raises(TagRefused) as refused:
        rename(tag, "x", curator)

    assert refused.value.clash == other
    assert not TagEvent.objects.exists()


@pytest.mark.django_db
def test_a_part_of_the_papers_gets_a_tag_of_its_own(curator: User) -> None:
    tag = a_tag("Attention", "method")
    papers = [a_paper(tags=[tag]) for _ in range(3)]
    asked = Tagging.objects.create(paper=papers[0], tag=tag, owner=a_reader(), origin="reader", state="proposed")
    before = rows()

    event = split(tag, [paper.pk for paper in papers[:2]], "Linear attention", curator, patterns="linear attention")

    other = Tag.objects.get(label="Linear attention")
    assert (count(tag), count(other)) == (1, 2)
    assert tag.taggings.filter(state="rejected", origin="curator").count() == 2
    asked.refresh_from_db()
    assert asked.tag == other
    undo(event, curator)
    assert rows() == before


@pytest.mark.django_db
def test_a_split_can_leave_the_first_tag(curator: User) -> None:
    tag, other = a_tag("Attention", "method"), a_tag("Linear attention", "method")
    paper = a_paper(tags=[tag])
    Tagging.objects.create(paper=paper, tag=other, origin="rule", state="rejected")

    split(tag, [paper.pk], "linear attention", curator, keep=True)

    assert (count(tag), count(other)) == (1, 1)


@pytest.mark.django_db
def test_counts_follow_a_tag_that_moves(curator: User) -> None:
    old, new, tag = a_tag("Old", "area"), a_tag("New", "area"), a_tag("Tag", "area")
    a_paper(tags=[tag])

    event = move([tag], old, curator)
    assert (count(old), count(new)) == (1, 0)
    move([tag], new, curator)
    assert (count(old), count(new)) == (0, 1)
    with pytest.raises(TagRefused, match="circle"):
        move([new], tag, curator)
    with pytest.raises(TagRefused, match="of kind task"):
        move([tag], a_tag("T", "task"), curator)
    with pytest.raises(TagRefused, match="circle"):
        move([new], new, curator)
    assert TagEvent.objects.count() == 2
    assert event.said == "Moved “Tag” under “Old”"


@pytest.mark.django_db
def test_a_tree_has_five_levels_at_most(curator: User) -> None:
    tags = [a_tag(f"Level {number}", "area") for number in range(6)]
    for wider, narrower in itertools.pairwise(tags[:5]):
        move([narrower], wider, curator)
    alone, below = a_tag("Alone", "area"), tags[5]
    move([below], alone, curator)

    for act in (lambda: move([below], tags[4], curator), lambda: move([alone], tags[3], curator)):
        with pytest.raises(TagRefused, match="more than 5 levels"):
            act()
    with pytest.raises(CannotMerge, match="5 levels"):
        merge([alone], tags[4], curator)
    move([alone], tags[2], curator)


@pytest.mark.django_db
def test_what_is_narrower_than_a_retired_tag_moves_up(curator: User) -> None:
    top = a_tag("Top", "area")
    middle = a_tag("Middle", "area", broader=top)
    below = a_tag("Below", "area", broader=middle)
    before = rows()

    event = retire([middle], curator)

    below.refresh_from_db()
    assert below.broader == top
    undo(event, curator)
    assert rows() == before


@pytest.mark.django_db
def test_a_deleted_tag_comes_back_with_all_that_hung_on_it(pair: tuple[Tag, Tag], curator: User) -> None:
    before = rows()

    event = delete_tags([pair[0]], curator)
    assert Tag.objects.count() == 2
    undo(event, curator)

    assert rows() == before
