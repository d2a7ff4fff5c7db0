"""Formats of a tag a line: RIS, EndNote, Web of Science and MEDLINE, as the many programs write them."""

import pytest

from catalogue.sources import PaperRecord, Problem, SourceError, SourceFile, tagged
from tests.sources.reading import ReadText

RIS = """TY  - JOUR
TI  - Kernels under a budget
AU  - Bell, Ann
AU  - van der Berg, Jan
PY  - 2026/03/02/
AB  - We study kernels
  under a budget.
KW  - kernels; budgets
KW  - theory
DO  - 10.1000/Own
JO  - Journal of Budgets
UR  - https://example.org/1
L1  - https://example.org/1.pdf
LA  - en
ER  -
"""
ENDNOTE = """%0 Journal Article
%T Kernels under a budget
%A Bell, Ann
%A van der Berg, Jan
%D 2026
%X We study kernels
under a budget.
%K kernels
budgets
theory
%R 10.1000/Own
%J Journal of Budgets
%U https://example.org/1
%> https://example.org/1.pdf
%G en
"""
ISI = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Bell, A
   van der Berg, J
AF Bell, Ann
   van der Berg, Jan
TI Kernels under
   a budget
SO Journal of Budgets
LA en
DE kernels; budgets;
   theory
AB We study kernels
   under a budget.
PY 2026
DI 10.1000/Own
UR https://example.org/1
ER

EF
"""
MEDLINE = """
PMID- 12345
OWN - NLM
DP  - 2026 Mar
TI  - Kernels under
      a budget
AB  - We study kernels
      under a budget.
