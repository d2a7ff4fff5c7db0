"""Files and folders, as the command is given them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from catalogue.facets import current, differences
from catalogue.importing import Watcher, file_load, load
from catalogue.models import Appearance, Collection, FacetChange, ImportRun, NoticeKind, Paper, RunState, Source
from tests.importing.conftest import abstract

pytestmark = pytest.mark.django_db
SOURCES = settings.BASE_DIR / "fixtures" / "sources"
TextFile = Callable[..., Path]


def test_the_source_files_give_76_papers_and_a_second_load_changes_nothing() -> None:
    assert load([SOURCES]).last_line == "created 76, updated 0, unchanged 0, problems 0"
    before = list(Paper.objects.order_by("key").values_list("key", "heading", "changed"))

    assert load([SOURCES]).last_line == "created 0, updated 0, unchanged 76, problems 0"

    assert list(Paper.objects.order_by("key").values_list("key", "heading", "changed")) == before
    collection = Collection.objects.get()
    assert (collection.name, collection.venue, collection.year, collection.slug) == (
        "ICLR 2026",
        "ICLR",
        2026,
        "iclr-2026",
    )
    assert [source.appearances.count() for source in Source.objects.all()] == [19, 19, 19, 19]
    assert set(Paper.objects.values_list("year", flat=True)) == {2026}


def test_a_new_version_with_one_edited_paragraph_creates_one_and_reports_one_gone(text_file: TextFile) -> None:
    load([text_file("a.txt", *(abstract(n) for n in range(20)))])
    edited = [abstract(n) for n in range(20)]
    edited[7] += " We also release the code."

    report = load([text_file("a.txt", *edited)])

    assert report.last_line == "created 1, updated 0, unchanged 19, problems 0"
    assert report.counts["gone"] == 1
    gone = Paper.objects.get(abstract_source=abstract(7))
    messages = {notice.kind: notice.message for notice in report.notices}
    assert messages["gone"] == f"{gone.key} is no longer in this file: {gone.heading}"
    # So short a text is not enough to be sure that the two are one.
    assert messages["doubtful"] == f"may be “{gone.heading}”: they have 100 % of the text in common"
    assert gone.appearances.count() == 0
    assert Appearance.objects.count() == 20


def test_keys_and_addresses_survive_a_new_order_of_the_file(text_file: TextFile) -> None:
    load([text_file("a.txt", *(abstract(n) for n in range(10)))])
    before = dict(Paper.objects.values_list("abstract_source", "key"))

    report = load([text_file("a.txt", *(abstract(n) for n in reversed(range(10))))])

    assert report.last_line == "created 0, updated 0, unchanged 10, problems 0"
    assert dict(Paper.objects.values_list("abstract_source", "key")) == before
    assert Paper.objects.get(abstract_source=abstract(9)).appearances.get().position == 1


def test_the_same_abstract_in_two_files_is_one_paper_and_reported_once(text_file: TextFile) -> None:
    files = [text_file("a.txt", abstract(1), abstract(2)), text_file("b.txt", abstract(2).upper(), abstract(3))]

    first, second = load(files), load(files)

    assert first.last_line == "created 3, updated 0, unchanged 1, problems 0"
    assert [str(n) for n in first.notices] == [f"duplicate: {files[1]}:3: the same paper as in a.txt, line 5"]
    assert second.last_line == "created 0, updated 0, unchanged 4, problems 0"
    assert second.counts["duplicates"] == 0
    assert Paper.objects.get(abstract_source=abstract(2)).appearances.count() == 2


def test_the_same_abstract_twice_in_a_file_is_one_paper_at_two_places(text_file: TextFile) -> None:
    report = load([text_file("a.txt", abstract(1), abstract(2), f"  {abstract(1)}  ")])

    assert report.last_line == "created 2, updated 0, unchanged 1, problems 0"
    assert "duplicate" in str(report.notices[0])
    assert "the same paper as entry 1 of this file (line 3)" in report.notices[0].message
    places = Paper.objects.get(abstract_source=abstract(1)).appearances.values_list("position", flat=True)
    assert list(places) == [1, 3]


def test_a_wrong_file_among_good_ones_is_named_and_the_good_ones_are_in(text_file: TextFile, tmp_path: Path) -> None:
    text_file("in/a.txt", abstract(1))
    text_file("in/sub/b.txt", abstract(2))
    (tmp_path / "in" / "c.txt").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    (tmp_path / "in" / ".hidden").write_bytes(b"\x00")

    report = load([tmp_path / "in", tmp_path / "missing.txt"])

    assert report.last_line == "created 2, updated 0, unchanged 0, problems 2"
    places = [(Path(notice.file).name, notice.line) for notice in report.notices]
    assert places == [("c.txt", 1), ("missing.txt", 0)]
    assert set(Source.objects.values_list("name", flat=True)) == {"a.txt", "sub/b.txt"}


def test_an_entry_that_is_no_abstract_is_a_problem_with_its_line_and_keeps_its_position(text_file: TextFile) -> None:
    report = load([text_file("a.txt", abstract(1), "Oops", abstract(2))])

    assert report.last_line == "created 2, updated 0, unchanged 0, problems 1"
    assert (report.notices[0].kind, report.notices[0].line) == ("problem", 5)
    assert list(Appearance.objects.values_list("position", flat=True)) == [1, 3]


def test_a_file_without_any_paper_leaves_no_collection_behind(text_file: TextFile) -> None:
    report = load([text_file("a.txt", "Oops", heading="Nothing 2020 Papers")])

    assert report.counts["problems"] == 1
    assert not Collection.objects.exists()
    assert not Source.objects.exists()


def test_a_new_version_without_any_paper_leaves_the_old_one_in_place(text_file: TextFile) -> None:
    load([text_file("a.txt", abstract(1))])

    report = load([text_file("a.txt", "Oops")])

    assert report.last_line == "created 0, updated 0, unchanged 0, problems 1"
    assert Appearance.objects.count() == 1


def test_two_files_that_would_be_the_same_source_are_told_apart_or_refused(text_file: TextFile) -> None:
    first, second = text_file("x/a.txt", abstract(1)), text_file("y/a.txt", abstract(2))

    report = load([first, second])

    assert report.last_line == "created 1, updated 0, unchanged 0, problems 1"
    assert "rename it" in report.notices[0].message


def test_a_file_that_is_named_twice_is_loaded_once_and_an_empty_folder_is_a_problem(
    text_file: TextFile, tmp_path: Path
) -> None:
    file = text_file("in/a.txt", abstract(1))
    (tmp_path / "empty").mkdir()

    report = load([file, tmp_path / "in", file, tmp_path / "empty"])

    assert report.last_line == "created 1, updated 0, unchanged 0, problems 1"
    assert "folder" in report.notices[0].message


def test_the_collection_can_be_named_and_headings_in_two_languages_name_the_same_one(text_file: TextFile) -> None:
    load([text_file("a.txt", abstract(1), heading="ICLR 2026 Papers")])
    load([text_file("b.txt", abstract(2), heading="ICLR 2026 论文列表")])
    load([text_file("c.txt", abstract(3))], collection="Reading group 2025")

    assert {(c.name, c.year) for c in Collection.objects.all()} == {("ICLR 2026", 2026), ("Reading group 2025", 2025)}


def test_a_renamed_collection_is_still_the_one_that_files_name(text_file: TextFile) -> None:
    load([text_file("a.txt", abstract(1))])
    collection = Collection.objects.get()
    collection.name = "International Conference on Learning Representations 2026"
    collection.save()

    load([text_file("b.txt", abstract(2))])

    assert Collection.objects.get().slug == "iclr-2026"


def test_a_dry_run_reports_the_same_and_changes_nothing(text_file: TextFile) -> None:
    file = text_file("a.txt", abstract(1), "Oops", abstract(2))

    report = load([file], dry_run=True)

    assert report.last_line == "created 2, updated 0, unchanged 0, problems 1"
    assert not Paper.objects.exists()
    assert not Collection.objects.exists()
    assert not ImportRun.objects.exists()


def test_a_run_is_recorded_with_its_counts_and_notices(text_file: TextFile) -> None:
    ImportRun.objects.create(paths=["killed"])

    load([text_file("a.txt", abstract(1), "Oops", abstract(1))])

    killed, run = ImportRun.objects.order_by("pk")
    assert killed.state == RunState.INTERRUPTED
    assert (run.state, run.files, run.created, run.unchanged, run.problems) == (RunState.FINISHED, 1, 1, 1, 1)
    assert {notice.kind for notice in run.notices.all()} == {NoticeKind.PROBLEM, NoticeKind.DUPLICATE}


def test_a_paper_that_a_curator_hid_or_withdrew_stays_so(text_file: TextFile) -> None:
    file = text_file("a.txt", abstract(1))
    load([file])
    Paper.objects.update(visibility="withdrawn")

    assert load([file]).last_line == "created 0, updated 0, unchanged 1, problems 0"
    assert Paper.objects.get().visibility == "withdrawn"


@pytest.mark.parametrize("name", ["x" * 201, "ﷺ" * 50])
def test_a_collection_name_no_row_can_hold_is_a_problem_of_the_file(text_file: TextFile, name: str) -> None:
    report = load([text_file("a.txt", abstract(1))], collection=name)

    assert report.last_line == "created 0, updated 0, unchanged 0, problems 1"
    assert "--collection" in report.notices[0].message


def test_names_that_no_file_system_or_no_text_can_hold_are_problems_and_stop_nothing(
    text_file: TextFile, tmp_path: Path
) -> None:
    good = text_file("in/z.txt", abstract(1))
    (tmp_path / "in" / os.fsdecode(b"bad\xff.txt")).write_text("Text")

    report = load([tmp_path / ("x" * 300), tmp_path / "in"])

    assert report.last_line == "created 1, updated 0, unchanged 0, problems 2"
    assert "not UTF-8" in report.notices[1].message
    assert Source.objects.get().name == good.name
    assert ImportRun.objects.get().state == RunState.FINISHED


class Lengths(Watcher):
    """Notes how long the log of the facets is after each batch."""

    def __init__(self) -> None:
        self.found: list[int] = []

    def advanced(self, offset: int, entries: int) -> None:
        self.found.append(FacetChange.objects.count())


@pytest.mark.django_db(transaction=True)
def test_the_log_of_the_facets_is_folded_while_a_load_writes_it(
    monkeypatch: pytest.MonkeyPatch, text_file: TextFile
) -> None:
    """Whoever folds it holds it in memory: that must not grow with the file."""
    monkeypatch.setattr(file_load, "BATCH_ENTRIES", 2)
    monkeypatch.setattr(file_load, "LONG_LOG", 20)
    lengths = Lengths()

    load([text_file("a.txt", *(abstract(n) for n in range(40)))], watcher=lengths)

    assert len(lengths.found) > 20
    assert max(lengths.found) <= 20
    assert len(current().listed) == 40
    assert list(differences()) == []
