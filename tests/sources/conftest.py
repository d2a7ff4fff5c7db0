"""Reading a text as if it were a file."""

from pathlib import Path

import pytest

from catalogue.sources import SourceFile, read
from tests.sources.reading import ReadText


@pytest.fixture
def read_text(tmp_path: Path) -> ReadText:
    """`read_text(text, name=…, format=…, collection=…)` writes a file and opens it as a source."""

    def write_and_read(text: str | bytes, name: str = "some_papers.txt", **options: str) -> SourceFile:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return read(path, **options)

    return write_and_read