FAU - Bell, Ann
AU  - Bell A
FAU - van der Berg, Jan
AU  - van der Berg J
LA  - en
JT  - Journal of Budgets
OT  - kernels
OT  - budgets
OT  - theory
AID - S1234 [pii]
AID - 10.1000/Own [doi]
"""
SAMPLES = {"ris": RIS, "endnote": ENDNOTE, "isi": ISI, "medline": MEDLINE}


def only(source: SourceFile) -> PaperRecord:
    (paper,) = source.entries
    assert isinstance(paper, PaperRecord)
    return paper


@pytest.mark.parametrize("name", ["papers", "papers.txt"])
@pytest.mark.parametrize(("format", "text"), SAMPLES.items(), ids=SAMPLES)
def test_each_format_is_told_by_its_content_and_gives_all_fields(
    read_text: ReadText, format: str, text: str, name: str
) -> None:
    source = read_text(text, name)
    assert source.format == format
    paper = only(source)
    assert (paper.title, paper.abstract) == ("Kernels under a budget", "We study kernels under a budget.")
    assert (paper.authors, paper.year) == (("Ann Bell", "Jan van der Berg"), 2026)
    assert (paper.doi, paper.venue, paper.language) == ("10.1000/own", "Journal of Budgets", "en")
    assert paper.keywords == ("kernels", "budgets", "theory")
    assert paper.url == ("" if format == "medline" else "https://example.org/1")
    assert paper.pdf_url == ("https://example.org/1.pdf" if format in ("ris", "endnote") else "")
    assert not paper.left_out


@pytest.mark.parametrize(("format", "text"), SAMPLES.items(), ids=SAMPLES)
def test_line_ends_and_byte_order_marks_of_any_system_change_nothing(
    read_text: ReadText, format: str, text: str
) -> None:
    plain = only(read_text(text))
    assert only(read_text("\ufeff" + text.replace("\n", "\r\n"))) == plain
    assert only(read_text(text.rstrip())) == plain


@pytest.mark.parametrize(("format", "text"), SAMPLES.items(), ids=SAMPLES)
def test_records_follow_each_other_and_know_their_lines(read_text: ReadText, format: str, text: str) -> None:
    record = text.removeprefix("FN Clarivate Analytics Web of Science\nVR 1.0\n").removesuffix("\nEF\n").strip("\n")
    entries = list(read_text(f"{record}\n\n{record}\n", format=format).entries)
    assert [(each.position, each.line) for each in entries] == [(1, 1), (2, record.count("\n") + 3)]
    assert all(isinstance(each, PaperRecord) for each in entries)


@pytest.mark.parametrize(("format", "text"), SAMPLES.items(), ids=SAMPLES)
def test_a_file_without_records_is_refused(read_text: ReadText, format: str, text: str) -> None:
    with pytest.raises(SourceError, match="holds no records of"):
        read_text("Kernels under a budget.\n", format=format)


def test_a_record_without_its_end_ends_where_the_next_begins(read_text: ReadText) -> None:
    text = "TY  - JOUR\nTI  - Kernels\n\nTY  - CONF\nT1  - Budgets\nER  -\nTY  - JOUR\nTI  - Theory"
    entries = list(read_text(text, format="ris").entries)
    assert [each.title for each in entries if isinstance(each, PaperRecord)] == ["Kernels", "Budgets", "Theory"]


def test_records_of_endnote_are_parted_by_blank_lines(read_text: ReadText) -> None:
    entries = read_text("%T Kernels\n%A Bell, Ann\n\n%T Budgets\n%A Day, Cy\n").entries
    assert [each.title for each in entries if isinstance(each, PaperRecord)] == ["Kernels", "Budgets"]


@pytest.mark.parametrize(
    "row", ["TI  - Kernels", "TI - Kernels", "TI- Kernels", "TI  -Kernels", "T1  - Kernels", " TI  - Kernels"]
)
def test_a_tag_of_ris_may_miss_spaces(read_text: ReadText, row: str) -> None:
    assert only(read_text(f"TY  - JOUR\n{row}\nER  -\n", format="ris")).title == "Kernels"


def test_a_hyphen_in_a_line_that_goes_on_is_no_tag(read_text: ReadText) -> None:
    paper = only(read_text("TY  - JOUR\nAB  - We study\nIN-depth kernels\nER  - \n", format="ris"))
    assert paper.abstract == "We study IN-depth kernels"


def test_a_record_without_title_and_abstract_is_a_problem_with_its_line(read_text: ReadText) -> None:
    first, second = read_text("TY  - JOUR\nAU  - Bell, A\nER  - \nTY  - JOUR\nTI  - Kernels\nER  - \n").entries
    assert isinstance(first, Problem)
    assert (first.line, first.message) == (1, "has neither title nor abstract")
    assert isinstance(second, PaperRecord)


@pytest.mark.parametrize(
    ("row", "doi"),
    [
        ("DO  - https://doi.org/10.1000/own", "10.1000/own"),
        ("DO  - doi:10.1000/own.", "10.1000/own"),
        ("DO  - 10.1002/(SICI)1-1(1998)4:8<6::AID-A4>3.0.CO;2-O", "10.1002/(sici)1-1(1998)4:8<6::aid-a4>3.0.co;2-o"),
        ("DO  - 10.1016/S0140-6736(05)", "10.1016/s0140-6736(05)"),
        ("DO  - (10.1000/own)", "10.1000/own"),
        ("M3  - 10.1000/own", "10.1000/own"),
        ("N1  - doi: 10.1000/own", "10.1000/own"),
        ("N1  - Erratum to 10.1000/other", ""),
        ("UR  - https://dx.doi.org/10.1000/own", "10.1000/own"),
        ("UR  - http://doi.example.org/10.1000/own", "10.1000/own"),
        ("UR  - https://example.org/doi/10.1000/own/full", ""),
    ],
)
def test_a_doi_is_taken_only_where_a_record_states_its_own(read_text: ReadText, row: str, doi: str) -> None:
    assert only(read_text(f"TY  - JOUR\nTI  - Kernels\n{row}\nER  - \n")).doi == doi


def test_of_several_addresses_the_first_counts_and_is_whole(read_text: ReadText) -> None:
    text = "TY  - JOUR\nTI  - Kernels\nUR  - https://example.org/a;v=1?b=2;https://example.org/c\nER  - \n"
    assert only(read_text(text)).url == "https://example.org/a;v=1?b=2"


def test_a_value_that_is_none_is_left_out_and_the_rest_taken(read_text: ReadText) -> None:
    paper = only(read_text("TY  - JOUR\nTI  - Kernels\nPY  - in press\nER  - \n"))
    assert (paper.title, paper.year) == ("Kernels", None)
    assert [each.field for each in paper.left_out] == ["year"]


def test_the_collection_gives_the_year_that_a_record_does_not(read_text: ReadText) -> None:
    text = "TY  - JOUR\nTI  - Kernels\nER  - \nTY  - JOUR\nTI  - Budgets\nPY  - 2020\nER  - \n"
    source = read_text(text, collection="ICLR 2026")
    assert source.collection.name == "ICLR 2026"
    assert [each.year for each in source.entries if isinstance(each, PaperRecord)] == [2026, 2020]


def test_a_record_that_does_not_end_is_a_problem_and_costs_no_other(
    read_text: ReadText, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tagged, "LONGEST", 1_000)
    endless = "TY  - JOUR\n" + "KW  - kernels\n" * 50 + "AB  - budgets\n" + "and budgets\n" * 50
    entries = list(read_text(RIS + endless + RIS, format="ris").entries)
    assert [type(each) for each in entries] == [PaperRecord, Problem, PaperRecord]
    problem = entries[1]
    assert isinstance(problem, Problem)
    assert (problem.line, problem.message) == (16, "is longer than 1,000 characters")


def test_a_citation_file_is_refused_by_what_it_is(read_text: ReadText) -> None:
    for name, text in (("CITATION.cff", "# YAML\n---\ntitle: x\n"), ("papers.txt", "cff-version: 1.2.0\ntitle: x\n")):
        with pytest.raises(SourceError, match=r"looks like a CITATION\.cff, which cannot be read yet"):
            read_text(text, name)
