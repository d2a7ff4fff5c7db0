"""The index stays right whatever is written and however, and nobody sees what is not committed."""

import threading
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from catalogue.facets import POSTINGS, compact, current, facet_named, install_triggers, rebuild
from catalogue.facets.tables import missing
from catalogue.models import (
    Appearance,
    Authorship,
    Collection,
    FacetChange,
    FacetSnapshot,
    Finding,
    Paper,
    PaperLink,
    Person,
    Source,
    Tag,
    TagAddress,
    Tagging,
)
from tests.cast import a_collection, a_finding, a_paper, a_person, a_reader, a_tag, appear
from tests.facets.conftest import assert_right, execute


def fill() -> None:
    """A few papers with something behind every facet."""
    wide = a_tag("Wide", "method")
    narrow = a_tag("Narrow", "method", broader=wide)
    area = a_tag("Area", "area")
    for number in range(6):
        paper = a_paper(
            f"Paper {number}",
            year=2020 + number % 3 if number else None,
            tags=[narrow, *([wide] if number % 2 else []), *([area] if number > 2 else [])],
            authors=("Ann", "Bob")[: number % 3],
            collection="ICLR" if number < 4 else "NeurIPS",
            code="https://example.org" if number in (1, 2) else "",
        )
        if number in (2, 3):
            a_finding(paper, "code_promised", "yes")
    appear(Paper.objects.get(title="Paper 0"), "ICLR", "other.txt")


def _merge(old: Tag, new: Tag) -> None:
    Tagging.objects.filter(tag=old).exclude(paper__taggings__tag=new).update(tag=new)
    old.delete()


WRITES: dict[str, Callable[[], object]] = {
    "a paper deleted with all that is its own": lambda: Paper.objects.get(title="Paper 2").delete(),
    "papers deleted in bulk": lambda: Paper.objects.filter(year=2021).delete(),
    "a paper hidden": lambda: Paper.objects.filter(title="Paper 1").update(visibility="hidden"),
    "a hidden paper listed": lambda: (
        a_paper(visibility="hidden", year=2020) and Paper.objects.update(visibility="listed")
    ),
    "a year changed": lambda: Paper.objects.filter(title="Paper 0").update(year=2022),
    "a year taken away": lambda: Paper.objects.filter(title="Paper 1").update(year=None),
    "a paper saved as it is": lambda: Paper.objects.get(title="Paper 1").save(),
    "a tagging rejected": lambda: Tagging.objects.filter(tag__label="Narrow", paper__title="Paper 0").update(
        state="rejected"
    ),
    "taggings proposed": lambda: Tagging.objects.update(state="proposed"),
    "taggings proposed and accepted": lambda: (
        Tagging.objects.update(state="proposed") and Tagging.objects.update(state="accepted")
    ),
    "a tagging made private": lambda: Tagging.objects.filter(tag__label="Area").update(owner=a_reader()),
    "a tagging moved to another tag": lambda: _merge(Tag.objects.get(label="Area"), Tag.objects.get(label="Wide")),
    "taggings in bulk": lambda: Tagging.objects.bulk_create(
        [Tagging(paper=paper, tag=Tag.objects.get(label="Area"), origin="rule") for paper in Paper.objects.all()],
        ignore_conflicts=True,
    ),
    "a tag deleted": lambda: Tag.objects.get(label="Narrow").delete(),
    "a broader tag deleted": lambda: Tag.objects.get(label="Wide").delete(),
    "a tag retired": lambda: Tag.objects.filter(label="Narrow").update(state="retired"),
    "a broader tag retired": lambda: Tag.objects.filter(label="Wide").update(state="retired"),
    "a tag moved to another kind": lambda: Tag.objects.filter(label="Area").update(kind="task"),
    "a tag put under another": lambda: Tag.objects.filter(label="Area").update(
        broader=Tag.objects.get(label="Wide"), kind="method"
    ),
    "a tag freed of its broader one": lambda: Tag.objects.update(broader=None),
    "a circle of broader tags": lambda: Tag.objects.filter(label="Wide").update(
        broader=Tag.objects.get(label="Narrow")
    ),
    "a link rejected": lambda: PaperLink.objects.update(state="rejected"),
    "a link of another kind": lambda: PaperLink.objects.update(kind="data"),
    "a second link to code, and one deleted": lambda: (
        PaperLink.objects.create(paper=Paper.objects.get(title="Paper 1"), kind="code", url="https://example.org/2"),
        PaperLink.objects.filter(url="https://example.org").delete(),
    ),
    "a promise rejected": lambda: Finding.objects.update(state="rejected"),
    "a promise deleted": lambda: Finding.objects.filter(paper__title="Paper 3").delete(),
    "an appearance deleted where another stays": lambda: Appearance.objects.filter(source__name="other.txt").delete(),
    "a source deleted": lambda: Source.objects.filter(collection__name="NeurIPS").delete(),
    "appearances moved": lambda: Appearance.objects.update(collection=a_collection("NeurIPS")),
    "an author twice on a paper": lambda: Authorship.objects.create(
        paper=Paper.objects.get(title="Paper 1"), person=a_person("Ann"), position=9, name="A."
    ),
    "authors made one": lambda: Authorship.objects.update(person=a_person("Ann")),
    "raw SQL": lambda: (
        execute(
            "UPDATE catalogue_tagging SET state = 'rejected' WHERE rank = 1 AND tag_id = %s", Tag.objects.first().pk
        ),
        execute("DELETE FROM catalogue_appearance WHERE position = 1"),
        execute("UPDATE catalogue_paper SET year = year + 1"),
    ),
}


