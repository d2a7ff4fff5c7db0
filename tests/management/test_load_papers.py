"""The command as it is run from a shell: output, exit status, two at a time, killed half-way."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest
from django.conf import settings

from tests.database import Manage
from tests.importing.conftest import abstract, text_file

__all__ = ["text_file"]

SOURCES = settings.BASE_DIR / "fixtures" / "sources"
COUNT = (
    "from catalogue.models import *; from django.db.models import Count; "
    "print(Paper.objects.count(), Paper.objects.values('abstract_source').distinct().count(), "
    "Appearance.objects.count(), SearchDocument.objects.count(), PaperText.objects.count(), "
    "Source.objects.count(), Paper.objects.filter(appearances=None).count())"
)


def counts(manage: Manage) -> list[int]:
    """Papers, distinct abstracts, appearances, search documents, hashes, sources, papers that appear nowhere."""
    result = manage("shell", "--verbosity", "0", "--command", COUNT)
    assert result.returncode == 0, result.stderr
    return [int(word) for word in result.stdout.split()[-7:]]


def test_the_last_line_says_what_happened_and_a_second_run_changes_nothing(manage: Manage) -> None:
    first, second = manage("load_papers", SOURCES), manage("load_papers", SOURCES)

    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    assert first.stdout.splitlines()[-1] == "created 76, updated 0, unchanged 0, problems 0"
    assert second.stdout.splitlines()[-1] == "created 0, updated 0, unchanged 76, problems 0"
    assert counts(manage)[:3] == [76, 76, 76]


def test_a_problem_is_named_with_its_line_and_the_exit_status_is_1(
    manage: Manage, text_file: Callable[..., Path], tmp_path: Path
) -> None:
    good = text_file("good.txt", abstract(1), "Oops", abstract(2))
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"%PDF-1.7\n\x00\x01")

    result = manage("load_papers", bad, good, tmp_path / "none.txt", "--report", tmp_path / "report.json")

    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "created 2, updated 0, unchanged 0, problems 3"
    assert f"problem: {good}:5: " in result.stdout
    assert f"problem: {bad}" in result.stdout
    report = json.loads((tmp_path / "report.json").read_text())
    assert (report["created"], report["problems"], report["dry_run"]) == (2, 3, False)
    assert {"kind", "file", "line", "field", "message"} == set(report["notices"][0])


def test_a_dry_run_says_what_would_happen_and_does_nothing(manage: Manage) -> None:
    result = manage("load_papers", SOURCES, "--dry-run")

    assert result.stdout.splitlines()[-1] == "created 76, updated 0, unchanged 0, problems 0"
    assert counts(manage)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "PATH"),
        (("",), "empty path"),
        ((__file__, "--report", __file__), "one of the files"),
        (("x.txt", "--format", "docx"), "docx"),
        (("x.txt", "--report", "/nowhere/r.json"), "--report"),
    ],
)
def test_wrong_arguments_are_explained(manage: Manage, arguments: tuple[str, ...], said: str) -> None:
    result = manage("load_papers", *arguments)

    assert result.returncode != 0
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_two_loads_at_once_take_turns_and_end_without_duplicates(
    manage: Manage, text_file: Callable[..., Path]
) -> None:
    paragraphs = [abstract(number) for number in range(1500)]
    files = [text_file("a.txt", *paragraphs), text_file("b.txt", *reversed(paragraphs))]

    loads = [manage.start("load_papers", file) for file in files]
    outputs = [load.communicate(timeout=120) for load in loads]

    assert [load.returncode for load in loads] == [0, 0], outputs
    lines = {out.splitlines()[-1] for out, _ in outputs}
    assert lines == {
        "created 1500, updated 0, unchanged 0, problems 0",
        "created 0, updated 0, unchanged 1500, problems 0",
    }
    assert counts(manage) == [1500, 1500, 3000, 1500, 1500, 2, 0]


def test_a_load_that_is_killed_leaves_whole_papers_and_a_second_run_completes_it(
    manage: Manage, text_file: Callable[..., Path]
) -> None:
    file = text_file("big.txt", *(abstract(number) for number in range(6000)))
    load = manage.start("load_papers", file)
    wait_for_papers(manage, load)
    load.kill()
    load.communicate(timeout=60)
    papers, distinct, appearances, documents, hashes, sources, nowhere = counts(manage)
    assert 0 < papers < 6000
    assert papers == distinct == appearances == documents == hashes
    assert (sources, nowhere) == (1, 0)

    again = manage("load_papers", file)

    assert again.stdout.splitlines()[-1] == f"created {6000 - papers}, updated 0, unchanged {papers}, problems 0"
    assert counts(manage) == [6000, 6000, 6000, 6000, 6000, 1, 0]


def wait_for_papers(manage: Manage, load: Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while counts(manage)[0] == 0:
        assert load.poll() is None, load.communicate()
        assert time.monotonic() < deadline


def test_a_first_run_makes_a_site_and_later_ones_only_bring_it_up_to_date(manage: Manage) -> None:
    first = manage("prepare_site", "--address", "http://127.0.0.1:8000/")
    second = manage("prepare_site")

    assert first.returncode == second.returncode == 0, first.stderr
    assert "created 76" in first.stdout
    assert "user name: curator" in first.stdout
    assert "http://127.0.0.1:8000/" in first.stdout
    assert second.stdout.strip() == ""

    uncounted = "from catalogue.models import SearchTerm; SearchTerm.objects.all().delete()"
    manage("shell", "--verbosity", "0", "--command", uncounted)
    assert manage("prepare_site").returncode == 0
    terms = manage(
        "shell", "--verbosity", "0", "--command", "import catalogue.models as m; print(m.SearchTerm.objects.count())"
    )
    assert int(terms.stdout.split()[-1]) > 1000
