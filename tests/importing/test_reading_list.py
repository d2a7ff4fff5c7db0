"""Papers that a file names, into a reading list: which papers they are, and what the report says of the others."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogue.exports import LIST_FORMATS, list_document
from catalogue.importing import ListReport, import_list
from catalogue.importing.list_matching import matches_of
from catalogue.models import ListIsFull, Paper, PaperAddress, ReadingList
from catalogue.search import index_papers
from catalogue.sources import ListEntry, read_list
from tests.cast import a_finding, a_list, a_paper, a_reader

pytestmark = pytest.mark.django_db


def imported(text: str | bytes, *there: Paper, into: ReadingList | None = None) -> tuple[ReadingList, ListReport]:
    """A list with the papers `there`, into which a text was imported."""
    chosen = into or a_list(a_reader(), *there)
    data = text if isinstance(text, bytes) else text.encode()
    return chosen, import_list(chosen, read_list(data), chosen.owner)


def rows(reading_list: ReadingList) -> list[tuple[Any, ...]]:
    return list(reading_list.items.values_list("position", "paper__key", "section", "note", "state"))


def notices(report: ListReport) -> list[tuple[str, int, str]]:
    return [(each.kind, each.line, each.text) for each in report.notices]


# --- Which paper is meant -----------------------------------------------------------------------
@pytest.fixture
def papers(db: None) -> dict[str, Paper]:
    made = {
        "attention": a_paper(
            "Attention Is All You Need!",
            key="3q8m2k7z",
            doi="10.1000/abc",
            arxiv_id="1706.03762v5",
            openreview_id="kXq3Yd2pLm",
        ),
        "godel": a_paper(r"The G{\"o}del Agent: $\lambda$-calculus at scale"),
        "bare": a_paper(abstract="We study kernels. They are fast."),
        "lora": a_paper("Low-Rank Adaptation of Large Models"),
        "memory": a_paper("Memory networks", year=2025),
        "again": a_paper("Memory Networks", year=2026),
        "first": a_paper("One optimiser"),
        "second": a_paper("Another optimiser"),
        "chinese": a_paper("大语言模型的推理"),
        "hidden": a_paper("A hidden paper", doi="10.1000/hidden", visibility="hidden"),
        "gone": a_paper("A withdrawn paper", visibility="withdrawn"),
    }
    a_finding(made["lora"], "name", "LoRA")
    a_finding(made["first"], "name", "Twin-Opt")
    a_finding(made["second"], "name", "TwinOpt")
    a_finding(made["memory"], "name", "Rejected", state="rejected")
    index_papers([paper.pk for paper in made.values()])
    PaperAddress.objects.create(key="7w9x2c4v", paper=made["attention"])
    return made


MEANT = {
    ("key", "3q8m2k7z"): "attention",
    ("key", "7w9x2c4v"): "attention",
    ("doi", "10.1000/abc"): "attention",
    ("arxiv_id", "1706.03762"): "attention",
    ("arxiv_id", "1706.03762v1"): "attention",
    ("doi", "10.48550/arxiv.1706.03762"): "attention",
    ("openreview_id", "kXq3Yd2pLm"): "attention",
    ("title", "Attention Is All You Need!"): "attention",
    ("title", "attention is all you need"): "attention",
    ("title", "“Attention” is ALL you need."): "attention",
    ("title", r"The G{\"o}del Agent: $\lambda$-calculus at scale"): "godel",
    ("title", "The Gödel agent – λ calculus at scale"): "godel",
    ("title", "the godel agent: λ-calculus at scale"): "godel",
    ("title", "We study kernels"): "bare",
    ("title", "LoRA"): "lora",
    ("title", "lora"): "lora",
    ("title", "大语言模型的推理"): "chinese",
    ("title", "Attention is all"): None,
    ("title", "Rejected"): None,
    ("title", "A hidden paper"): None,
    ("title", "A withdrawn paper"): None,
    ("title", "🙂"): None,
    ("doi", "10.1000/hidden"): None,
    ("arxiv_id", "1706.0376"): None,
    ("key", "zzzzzzzz"): None,
}


@pytest.mark.parametrize(("said", "expected"), MEANT.items())
def test_an_entry_is_found_by_what_it_says(
    papers: dict[str, Paper], said: tuple[str, str], expected: str | None
) -> None:
    [match] = matches_of([ListEntry(1, **dict([said]))], Paper.objects.listed())
    assert match.paper == (papers[expected].pk if expected else None)
    assert match.candidates == ()


def test_what_tells_papers_apart_best_decides(papers: dict[str, Paper]) -> None:
    entries = [
        ListEntry(1, key="3q8m2k7z", title="LoRA"),
        ListEntry(2, key="nowhere0", doi="10.1000/abc", title="LoRA"),
        ListEntry(3, key="nowhere0", doi="10.1000/none", title="LoRA"),
    ]
    matches = matches_of(entries, Paper.objects.listed())
    assert [match.paper for match in matches] == [papers["attention"].pk, papers["attention"].pk, papers["lora"].pk]


@pytest.mark.parametrize(
    ("title", "names"),
    [("Memory networks", ("memory", "again")), ("TwinOpt", ("first", "second")), ("twin-opt", ("first", "second"))],
)
def test_a_title_or_name_of_several_papers_decides_nothing(
    papers: dict[str, Paper], title: str, names: tuple[str, str]
) -> None:
    reading_list, report = imported(title)
    assert rows(reading_list) == []
    [notice] = report.notices
    assert (notice.kind, notice.line, notice.text) == ("ambiguous", 1, title)
    assert {key for key, _ in notice.papers} == {papers[name].key for name in names}


def test_what_is_not_found_is_told_with_papers_near_it(papers: dict[str, Paper]) -> None:
    for number in range(8):  # in a catalogue of a few papers no word is rare
        a_paper(f"Something else {number}")
    _, report = imported("Attention Is All You Need!\n\nLow-rank adaptation for models\n10.1000/none\n")
    assert report.added == 1
    assert notices(report) == [("missing", 3, "Low-rank adaptation for models"), ("missing", 4, "10.1000/none")]
    assert papers["lora"].key in {key for key, _ in report.notices[0].papers}
    assert report.notices[1].papers == ()


def test_more_entries_do_not_mean_more_queries(papers: dict[str, Paper]) -> None:
    def queries(count: int) -> int:
        entries = [
            ListEntry(n, key=f"key{n}", doi=f"10.1000/{n}", arxiv_id=f"2401.{n:05}", title=f"Title {n}")
            for n in range(count)
        ]
        with CaptureQueriesContext(
            connection,
        ) as captured:
            matches_of(entries, Paper.objects.listed())
        return len(captured)

    assert queries(2) == queries(150)


# --- What the list gets -------------------------------------------------------------------------
def test_papers_come_in_the_order_of_the_file_after_what_is_there() -> None:
    a, b, c, d = (a_paper(f"Paper {letter}") for letter in "ABCD")
    reading_list, report = imported("Paper C\nPaper B\nPaper C\n[x] Paper D", a)
    assert [(row[0], row[1], row[4]) for row in rows(reading_list)] == [
        (1, a.key, "unread"),
        (2, c.key, "unread"),
        (3, b.key, "unread"),
        (4, d.key, "read"),
    ]
    assert (report.added, report.there, report.filled, report.notices) == (3, 1, 0, [])
    assert reading_list.items.get(position=2).added_by == reading_list.owner


def test_sections_stay_together() -> None:
    a, b, c, d = (a_paper(f"Paper {letter}") for letter in "ABCD")
    reading_list, _ = imported("# S\nPaper A\n# T\nPaper B\n")
    imported("# S\nPaper C\n# T\nPaper D\n", into=reading_list)
    assert [row[:3] for row in rows(reading_list)] == [
        (1, a.key, "S"),
        (2, c.key, "S"),
        (3, b.key, "T"),
        (4, d.key, "T"),
    ]


def test_a_paper_that_is_there_gets_what_the_list_does_not_say_and_keeps_what_it_says() -> None:
    a, b = a_paper("Paper A"), a_paper("Paper B")
    text = "Title,Notes,Section,Status\nPaper A,theirs,S,read\nPaper B,theirs,T,read\nPaper B,other,T,read\n"
    reading_list = a_list(a_reader(), a, b)
    reading_list.items.filter(paper=b).update(note="mine", section="M", state="reading")

    _, report = imported(text, into=reading_list)

    assert rows(reading_list) == [(1, b.key, "M", "mine", "reading"), (2, a.key, "S", "theirs", "read")] or rows(
        reading_list
    ) == [(1, a.key, "S", "theirs", "read"), (2, b.key, "M", "mine", "reading")]
    assert (report.added, report.there, report.filled) == (0, 3, 1)
    assert [(n.kind, n.line, n.text, n.papers) for n in report.notices] == [
        ("kept", 3, "note, heading, state", ((b.key, "Paper B"),)),
        ("kept", 4, "note, heading, state", ((b.key, "Paper B"),)),
    ]


def test_what_no_row_holds_is_shortened_and_named() -> None:
    a = a_paper("Paper A")
    reading_list, report = imported(f"Title,Notes,Section\nPaper A,{'n' * 20_001},{'s' * 201}\n")
    assert rows(reading_list) == [(1, a.key, "s" * 200, "n" * 20_000, "unread")]
    assert notices(report) == [
        ("shortened", 2, "section, to 200 characters"),
        ("shortened", 2, "note, to 20,000 characters"),
    ]


def test_a_full_list_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = a_paper("Paper A"), a_paper("Paper B")
    monkeypatch.setattr("catalogue.models.reading_list.ITEMS_AT_MOST", 1)
    reading_list = a_list(a_reader(), a)
    with pytest.raises(ListIsFull):
        imported("Title,Notes\nPaper A,hm\nPaper B,\n", into=reading_list)
    assert rows(reading_list) == [(1, a.key, "", "", "unread")]
    assert b.items.count() == 0


def test_a_long_file_is_looked_for_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = [a_paper(f"Paper number {number}") for number in range(30)]
    monkeypatch.setattr("catalogue.importing.list_matching.BATCH", 7)
    reading_list, report = imported("".join(f"{paper.heading}\n" for paper in papers))
    assert [row[1] for row in rows(reading_list)] == [paper.key for paper in papers]
    assert (report.added, report.notices) == (30, [])


def test_so_many_titles_are_looked_for_in_any_spelling(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [a_paper(f"Paper about number {number}") for number in range(5)]
    monkeypatch.setattr("catalogue.importing.list_matching.LOOKED_UP", 2)
    monkeypatch.setattr("catalogue.importing.list_matching.BATCH", 2)
    lines = [f"Paper, about number {number}" for number in range(4)]
    reading_list, report = imported("\n".join([*lines, "paper ABOUT number 4"]))
    assert [row[1] for row in rows(reading_list)] == [made[0].key, made[1].key, made[4].key]
    assert [each[:2] for each in notices(report)] == [("problem", 0), ("missing", 3), ("missing", 4)]


# --- Round trips --------------------------------------------------------------------------------
NOTES = [
    "",
    "plain",
    "# heading\n\n1. item\n---\n```\ncode",
    " leading\n\n\ntrailing \n",
    "=1+1",
    "'quoted'",
    "<!-- $x^2$\n> 字 🙂",
]


def a_full_list() -> ReadingList:
    """A list with sections, states, notes, a hidden paper, and papers of all sorts."""
    made = [
        a_paper("=cmd|' /C calc'!A0", authors=("Ada Lovelace", "=1"), collection="ICLR 2026", year=2026),
        a_paper(abstract="We study *kernels*, [and] $x^2$. They are fast."),
        a_paper("A [link](x) to_be_shown & <b>so</b>", doi="10.1000/182(a)", arxiv_id="2401.10000"),
        a_paper("Twin"),
        a_paper("Twin", openreview_id="kXq3Yd2pLm"),
        a_paper("Hidden", visibility="hidden"),
        a_paper("2024"),
    ]
    reading_list = a_list(a_reader(), *made, title="＝Reading *group*", description="What\n\n# we read\n")
    places = zip(reading_list.items.all(), ["", "", "Week 1", "Week 1", "3 May", "#", "#"], NOTES, strict=True)
    for number, (item, section, note) in enumerate(places):
        item.section, item.note, item.state = section, note, ("unread", "reading", "read")[number % 3]
        item.save()
    return reading_list


@pytest.mark.parametrize("name", LIST_FORMATS)
def test_a_list_comes_back_as_it_was(name: str) -> None:
    reading_list = a_full_list()
    data = LIST_FORMATS[name].write(list_document(reading_list, "https://carrel.example")).encode()
    hidden = Paper.objects.get(visibility="hidden")
    assert "Hidden" not in data.decode()
    before = rows(reading_list)

    # Nothing changes where all is there; the hidden paper is found in its own list.
    _, report = imported(data, into=reading_list)
    assert (report.added, report.there, report.filled, report.notices) == (0, 7, 0, [])
    assert rows(reading_list) == before

    # Emptied for good, or on another installation: what is not shown is named by its key.
    record = read_list(data)
    assert (record.title, record.description) == (reading_list.title, reading_list.description)
    other, report = imported(data)
    assert [row[1:] for row in rows(other)] == [row[1:] for row in before if row[1] != hidden.key]
    assert [(each.kind, each.text) for each in report.notices] == [("missing", "A paper that is no longer shown")]

    hidden.visibility = "listed"
    hidden.save()
    other, report = imported(data)
    assert rows(other) == before
    assert rows(imported(data, into=other)[0]) == before


@pytest.mark.parametrize("name", LIST_FORMATS)
def test_the_papers_of_a_list_are_found_without_their_keys(name: str) -> None:
    a, b = a_paper("A [study] of *x*", doi="10.1000/182"), a_paper(r"Of $p<0.05$ and G\"odel")
    reading_list = a_list(a_reader(), a, b)
    data = LIST_FORMATS[name].write(list_document(reading_list, "https://carrel.example"))
    for paper, key in ((a, "9z9z9z9z"), (b, "8z8z8z8z")):
        Paper.objects.filter(pk=paper.pk).update(key=key)
    other, report = imported(data)
    assert [row[1] for row in rows(other)] == ["9z9z9z9z", "8z8z8z8z"]
    assert report.notices == []


def test_a_document_takes_as_many_queries_for_any_list() -> None:
    owner = a_reader()
    for papers in (1, 20):
        made = [a_paper(authors=("A", "B"), collection="C") for _ in range(papers)]
        reading_list = a_list(owner, *made)
        with CaptureQueriesContext(connection) as captured:
            document = list_document(reading_list, "")
        assert len(captured) == 3
    assert (document.items[3].authors, document.items[3].collection) == (("A", "B"), "C")


def test_everybody_sees_what_is_hidden_but_who_may_not() -> None:
    reading_list = a_list(a_reader(), a_paper("Secret title", key="3q8m2k7z"))
    Paper.objects.update(visibility="withdrawn")
    [item] = list_document(reading_list, "https://a.b").items
    assert (item.key, item.heading, item.title, item.url) == (
        "3q8m2k7z",
        "A paper that is no longer shown",
        "",
        "https://a.b/papers/3q8m2k7z/",
    )
    [item] = list_document(reading_list, "", sees_all=True).items
    assert item.heading == "Secret title"


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.builds(ListEntry, line=st.just(1), title=st.text(max_size=30), note=st.just(""), doi=st.text(max_size=5)),
        max_size=5,
    )
)
def test_no_title_is_too_odd_to_be_looked_for(papers: dict[str, Paper], entries: list[ListEntry]) -> None:
    for entry in entries:
        entry.title = entry.title.replace("\0", "")
        entry.doi = entry.doi.replace("\0", "")
    assert len(matches_of(entries, Paper.objects.listed())) == len(entries)
