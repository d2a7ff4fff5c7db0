"""Reading lists as files: nothing is lost on the way out and back in, and others can read the files."""

import csv
import io
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from catalogue.exports import LIST_FORMATS, ListDocument, ListedPaper
from catalogue.exports.reading_lists import COLUMNS, guarded, write_csv, write_json, write_markdown
from catalogue.sources import ListEntry, clean_text, read_list

NASTY = st.sampled_from(
    "# |## |###### x|- |* |+ |1. |12) |  |    |\t|> |>|```|~~~|---|===|***|<!--|-->|<b>|</div>|[ ]|[x] |[a](b)|](|\\|\\\\|*|_|`|~|$|"
    "$x^2$|\\(|:|::|doi:10.1/x|https://doi.org/10.1000/182|/papers/3q8m2k7z/|sep=;|,|;|\"|\"\"|'|''|=1+1|+1|-1|@x|＝1|﹣1|"
    "=cmd|' /C calc'!A0|1e5|2026-05-03|3 May|&amp;|&#13;|{|}|é|e\u0301|字|🙂|\u200b|\u00a0|\u202e|\u2066|\ud55c|#|word|a b".split(
        "|"
    )
)
TEXT = st.one_of(NASTY, st.text(max_size=8).map(clean_text))
LINES = st.lists(st.one_of(TEXT, st.sampled_from(["\n", "\n\n", "\n ", " \n"])), max_size=12).map("".join)
LINE = st.lists(TEXT, max_size=5).map(lambda parts: "".join(parts).replace("\n", " ").strip())
KEYS = st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=8, max_size=12)
PAPERS = st.builds(
    lambda key, **fields: ListedPaper(key=key, url=f"https://carrel.example/papers/{key}/a-%E5%AD%97/", **fields),
    key=KEYS,
    heading=LINE.filter(bool),
    title=LINE,
    authors=st.lists(LINE, max_size=3).map(tuple),
    collection=LINE,
    year=st.none() | st.integers(1000, 2999),
    doi=st.just("") | st.from_regex(r"10\.\d{4,9}/[!-~]{1,9}", fullmatch=True).map(str.lower),
    arxiv_id=st.just("") | st.from_regex(r"\d{4}\.\d{4,5}(v\d)?", fullmatch=True).filter(str.isascii),
    openreview_id=st.just("") | st.from_regex(r"[A-Za-z0-9_-]{5,12}", fullmatch=True),
    section=st.sampled_from(["", "Week 1"]) | LINE,
    note=LINES,
    state=st.sampled_from(["unread", "reading", "read"]),
)
DOCUMENTS = st.builds(ListDocument, title=LINE, description=LINES, items=st.lists(PAPERS, max_size=5).map(tuple))


def entry_of(paper: ListedPaper, title: str) -> ListEntry:
    """What a reader should find of a paper; the line is not compared."""
    said = {name: getattr(paper, name) for name in "key doi arxiv_id openreview_id section note state".split()}
    return ListEntry(0, title=title, **said)


@pytest.mark.parametrize("name", LIST_FORMATS)
@settings(deadline=None)
@given(document=DOCUMENTS)
def test_nothing_is_lost_on_the_way_out_and_back(name: str, document: ListDocument) -> None:
    record = read_list(LIST_FORMATS[name].write(document).encode())
    for entry in record.entries:
        entry.line = 0
    # Markdown shows a paper by its heading; a title of its own stands in the other files.
    titles = [paper.heading if name == "md" else paper.title or paper.heading for paper in document.items]
    assert record.entries == [entry_of(*pair) for pair in zip(document.items, titles, strict=True)]
    assert (record.title, record.description) == (document.title, document.description)
    assert document.items == () or record.problems == []


@settings(deadline=None)
@given(DOCUMENTS)
def test_a_reader_of_csv_finds_every_cell_behind_at_most_one_apostrophe(document: ListDocument) -> None:
    text = write_csv(document)
    assert text.startswith("\ufeffposition,")
    rows = list(csv.DictReader(io.StringIO(text[1:], newline="")))
    assert all(list(row) == COLUMNS for row in rows)
    for position, (paper, row) in enumerate(zip(document.items, rows, strict=False), start=1):
        assert row["position"] == str(position)
        assert row["year"] == ("" if paper.year is None else str(paper.year))
        for name in ("heading", "title", "note", "section", "doi", "key"):
            assert row[name].removeprefix("'") == getattr(paper, name)
            # What a spreadsheet would calculate, from its first sign on.
            assert not re.match(r"\s*[=+@＝＋－＠﹣-]", row[name])


CELLS = {
    "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
    "+1": "'+1",
    "-1": "'-1",
    "@x": "'@x",
    "\tx": "'\tx",
    "\rx": "'\rx",
    "\n=1": "'\n=1",
    " =1": "' =1",
    "＝1": "'＝1",
    "＋1": "'＋1",
    "－1": "'－1",
    "＠x": "'＠x",
    "'a": "''a",
    "'=1": "''=1",
    "2401.10000": "'2401.10000",
    "01234567": "'01234567",
    "12e45678": "'12e45678",
    "1,000": "'1,000",
    "2026-05-03": "'2026-05-03",
    "3/4": "'3/4",
    "10:30": "'10:30",
    "3 May": "'3 May",
    "May 2026": "'May 2026",
    "": "",
    "a=1": "a=1",
    "10.1145/3292500.3330701": "10.1145/3292500.3330701",
    "May": "May",
    "Mayflower, 3": "Mayflower, 3",
    "3D": "3D",
    "a'": "a'",
}


