"""JSON of whatever program, JSON lines, CSL-JSON."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from catalogue.sources import PaperRecord, Problem, SourceError, read
from tests.sources.reading_files import ReadFile, only, opened, read_file

__all__ = ["read_file"]

ONE: dict[str, Any] = {"title": "One paper", "abstract": "On one.", "authors": ["Ann Bell"], "year": 2020}
TWO: dict[str, Any] = {"title": "Two papers", "authors": [{"given": "Cy", "family": "Day"}, {"name": "Al Fox"}]}


@pytest.mark.parametrize(
    "value",
    [
        [ONE, TWO],
        {"papers": [ONE, TWO]},
        {"count": 2, "notes": [ONE, TWO], "next": None},
        {"status": "ok", "message": {"items": [ONE, TWO]}},
        {"p1": ONE, "p2": TWO},
    ],
)
def test_papers_are_found_wherever_the_program_puts_them(read_file: ReadFile, value: Any) -> None:
    entries = read_file("a.json", json.dumps(value, indent=1))
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One paper", "Two papers"]
    assert [entry.authors for entry in entries if isinstance(entry, PaperRecord)] == [
        ("Ann Bell",),
        ("Cy Day", "Al Fox"),
    ]


def test_one_object_is_one_paper(read_file: ReadFile) -> None:
    assert only(read_file("a.json", json.dumps(ONE | {"references": [TWO]}))).title == "One paper"


def test_notes_of_openreview_are_read_in_both_versions(read_file: ReadFile) -> None:
    content = {"title": "One paper", "authors": ["Ann Bell"], "keywords": ["trees"], "pdf": "/pdf/x.pdf"}
    second = {name: {"value": value} for name, value in content.items()} | {"venue": {"value": "ICLR 2026 Oral"}}
    notes = [{"id": "r1", "forum": "Gk7gLAtVDO", "content": content}, {"id": "Ab7gLAtVDO", "content": second}]
    first, other = [e for e in read_file("a.json", json.dumps({"notes": notes})) if isinstance(e, PaperRecord)]
    assert (first.openreview_id, first.url) == ("Gk7gLAtVDO", "https://openreview.net/forum?id=Gk7gLAtVDO")
    assert (other.openreview_id, other.venue, other.keywords) == ("Ab7gLAtVDO", "ICLR 2026", ("trees",))
    assert first.pdf_url == "https://openreview.net/pdf/x.pdf"


def test_an_object_that_is_broken_is_a_problem_and_the_next_is_found_again(read_file: ReadFile) -> None:
    text = '[\n{"title": "One paper"},\n{"title": "Two papers", "year": },\n{"title": "Three papers"}\n]'
    entries = read_file("a.json", text)
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One paper", "Three papers"]
    (problem,) = [entry for entry in entries if isinstance(entry, Problem)]
    assert (problem.position, problem.line) == (2, 3)


def test_a_line_of_json_lines_that_is_broken_is_a_problem_of_its_own(read_file: ReadFile) -> None:
    entries = read_file("a.jsonl", '{"title": "One paper"}\n{"title": "Two\n\n[1]\n{"title": "Three papers"}\n')
    assert [entry.line for entry in entries if isinstance(entry, Problem)] == [2, 4]
    assert [entry.line for entry in entries if isinstance(entry, PaperRecord)] == [1, 5]


@pytest.mark.parametrize("text", ["[]", "{}", "[1, 2]", '{"title": ', '["a", "b"]'])
def test_json_without_papers_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(SourceError):
        opened(tmp_path / "a.json", text, format="json")


def test_an_object_that_is_nested_too_deeply_is_a_problem(read_file: ReadFile) -> None:
    deep = '{"title": "Two papers", "x": ' + "[" * 100_000 + "]" * 100_000 + "}"
    entries = read_file("a.json", f'[{{"title": "One paper"}}, {deep}]', format="json")
    assert [type(entry) for entry in entries] == [PaperRecord, Problem]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for number in range(12_000):
            file.write((", " if number else "") + json.dumps(ONE | {"abstract": f"{number} " + "words " * 500}))
        file.write("]")
    tracemalloc.start()
    count = sum(1 for _ in read(path).entries)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 12_000
    assert peak < path.stat().st_size


def test_items_of_csl_give_names_dates_and_titles_without_their_marks(read_file: ReadFile) -> None:
    item = {
        "type": "article-journal",
        "title": 'On <span class="nocase">BERT</span>',
        "author": [{"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"}, {"literal": "The Lab"}],
        "issued": {"date-parts": [["2013", 1]]},
        "container-title": "Journal of Trees",
        "DOI": "10.1000/182",
        "note": "arXiv: 2401.00001",
    }
    record = only(read_file("a.json", json.dumps([item])))
    assert (record.title, record.authors) == ("On BERT", ("Ludwig van Beethoven", "The Lab"))
    assert (record.year, record.venue, record.doi, record.arxiv_id) == (
        2013,
        "Journal of Trees",
        "10.1000/182",
        "2401.00001",
    )
