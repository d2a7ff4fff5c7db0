"""The vocabulary out of and into a shell."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from catalogue.models import Tag
from tests.cast import a_tag

pytestmark = pytest.mark.django_db


def run(*arguments: str | Path) -> list[str]:
    out = StringIO()
    try:
        call_command(*map(str, arguments), stdout=out, stderr=StringIO())
    except SystemExit as status:
        return [*out.getvalue().splitlines(), f"exit status {status.code}"]
    return out.getvalue().splitlines()


@pytest.mark.parametrize("format", ["csv", "ttl", "jsonld"])
def test_what_is_exported_is_loaded_again(format: str, tmp_path: Path) -> None:
    a_tag("RAG", "method", "Retrieval", patterns="rag", state="retired")
    path = tmp_path / f"tags.{format}"
    run("export_vocabulary", "--format", format, "--output", path, "--address", "https://papers.example/")

    assert run("load_vocabulary", path) == ["created 0, updated 0, unchanged 1, problems 0"]
    Tag.objects.all().delete()
    assert run("load_vocabulary", path, "--dry-run")[-1] == "created 1, updated 0, unchanged 0, problems 0"
    assert not Tag.objects.exists()
    run("load_vocabulary", path)
    assert Tag.objects.get().state == "retired"


def test_a_public_export_leaves_out_what_is_for_curators(tmp_path: Path) -> None:
    a_tag("RAG", "method", patterns="secret")
    a_tag("Old", "method", state="retired")
    path = tmp_path / "tags.csv"
    run("export_vocabulary", "--public", "--kind", "method", "--output", path)
    text = path.read_text(encoding="utf-8-sig")
    assert ("RAG" in text, "secret" in text, "Old" in text) == (True, False, False)


def test_skos_needs_the_address_of_the_site(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--address"):
        run("export_vocabulary", "--format", "ttl", "--output", tmp_path / "tags.ttl")


def test_what_is_changed_lost_or_wrong_is_told_line_by_line(tmp_path: Path) -> None:
    a_tag("RAG", "method", scope_note="Old.")
    path = tmp_path / "terms.csv"
    path.write_text("term,note\nRAG,New.\nSorting,\n,\n ,x\n", encoding="utf-8")
    assert run("load_vocabulary", path, "--kind", "method") == [
        "updated: method “RAG”: scope note: “Old.” → “New.”",
        "lost: method “RAG”: scope note: “Old.”",
        "created: method “Sorting”",
        "problem: line 5: It was left out: a label has no visible character.",
        "created 1, updated 1, unchanged 0, problems 1",
        "exit status 1",
    ]


def test_a_dry_run_of_toml_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "terms.toml"
    path.write_text("[[task]]\nlabel = 'Sorting'\n", encoding="utf-8")
    assert run("load_vocabulary", path, "--dry-run") == ["created 1, updated 0, unchanged 0, kept 0"]
    assert not Tag.objects.exists()
