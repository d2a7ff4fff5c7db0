"""Plain text: paragraphs, continuations, problems, and memory that does not grow with the file."""

import random
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from catalogue.sources import CollectionRecord, PaperRecord, Problem, SourceError, clean_text, read
from catalogue.sources.plain_text import begins_inside
from tests.sources.reading import ONE, THREE, TWO, ReadText, abstracts_of, outline

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "sources"


# --- Paragraphs ---------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("*.txt")))
def test_each_file_of_the_catalogue_gives_its_collection_and_19_papers(name: str) -> None:
    source = read(FIXTURES / name)
    assert source.collection == CollectionRecord("ICLR 2026", "ICLR", 2026)
    texts = (FIXTURES / name).read_text(encoding="utf-8").split("\n\n")[1:]
    assert abstracts_of(source) == [text.strip() for text in texts]
    assert len(texts) == 19


@pytest.mark.parametrize(
    "between",
    [
        "\n\n",
        "\r\n\r\n",
        "\r\r",
        "\n\r",
        "\r\n\n",
        "\n \t \n",
        "\n\xa0\u3000\n\u200b\n",
        "\n\ufeff\n",
        "\n\x00\x03\n",
        "\n\u2028\x0c\x0b\x85\n",
        "\n" * 10_000,
    ],
    ids=repr,
)
def test_paragraphs_are_parted_by_any_kind_of_blank_line(read_text: ReadText, between: str) -> None:
    assert abstracts_of(read_text(between.join(["ICLR 2026 Papers", ONE, TWO]))) == [ONE, TWO]


def test_line_breaks_inside_a_paragraph_are_kept_and_white_space_before_them_is_not(read_text: ReadText) -> None:
    source = read_text(f"ICLR 2026 Papers\r\n\r\n  {ONE} \t\r\n  indented\xa0\r\nlast line.\u3000")
    assert abstracts_of(source) == [f"{ONE}\n  indented\nlast line."]


def test_a_record_says_where_it_stood_and_how_much_of_the_file_was_read(read_text: ReadText) -> None:
    source = read_text(f"\ufeff\n\nICLR 2026 Papers\n\n\n{ONE}\nIt goes on.\n\nShort.\n\n{TWO}")
    first, refused, last = source.entries
    assert first == PaperRecord(1, 6, abstract=f"{ONE}\nIt goes on.", year=2026)
    assert (refused.position, refused.line) == (2, 9)
    assert last == PaperRecord(3, 11, abstract=TWO, year=2026)
    assert first.offset <= refused.offset <= last.offset == source.size


def test_offsets_grow_with_the_file_and_end_at_its_size(read_text: ReadText) -> None:
    source = read_text("\n\n".join([ONE] * 5000))
    offsets = [entry.offset for entry in source.entries]
    assert offsets == sorted(offsets)
    assert len(set(offsets)) > 4
    assert offsets[-1] == source.size


@pytest.mark.parametrize("seed", range(5))
def test_any_order_and_any_line_ends_give_the_same_abstracts(read_text: ReadText, seed: int) -> None:
    chance = random.Random(seed)
    texts = [f"Abstract number {n} says “{'ж漢😀 word ' * chance.randrange(1, 9)}” once." for n in range(50)]
    broken = [re.sub(" ", lambda _: chance.choice([" ", " ", " ", "\n"]), text) for text in texts]
    broken = [re.sub(r"\n(?=\W)", " ", text) for text in broken]
    chance.shuffle(broken)
    joined = "".join(text + chance.choice(["\n\n", "\n \n\n"]) for text in ["NeurIPS 2025", *broken])
    joined = re.sub("\n", lambda _: chance.choice(["\n", "\r\n"]), joined)
    assert sorted(" ".join(text.split()) for text in abstracts_of(read_text(joined))) == sorted(
        " ".join(text.split()) for text in texts
    )


