"""Tables, with columns of any names and in any order."""

from pathlib import Path

import pytest

from catalogue.sources import PaperRecord, Problem, SourceError
from tests.sources.reading_files import ReadFile, only, opened, read_file

__all__ = ["read_file"]

ROW = 'Merging trees,"We merge trees, and say how.",Ann Bell; Cy Day,2024\n'


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_sign_between_cells_is_told_from_the_head(read_file: ReadFile, sign: str) -> None:
    text = f"Title{sign}Abstract{sign}Year\nMerging trees{sign}How we merge them{sign}2024\n"
    record = only(read_file("papers.csv", text))
    assert (record.title, record.abstract, record.year) == ("Merging trees", "How we merge them", 2024)


def test_columns_are_known_by_the_names_that_programs_give_them(read_file: ReadFile) -> None:
    scopus = '"Authors","Title","Year","Source title","DOI","Link","Abstract","Author Keywords","Index Keywords"\n'
    row = '"Bell A., Day C.","Merging trees",2019,"Journal of Trees",10.1000/182,https://example.org/p,"How.","a; b","c"\n'
    record = only(read_file("scopus.csv", "\ufeff" + scopus + row))
    assert record.authors == ("A. Bell", "C. Day")
    assert (record.venue, record.doi, record.keywords) == ("Journal of Trees", "10.1000/182", ("a", "b", "c"))


def test_what_the_columns_fill_is_told_and_can_be_said(tmp_path: Path) -> None:
    text = "Paper name,Text,Rating\nMerging trees,How we merge them,5\n"
    with pytest.raises(SourceError, match=r"no column holds a title or an abstract; there are “Paper name”, “Text”"):
        opened(tmp_path / "a.csv", text, format="csv")
    source = opened(tmp_path / "a.csv", text, format="csv", columns={"paper name": "title", "Text": "abstract"})
    assert source.columns == (("Paper name", "title"), ("Text", "abstract"), ("Rating", ""))
    assert only(list(source.entries)).title == "Merging trees"


@pytest.mark.parametrize(
    ("columns", "message"),
    [({"Titel": "title"}, "has no column “Titel”; it has “Title”"), ({"Title": "name"}, "cannot fill “name”")],
)
def test_a_column_or_field_that_is_not_there_is_an_error(tmp_path: Path, columns: dict[str, str], message: str) -> None:
    with pytest.raises(SourceError, match=message):
        opened(tmp_path / "a.csv", "Title,Abstract\nA,B\n", columns=columns)


def test_a_row_with_too_many_cells_is_refused_and_one_with_too_few_taken(read_file: ReadFile) -> None:
    entries = read_file("a.csv", "Title,Abstract,Year\nOne,Text\nTwo,Text,2001,more,and more\nThree,Text,2003\n")
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One", "Three"]
    (problem,) = [entry for entry in entries if isinstance(entry, Problem)]
    assert (problem.line, problem.message) == (3, "has more cells than the head of the table: “more”")


def test_cells_hold_line_ends_and_lines_are_those_of_the_file(read_file: ReadFile) -> None:
    entries = read_file("a.csv", 'Title,Abstract\n"One","First.\n\nSecond."\nTwo,"Text"\n')
    assert [(entry.line, entry.abstract) for entry in entries if isinstance(entry, PaperRecord)] == [
        (2, "First.\n\nSecond."),
        (5, "Text"),
    ]


def test_a_quote_that_is_never_closed_takes_no_other_row_along(read_file: ReadFile) -> None:
    entries = read_file("a.csv", 'Title,Abstract\nOne,Text\nTwo,"Text that is open\nThree,Text\nFour,Text\n')
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One", "Three", "Four"]
    (problem,) = [entry for entry in entries if isinstance(entry, Problem)]
    assert problem.line == 3
    assert problem.message.startswith("has a quote that is not closed")


def test_identifiers_of_openreview_are_such_only_where_all_look_so(read_file: ReadFile) -> None:
    own = "id,title\nGk7gLAtVDO,One paper\nB1e-kxSKDH,Two papers\n"
    assert [entry.openreview_id for entry in read_file("a.csv", own) if isinstance(entry, PaperRecord)] == [
        "Gk7gLAtVDO",
        "B1e-kxSKDH",
    ]
    other = own + "main.17,Three papers\n"
    assert not any(entry.openreview_id for entry in read_file("a.csv", other) if isinstance(entry, PaperRecord))


def test_what_was_decided_is_no_part_of_the_venue(read_file: ReadFile) -> None:
    record = only(read_file("a.csv", "title,venue,year\nA paper,ICLR 2026 Poster,2026\n"))
    assert record.venue == "ICLR 2026"


def test_a_value_that_no_field_takes_is_left_out_and_named(read_file: ReadFile) -> None:
    record = only(read_file("a.csv", "title,doi,url,year\nA paper,n/a,see below,soon\n"))
    assert (record.title, record.doi, record.url, record.year) == ("A paper", "", "", None)
    assert {(each.field, each.message) for each in record.left_out} == {
        ("doi", "is no DOI: “n/a”"),
        ("url", "is no web address: “see below”"),
        ("year", "is no year: “soon”"),
    }