@pytest.mark.parametrize("write", WRITES)
def test_the_index_follows_every_kind_of_write(db: None, write: str) -> None:
    fill()
    assert_right()

    WRITES[write]()

    assert_right()


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.django_db(transaction=True)
def test_an_index_in_memory_follows_every_kind_of_committed_write(write: str) -> None:
    fill()
    current()

    WRITES[write]()

    assert_right()
    with CaptureQueriesContext(connection) as queries:
        current()
    assert len(queries) == 1


def test_every_trigger_stands_after_the_last_migration(db: None) -> None:
    assert missing(connection) == []
    install_triggers(connection, POSTINGS)
    assert missing(connection) == []
    execute("DROP TRIGGER facet_tag_update" + (" ON catalogue_tagging" if connection.vendor == "postgresql" else ""))
    assert missing(connection) == ["facet_tag_update"]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_was_never_counted() -> None:
    fill()
    before = current().counts(facet_named("area"), current().listed)

    with transaction.atomic():
        a_paper("New", tags=[a_tag("New area", "area")])
        Paper.objects.filter(title="Paper 5").delete()
        inside = current()
        assert len(inside.listed) == 6
        assert set(inside.described(facet_named("area"), inside.values(facet_named("area"))).values()) == {
            ("Area", "area"),
            ("New area", "new-area"),
        }
        transaction.set_rollback(True)

    assert current().counts(facet_named("area"), current().listed) == before
    a_paper("Another", tags=[a_tag("Other area", "area")])
    assert ("Other area", "other-area") in _labels("area")
    assert ("New area", "new-area") not in _labels("area")
    assert_right()


def _labels(kind: str) -> list[tuple[str, str]]:
    index = current()
    return list(index.described(facet_named(kind), index.values(facet_named(kind))).values())


@pytest.mark.django_db(transaction=True)
def test_a_part_that_is_rolled_back_leaves_the_rest() -> None:
    with transaction.atomic():
        a_paper("Kept", tags=[a_tag("Kept", "area")])
        try:
            with transaction.atomic():
                a_paper("Dropped", tags=[a_tag("Dropped", "area")])
                assert len(current().listed) == 2
                raise KeyError
        except KeyError:
            pass
        assert len(current().listed) == 1
    assert len(current().listed) == 1
    assert_right()


@pytest.mark.django_db(transaction=True)
def test_others_do_not_see_an_open_transaction() -> None:
    fill()
    seen: list[int] = []

    def look() -> None:
        seen.append(len(current().listed))
        connection.close()

    with transaction.atomic():
        a_paper("New")
        assert len(current().listed) == 7
        _run(look)
    _run(look)

    assert seen == [6, 7]


