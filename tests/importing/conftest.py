"""Loading records without a file, and files of made-up abstracts."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from catalogue.curation import current_vocabulary
from catalogue.importing import Report, Watcher
from catalogue.importing.file_load import FileLoad
from catalogue.sources import CollectionRecord, PaperRecord, SourceFile

LoadRecords = Callable[..., Report]
SUBJECTS = ["kernels", "diffusion", "planning", "retrieval", "quantization", "alignment", "routing", "pruning"]


def abstract(number: int) -> str:
    """A made-up abstract; every number has its own."""
    subject = SUBJECTS[number % len(SUBJECTS)]
    return (
        f"We study {subject} under constraint {number}. The proposed method improves the baseline by {number} points."
    )


@pytest.fixture
def load_records(db: None) -> LoadRecords:
    """`load_records(record, …)` loads the records as the present version of a file and returns the report."""

    def load(*records: PaperRecord, name: str = "papers.txt", collection: str = "ICLR 2026") -> Report:
        placed = [replace(r, position=n, line=r.line or 2 * n + 1) for n, r in enumerate(records, start=1)]
        sha256 = hashlib.sha256(repr(placed).encode()).hexdigest()
        file = SourceFile(Path(name), "text", "", CollectionRecord(collection, "ICLR", 2026), sha256, 1, iter(placed))
        report = Report()
        report.begin_file(name)
        FileLoad(file, name, report, Watcher(), current_vocabulary()).run()
        return report

    return load


def record(text: str = "", **fields: object) -> PaperRecord:
    """A record with an abstract; its position is set when it is loaded."""
    return PaperRecord(position=1, line=0, abstract=text, **fields)


@pytest.fixture
def text_file(tmp_path: Path) -> Callable[..., Path]:
    """`text_file("a.txt", paragraph, …)` writes a file with a heading and paragraphs."""

    def write(name: str, *paragraphs: str, heading: str = "ICLR 2026 Papers") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join([heading, *paragraphs]) + "\n", encoding="utf-8")
        return path

    return write
