"""Lists keep their papers, in order, whatever is done to them at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, connections

from catalogue.models import Item, ListIsFull, Membership, ReadingList, reading_list
from catalogue.models.reading_list import ITEMS_AT_MOST
from catalogue.models.sharing import Invitation
from tests.cast import a_list, a_paper, a_reader, a_visitor


def order(of: ReadingList) -> str:
    """The titles of a list's papers, with their headings."""
    said, at = [], ""
    for item in of.items.select_related("paper"):
        if item.section != at:
            said.append(f"{item.section}:")
        at = item.section
        said.append(item.paper.title)
    return " ".join(said)


def positions(of: ReadingList) -> list[int]:
    return list(of.items.values_list("position", flat=True))


@pytest.fixture
def five(db: None) -> ReadingList:
    """A list of the papers 1 to 5."""
    return a_list(a_reader("ann"), *(a_paper(str(n)) for n in range(1, 6)))


def ids(of: ReadingList, *titles: int) -> list[int]:
    return list(of.items.filter(paper__title__in=map(str, titles)).values_list("paper_id", flat=True))


def test_papers_are_moved_removed_and_numbered_without_a_gap(five: ReadingList) -> None:
    five.move(ids(five, 5), 1)
    five.remove(ids(five, 3))
    assert (order(five), positions(five)) == ("5 1 2 4", [1, 2, 3, 4])
    five.move(ids(five, 1), 0)
    five.move(ids(five, 2), 999)
    assert (order(five), positions(five)) == ("1 5 4 2", [1, 2, 3, 4])


def test_many_papers_are_placed_at_once(five: ReadingList) -> None:
    five.place({ids(five, 5)[0]: 1, ids(five, 1)[0]: 5})
    assert (order(five), positions(five)) == ("5 2 3 4 1", [1, 2, 3, 4, 5])


def test_sections_are_made_renamed_moved_and_dissolved(five: ReadingList) -> None:
    five.put_in_section(ids(five, 2, 3), "Theory")
    five.put_in_section(ids(five, 5), "Practice")
    assert order(five) == "1 4 Theory: 2 3 Practice: 5"
    five.move_section("Practice", -1)
    five.rename_section("Theory", "Why")
    assert (order(five), positions(five)) == ("1 4 Practice: 5 Why: 2 3", [1, 2, 3, 4, 5])
    five.rename_section("Why", "")
    assert order(five) == "1 4 Practice: 5 2 3"


def test_a_paper_is_in_a_list_once(five: ReadingList) -> None:
    new = a_paper("6")
    assert five.add([*ids(five, 1, 2), new.pk, new.pk], by=five.owner) == 1
    assert (order(five), positions(five)) == ("1 2 3 4 5 6", [1, 2, 3, 4, 5, 6])


def test_a_deleted_paper_leaves_no_gap_behind_the_next_change(five: ReadingList) -> None:
    five.items.get(paper__title="3").paper.delete()
    five.add([a_paper("6").pk], by=five.owner)
    assert (order(five), positions(five)) == ("1 2 4 5 6", [1, 2, 3, 4, 5])


