"""A file written and read in one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from catalogue.sources import PaperRecord, Problem, SourceFile, read

ReadFile = Callable[..., list[PaperRecord | Problem]]


@pytest.fixture
def read_file(tmp_path: Path) -> ReadFile:
    """`read_file("papers.bib", text)` returns the entries of a file."""

    def entries(name: str, text: str | bytes, **options: Any) -> list[PaperRecord | Problem]:
        return list(opened(tmp_path / name, text, **options).entries)

    return entries


def opened(path: Path, text: str | bytes, **options: Any) -> SourceFile:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, **options)


def only(entries: list[PaperRecord | Problem]) -> PaperRecord:
    """The record of a file that holds one."""
    (entry,) = entries
    assert isinstance(entry, PaperRecord), entry
    return entry
