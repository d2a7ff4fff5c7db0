"""Headings: which first paragraph is one, and which collection it names."""

from pathlib import Path

import pytest

from catalogue.sources import CollectionRecord, PaperRecord
from catalogue.sources.heading import collection_named, collection_of_file, heading_of
from tests.sources.reading import ONE, TWO, ReadText, abstracts_of, outline


@pytest.mark.parametrize(
    ("paragraph", "heading"),
    [
        ("ICLR 2026 Papers", "ICLR 2026 Papers"),
        ("ICLR 2026 论文列表", "ICLR 2026 论文列表"),
        ("Accepted papers:", "Accepted papers:"),
        ("# ICLR 2026 Papers", "ICLR 2026 Papers"),
        ("## ICLR 2026 Papers ##", "ICLR 2026 Papers"),
        ("**ICLR 2026 Papers**", "ICLR 2026 Papers"),
        ("ICLR 2026 Papers\n======", "ICLR 2026 Papers"),
        ("ICLR 2026 Papers\n---", "ICLR 2026 Papers"),
        ("=====\nICLR 2026 Papers\n=====", "ICLR 2026 Papers"),
        ("Статьи ICLR 2026 г.", "Статьи ICLR 2026 г."),
        ("Proc. NeurIPS 2025", "Proc. NeurIPS 2025"),
        ("We do nothing here.", ""),
        ("What is a heading?", ""),
        ("“We do nothing here.”", ""),
        ("本文不是标题。", ""),
        ("यह शीर्षक नहीं है।", ""),
        ("We do something. They do something else", ""),
        ("ICLR 2026 Papers\nVancouver", ""),
        ("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen", ""),
        ("x" * 121, ""),
        ("字" * 41, ""),
        ("----", ""),
        ("***", ""),
    ],
)
def test_a_first_paragraph_is_a_heading_if_it_reads_like_one(paragraph: str, heading: str) -> None:
    assert heading_of(paragraph) == heading


@pytest.mark.parametrize(
    ("heading", "name", "venue", "year"),
    [
        ("ICLR 2026 Papers", "ICLR 2026", "ICLR", 2026),
        ("ICLR 2026 论文列表", "ICLR 2026", "ICLR", 2026),
        ("ICLR2026论文列表", "ICLR 2026", "ICLR", 2026),
        ("ICLR 2026の採択論文一覧", "ICLR 2026", "ICLR", 2026),
        ("ICLR 2026 채택 논문 목록", "ICLR 2026", "ICLR", 2026),
        ("ＩＣＬＲ　２０２６年 论文", "ICLR 2026", "ICLR", 2026),
        ("Artículos de la conferencia NeurIPS 2025", "NeurIPS 2025", "NeurIPS", 2025),
        ("Angenommene Beiträge der ICLR 2026", "ICLR 2026", "ICLR", 2026),
        ("ICLR 2026 – Liste der Beiträge", "ICLR 2026", "ICLR", 2026),
        ("Articles acceptés à ICLR 2026", "ICLR 2026", "ICLR", 2026),
        ("Статьи конференции ICLR 2026 г.", "ICLR 2026", "ICLR", 2026),
        ("Accepted papers: ICML 2024", "ICML 2024", "ICML", 2024),
        ("List of accepted papers at ICML 2024:", "ICML 2024", "ICML", 2024),
        ("ICML Accepted Papers 2024", "ICML 2024", "ICML", 2024),
        ("Papers (ICML 2024)", "ICML 2024", "ICML", 2024),
        ("NeurIPS2025", "NeurIPS 2025", "NeurIPS", 2025),
        ("ICLR'26 papers", "ICLR 2026", "ICLR", 2026),
        ("ICLR 26 papers", "ICLR 26 papers", "", None),
        (
            "Proceedings of the International Conference on Machine Learning 2024",
            "International Conference on Machine Learning 2024",
            "International Conference on Machine Learning",
            2024,
        ),
        (
            "Papers of the Conference on Robot Learning 2025",
            "Conference on Robot Learning 2025",
            "Conference on Robot Learning",
            2025,
        ),
        ("The Web Conference 2026 Papers", "The Web Conference 2026", "The Web Conference", 2026),
        (
            "Learning Representations (ICLR 2026)",
            "Learning Representations (ICLR 2026)",
            "Learning Representations (ICLR)",
            2026,
        ),
        ("2026年全国计算语言学大会论文集", "2026 全国计算语言学大会", "全国计算语言学大会", 2026),
        ("Call for Papers Workshop", "Call for Papers Workshop", "", None),
        ("Call for Papers 2026", "Call for Papers 2026", "Call for Papers", 2026),
        ("Papers on Fairness 2026", "Papers on Fairness 2026", "Papers on Fairness", 2026),
        ("Papers 2026", "Papers 2026", "", 2026),
        ("ICLR 2024-2026", "ICLR 2024-2026", "", None),
        ("Abstracts:", "Abstracts", "", None),
    ],
)
def test_a_heading_names_its_collection(heading: str, name: str, venue: str, year: int | None) -> None:
    assert collection_named(heading) == CollectionRecord(name, venue, year)


