"""BibTeX and BibLaTeX, whatever wrote them."""

import pytest

from catalogue.sources import PaperRecord, Problem
from tests.sources.reading_files import ReadFile, only, read_file

__all__ = ["read_file"]

FIVE = """@article{one, title={One paper}, year=2001}

@article{two,
  title={Two 15{{\\%}.},
  year=2002
}

@article{three, title={Three papers}, year=2003}

@article(four, title="Four papers", year=2004)

@inproceedings{five, title={Five papers}, year=2005}
"""


def test_an_entry_without_its_closing_brace_takes_no_other_along(read_file: ReadFile) -> None:
    entries = read_file("papers.bib", FIVE)

    titles = [entry.title for entry in entries if isinstance(entry, PaperRecord)]
    assert titles == ["One paper", "Three papers", "Four papers", "Five papers"]
    (problem,) = [entry for entry in entries if isinstance(entry, Problem)]
    assert (problem.position, problem.line) == (2, 3)
    assert problem.message.startswith("is broken: ")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"Kovalevskait{\.{e}}", "Kovalevskaitė"),
        (r"{\v c}", "č"),
        (r"\v{c}", "č"),
        (r"{\'{\i}}", "í"),
        (r"{\H o}", "ő"),
        (r"Stra{\ss}e", "Straße"),
        (r"{BERT}: {D}eep", "BERT: Deep"),
        (r"{\AA}ngstr{\"o}m \& Co", "Ångström & Co"),
        ("Pages 1--2~of 3", "Pages 1–2 of 3"),
    ],
)
def test_accents_in_every_form_become_letters(read_file: ReadFile, latex: str, text: str) -> None:
    record = only(read_file("a.bib", f"@article{{a, title = {{{latex} it is}}, author = {{{latex} Bell}}}}"))
    assert record.title == f"{text} it is"
    assert record.authors == (f"{text} Bell",)


def test_formulas_stay_as_they_are(read_file: ReadFile) -> None:
    record = only(read_file("a.bib", r"@misc{a, title = {On {$\ell_1$}-norms}, abstract = {Let $x$ be \emph{small}.}}"))
    assert record.title == r"On {$\ell_1$}-norms"
    assert record.abstract == r"Let $x$ be \emph{small}."


def test_names_are_turned_round(read_file: ReadFile) -> None:
    names = "Donald E. Knuth and van Beethoven, Ludwig and {The Corporation, Inc.} and King, Jr., Martin and others"
    record = only(read_file("a.bib", f"@book{{a, title={{A title}}, author={{{names}}}}}"))
    assert record.authors == ("Donald E. Knuth", "Ludwig van Beethoven", "The Corporation, Inc.", "Martin King Jr.")


def test_abbreviations_are_written_out_and_parts_put_together(read_file: ReadFile) -> None:
    text = '@string{j = "Journal of "}\n@article{a, title = "A title", journal = j # {Trees}, month = jan}'
    assert only(read_file("a.bib", text)).venue == "Journal of Trees"


def test_a_part_inherits_from_its_volume_wherever_that_stands(read_file: ReadFile) -> None:
    part = "@inproceedings{a, title={A part}, crossref={v}}"
    volume = "@proceedings{v, title={The volume}, year=1999, doi={10.1000/182}}"
    for text in (part + "\n" + volume, volume + "\n" + part):
        record = next(entry for entry in read_file("a.bib", text) if getattr(entry, "title", "") == "A part")
        assert isinstance(record, PaperRecord)
        assert (record.venue, record.year, record.doi) == ("The volume", 1999, "")


def test_identifiers_are_found_in_the_fields_that_hold_them(read_file: ReadFile) -> None:
    text = r"""@misc{a, title={A title}, eprint={2401.00001v2}, archiveprefix={arXiv}, doi={10.1000/a\_b},
      url={https://aclanthology.org/P19-1001}, keywords={trees, graphs}, date={2019-03}}"""
    record = only(read_file("a.bib", text))
    assert (record.arxiv_id, record.doi, record.acl_id) == ("2401.00001", "10.1000/a_b", "P19-1001")
    assert (record.keywords, record.year) == (("trees", "graphs"), 2019)


def test_a_comma_that_is_missing_behind_a_value_loses_no_field(read_file: ReadFile) -> None:
    record = only(read_file("a.bib", "@article{a, title = {A title}\n year = {2001}\n, author = {Ann Bell}}"))
    assert (record.title, record.year, record.authors) == ("A title", 2001, ("Ann Bell",))


def test_two_entries_with_one_key_are_two(read_file: ReadFile) -> None:
    entries = read_file("a.bib", "@article{a, title={One}, title={Won}}\n@article{a, title={Two}}")
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One", "Two"]


def test_a_file_of_any_length_is_read_in_pieces(read_file: ReadFile) -> None:
    text = "".join(f"@article{{k{n}, title={{Paper {n}}},\n note={{{'x' * 500}}}}}\n" for n in range(2000))
    entries = read_file("a.bib", text)
    assert len(entries) == 2000
    assert [entry.line for entry in entries[::500]] == [1, 1001, 2001, 3001]
