"""BibTeX and BibLaTeX: every entry that can be read is, and one that cannot is named with its line."""

from collections.abc import Callable

import pytest

from catalogue.sources import PaperRecord, Problem, SourceError, bibtex
from tests.sources.reading import ReadText

ReadOne = Callable[..., PaperRecord]


def entry(number: int) -> str:
    """An entry of four lines."""
    return f"@article{{key{number},\n  title = {{Kernels {number}}},\n  year = 2026\n}}\n"


@pytest.fixture
def read_one(read_text: ReadText) -> ReadOne:
    """`read_one(fields, before="")` reads the only paper of a file: an entry with these fields, behind `before`."""

    def read_fields(fields: str, before: str = "") -> PaperRecord:
        (paper,) = read_text(f"{before}\n@article{{key, {fields}}}\n", "some.bib", format="bibtex").entries
        assert isinstance(paper, PaperRecord)
        return paper

    return read_fields


BROKEN = {
    "the value has no brace at its end": "@article{key2,\n  title = {Kernels 2,\n  year = 2026\n}\n",
    "the entry has no brace at its end": "@article{key2,\n  title = {Kernels 2},\n  year = 2026\n",
    "a brace before a percent sign": "@article{key2,\n  title = {Kernels 2},\n  abstract = {By 15{{\\%}.},\n}\n",
    "no quote at the end": '@article{key2,\n  title = "Kernels 2,\n  year = 2026\n}\n',
    "no sign of equality": "@article{key2,\n  title {Kernels 2},\n  year = 2026\n}\n",
    "no key": "@article{\n  title = {Kernels 2},\n  year = 2026\n}\n",
    "all in one line": "@article{key2, title = {Kernels 2, year = {2026}}\n",
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_entry_is_named_with_its_line_and_all_others_come_in(read_text: ReadText, broken: str) -> None:
    entries = list(read_text(entry(1) + broken + entry(3) + entry(4) + entry(5), "some.bib").entries)
    assert [each.title for each in entries if isinstance(each, PaperRecord)] == [f"Kernels {n}" for n in (1, 3, 4, 5)]
    (problem,) = (each for each in entries if isinstance(each, Problem))
    assert (problem.position, problem.line) == (2, 5)
    assert problem.message.startswith("is broken: ")


def test_a_broken_entry_at_the_end_costs_nothing_before_it(read_text: ReadText) -> None:
    entries = list(read_text(entry(1) + entry(2) + "@article{key3,\n  title = {Kernels 3,\n", "some.bib").entries)
    assert [type(each) for each in entries] == [PaperRecord, PaperRecord, Problem]
    assert entries[2].line == 9


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"Kovalevskait{\.{e}}", "Kovalevskaitė"),
        (r"{\v c}", "č"),
        (r"\v{c}", "č"),
        (r"{\'{\i}}", "í"),
        (r"{\H o}", "ő"),
        (r"Stra{\ss}e", "Straße"),
        (r"G{\"o}del", "Gödel"),
        (r"{\L}ukasz {\O}rsted", "Łukasz Ørsted"),
        (r"{\AA}ngstr{\"o}m", "Ångström"),
        ("{K}ernels for {HTTP}", "Kernels for HTTP"),
        (r"Gains of 15\% \& more", "Gains of 15% & more"),
        ("Kernels,\n   in lines", "Kernels, in lines"),
        ("Kernels---or not--~here", "Kernels—or not–\xa0here"),
    ],
)
def test_letters_and_braces_of_latex_become_text(read_one: ReadOne, latex: str, text: str) -> None:
    paper = read_one(f"title = {{{latex}}}, journal = {{{latex}}}, keywords = {{{latex.replace(',', '')}}}")
    assert paper.title.split() == text.split()
    assert paper.venue.split() == text.split()
    assert paper.keywords[0].split() == text.replace(",", "").split()


