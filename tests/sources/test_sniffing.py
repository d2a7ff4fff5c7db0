"""Formats told from content, then from the name of the file; prose is never taken for anything else."""

from pathlib import Path

import pytest

from catalogue.sources import FORMATS, SourceError, read
from catalogue.sources.sniffing import sniff

PROSE = "We study kernels under a budget, in theory, in practice, and in between.\n\nWe show that they work.\n"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("@article{key,\n  title = {A title},\n}\n", "bibtex"),
        ("% Encoding: UTF-8\n\n@InProceedings{key2026, author={A}, title={T}}", "bibtex"),
        ('@string{iclr = "ICLR"}\n@misc{x,title="T"}', "bibtex"),
        ("@comment{x}\n\n@article(key,\n title = 5)", "bibtex"),
        ("TY  - JOUR\nTI  - A title\nER  - \n", "ris"),
        ("PMID- 12345\nOWN - NLM\nTI  - A title\n", "medline"),
        ("%0 Journal Article\n%A Author\n%T Title\n", "endnote"),
        ("FN Clarivate\nVR 1.0\nPT J\n", "isi"),
        ('[{"id": "x", "type": "article-journal", "DOI": "10.1/x"}]', "csl-json"),
        ('[\n  {"title": "A"},\n  {"title": "B"}\n]', "json"),
        ('{"papers": [{"title": "A"}]}', "json"),
        ('["A title", "Another title"]', "json"),
        ('{"title": "A"}\n{"title": "B"}\n', "jsonl"),
        ('title,abstract,authors\n"A","B, and C","D"\n', "csv"),
        ("Title;Year;Venue\nA;2026;ICLR\n", "csv"),
        ("title\tabstract\nA\tB\n", "tsv"),
        ('<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', "atom"),
        ('<?xml version="1.0"?><collection id="2022.acl"><volume/></collection>', "acl"),
        ("<records>\n  <record>\n", "xml"),
        ("<!DOCTYPE html>\n<html><body>", "html"),
        ("<html lang='en'>", "html"),
        (r"{\rtf1\ansi Text}", "rtf"),
        ("% a comment\n\\documentclass{article}\n", "latex"),
    ],
)
def test_a_format_is_told_by_how_a_file_begins(content: str, name: str) -> None:
    assert sniff(content, Path("papers")).format == name
    assert sniff(f"\n\n{content}", Path("papers.txt")).line == 3


@pytest.mark.parametrize(
    "start",
    [
        "@article is a command of BibTeX that we study.",
        "@alice and @bob {play} a game, in which x = y holds.",
        "[1] shows that kernels work, and so do we.",
        "[Background] Kernels, budgets, titles and abstracts.",
        '["Attention"] is what we need, "all" of it.',
        "{Kernels} are sets; {budgets}, too.",
        '{"kernels"} is a set of one word, which we study.',
        "<b>Background</b> Kernels are <i>sets</i>.",
        "<5% of all kernels work, and >95% do not.",
        "% of all kernels, in numbers.",
        "TY  - is how a record begins.",
        "Title, abstract, authors, year: what makes a paper?",
        "Title, abstract and year",
        "Papers, titles, keywords",
        "Rank by title, abstract, year, and so on, in this order, then by venue, volume, issue.",
        "\\textbf{Kernels} are sets.",
        "$\\{x\\}$ is a set.",
        "- a list begins this, a budget ends it.",
        "---\ntitle: A front matter\n---",
    ],
)
def test_prose_is_plain_text_whatever_it_begins_with(start: str) -> None:
    assert sniff(f"{start}\n\n{PROSE}", Path("papers.txt")).format == "text"
    assert sniff(f"ICLR 2026 Papers\n\n{start}\n\n{PROSE}", Path("papers.txt")).format == "text"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("papers.txt", "text"),
        ("papers.md", "text"),
        ("papers", "text"),
        ("papers.2026", "text"),
        ("papers.BIB", "bibtex"),
        ("papers.ris", "ris"),
        ("papers.json", "json"),
        ("papers.jsonl", "jsonl"),
        ("papers.csv", "csv"),
        ("papers.tsv", "tsv"),
        ("papers.xml", "xml"),
        ("papers.html", "html"),
        ("papers.tex", "latex"),
    ],
)
def test_where_the_content_says_nothing_the_name_of_the_file_does(file: str, name: str) -> None:
    assert sniff(PROSE, Path(file)).format == name


@pytest.mark.parametrize(
    "start",
    [
        "<a>" + "\n" * 60_000,
        "TY  - " + " " * 60_000,
        "%\n" * 30_000,
        "<!-- -->" * 8_000,
        "[" * 60_000,
        "{" + " " * 60_000,
        "# " + " " * 60_000,
        "@x{" + "y" * 60_000,
    ],
    ids=lambda start: start[:9],
)
def test_a_hostile_beginning_is_text_and_takes_no_time(start: str) -> None:
    assert sniff(f"{start} x", Path("papers.txt")).format == "text"


def test_json_that_is_nested_too_deeply_to_be_parsed_is_json() -> None:
    line = '{"a":' + "[" * 30_000 + "}\n"
    assert sniff(line + line, Path("papers.txt")).format == "json"


def test_the_content_is_asked_before_the_name() -> None:
    assert sniff("@article{key,\n  title = {A title},\n}\n", Path("papers.csv")).format == "bibtex"


def test_a_format_that_cannot_be_read_yet_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_text("\n{\\rtf1 A letter}\n", encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        read(path)
    assert caught.value.line == 2
    assert caught.value.message.startswith("looks like RTF, which cannot be read yet (readable: text, csv")


def test_a_format_that_is_given_is_not_told_from_the_content(tmp_path: Path) -> None:
    path = tmp_path / "papers.bib"
    path.write_text("@article{key, title = {A title that is long enough},\n}\n", encoding="utf-8")
    assert len(list(read(path, format="text").entries)) == 1


@pytest.mark.parametrize("name", ["bibtexx", "nonsense", "TEXT"])
def test_a_format_that_is_not_known_is_an_error_that_names_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match=r"no such format is known \(known: text, csv"):
        read(tmp_path / "papers.txt", format=name)


def test_every_known_format_has_a_label() -> None:
    assert all(FORMATS.values())
