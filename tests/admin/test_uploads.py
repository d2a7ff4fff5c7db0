"""Loading a file on the desk, and papers that may be one."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from catalogue.importing import load, work_on_upload
from catalogue.models import ImportNotice, Paper, PossibleDuplicate, TagEvent, Upload
from tests.cast import a_paper
from tests.importing.test_matching import TITLE, csv
from tests.importing.test_sameness import OTHER, TEXT

UPLOAD = reverse("admin:catalogue_importrun_upload")
PAIRS = reverse("admin:catalogue_paper_duplicates")


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.UPLOADS_DIR = tmp_path / "uploads"
    monkeypatch.setattr("catalogue.importing.background._start", lambda command: None)


def sent(desk: Client, text: bytes, **fields: str) -> Upload:
    desk.post(UPLOAD, {"file": SimpleUploadedFile("papers.csv", text), **fields})
    return Upload.objects.get()


def shown(desk: Client, upload: Upload) -> str:
    return desk.get(reverse("admin:catalogue_importrun_uploaded", args=[upload.pk])).content.decode()


def test_a_file_is_tried_mapped_tried_again_and_loaded(desk: Client) -> None:
    upload = sent(desk, b"Paper name,Text\nMerging trees,We merge trees and say how it is done.\n", format="csv")
    page = reverse("admin:catalogue_importrun_uploaded", args=[upload.pk])
    assert desk.get(page)["Refresh"] == "2"
    work_on_upload(upload)
    assert "no column holds a title or an abstract" in shown(desk, upload)
    assert "Load it" not in shown(desk, upload)

    Upload.objects.update(columns={"Paper name": "title"}, state="to_try", beat=None)
    work_on_upload(upload)
    assert "created 1" in shown(desk, upload)
    desk.post(page, {"again": "1", "column-0": "title", "column-1": "abstract"})
    upload.refresh_from_db()
    assert (upload.state, upload.columns) == ("to_try", {"Paper name": "title", "Text": "abstract"})
    work_on_upload(upload)

    desk.post(page, {"load": "1"})
    work_on_upload(upload)
    assert Paper.objects.get().abstract_source == "We merge trees and say how it is done."
    assert "Loaded." in shown(desk, upload)


def test_a_file_is_thrown_away_by_whoever_says_so(desk: Client) -> None:
    upload = sent(desk, b"title\nMerging trees\n")
    work_on_upload(upload)
    answer = desk.post(reverse("admin:catalogue_importrun_uploaded", args=[upload.pk]), {"drop": "1"}, follow=True)
    assert "was thrown away" in answer.content.decode()
    assert not Upload.objects.exists()


def test_no_file_and_no_format_of_ours_are_said(desk: Client) -> None:
    assert "This field is required" in desk.post(UPLOAD, {}).content.decode()
    answer = desk.post(UPLOAD, {"file": SimpleUploadedFile("a.csv", b"title\nA\n"), "format": "docx"})
    assert "Select a valid choice" in answer.content.decode()


@pytest.fixture
def pair(db: None, tmp_path: Path) -> PossibleDuplicate:
    load([csv(tmp_path, "a.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,,')])
    load([csv(tmp_path, "b.csv", f'Faces that drift,"{TEXT[: len(TEXT) // 2] + OTHER}",Ann Bell,ICLR,2026,,')])
    return PossibleDuplicate.objects.get()


def test_a_pair_is_shown_side_by_side_with_what_differs_marked(desk: Client, pair: PossibleDuplicate) -> None:
    assert "Faces that drift" in desk.get(PAIRS).content.decode()
    page = desk.get(reverse("admin:catalogue_paper_duplicate", args=[pair.pk])).content.decode()
    assert "<mark>" in page
    assert "a.csv, line 2" in page


def test_merging_a_pair_keeps_the_chosen_one_and_is_undone_from_its_event(
    desk: Client, pair: PossibleDuplicate
) -> None:
    gone = pair.other
    url = reverse("admin:catalogue_paper_duplicate", args=[pair.pk])

    answer = desk.post(url, {"keep": pair.paper_id}, follow=True)

    assert "See what changed, or undo it" in answer.content.decode()
    assert list(Paper.objects.values_list("pk", flat=True)) == [pair.paper_id]
    event = TagEvent.objects.get()
    assert desk.get(reverse("admin:catalogue_tagevent_change", args=[event.pk])).status_code == 200
    desk.post(reverse("admin:catalogue_tagevent_undo", args=[event.pk]), {"undo": "1"})
    assert Paper.objects.filter(key=gone.key).exists()
    assert PossibleDuplicate.objects.filter(pk=pair.pk).exists()


def test_a_pair_that_is_kept_apart_is_gone_from_the_list(desk: Client, pair: PossibleDuplicate) -> None:
    desk.post(reverse("admin:catalogue_paper_duplicate", args=[pair.pk]), {"apart": "1"})
    assert "No pair waits for a decision" in desk.get(PAIRS).content.decode()
    assert Paper.objects.count() == 2
    assert desk.post(reverse("admin:catalogue_paper_duplicate", args=[pair.pk]), {"keep": "junk"}).status_code == 302


def test_two_selected_papers_are_compared(desk: Client) -> None:
    papers = [a_paper("One paper"), a_paper("Two papers")]
    where = reverse("admin:catalogue_paper_changelist")
    act = {"action": "compare", "_selected_action": [paper.pk for paper in papers]}
    answer = desk.post(where, act)
    assert answer.url == reverse("admin:catalogue_paper_duplicate", args=[PossibleDuplicate.objects.get().pk])
    assert (
        "Select two papers"
        in desk.post(where, act | {"_selected_action": [papers[0].pk]}, follow=True).content.decode()
    )


def test_a_value_is_taken_over_a_lock(desk: Client, tmp_path: Path) -> None:
    load([csv(tmp_path, "a.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,,')])
    Paper.objects.update(title="A curator's title", locked_fields=["title"])
    load([csv(tmp_path, "b.csv", f'{TITLE},"{TEXT}",Ann Bell,ICLR,2026,,trees')])
    notice = ImportNotice.objects.get(kind="kept")

    where = reverse("admin:catalogue_importnotice_changelist")
    answer = desk.post(where, {"action": "take_values", "_selected_action": [notice.pk]}, follow=True)

    paper = Paper.objects.get()
    assert (paper.title, paper.heading, paper.locked_fields) == (TITLE, TITLE, ["title"])
    assert "1 values were taken" in answer.content.decode()
    again = desk.post(where, {"action": "take_values", "_selected_action": [notice.pk]}, follow=True)
    assert "0 values were taken" in again.content.decode()