def test_a_full_list_takes_nothing_rather_than_a_part(five: ReadingList, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ITEMS_AT_MOST >= 5000
    monkeypatch.setattr(reading_list, "ITEMS_AT_MOST", 6)
    with pytest.raises(ListIsFull):
        five.add([a_paper("6").pk, a_paper("7").pk], by=five.owner)
    assert order(five) == "1 2 3 4 5"


def test_merging_keeps_what_only_one_list_says(five: ReadingList) -> None:
    both = five.items.get(paper__title="2").paper
    five.set_note(both.pk, "mine")
    other = a_list(five.owner, both, a_paper("6"), title="Other")
    other.set_note(both.pk, "theirs")
    other.set_state([both.pk], "read")
    other.put_in_section([other.items.last().paper_id], "New")
    assert five.merge(other, by=five.owner) == 1
    item = five.items.get(paper=both)
    assert (item.note, item.state) == ("mine\n\ntheirs", "read")
    assert (order(five), positions(five)) == ("1 2 3 4 5 New: 6", [1, 2, 3, 4, 5, 6])


def test_a_copy_is_private_and_unread(five: ReadingList) -> None:
    five.set_state(ids(five, 1), "read")
    five.set_note(ids(five, 1)[0], "worth it")
    five.show_to("public")
    copy = five.copy_for(a_reader("bob"))
    first = copy.items.first()
    assert (copy.visibility, first.state, first.note, order(copy)) == ("private", "unread", "worth it", order(five))


def test_a_list_keeps_its_number_of_queries_as_it_grows(five: ReadingList, django_assert_max_num_queries) -> None:
    five.add([a_paper(f"more {n}").pk for n in range(60)], by=five.owner)
    with django_assert_max_num_queries(12):
        five.move(ids(five, 5), 1)


def test_a_secret_link_dies_with_the_visibility_and_when_it_is_renewed(five: ReadingList) -> None:
    five.show_to("link")
    first = five.secret
    five.renew_secret()
    second = five.secret
    five.show_to("public")
    assert five.secret == second
    five.show_to("private")
    five.show_to("link")
    assert len({first, second, five.secret}) == 3
    assert all(len(each) == 32 for each in (first, second, five.secret))


def test_an_invitation_is_accepted_once_and_never_takes_a_right_away(five: ReadingList) -> None:
    bob = a_reader("bob")
    editor, _ = Invitation.create(five, "editor")
    reader, token = Invitation.create(five, "reader")
    assert Invitation.objects.with_token(token).get() == reader
    assert editor.accept(bob)
    assert not editor.accept(a_reader("cleo"))
    assert reader.accept(bob)
    assert [(m.reader, m.role) for m in five.memberships.all()] == [(bob, Membership.Role.EDITOR)]


def test_a_version_is_what_the_list_was(five: ReadingList) -> None:
    five.set_note(ids(five, 1)[0], "then")
    version = five.freeze("as of 3 May", by=five.owner)
    five.remove(ids(five, 2))
    five.set_note(ids(five, 1)[0], "now")
    assert [item["heading"] for item in version.content["items"]] == ["1", "2", "3", "4", "5"]
    assert version.content["items"][0]["note"] == "then"
    assert five.freeze("again", by=five.owner).number == 2


@pytest.mark.django_db(transaction=True)
def test_twenty_writers_at_once_lose_nothing_and_leave_no_gap() -> None:
    papers = [a_paper(str(n)) for n in range(30)]
    shared = a_list(a_reader("ann"), *papers[:10])

    def write(n: int) -> None:
        try:
            mine = ReadingList.objects.get(pk=shared.pk)
            if n % 2:
                mine.add([papers[10 + n].pk], by=mine.owner)
            else:
                mine.move([papers[n % 10].pk, papers[(n + 3) % 10].pk], 1 + n % 7)
        finally:
            connections["default"].close()

    with ThreadPoolExecutor(20) as threads:
        list(threads.map(write, range(20)))
    assert positions(shared) == list(range(1, 21))
    expected = {paper.pk for paper in papers[:10]} | {papers[10 + n].pk for n in range(1, 20, 2)}
    assert set(shared.items.values_list("paper_id", flat=True)) == expected
    connection.close()


def test_what_a_visitor_kept_becomes_the_accounts_without_twins(db: None) -> None:
    ann, visitor = a_reader("ann"), a_visitor()
    both, only = a_paper("both"), a_paper("only")
    ReadingList.saved_by(ann).add([both.pk], by=ann)
    ReadingList.saved_by(visitor).add([both.pk, only.pk], by=visitor)
    a_list(visitor, only, title="Reading group")
    ann.take_over(visitor)
    assert [(each.title, each.items.count()) for each in ann.reading_lists.order_by("pk")] == [
        ("Saved papers", 2),
        ("Reading group", 1),
    ]
    assert set(Item.objects.values_list("added_by", flat=True)) == {ann.pk}
    ann.take_over(visitor)
    assert ann.reading_lists.count() == 2


def test_notes_that_do_not_fit_into_one_are_not_merged(five: ReadingList) -> None:
    both = five.items.first().paper
    other = a_list(five.owner, both, a_paper("6"), title="Other")
    five.set_note(both.pk, "a" * 15_000)
    other.set_note(both.pk, "b" * 15_000)
    with pytest.raises(ListIsFull, match="20,000 characters"):
        five.merge(other, by=five.owner)
    assert order(five) == "1 2 3 4 5"
    assert five.items.first().note == "a" * 15_000


def test_an_heir_gets_neither_the_link_nor_the_invitations_of_the_former_owner(five: ReadingList) -> None:
    five.show_to("link")
    old = five.secret
    Invitation.create(five, "reader", "cleo@example.org")
    five.memberships.create(reader=a_reader("bob"), role="editor")
    assert five.hand_over()
    five.refresh_from_db()
    assert five.owner.name == "bob"
    assert five.secret not in (old, None)
    assert not five.invitations.exists()


def in_threads(*acts: Callable[[], object]) -> list[object]:
    """What each gave, all at once; a list that is gone is an answer."""

    def act(work: Callable[[], object]) -> object:
        try:
            return work()
        except ReadingList.DoesNotExist:
            return "gone"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


@pytest.mark.django_db(transaction=True)
def test_two_lists_are_merged_into_each_other_at_once() -> None:
    ann = a_reader("ann")
    for _ in range(3):
        first, second = a_list(ann, a_paper("1"), title="A"), a_list(ann, a_paper("2"), title="B")
        in_threads(*[partial(first.merge, second, by=ann), partial(second.merge, first, by=ann)] * 2)
        assert [(order(each), positions(each)) for each in (first, second)] == [("1 2", [1, 2]), ("2 1", [1, 2])]


@pytest.mark.django_db(transaction=True)
def test_a_list_is_deleted_while_others_write_to_it() -> None:
    ann = a_reader("ann")
    papers = [a_paper(str(n)).pk for n in range(8)]
    for _ in range(3):
        gone = a_list(ann, a_paper("first"))
        writers = [partial(gone.add, [pk], by=ann) for pk in papers]
        told = in_threads(*writers[:4], ReadingList.objects.get(pk=gone.pk).drop, *writers[4:])
        assert set(told) <= {1, None, "gone"}
        assert not ReadingList.objects.filter(pk=gone.pk).exists()