def _run(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.django_db(transaction=True)
def test_new_names_are_shown_at_once() -> None:
    tag, paper = a_tag("Old", "area"), a_paper(authors=("Ann",), collection="ICLR")
    Tagging.objects.create(paper=paper, tag=tag, origin="curator")
    assert [*_labels("area"), *_labels("author"), *_labels("collection"), *_labels("source")] == [
        ("Old", "old"),
        ("Ann", "ann"),
        ("ICLR", "iclr"),
        ("papers.txt", str(Source.objects.get().pk)),
    ]
    assert current().resolved(facet_named("area"), ["old"]) == {"old": tag.pk}

    tag.set_labels("New")
    Person.objects.update(name="Anna")
    Collection.objects.update(name="Conference")
    Source.objects.update(name="other.txt")
    TagAddress.objects.filter(slug="old").delete()

    assert [*_labels("area"), *_labels("author"), *_labels("collection"), *_labels("source")] == [
        ("New", "new"),
        ("Anna", "ann"),
        ("Conference", "iclr"),
        ("other.txt", str(Source.objects.get().pk)),
    ]
    assert current().resolved(facet_named("area"), ["old", "new"]) == {"new": tag.pk}


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_shortens_the_log_and_changes_no_count() -> None:
    fill()
    before = current()

    compact(most=0)

    assert not FacetChange.objects.exists()
    assert FacetSnapshot.objects.get().blob
    assert current() is not before
    assert_right()
    Paper.objects.filter(year=2021).delete()
    token = FacetSnapshot.objects.get().token
    assert_right()
    compact()
    assert FacetSnapshot.objects.get().token == token
    compact(most=1)
    assert FacetSnapshot.objects.get().token != token
    assert_right()


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_from_the_tables_mends_the_index(capsys: pytest.CaptureFixture[str]) -> None:
    fill()
    compact(most=0)
    FacetChange.objects.create(token=1, xact=1, facet="listed", value=0, member=99, delta=1)
    if connection.vendor == "postgresql":
        execute("UPDATE catalogue_facetchange SET xact = pg_current_xact_id()::text::bigint")
    with pytest.raises(SystemExit):
        call_command("check_facets")
    assert "7 papers are listed in the index, 6 in the tables." in capsys.readouterr().out

    call_command("rebuild_facets")
    call_command("check_facets")

    assert capsys.readouterr().out == "6 papers listed\ndifferences 0\n"


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_is_noticed() -> None:
    fill()
    assert len(current().listed) == 6

    call_command("flush", interactive=False, verbosity=0)

    assert len(current().listed) == 0
    fill()
    assert_right()


@pytest.mark.django_db(transaction=True)
def test_a_restored_log_with_the_same_numbers_is_noticed() -> None:
    """As after a restore: the same snapshot and the same numbers, with other changes behind them."""
    fill()
    rebuild()
    first = a_paper("First", year=2001)
    assert len(current().listed) == 7
    changes = list(FacetChange.objects.all())

    with transaction.atomic():
        FacetChange.objects.all().delete()
        Paper.objects.filter(pk=first.pk).delete()
        FacetChange.objects.all().delete()
        paper = a_paper("Second", year=2002)
        written = list(FacetChange.objects.all())
        FacetChange.objects.all().delete()
        for old, new in zip(changes, written, strict=True):
            new.pk = old.pk
            new.save(force_insert=True)

    assert paper.pk in current().values(facet_named("year"))[2002]
    assert first.pk not in current().listed
    assert_right()


def test_a_replaced_row_is_noticed_on_sqlite(db: None) -> None:
    if connection.vendor != "sqlite":
        return
    fill()

    execute(
        "REPLACE INTO catalogue_authorship (id, paper_id, person_id, position, name) "
        "SELECT id, paper_id, (SELECT MIN(id) FROM catalogue_person), position, name FROM catalogue_authorship"
    )

    assert_right()


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_of_another_server_is_not_used() -> None:
    if connection.vendor != "postgresql":
        return
    fill()
    rebuild()
    FacetSnapshot.objects.update(place="1 900000000:900000000:", token="restored")
    a_paper("After the restore")

    assert len(current().listed) == 7
    assert_right()


@pytest.mark.django_db(transaction=True)
def test_a_table_emptied_at_once_is_noticed() -> None:
    fill()
    assert current().counts(facet_named("author"), current().listed)

    execute(
        "TRUNCATE catalogue_authorship" if connection.vendor == "postgresql" else "DELETE FROM catalogue_authorship"
    )

    assert not current().counts(facet_named("author"), current().listed)
    assert_right()
