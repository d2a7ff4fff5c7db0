"""Loading a vocabulary from a shell: what the command says, and its exit status."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from catalogue.models import Tag
from tests.database import Manage

FILE = "[[task]]\nlabel = 'Sorting'\n[[task]]\nlabel = 'Bird sorting'\nbroader = 'Sorting'\n"


@pytest.fixture
def vocabulary(tmp_path: Path) -> Path:
    path = tmp_path / "terms.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def load_vocabulary(*arguments: str | Path) -> list[str]:
    out = StringIO()
    call_command("load_vocabulary", *map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def test_the_last_line_says_what_happened_and_a_mistake_is_one_line_with_exit_status_1(
    manage: Manage, vocabulary: Path
) -> None:
    right = manage("load_vocabulary", vocabulary)
    assert (right.returncode, right.stderr) == (0, "")
    assert right.stdout.splitlines()[-1] == "created 2, updated 0, unchanged 0, kept 0"
    vocabulary.write_text("[[task]]\nlabel = 'New'\n[[task]]\nlabel = ''", encoding="utf-8")

    wrong = manage("load_vocabulary", vocabulary)

    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.splitlines() == [f"CommandError: {vocabulary} task 2 (“”) has no label. Nothing was changed."]


@pytest.mark.django_db
def test_a_second_run_changes_nothing(vocabulary: Path) -> None:
    assert load_vocabulary(vocabulary) == ["created 2, updated 0, unchanged 0, kept 0"]
    assert load_vocabulary(vocabulary) == ["created 0, updated 0, unchanged 2, kept 0"]


@pytest.mark.django_db
def test_what_a_curator_changed_is_named(vocabulary: Path) -> None:
    load_vocabulary(vocabulary)
    Tag.objects.filter(label="Sorting").update(scope_note="Mine.")
    vocabulary.write_text(FILE.replace("'Sorting'\n", "'Sorting'\nnote = 'Theirs.'\n", 1), encoding="utf-8")

    assert load_vocabulary(vocabulary) == [
        "kept: Sorting (task): a curator's scope note was kept",
        "created 0, updated 0, unchanged 2, kept 1",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[task]", "is no vocabulary file"),
        ("[[task]]\nlabel = 'a'\nbroader = \"a\\nb\"", "unknown broader entry “a b”"),
        ("[[task]]\nlabel = \"a\\nb\"\ncolour = 'x'", "(“a b”) has an unknown field “colour”"),
        (None, "No such file"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_explained_in_one_line(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "terms.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    with pytest.raises(CommandError) as error:
        load_vocabulary(path)

    (line,) = str(error.value).splitlines()
    assert line.startswith(f"{path} ")
    assert said in line
    assert line.endswith("Nothing was changed.")
    assert not Tag.objects.exists()


def test_an_empty_path_is_no_folder() -> None:
    with pytest.raises(CommandError, match="empty path"):
        load_vocabulary("")


@pytest.mark.django_db
def test_without_a_file_the_starter_vocabulary_is_loaded() -> None:
    (line,) = load_vocabulary()

    count = Tag.objects.count()
    assert count > 2000
    assert line == f"created {count}, updated 0, unchanged 0, kept 0"
    assert not Tag.objects.exclude(labels__preferred=True).exists()