@pytest.mark.parametrize(("cell", "expected"), CELLS.items())
def test_cells_that_a_spreadsheet_would_change_are_guarded(cell: str, expected: str) -> None:
    assert guarded(cell) == expected


LIST = ListDocument(
    "Reading *group*",
    "What we read.\n\n# Not a heading of the list\n1. nor an item",
    (
        ListedPaper(
            key="3q8m2k7z",
            heading="LoRA: a [study] of p<0.05",
            title="LoRA: a [study] of $p<0.05$",
            authors=("Ada Lovelace", "李明"),
            collection="ICLR 2026",
            year=2026,
            doi="10.1000/182(a)",
            arxiv_id="2106.09685",
            url="https://carrel.example/papers/3q8m2k7z/lora/",
            section="First",
            note="Read **this**:\n\n```\n- [ ] code\n```\n<!-- open",
            state="read",
        ),
        ListedPaper(
            key="7d3wxk2m", heading="B", url="https://carrel.example/papers/7d3wxk2m/b/", section="First", year=2025
        ),
        ListedPaper(key="9a8b7c6d", heading="C", url="https://carrel.example/papers/9a8b7c6d/c/", state="reading"),
    ),
)
MARKDOWN = """\
# Reading \\*group\\*

> What we read.
>
> # Not a heading of the list
> 1. nor an item

## First

1. [x] [LoRA: a \\[study\\] of p\\<0.05](https://carrel.example/papers/3q8m2k7z/lora/) — Ada Lovelace, 李明. ICLR 2026. \
[doi:10.1000/182(a)](https://doi.org/10.1000/182%28a%29). [arXiv:2106.09685](https://arxiv.org/abs/2106.09685)

   Read **this**:

   ```
   - [ ] code
   ```
   <!-- open

2. [ ] [B](https://carrel.example/papers/7d3wxk2m/b/) — 2025

---

3. [/] [C](https://carrel.example/papers/9a8b7c6d/c/)
"""


def test_markdown_is_what_a_person_would_write() -> None:
    assert write_markdown(LIST) == MARKDOWN


def test_a_reader_of_markdown_shows_the_list_as_it_is() -> None:
    tokens = MarkdownIt().parse(write_markdown(LIST))
    outermost = [(token.type, token.tag) for token in tokens if token.level == 0 and token.nesting >= 0]
    assert outermost == [
        ("heading_open", "h1"),
        ("blockquote_open", "blockquote"),
        ("heading_open", "h2"),
        ("ordered_list_open", "ol"),
        ("hr", "hr"),
        ("ordered_list_open", "ol"),
    ]
    links = [
        ("".join(child.content for child in token.children[at + 1 :][:1]), link.attrs["href"])
        for token in tokens
        for at, link in enumerate(token.children or [])
        if link.type == "link_open"
    ]
    assert [text for text, _ in links] == [
        "LoRA: a [study] of p<0.05",
        "doi:10.1000/182(a)",
        "arXiv:2106.09685",
        "B",
        "C",
    ]
    assert [token.content for token in tokens if token.type == "fence"] == ["- [ ] code\n"]


@settings(deadline=None)
@given(DOCUMENTS)
def test_whatever_stands_in_a_list_its_markdown_has_an_item_for_each_paper(document: ListDocument) -> None:
    tokens = MarkdownIt().parse(write_markdown(document))
    assert sum(token.type == "list_item_open" and token.level == 1 for token in tokens) == len(document.items)
    headings = [token.tag for token in tokens if token.type == "heading_open" and token.level == 0]
    assert headings.count("h1") == bool(document.title)


def test_json_names_its_format_and_version() -> None:
    whole = json.loads(write_json(LIST))
    assert (whole["format"], whole["version"], whole["title"]) == ("carrel-reading-list", 1, "Reading *group*")
    first = whole["items"][0]
    assert (first["position"], first["key"], first["authors"]) == (1, "3q8m2k7z", ["Ada Lovelace", "李明"])


def test_an_empty_list_keeps_its_title_and_description() -> None:
    for each in LIST_FORMATS.values():
        record = read_list(each.write(ListDocument("T", "d\ne", ())).encode())
        assert (record.title, record.description, record.entries) == ("T", "d\ne", [])


def test_a_table_that_a_spreadsheet_sorted_keeps_title_and_sections() -> None:
    table = list(csv.reader(io.StringIO(write_csv(LIST)[1:], newline="")))
    file = io.StringIO()
    csv.writer(file, delimiter=";").writerows([table[0], *reversed(table[1:])])
    record = read_list(file.getvalue().encode("utf-16"))
    assert record.title == "Reading *group*"
    assert [(entry.key, entry.section) for entry in record.entries] == [
        ("9a8b7c6d", ""),
        ("7d3wxk2m", "First"),
        ("3q8m2k7z", "First"),
    ]
