"""Files that curators send: tried, loaded, killed, started again."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from catalogue.importing import drop_upload, keep_upload, work_on_upload
from catalogue.models import DEAD_AFTER, ImportRun, Paper, Upload, User
from tests.cast import a_user

ROWS = b"title,abstract,rating\nMerging trees,We merge trees and say how it is done.,5\nFaces that drift,Why faces drift.,4\n"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.UPLOADS_DIR = tmp_path / "uploads"
    monkeypatch.setattr("catalogue.importing.background._start", lambda command: None)
    return tmp_path / "uploads"


@pytest.fixture
def upload(db: None) -> Upload:
    return keep_upload("papers.csv", [ROWS], len(ROWS), a_user("curator"))


def test_a_trial_says_what_a_load_would_do_and_changes_nothing(upload: Upload) -> None:
    assert work_on_upload(upload)
    upload.refresh_from_db()
    assert upload.state == "tried"
    assert (upload.report["created"], upload.report["dry_run"]) == (2, True)
    assert upload.report["files"][0]["path"] == "papers.csv"
    assert upload.report["files"][0]["columns"] == [["title", "title"], ["abstract", "abstract"], ["rating", ""]]
    assert not Paper.objects.exists()


def test_a_load_is_written_down_under_the_name_of_who_sent_it(upload: Upload, folder: Path) -> None:
    Upload.objects.update(state="to_load")
    assert work_on_upload(upload)
    upload.refresh_from_db()
    assert (upload.state, upload.offset, Paper.objects.count()) == ("loaded", len(ROWS), 2)
    assert upload.run == ImportRun.objects.get()
    assert upload.run.user == User.objects.get(username="curator")
    assert list(folder.iterdir()) == []


def test_one_that_cannot_be_read_is_tried_again_with_another_format(db: None) -> None:
    sent = keep_upload("papers.bib", [b"nothing of the kind at all\n"], 27, a_user(), format="bibtex")
    work_on_upload(sent)
    sent.refresh_from_db()
    assert sent.state == "tried"
    assert sent.report["notices"][0]["message"] == "holds no entries of BibTeX"


def test_nobody_takes_the_work_of_another_who_lives(upload: Upload) -> None:
    Upload.objects.update(state="loading", beat=timezone.now())
    assert not work_on_upload(upload)
    upload.refresh_from_db()
    assert upload.is_at_work


def test_work_that_was_killed_is_taken_up_again(upload: Upload) -> None:
    Upload.objects.update(state="loading", beat=timezone.now() - 2 * DEAD_AFTER)
    upload.refresh_from_db()
    assert upload.is_dead
    assert work_on_upload(upload)
    assert Paper.objects.count() == 2


def test_a_trial_looks_at_the_first_entries_only(upload: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalogue.importing.uploads.TRIED_AT_MOST", 1)
    work_on_upload(upload)
    upload.refresh_from_db()
    assert (upload.report["created"], upload.report["cut_off"]) == (1, True)


def test_what_is_thrown_away_leaves_nothing_behind(upload: Upload, folder: Path) -> None:
    drop_upload(upload)
    assert list(folder.iterdir()) == []
    assert not Upload.objects.exists()


def test_an_error_of_ours_is_a_failure_that_says_so(upload: Upload, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **options: Any) -> None:
        raise ValueError("broken")

    monkeypatch.setattr("catalogue.importing.uploads.load", broken)
    work_on_upload(upload)
    upload.refresh_from_db()
    assert upload.state == "failed"
