"""Which paper a record is, and what is kept for a curator."""

from pathlib import Path

import pytest

from catalogue.importing import load
from catalogue.models import Appearance, Collection, Paper, PossibleDuplicate, Tagging
from tests.importing.conftest import LoadRecords, record
from tests.importing.test_sameness import OTHER, TEXT

pytestmark = pytest.mark.django_db

TITLE = "Merging trees without reading them twice"


@pytest.fixture
def bare(load_records: LoadRecords) -> Paper:
    load_records(record(TEXT), name="bare.txt")
    return Paper.objects.get()


def csv(folder: Path, name: str, *rows: str) -> Path:
    path = folder / name
    path.write_text("\n".join(["title,abstract,authors,venue,year,doi,keywords", *rows]) + "\n", encoding="utf-8")
    return path


def test_a_bare_abstract_that_meets_its_record_keeps_key_and_tags_and_gains_the_rest(
    bare: Paper, tmp_path: Path
) -> None:
    rules = set(bare.taggings.values_list("tag__label", flat=True))
    row = f'{TITLE},"{TEXT.replace("twice as fast", "three times as fast")}",Ann Bell,ICLR,2026,10.1000/182,trees'

    report = load([csv(tmp_path, "full.csv", row)])

    paper = Paper.objects.get()
    assert report.last_line == "created 0, updated 1, unchanged 0, problems 0"
    assert (paper.key, paper.title, paper.doi, paper.heading) == (bare.key, TITLE, "10.1000/182", TITLE)
    assert "three times as fast" in paper.abstract_source
    assert rules | {"trees"} <= set(paper.taggings.values_list("tag__label", flat=True))
    said = {(notice.field, notice.message) for notice in report.notices if notice.kind == "changed"}
    assert ("title", f"“{TITLE}” is new") in said
    assert {each.source.name for each in paper.appearances.all()} == {"bare.txt", "full.csv"}


def test_the_reverse_order_makes_no_second_paper(tmp_path: Path, load_records: LoadRecords) -> None:
    load([csv(tmp_path, "full.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,10.1000/182,trees')])
    report = load_records(record(TEXT.replace("twice as fast", "three times as fast")), name="bare.txt")
    assert report.last_line == "created 0, updated 0, unchanged 1, problems 0"
    assert Paper.objects.get().title == TITLE
    assert "twice as fast" in Paper.objects.get().abstract_source


def test_a_doubtful_record_is_a_paper_of_its_own_and_the_pair_is_kept(bare: Paper, tmp_path: Path) -> None:
    half = TEXT[: len(TEXT) // 2] + OTHER

    report = load([csv(tmp_path, "full.csv", f'Faces that drift,"{half}",Ann Bell,ICLR,2026,,')])

    assert report.counts["created"] == 1
    pair = PossibleDuplicate.objects.get()
    assert (pair.paper, pair.other.title) == (bare, "Faces that drift")
    (notice,) = [each for each in report.notices if each.kind == "doubtful"]
    assert notice.line == 2
    assert "of the text in common" in notice.message


def test_a_pair_that_was_decided_is_not_asked_about_again(bare: Paper, tmp_path: Path) -> None:
    half = TEXT[: len(TEXT) // 2] + OTHER
    path = csv(tmp_path, "full.csv", f'Faces that drift,"{half}",Ann Bell,ICLR,2026,,')
    load([path])
    PossibleDuplicate.objects.update(decided_at="2026-01-01T00:00:00Z")

    load([path])
    load([csv(tmp_path, "full.csv", f'Faces that drift,"{half}",Ann Bell,ICLR,2025,,')])

    assert Paper.objects.count() == 2
    assert not PossibleDuplicate.objects.waiting().exists()


def test_an_identifier_that_another_paper_has_stays_there(tmp_path: Path) -> None:
    first = f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,10.1000/182,'
    wrong = f'Faces that drift,"{OTHER}",Cy Day,ICLR,2026,10.1000/182,'

    report = load([csv(tmp_path, "a.csv", first, wrong)])

    assert report.counts["created"] == 2
    assert Paper.objects.get(title="Faces that drift").doi == ""
    assert PossibleDuplicate.objects.get().reason == "one identifier (doi), but other titles"


def test_a_record_with_identifiers_of_two_papers_says_that_they_may_be_one(load_records: LoadRecords) -> None:
    load_records(
        record(TEXT, title=TITLE, doi="10.1/x"), record(OTHER, title="Faces that drift", arxiv_id="2401.00001")
    )

    report = load_records(record(TEXT, title=TITLE, doi="10.1/x", arxiv_id="2401.00001"), name="b.csv")

    assert report.counts["created"] == 0
    assert "arxiv_id" in PossibleDuplicate.objects.get().reason
    assert Paper.objects.get(title=TITLE).arxiv_id == ""


def test_many_editorials_are_many_papers_with_keys_of_their_own(tmp_path: Path) -> None:
    rows = [f"Editorial,,Author {chr(65 + n // 26)}{chr(97 + n % 26)},Journal of Trees,{1990 + n},," for n in range(30)]
    path = csv(tmp_path, "a.csv", *rows)

    first, again = load([path]), load([path])

    assert (first.counts["created"], again.last_line) == (30, "created 0, updated 0, unchanged 30, problems 0")
    assert len(set(Paper.objects.values_list("key", flat=True))) == 30


def test_papers_appear_in_what_their_entries_name(tmp_path: Path) -> None:
    rows = [f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,,', f'Faces that drift,"{OTHER}",Cy Day,Journal of Faces 2025,2025,,']
    load([csv(tmp_path, "a.csv", *rows)])
    assert set(Appearance.objects.values_list("collection__name", flat=True)) == {"ICLR 2026", "Journal of Faces 2025"}
    assert Collection.objects.get(name="ICLR 2026").venue == "ICLR"

    load([csv(tmp_path, "b.csv", *rows)], collection="Reading group")
    assert {a.collection.name for a in Appearance.objects.filter(source__name="b.csv")} == {"Reading group"}
    assert Paper.objects.count() == 2


def test_a_bad_value_is_left_out_and_named_and_the_rest_is_in(tmp_path: Path) -> None:
    report = load([csv(tmp_path, "a.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,soon,none,trees')])
    assert report.last_line == "created 1, updated 0, unchanged 0, problems 0"
    assert {(each.kind, each.field, each.line) for each in report.notices} == {
        ("left_out", "year", 2),
        ("left_out", "doi", 2),
    }
    assert Tagging.objects.filter(origin="import").count() == 1


def test_a_locked_field_is_reported_and_can_be_taken_over(bare: Paper, tmp_path: Path) -> None:
    Paper.objects.update(title="A curator's title", locked_fields=["title"])
    report = load([csv(tmp_path, "full.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,,')])
    (kept,) = [each for each in report.notices if each.kind == "kept"]
    assert (kept.field, kept.value) == ("title", {"title": TITLE})
    assert Paper.objects.get().title == "A curator's title"
