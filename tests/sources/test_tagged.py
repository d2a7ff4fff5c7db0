"""RIS, EndNote, Web of Science, MEDLINE: a tag a line."""

from pathlib import Path

import pytest

from catalogue.sources import PaperRecord, SourceError, read
from tests.sources.reading_files import ReadFile, only, read_file

__all__ = ["read_file"]

RIS = """TY  - JOUR
T1  - Merging trees
AU  - Bell, Ann
AU  - Day, Cy, Jr
PY  - 2019/03/02/
JO  - Journal of Trees
AB  - We merge trees,
and say how.
KW  - trees
graphs
DO  - https://doi.org/10.1000/182
UR  - https://example.org/p
ER  -
"""
ENDNOTE = "%0 Journal Article\n%T Merging trees\n%A Bell, Ann\n%A Day, Cy, Jr\n%D 2019\n%J Journal of Trees\n%X We merge trees, and say how.\n%K trees\ngraphs\n%R 10.1000/182\n%U https://example.org/p\n"
ISI = "FN Clarivate\nVR 1.0\nPT J\nAU Bell, A\n   Day, C\nAF Bell, Ann\n   Day, Cy, Jr\nTI Merging\n   trees\nSO Journal of Trees\nDE trees; graphs\nAB We merge trees,\n   and say how.\nPY 2019\nDI 10.1000/182\nUR https://example.org/p\nER\n\nEF\n"
MEDLINE = "PMID- 1\nTI  - Merging\n      trees\nFAU - Bell, Ann\nAU  - Bell A\nFAU - Day, Cy, Jr\nAU  - Day C\nDP  - 2019 Mar\nJT  - Journal of Trees\nAB  - We merge trees,\n      and say how.\nOT  - trees\nOT  - graphs\nAID - 10.1000/182 [doi]\n"


@pytest.mark.parametrize(("name", "text"), [("a.ris", RIS), ("a.enw", ENDNOTE), ("a.txt", ISI), ("a.nbib", MEDLINE)])
def test_each_says_the_same_paper(read_file: ReadFile, name: str, text: str) -> None:
    record = only(read_file(name, text))
    assert (record.title, record.abstract) == ("Merging trees", "We merge trees, and say how.")
    assert record.authors == ("Ann Bell", "Cy Day Jr")
    assert (record.year, record.venue, record.doi) == (2019, "Journal of Trees", "10.1000/182")
    assert record.keywords == ("trees", "graphs")


def test_a_record_without_its_end_ends_where_the_next_begins(read_file: ReadFile) -> None:
    entries = read_file("a.ris", "TY  - JOUR\nTI  - One paper\n\nTY - BOOK\nTI - Two papers\nER  - \n")
    assert [(e.title, e.line) for e in entries if isinstance(e, PaperRecord)] == [("One paper", 1), ("Two papers", 4)]


def test_records_of_endnote_are_parted_by_blank_lines(read_file: ReadFile) -> None:
    entries = read_file("a.enw", "%T One paper\n%A Bell, Ann\n\n%T Two papers\n%A Day, Cy\n")
    assert [entry.title for entry in entries if isinstance(entry, PaperRecord)] == ["One paper", "Two papers"]


def test_a_file_without_records_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.ris"
    path.write_text("Nothing here is tagged at all.\n", encoding="utf-8")
    with pytest.raises(SourceError, match="holds no records of RIS"):
        read(path, format="ris")