@pytest.mark.parametrize("text", [r"Kernels of $\alpha$", r"\emph{Kernels} and more"])
def test_formulas_and_emphasis_stay_for_the_pages_to_render(read_one: ReadOne, text: str) -> None:
    paper = read_one(f"title = {{{text}}}, abstract = {{{text}}}")
    assert (paper.title, paper.abstract) == (text, text)


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Bell, Ann and Day, Cy", ("Ann Bell", "Cy Day")),
        ("Ann Bell AND Cy Day\n  and others", ("Ann Bell", "Cy Day")),
        ("van der Berg, Jan and Bell, Jr., Ann", ("Jan van der Berg", "Ann Bell Jr.")),
        ("{The Kernel and Budget Group} and Bell, Ann", ("The Kernel and Budget Group", "Ann Bell")),
        ("{Kernels, Inc.}", ("Kernels, Inc.",)),
        (r"Erd{\H o}s, P{\'a}l", ("Pál Erdős",)),
        ("family=Berg, given=Jan, prefix=van der and Bell, Ann", ("Jan van der Berg", "Ann Bell")),
    ],
)
def test_authors_are_names_as_printed(read_one: ReadOne, field: str, names: tuple[str, ...]) -> None:
    assert read_one(f"title = {{Kernels}}, author = {{{field}}}").authors == names


def test_abbreviations_are_written_out_and_joined(read_one: ReadOne) -> None:
    before = '@string{conf = "Conference on " # topic}\n@string(who = {Bell, Ann})\n'
    paper = read_one(
        'title = "Kernels" # { under } # "a budget", booktitle = CONF # " 2026", author = who # " and " # {Cy Day}',
        f'@string{{topic = "Kernels"}}\n{before}',
    )
    assert (paper.title, paper.venue) == ("Kernels under a budget", "Conference on Kernels 2026")
    assert paper.authors == ("Ann Bell", "Cy Day")


def test_entries_inherit_from_those_that_crossref_and_xdata_name(read_text: ReadText) -> None:
    text = (
        "@inproceedings{part, title = {Kernels}, crossref = {Volume}, xdata = {rest}}\n"
        "@proceedings{volume, title = {Proceedings on Budgets}, year = 2026, doi = {10.1000/volume}}\n"
        "@xdata{rest, langid = {en-GB}}\n"
    )
    part, volume = read_text(text, "some.bib").entries
    assert isinstance(part, PaperRecord)
    assert isinstance(volume, PaperRecord)
    assert (part.title, part.venue, part.year, part.language) == ("Kernels", "Proceedings on Budgets", 2026, "en-GB")
    assert (part.doi, volume.doi) == ("", "10.1000/volume")


@pytest.mark.parametrize("order", [1, -1])
def test_a_part_inherits_wherever_its_volume_stands(read_text: ReadText, order: int) -> None:
    both = ["@inproceedings{a, title={A part}, crossref={v}}", "@proceedings{v, title={The volume}, year=1999}"]
    papers = [each for each in read_text("\n".join(both[::order])).entries if isinstance(each, PaperRecord)]
    assert {(each.title, each.venue, each.year) for each in papers} == {
        ("A part", "The volume", 1999),
        ("The volume", "", 1999),
    }


def test_addresses_say_what_they_know_of_a_paper(read_one: ReadOne) -> None:
    paper = read_one(
        "title = {Kernels}, url = {https://aclanthology.org/P19-1001}, doi = {http://doi.acm.org/10.1145/1.2}"
    )
    assert (paper.acl_id, paper.doi) == ("P19-1001", "10.1145/1.2")


def test_all_else_goes_to_its_field(read_one: ReadOne) -> None:
    paper = read_one(
        "title = {Kernels}, subtitle = {A study}, date = {2026-03-02}, journaltitle = {Budgets}, doi = {10.1000/A_b},"
        r" url = {https://example.org/a\_b}, eprint = {2603.01234v2}, archiveprefix = {arXiv}, abstract = {We study.},"
        " keywords = {kernels; budgets, tight}, file = {:a.pdf:PDF}"
    )
    assert (paper.title, paper.year, paper.venue) == ("Kernels: A study", 2026, "Budgets")
    assert (paper.doi, paper.arxiv_id, paper.url) == ("10.1000/a_b", "2603.01234", "https://example.org/a_b")
    assert (paper.abstract, paper.keywords) == ("We study.", ("kernels", "budgets, tight"))
    assert not paper.left_out


@pytest.mark.parametrize("name", ["keywords", "keyword", "mendeley-tags"])
def test_keywords_are_parted_by_commas_where_there_are_no_semicolons(read_one: ReadOne, name: str) -> None:
    assert read_one(f"title = {{Kernels}}, {name} = {{kernels, {{small, tight}} budgets}}").keywords == (
        "kernels",
        "small, tight budgets",
    )


def test_a_note_gives_a_doi_only_where_it_says_nothing_else(read_one: ReadOne) -> None:
    assert read_one("title = {Kernels}, note = {doi: 10.1000/own}").doi == "10.1000/own"
    assert read_one("title = {Kernels}, note = {Erratum: doi 10.1000/other}").doi == ""


