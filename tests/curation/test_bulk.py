"""Adding, removing and replacing the tags of many papers, as one act."""

import pytest
from pyroaring import BitMap

from catalogue.curation import TagRefused, bulk_effect, change_tags, undo
from catalogue.models import Paper, Tag, TagEvent, Tagging, User
from tests.cast import a_paper, a_reader, a_tag
from tests.curation.conftest import rows
from tests.facets.conftest import assert_right


def every() -> BitMap:
    return BitMap(Paper.objects.values_list("pk", flat=True))


@pytest.fixture
def tag(curator: User) -> Tag:
    """A tag on papers in every way there is, and on one not at all; a reader proposes it for two of them."""
    tag, reader = a_tag("x", "area"), a_reader()
    a_paper()
    for origin, state in (
        ("rule", "accepted"),
        ("import", "accepted"),
        ("curator", "accepted"),
        ("rule", "rejected"),
        ("rule", "proposed"),
    ):
        row = Tagging.objects.create(paper=a_paper(), tag=tag, origin=origin, state=state, rule=origin[:4])
        if origin == "rule" and state != "accepted":
            Tagging.objects.create(paper=row.paper, tag=tag, owner=reader, origin="reader", state="proposed")
    Tagging.objects.filter(origin="curator").update(rule="")
    return tag


def states(tag: Tag) -> list[tuple[str, str]]:
    return list(tag.taggings.filter(owner=None).order_by("paper_id").values_list("origin", "state"))


def test_an_added_tag_is_the_curators_word_and_answers_readers(tag: Tag, curator: User) -> None:
    before = rows()
    (effect,) = bulk_effect("add", every(), [tag])
    assert (effect.gains, effect.has, effect.confirmed) == (3, 3, 1)

    done = change_tags("add", every(), [tag], None, curator)

    assert (done.changes[0].gains, done.gone) == (3, 0)
    assert states(tag) == [("curator", "accepted")] * 2 + [("import", "accepted")] + [("curator", "accepted")] * 3
    assert set(tag.taggings.exclude(owner=None).values_list("state", flat=True)) == {"accepted"}
    assert done.event.verb == "tag"
    assert TagEvent.objects.of_paper(Paper.objects.first().pk).get() == done.event
    assert_right()
    undo(done.event, curator)
    assert rows() == before
    assert_right()


def test_a_removed_tag_stays_away_where_a_rule_or_a_file_gave_it(tag: Tag, curator: User) -> None:
    before = rows()

    done = change_tags("remove", every(), [tag], None, curator)

    assert done.changes[0].loses == 3
    assert states(tag) == [("rule", "rejected"), ("import", "rejected"), ("rule", "rejected"), ("rule", "rejected")]
    assert_right()
    undo(done.event, curator)
    assert rows() == before


def test_what_a_curator_confirmed_stays_away_too(tag: Tag, curator: User) -> None:
    change_tags("add", every(), [tag], None, curator)
    change_tags("remove", every(), [tag], None, curator)

    assert not Tagging.objects.public().exists()
    assert tag.taggings.filter(owner=None, rule="rule").count() == 3


def test_a_tag_that_takes_anothers_place_has_its_rank_and_evidence(curator: User) -> None:
    old, new, paper = a_tag("old", "area"), a_tag("new", "area"), a_paper()
    Tagging.objects.create(paper=paper, tag=a_tag("first", "area"), origin="rule", rank=1)
    row = Tagging.objects.create(paper=paper, tag=old, origin="rule", rank=2, rule="r", evidence={"quote": "q"})

    change_tags("replace", every(), [old], new, curator)
    change_tags("add", every(), [Tag(kind="area", label="last")], None, curator)

    replaced = new.taggings.get()
    assert (replaced.rank, replaced.evidence) == (2, row.evidence)
    assert Tagging.objects.get(tag__label="last").rank == 3


def test_new_tags_go_when_the_act_is_undone(curator: User) -> None:
    a_paper()
    before = rows()

    done = change_tags("add", every(), [Tag(kind="method", label="x"), Tag(kind="task", label="y")], None, curator)

    assert Tag.objects.count() == 2
    undo(done.event, curator)
    assert rows() == before


def test_a_label_that_somebody_took_meanwhile_is_not_made_twice(curator: User) -> None:
    a_paper()
    wanted = Tag(kind="method", label="X")
    a_tag("y", "method", "x")

    change_tags("add", every(), [wanted], None, curator)

    assert Tag.objects.get().taggings.count() == 1


def test_a_proposed_tag_is_accepted_with_it(curator: User) -> None:
    a_paper()
    tag = a_tag("x", state="proposed")

    change_tags("add", every(), [tag], None, curator)

    tag.refresh_from_db()
    assert tag.state == "accepted"


@pytest.mark.parametrize("state", ["retired", "gone"])
def test_a_tag_that_is_retired_or_gone_is_refused(state: str, curator: User) -> None:
    a_paper()
    tag = a_tag("x")
    if state == "gone":
        Tag.objects.all().delete()
    else:
        Tag.objects.update(state=state)

    with pytest.raises(TagRefused, match=state):
        change_tags("add", every(), [tag], None, curator)
    assert not TagEvent.objects.exists()