def test_the_size_of_the_pieces_in_which_a_file_is_read_does_not_show(
    read_text: ReadText, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"ICLR 2026 论文列表\r\n\r\n{ONE} ж漢😀\r\nIt goes on.\r\n\r\n{TWO}\r\r{THREE}"
    whole = abstracts_of(read_text(text))
    for size in (1, 2, 3, 5, 7):
        monkeypatch.setattr("catalogue.sources.decoding.PIECE_BYTES", size)
        monkeypatch.setattr("catalogue.sources.decoding.CHUNK_BYTES", size)
        assert abstracts_of(read_text(text, format="text")) == whole == [f"{ONE} ж漢😀\nIt goes on.", TWO, THREE]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("tab\tand\nline stay", "tab\tand\nline stay"),
        ("a\x00b\x03c\x1bd\x7fe\x80f\x9f", "abcdef"),
        ("a\x0bb\x0cc\x85d\u2028e\u2029f", "a b c d e f"),
        ("a\ufeffb\ufffec\uffffd\U0001fffee\U0010fffff", "abcdef"),
        ("a\ufdd0b\ufdefc\ud800d\udfffe", "abcde"),
        ("a\r\nb\rc\x00", "a\nb\nc"),
        ("ffi ½ 漢 😀 \U000e0001 \ue000 \ufffd a\u0301 \u200b", "ffi ½ 漢 😀 \U000e0001 \ue000 \ufffd a\u0301 \u200b"),
    ],
)
def test_what_no_page_can_hold_is_stripped_and_all_else_is_kept(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned


def test_control_characters_do_not_reach_an_abstract(read_text: ReadText) -> None:
    source = read_text("ICLR 2026 Papers\n\nWe study\x00 the\x03 control\x0bcharacters\ufffe of\uffff feeds\U0003ffff.")
    assert abstracts_of(source) == ["We study the control characters of feeds."]


# --- Continuations ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("- first item of a list", True),
        ("* first item", True),
        ("• first item", True),
        ("•first item", True),
        ("– first item", True),
        ("1. first item", True),
        ("2) second item", True),
        ("(3) third item", True),
        ("(a) first item", True),
        ("(iv) fourth item", True),
        ("（一）第一", False),
        ("（1）第一", True),
        ("1、第一", True),
        ("① 第一", True),
        (r"\item first", True),
        ("where x is the input", True),
        ("fine-tuned models do better", True),
        ("и это продолжение", True),
        ("https://example.org/code", True),
        ("$$ x = y $$", True),
        (r"\[ x = y \]", True),
        (r"\begin{equation} x = y", True),
        ("Ordinary text", False),
        ("*Emphasis* begins this text", False),
        ("**Bold** begins this text", False),
        ("$k$-means is old", False),
        ("k-means is old", False),
        ("t-SNE plots mislead", False),
        ("mRNA vaccines", False),
        ("iPhone users", False),
        ("word2vec is old", False),
        ("3D objects are hard", False),
        ("1.5B parameters suffice", False),
        ("(AI) is everywhere", False),
        ("[1] shows that", False),
        ("{braces} begin this", False),
        (r"\textbf{Bold} begins this", False),
        (r"\begin{center} Warning", False),
        ("深度学习", False),
        ("ქართული ტექსტი", False),
        ("----", False),
        ("- - -", False),
        ("* * *", False),
    ],
)
def test_a_continuation_is_known_by_how_it_begins(text: str, inside: bool) -> None:
    assert begins_inside(text) is inside


@pytest.mark.parametrize(
    "text",
    [
        f"{ONE}\n\n- first\n\n- second\n\n1. third",
        f"{ONE}\n\nwhere the budget is small.",
        f"{ONE}\n\n$$ x = y $$\n\nwhere x is small.",
        f"{ONE} It holds that:\n\nEvery budget is small.",
        f"{ONE} First,\n\nEvery budget is small.",
        f"{ONE} 如下：\n\n第一个结果",
    ],
)
def test_a_blank_line_inside_an_abstract_is_kept(read_text: ReadText, text: str) -> None:
    assert abstracts_of(read_text(f"ICLR 2026 Papers\n\n{text}\n\n{TWO}")) == [text, TWO]


def test_the_heading_is_never_continued(read_text: ReadText) -> None:
    source = read_text(f"Accepted papers at ICLR 2026:\n\nwhere we begin in small letters, all is lost.\n\n{TWO}")
    assert source.heading == "Accepted papers at ICLR 2026:"
    assert abstracts_of(source) == ["where we begin in small letters, all is lost.", TWO]


def test_nothing_is_attached_to_a_refused_paragraph(read_text: ReadText) -> None:
    text = f"ICLR 2026 Papers\n\nAbstract:\n\n{ONE}\n\n----\n\n- an item with quite some words\n\n{TWO}"
    assert outline(read_text(text)) == [
        "3? is too short for an abstract (under 20 characters): “Abstract:”",
        "5: We study ",
        "7? holds neither letters nor digits: “----”",
        "9? begins like the continuation of the entry before it, which was refused: “- an item with quite some words”",
        "11: Diffusion",
    ]


def test_the_continuations_of_a_text_that_is_too_long_are_counted_into_it(read_text: ReadText) -> None:
    text = f"ICLR 2026 Papers\n\n{'Word ' * 300_000}end\n\n- and an item\n\n{ONE}"
    assert outline(read_text(text)) == [
        "3? is 1,500,018 characters long; an abstract has at most 1,000,000",
        "7: We study ",
    ]