def test_a_value_that_is_none_is_left_out_and_the_rest_taken(read_one: ReadOne) -> None:
    paper = read_one("title = {Kernels}, doi = {none}, year = {in press}")
    assert (paper.title, paper.doi, paper.year) == ("Kernels", "", None)
    assert {each.field for each in paper.left_out} == {"doi", "year"}


def test_what_is_no_paper_is_none(read_text: ReadText) -> None:
    text = (
        "Some words that introduce the file.\n@comment{jabref-meta: databaseType:bibtex;}\n"
        '@preamble{"\\newcommand{\\x}{y}"}\n@string{a = "b"}\n@xdata{c, publisher = {d}}\n'
        "@IEEEtranBSTCTL{e, f = 4}\n@book{key, title = {Kernels}}\n"
    )
    (paper,) = read_text(text, "some.bib").entries
    assert (paper.position, paper.line) == (1, 7)


@pytest.mark.parametrize(
    "text",
    [
        "@article(key,\n title = {Kernels (and budgets)}, year = 2026\n)",
        "@ARTICLE{key, TITLE = {Kernels (and budgets)}, YEAR = {2026},}",
        '@article{key, title = "Kernels (and budgets)" year = 2026}',
        "\ufeff% Encoding: UTF-8\n\n  @article {key , title={Kernels (and budgets)},\r\n year={2026}}",
        "@article{key, title = {Kernels (and budgets)}, year = 2026, year = 2020}",
        "@article{key, title = {Kernels (and budgets)}\n year = {2026}\n, author = {Ann Bell}}",
    ],
)
def test_entries_are_written_in_many_ways(read_text: ReadText, text: str) -> None:
    (paper,) = read_text(text, "some.bib").entries
    assert isinstance(paper, PaperRecord)
    assert (paper.title, paper.year) == ("Kernels (and budgets)", 2026)


def test_two_entries_with_one_key_are_two(read_text: ReadText) -> None:
    assert len(list(read_text(entry(1) + entry(1), "some.bib").entries)) == 2


def test_a_file_without_entries_is_refused(read_text: ReadText) -> None:
    with pytest.raises(SourceError, match="holds no entries of BibTeX"):
        read_text("Kernels under a budget.\n", "some.bib", format="bibtex")


def test_lines_are_those_of_the_file_however_long_it_is(read_text: ReadText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex, "PIECE_CHARACTERS", 100)
    entries = list(read_text("".join(map(entry, range(50))), "some.bib").entries)
    assert [each.line for each in entries] == [1 + 4 * number for number in range(50)]


def test_an_entry_that_does_not_end_is_cut_off_and_named(read_text: ReadText, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibtex, "PIECE_CHARACTERS", 100)
    monkeypatch.setattr(bibtex, "LONGEST", 1_000)
    endless = "@article{key2,\n  title = {Kernels 2,\n" + "  budget after budget\n" * 100
    entries = list(read_text(entry(1) + endless + entry(3), "some.bib").entries)
    assert [each.title for each in entries if isinstance(each, PaperRecord)] == ["Kernels 1", "Kernels 3"]
    problems = [each for each in entries if isinstance(each, Problem)]
    assert problems[0].line == 5
    assert "goes on for more than 1,000 characters" in problems[1].message


def test_what_a_line_of_more_than_a_million_characters_loses_is_said(read_text: ReadText) -> None:
    text = " ".join(f"@misc{{k, title = {{Kernels {'x' * 9_000}}}}}" for _ in range(160))
    messages = [each.message for each in read_text(text, "some.bib").entries if isinstance(each, Problem)]
    assert any("characters of this line were not read" in message for message in messages)


def test_abbreviations_that_double_and_parents_that_name_each_other_do_no_harm(read_text: ReadText) -> None:
    doubling = "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(60))
    keys = ",".join(f"p{n}" for n in range(40))
    parents = "".join(f"@xdata{{p{n}, xdata = {{{keys}}}, langid = {{en}}}}\n" for n in range(40))
    text = (
        f'@string{{a0 = "kernel"}}\n{doubling}{parents}@misc{{k, title = {{Kernels}}, note = a60, xdata = {{{keys}}}}}'
    )
    (paper,) = read_text(text, "some.bib").entries
    assert isinstance(paper, PaperRecord)
    assert (paper.title, paper.language) == ("Kernels", "en")
