"""Atom, the Anthology's XML, Crossref's XML: read from a stream, with what could do harm shut."""

from pathlib import Path

import pytest

from catalogue.sources import PaperRecord, Problem, SourceError
from tests.sources.reading_files import ReadFile, only, opened, read_file

__all__ = ["read_file"]

ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>arXiv Query</title>
  <entry>
    <id>http://arxiv.org/abs/2401.00001v2</id>
    <title>Merging
      trees</title>
    <published>2024-01-01T00:00:00Z</published>
    <summary>We need $r&gt;0$ trees.</summary>
    <author><name>Ann Bell</name></author><author><name>Cy Day</name></author>
    <category term="cs.DS"/>
    <link href="http://arxiv.org/abs/2401.00001v2" rel="alternate"/>
    <link href="http://arxiv.org/pdf/2401.00001v2" rel="related" title="pdf"/>
    <arxiv:doi>10.1000/182</arxiv:doi>
  </entry>
</feed>
"""
ACL = """<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE collection SYSTEM "anthology.dtd">
<collection id="2022.acl">
  <volume id="long">
    <meta><booktitle>Proceedings of the 60th Meeting</booktitle><year>2022</year></meta>
    <frontmatter><url>2022.acl-long.0</url></frontmatter>
    <paper id="1">
      <title><fixed-case>A</fixed-case>dap<fixed-case>L</fixed-case>e: <i>trees</i> of <tex-math>n^2</tex-math></title>
      <author><first>Ann</first><last>Bell</last></author>
      <abstract>We merge.</abstract>
      <pwccode url="https://github.com/bell/merge"/>
    </paper>
  </volume>
</collection>
"""
CROSSREF = """<?xml version="1.0"?>
<doi_records xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1"><doi_record><crossref><journal>
  <journal_metadata><full_title>Journal of Trees</full_title></journal_metadata>
  <journal_article language="en">
    <titles><title>Merging trees</title></titles>
    <contributors>
      <person_name contributor_role="author"><given_name>Ann</given_name><surname>Bell</surname></person_name>
      <person_name contributor_role="editor"><given_name>Ed</given_name><surname>Itor</surname></person_name>
    </contributors>
    <jats:abstract><jats:title>Abstract</jats:title><jats:p>First <jats:italic>in vivo</jats:italic>.</jats:p><jats:p>Second.</jats:p></jats:abstract>
    <publication_date media_type="online"><year>2018</year></publication_date>
    <publication_date media_type="print"><year>2019</year></publication_date>
    <doi_data><doi>10.1000/182</doi><resource>https://example.org/p</resource></doi_data>
  </journal_article>
</journal></crossref></doi_record></doi_records>
"""


def test_entries_of_arxiv(read_file: ReadFile) -> None:
    record = only(read_file("a.xml", ATOM))
    assert (record.title, record.abstract, record.year) == ("Merging trees", "We need $r>0$ trees.", 2024)
    assert (record.arxiv_id, record.doi) == ("2401.00001", "10.1000/182")
    assert (record.authors, record.keywords) == (("Ann Bell", "Cy Day"), ("cs.DS",))
    assert record.pdf_url == "http://arxiv.org/pdf/2401.00001v2"


def test_papers_of_the_anthology(read_file: ReadFile) -> None:
    record = only(read_file("a.xml", ACL))
    assert record.title == r"AdapLe: \textit{trees} of $n^2$"
    assert (record.acl_id, record.venue, record.year) == ("2022.acl-long.1", "Proceedings of the 60th Meeting", 2022)
    assert [(link.kind, link.url) for link in record.links] == [("code", "https://github.com/bell/merge")]
    assert record.line == 7


def test_old_identifiers_of_the_anthology_are_made_of_volume_and_number(read_file: ReadFile) -> None:
    text = (
        '<collection id="{}"><volume id="{}"><paper id="{}"><title>Merging trees</title></paper></volume></collection>'
    )
    for parts, wanted in (
        (("P79", "1", "2"), "P79-1002"),
        (("W04", "1", "3"), "W04-0103"),
        (("C69", "1", "1"), "C69-0101"),
    ):
        assert only(read_file("a.xml", text.format(*parts), format="acl")).acl_id == wanted


def test_works_of_crossref(read_file: ReadFile) -> None:
    record = only(read_file("a.xml", CROSSREF))
    assert record.abstract == "First \\textit{in vivo}.\n\nSecond."
    assert (record.authors, record.year, record.doi) == (("Ann Bell",), 2019, "10.1000/182")
    assert (record.venue, record.language) == ("Journal of Trees", "en")


def test_a_file_that_declares_entities_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + ATOM.partition("?>\n")[2]
    with pytest.raises(SourceError, match="declares entities"):
        list(opened(tmp_path / "a.xml", bomb, format="atom").entries)


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nested more than 100 levels"):
        list(opened(tmp_path / "a.xml", "<a>" * 5000, format="atom").entries)


def test_a_file_that_breaks_keeps_what_came_before(read_file: ReadFile) -> None:
    cut_off = ATOM.replace("</feed>", "<entry><title>Half")
    first, problem = read_file("a.xml", cut_off)
    assert isinstance(first, PaperRecord)
    assert isinstance(problem, Problem)
    assert problem.message.startswith("is no well-formed XML")
    assert problem.line >= 17


def test_letters_that_only_html_names_are_read(read_file: ReadFile) -> None:
    assert only(read_file("a.xml", ATOM.replace("Cy Day", "Cy D&eacute;y"))).authors == ("Ann Bell", "Cy Déy")