def test_many_short_continuations_become_one_problem_when_they_are_too_long(read_text: ReadText) -> None:
    assert outline(read_text(f"{ONE}\n\n" + "- item of a list\n\n" * 60_000)) == [
        "1? is 1,080,072 characters long; an abstract has at most 1,000,000"
    ]


@pytest.mark.parametrize(
    "marks", [("1. ", "2. ", "3. "), ("(1) ", "(2) ", "(4) "), ("- ", "- ", "- "), ("1、", "2、", "3、")]
)
def test_markers_that_number_the_abstracts_open_entries_and_are_taken_off(
    read_text: ReadText, marks: tuple[str, str, str]
) -> None:
    texts = [f"{mark}{text}" for mark, text in zip(marks, [ONE, TWO, THREE], strict=True)]
    assert abstracts_of(read_text("ICLR 2026 Papers\n\n" + "\n\n".join(texts))) == [ONE, TWO, THREE]


def test_a_list_inside_a_numbered_abstract_stays_there(read_text: ReadText) -> None:
    listed = f"2. {TWO} Our results:\n\n1. first\n\n2. second\n\n(a) third"
    assert abstracts_of(read_text(f"1. {ONE}\n\n{listed}\n\n3. {THREE}")) == [ONE, listed[3:], THREE]


# --- Problems -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("paragraph", "message"),
    [
        ("Too short.", "is too short for an abstract (under 20 characters): “Too short.”"),
        ("Donaudampfschifffahrtsgesellschaft", "is a single word: “Donaudampfschifffahrtsgesellschaft”"),
        ("x" * 2_000_000, "is 2,000,000 characters long; an abstract has at most 1,000,000"),
        ("----", "holds neither letters nor digits: “----”"),
        ("* * *", "holds neither letters nor digits: “* * *”"),
        ("=" * 100, f"holds neither letters nor digits: “{'=' * 59}…”"),
        ("短い要旨", "is too short for an abstract (under 20 characters): “短い要旨”"),
    ],
    ids=lambda value: value[:20],
)
def test_what_cannot_be_an_abstract_is_a_problem_and_stops_nothing(
    read_text: ReadText, paragraph: str, message: str
) -> None:
    entries = list(read_text(f"ICLR 2026 Papers\n\n{ONE}\n\n{paragraph}\n\n{TWO}").entries)
    assert [type(entry) for entry in entries] == [PaperRecord, Problem, PaperRecord]
    assert isinstance(entries[1], Problem)
    assert (entries[1].position, entries[1].line, entries[1].message) == (2, 5, message)


@pytest.mark.parametrize(
    "text", ["本文提出了一种基于因果图的推理框架，能够提高模型的可靠性。", "งานวิจัยนี้นำเสนอวิธีการใหม่สำหรับการแปลภาษา"]
)
def test_a_text_without_spaces_is_more_than_a_word_where_none_are_written(read_text: ReadText, text: str) -> None:
    assert abstracts_of(read_text(f"ICLR 2026\n\n{text}")) == [text]


def test_a_heading_without_abstracts_is_a_problem_at_its_line(read_text: ReadText) -> None:
    source = read_text("\n\nICLR 2026 Papers\n")
    assert source.collection.name == "ICLR 2026"
    assert list(source.entries) == [Problem(0, 3, "there are no abstracts below the heading", offset=source.size)]


@pytest.mark.parametrize(
    "text", [" ", "\r" * 5000, "\u3000\n\u200b\xa0\n\ufeff\n\x00 text".removesuffix(" text"), "\ufeff"], ids=repr
)
def test_a_file_of_blank_lines_is_empty(read_text: ReadText, text: str) -> None:
    with pytest.raises(SourceError, match="is empty"):
        read_text(text)


# --- Size ---------------------------------------------------------------------------------------
def blocks(kind: str) -> Iterator[bytes]:
    """About 60 MB in one line, or 6 MB in short ones."""
    yield b"ICLR 2026 Papers\n\n"
    if kind == "one line":
        yield from [b"word " * 200_000] * 60
    else:
        end = b"\n\n" if kind == "paragraphs" else b"\n"
        yield from [(ONE.encode() * 4 + end) * 4_000] * 5


@pytest.mark.parametrize(("kind", "entries"), [("one line", 1), ("paragraphs", 20_000), ("lines", 1)])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, kind: str, entries: int) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.writelines(blocks(kind))
    tracemalloc.start()
    try:
        count = sum(1 for _ in read(path).entries)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == entries
    assert peak < 6_000_000
