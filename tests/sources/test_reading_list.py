"""Reading lists from files and pasted texts: which papers they name, in which sections, with which notes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.sources import LIST_BYTES, LIST_ENTRIES, ListEntry, read_list

LINES = {
    "Attention Is All You Need": {"title": "Attention Is All You Need"},
    "- Attention Is All You Need": {"title": "Attention Is All You Need"},
    "  * [x] LoRA": {"title": "LoRA", "state": "read"},
    "3. [ ] LoRA": {"title": "LoRA"},
    "[/] LoRA": {"title": "LoRA", "state": "reading"},
    "(12) LoRA": {"title": "LoRA"},
    "[7] LoRA": {"title": "LoRA"},
    "• “Deep Residual Learning”": {"title": "Deep Residual Learning"},
    "3D Gaussian Splatting": {"title": "3D Gaussian Splatting"},
    "2024 in review": {"title": "2024 in review"},
    "10.1000/182": {"doi": "10.1000/182"},
    "doi:10.1145/3292500.3330701": {"doi": "10.1145/3292500.3330701"},
    "DOI: 10.1000/ABC": {"doi": "10.1000/abc"},
    "https://doi.org/10.1000/182": {"doi": "10.1000/182"},
    "<https://dx.doi.org/10.1000%2F182>": {"doi": "10.1000/182"},
    "doi.org/10.1000/182": {"doi": "10.1000/182"},
    "10.1016/S0140-6736(20)30183-5": {"doi": "10.1016/s0140-6736(20)30183-5"},
    "1706.03762": {"arxiv_id": "1706.03762"},
    "1. 1706.03762v5": {"arxiv_id": "1706.03762v5"},
    "arXiv:math.GT/0309136": {"arxiv_id": "math.GT/0309136"},
    "https://arxiv.org/abs/1706.03762": {"arxiv_id": "1706.03762"},
    "arxiv.org/pdf/1706.03762v5.pdf": {"arxiv_id": "1706.03762v5"},
    "http://www.arxiv.org/html/1706.03762/": {"arxiv_id": "1706.03762"},
    "https://openreview.net/forum?id=kXq3Yd2pLm": {"openreview_id": "kXq3Yd2pLm"},
    "https://openreview.net/pdf?id=kXq3Yd2pLm&noteId=a": {"openreview_id": "kXq3Yd2pLm"},
    "openreview:kXq3Yd2pLm": {"openreview_id": "kXq3Yd2pLm"},
    "kXq3Yd2pLm": {"openreview_id": "kXq3Yd2pLm", "title": "kXq3Yd2pLm"},
    "3q8m2k7z": {"key": "3q8m2k7z", "title": "3q8m2k7z"},
    "/papers/3q8m2k7z/lora/": {"key": "3q8m2k7z"},
    "https://carrel.example/papers/3q8m2k7z/lora/?show=1": {"key": "3q8m2k7z"},
    "https://carrel.example/papers/3q8m2k7z.txt": {"key": "3q8m2k7z"},
    "https://example.org/paper.pdf": {"title": "https://example.org/paper.pdf"},
    "LoRA https://arxiv.org/abs/2106.09685": {"title": "LoRA", "arxiv_id": "2106.09685"},
    "LoRA (arXiv:2106.09685).": {"title": "LoRA", "arxiv_id": "2106.09685"},
    "LoRA. doi:10.1000/182.": {"title": "LoRA", "doi": "10.1000/182"},
    "[LoRA: Low-Rank](https://arxiv.org/abs/2106.09685)": {"title": "LoRA: Low-Rank", "arxiv_id": "2106.09685"},
    "[LoRA](https://arxiv.org/abs/2106.09685) – for Monday": {
        "title": "LoRA",
        "arxiv_id": "2106.09685",
        "note": "for Monday",
    },
    "[A [b] \\*c\\*](https://example.org/a_(b))": {"title": "A [b] *c*"},
    "LoRA\t10.1000/182\tfor Monday": {"title": "LoRA", "doi": "10.1000/182", "note": "for Monday"},
}


@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_a_line_names_a_paper(line: str, expected: dict[str, str]) -> None:
    record = read_list(line.encode())
    assert record.entries == [ListEntry(1, **expected)]
    assert record.problems == []


def entries(text: str | bytes) -> list[tuple[str, str, str, str]]:
    record = read_list(text if isinstance(text, bytes) else text.encode())
    assert record.problems == []
    return [(entry.text, entry.section, entry.note, entry.state) for entry in record.entries]


def test_headings_and_lines_that_end_in_a_colon_are_sections() -> None:
    text = "# Week 1\nA\n\nB\nWeek 2:\n- C\n---\nD\n## Week 3 ##\nE"
    assert [each[:2] for each in entries(text)] == [
        ("A", "Week 1"),
        ("B", "Week 1"),
        ("C", "Week 2"),
        ("D", ""),
        ("E", "Week 3"),
    ]
    assert read_list(text.encode()).title == ""


def test_the_only_heading_of_the_first_level_above_sections_is_the_title() -> None:
    record = read_list(b"# Monday\nA\n## Week 2\nB")
    assert record.title == "Monday"
    assert [(entry.text, entry.section) for entry in record.entries] == [("A", ""), ("B", "Week 2")]


def test_a_dash_within_a_title_is_no_bullet() -> None:
    assert [each[:2] for each in entries("# Week 1\nA - B\nC")] == [("A - B", "Week 1"), ("C", "Week 1")]


def test_bullets_under_a_bullet_that_ends_in_a_colon_are_papers() -> None:
    assert [each[:2] for each in entries("- Week 1:\n  - A\n  - B\n- Week 2:\n  - C")] == [
        ("A", "Week 1"),
        ("B", "Week 1"),
        ("C", "Week 2"),
    ]


def test_what_is_indented_under_a_bullet_is_its_note() -> None:
    text = "- A\n  - short\n  - note\n\n  and more\n- B\n\tby tab\n- C\n> quoted\n\n1. D\n   line\n 2. E\n"
    assert [(title, note) for title, _, note, _ in entries(text)] == [
        ("A", "- short\n- note\n\nand more"),
        ("B", "by tab"),
        ("C", "quoted"),
        ("D", "line"),
        ("E", ""),
    ]


def test_lines_without_bullets_have_no_notes() -> None:
    assert [each[0] for each in entries("A\n  B\n    C")] == ["A", "B", "C"]


def test_a_hand_written_list_has_a_title_and_a_description() -> None:
    record = read_list(b"# Monday\n\nWhat we read.\n\n- in spring\n\n## First\n\n* [x] A\n* B\n")
    assert (record.title, record.description) == ("Monday", "What we read.")
    assert [(entry.text, entry.section) for entry in record.entries] == [
        ("in spring", ""),
        ("A", "First"),
        ("B", "First"),
    ]


TABLES = {
    "commas": "Status,Title,DOI,Notes,Section\nDone,A,10.1/none,hm,S\nin progress,B,https://doi.org/10.1000/182,,\n",
    "semicolons": "﻿Title;Comments;Topic;Read\r\nA;hm;S;yes\r\nB;;;/\r\n",
    "Excel's first line": "sep=;\nTitle;Notes;Section;Status\nA;hm;S;x\nB;;;reading\n",
    "tabs": "Section\tTitle\tNotes\tStatus\nS\tA\thm\t✓\n\tB\t\tstarted\n",
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_tables_of_spreadsheets_are_read_whatever_their_columns(text: str, encoding: str) -> None:
    record = read_list(text.lstrip("\ufeff").encode(encoding))
    assert [(e.title, e.section, e.note, e.state) for e in record.entries] == [
        ("A", "S", "hm", "read"),
        ("B", "", "", "reading"),
    ]


def test_cells_hold_commas_quotes_and_lines() -> None:
    record = read_list(b'Title,Notes,Annotation\n"A, B","said ""so""\nand so",twice\n\nC,,\n')
    assert [(e.line, e.title, e.note) for e in record.entries] == [
        (2, "A, B", 'said "so"\nand so\n\ntwice'),
        (5, "C", ""),
    ]


def test_one_column_of_titles_may_hold_commas() -> None:
    assert [each[0] for each in entries("Title\nA, B, and C\nD\n")] == ["A, B, and C", "D"]


def test_titles_with_commas_are_no_table() -> None:
    assert [each[0] for each in entries("Query, Key, Value: a study\nOf names, papers\n")] == [
        "Query, Key, Value: a study",
        "Of names, papers",
    ]


def test_the_reader_of_a_table_says_what_it_could_not_use() -> None:
    record = read_list(b"Title,Rating,DOI,Status\nA,5,ten,maybe\n,,,\n,4,,\nB,,,,more\n")
    assert [entry.title for entry in record.entries] == ["A", "B"]
    assert [(problem.line, problem.message) for problem in record.problems] == [
        (1, "Columns that were not used: “Rating”."),
        (2, "“ten” is no DOI; it was left out."),
        (2, "“maybe” is no state of reading; the paper is unread."),
        (5, "There are more cells than the head of the table has: “more”."),
    ]


def test_csl_json_and_arrays_of_titles_are_lists_too() -> None:
    csl = [
        {"title": "A", "DOI": "10.1000/182", "note": "hm"},
        {"title": "B", "URL": "https://arxiv.org/abs/1706.03762"},
    ]
    record = read_list(json.dumps([*csl, "C", "2106.09685"]).encode())
    assert [(e.line, e.title, e.doi, e.arxiv_id, e.note) for e in record.entries] == [
        (1, "A", "10.1000/182", "", "hm"),
        (2, "B", "", "1706.03762", ""),
        (3, "C", "", "", ""),
        (4, "", "", "2106.09685", ""),
    ]
    assert record.place == "item"


BROKEN = {
    b"": "The file is empty.",
    b"\n \n": "No papers are named here.",
    b"PK\x03\x04" + bytes(60): "The file is a ZIP archive, not text.",
    b"%PDF-1.7 ...": "The file is a PDF, not text.",
    b"\x00\x01\x02" * 900: "The file is binary, not text.",
    b'{"items": [': "The file is no complete JSON (line 1: Expecting value).",
    b"[[" * 200_000: "The file is JSON of a kind that no reading list has.",
    b'{"items": 1}': "The file is JSON, but has no array of “items”.",
    b'[{"year": 1' + b"0" * 9000 + b"}]": "The file is JSON of a kind that no reading list has.",
    b"[[1]]": "It is neither an object nor a line of text.",
    b'[{"year": 2020}]': "It names no paper: neither a title nor an identifier.",
    b"x" * 20_000: "It is too long for a title: one paper a line.",
    b" " * (LIST_BYTES + 1): "The file is larger than 20 MB, the most that is read.",
}


@pytest.mark.parametrize(("data", "message"), BROKEN.items(), ids=range(len(BROKEN)))
def test_what_is_no_list_is_said(data: bytes, message: str) -> None:
    record = read_list(data)
    assert record.entries == []
    assert [problem.message for problem in record.problems] == [message]


def test_a_list_that_is_too_long_is_cut_and_says_so() -> None:
    record = read_list(b"a\n" * (LIST_ENTRIES + 5))
    assert len(record.entries) == LIST_ENTRIES
    assert [problem.line for problem in record.problems] == [LIST_ENTRIES + 1]


def test_what_no_database_holds_is_left_out() -> None:
    record = read_list(b'[{"title": "a\\u0000b\\ud800c\\u2028d", "note": "x\\r\\ny\\u0000", "section": "s\\nt"}]')
    assert [(e.title, e.note, e.section) for e in record.entries] == [("abc d", "x\ny", "s t")]


PIECES = st.sampled_from(
    "# |## |- |1. |[ ] |[x](|](|) |> |\t|   |\n|\n\n|,|;|\"|'|=|sep=;\n|Title|DOI|Notes|{|}|[|]|:|10.1000/182|doi:|arXiv:|https://|"
    "arxiv.org/abs/|openreview.net/forum?id=|/papers/|3q8m2k7z|---|<!--|-->|\\|é|\ufeff|\0|\x1b$B|\u2028|[::1]".split(
        "|"
    )
)


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=40).map(lambda pieces: "".join(pieces).encode())))
def test_nothing_raises(data: bytes) -> None:
    record = read_list(data)
    assert record.entries or record.problems
    for entry in record.entries:
        assert entry.text
        assert entry.state in ("unread", "reading", "read")
        assert "\n" not in entry.title + entry.section