@pytest.mark.parametrize(
    ("file", "collection"),
    [
        ("iclr_2026.txt", CollectionRecord("iclr 2026", "iclr", 2026)),
        ("NeurIPS2025.md", CollectionRecord("NeurIPS2025", "NeurIPS", 2025)),
        ("000_e722cee4f7792019.txt", CollectionRecord("000 e722cee4f7792019")),
        ("papers-2024-01-03.txt", CollectionRecord("papers 2024 01 03")),
        ("bad\udcffname.txt", CollectionRecord("bad?name")),
    ],
)
def test_without_a_heading_the_collection_is_called_like_the_file(file: str, collection: CollectionRecord) -> None:
    assert collection_of_file(Path(file)) == collection


@pytest.mark.parametrize("above", ["", "\ufeff", "\n\n \u200b\n", "\r\n\x00\r\n"], ids=repr)
def test_blank_lines_and_byte_order_marks_above_the_heading_do_not_matter(read_text: ReadText, above: str) -> None:
    source = read_text(f"{above}ICLR 2026 Papers\n\n{ONE}")
    assert source.heading == "ICLR 2026 Papers"
    assert abstracts_of(source) == [ONE]


def test_a_heading_right_on_top_of_the_first_abstract_is_known_if_it_names_a_list_of_a_venue(
    read_text: ReadText,
) -> None:
    source = read_text(f"ICLR 2026 Papers\n{ONE}\n\n{TWO}")
    assert (source.heading, source.collection.name) == ("ICLR 2026 Papers", "ICLR 2026")
    assert outline(source) == ["2: We study ", "4: Diffusion"]


@pytest.mark.parametrize("first", ["In papers since 2020", "We study the papers of", "**Motivation**"])
def test_the_first_line_of_a_broken_abstract_is_no_heading(read_text: ReadText, first: str) -> None:
    source = read_text(f"{first}\nmany things were found out and forgotten.\n\n{TWO}")
    assert source.heading == ""
    assert abstracts_of(source)[0].startswith(first)


def test_a_given_collection_takes_the_place_of_the_one_in_the_heading(read_text: ReadText) -> None:
    source = read_text(f"ICLR 2026 Papers\n\n{ONE}", collection="My picks of NeurIPS 2025")
    assert source.collection == CollectionRecord("My picks of NeurIPS 2025", "My picks of NeurIPS", 2025)
    assert source.heading == "ICLR 2026 Papers"
    assert [entry.year for entry in source.entries if isinstance(entry, PaperRecord)] == [2025]


def test_a_file_without_heading_gives_its_first_paragraph_as_an_abstract(read_text: ReadText) -> None:
    source = read_text(f"{ONE}\n\n{TWO}", name="icml-2024.txt")
    assert (source.heading, source.collection) == ("", CollectionRecord("icml 2024", "icml", 2024))
    assert abstracts_of(source) == [ONE, TWO]
