"""What a record does to the paper it is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogue.models import Authorship, Paper, PaperText, Person, Source, Tag, Tagging, TagLabel, text_hash
from catalogue.sources import LinkRecord
from tests.importing.conftest import LoadRecords, abstract, record

FULL = {
    "title": "Merge kernels",
    "authors": ("Zoe Łojasiewicz", "Ada Bell", "Mo A & B"),
    "doi": "10.1/x",
    "url": "https://example.org/p",
    "pdf_url": "https://example.org/p.pdf",
    "keywords": ("Q&A", "kernels"),
    "links": (LinkRecord("code", "https://example.org/code"),),
}


def test_everything_a_record_says_is_stored_with_its_place(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), **FULL))

    paper = Paper.objects.get()
    assert (paper.title, paper.heading, paper.doi) == ("Merge kernels", "Merge kernels", "10.1/x")
    assert [a.name for a in paper.authorships.all()] == ["Zoe Łojasiewicz", "Ada Bell", "Mo A & B"]
    assert {person.slug for person in Person.objects.all()} == {"zoe-łojasiewicz", "ada-bell", "mo-a-b"}
    assert {(t.tag.label, t.origin) for t in paper.taggings.all()} == {("Q&A", "import"), ("kernels", "import")}
    assert paper.links.get().url == "https://example.org/code"
    source = Source.objects.get()
    assert paper.field_origins["title"] == {"source": source.pk, "line": 3}
    assert "lojasiewicz" in paper.search_document.authors


def test_a_key_is_the_start_of_the_text_hash_and_one_longer_on_a_collision(
    load_records: LoadRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "catalogue.importing.matching.identifying_hash", lambda title, text: f"abcdefgh{text_hash(text)}"[:26]
    )

    load_records(record(abstract(1)), record(abstract(2)))
    load_records(record(abstract(3)), name="b.txt")

    keys = set(Paper.objects.values_list("key", flat=True))
    assert {len(key) for key in keys} >= {8, 9}
    assert all(key.startswith("abcdefgh") for key in keys)
    assert len(keys) == 3


def test_white_space_case_and_width_do_not_make_another_paper(load_records: LoadRecords) -> None:
    load_records(record("Ａ siècle of\nkernels  is studied here at length."))

    report = load_records(record("A SIE\u0300CLE of kernels is studied here at length."), name="b.txt")

    assert report.last_line == "created 0, updated 0, unchanged 1, problems 0"


def test_a_changed_record_of_a_known_text_updates_the_paper(load_records: LoadRecords) -> None:
    load_records(record(abstract(1)))
    report = load_records(record(f"{abstract(1)}\n"), record(abstract(2)))

    assert report.last_line == "created 1, updated 1, unchanged 0, problems 0"


def test_a_locked_field_is_kept_and_the_report_says_what_the_file_says(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), title="Merge kernals", year=2025))
    Paper.objects.update(title="Merge kernels", locked_fields=["title"])

    unchanged = load_records(record(abstract(1), title="Merge kernals", year=2025))
    changed = load_records(record(abstract(1), title="Merge kernels revisited", year=2026))

    assert unchanged.last_line == "created 0, updated 0, unchanged 1, problems 0"
    assert changed.last_line == "created 0, updated 1, unchanged 0, problems 0"
    paper = Paper.objects.get()
    assert (paper.title, paper.year) == ("Merge kernels", 2026)
    kept, differs = changed.notices
    assert (kept.kind, kept.field, kept.value) == ("kept", "title", {"title": "Merge kernels revisited"})
    assert "“Merge kernels revisited”" in kept.message
    assert (differs.kind, differs.field, differs.message) == ("changed", "year", "“2025” → “2026”")


def test_a_rejected_tag_stays_rejected_when_the_file_is_loaded_again(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), keywords=("kernels", "sorting")))
    Tagging.objects.filter(tag__label="sorting").update(state="rejected")

    load_records(record(abstract(1), keywords=("kernels", "sorting")))
    load_records(record(abstract(1), keywords=("kernels", "sorting", "graphs")))

    states = dict(Tagging.objects.values_list("tag__label", "state"))
    assert states == {"kernels": "accepted", "sorting": "rejected", "graphs": "accepted"}


def test_two_sources_that_disagree_do_not_flip_flop(load_records: LoadRecords) -> None:
    one = (record(abstract(1), title="Merging kernels"),)
    other = (record(abstract(1), title="Merging of kernels", year=2026),)

    load_records(*one, name="a.txt")
    load_records(*other, name="b.txt")
    first = load_records(*one, name="a.txt")
    second = load_records(*other, name="b.txt")

    paper = Paper.objects.get()
    assert (paper.title, paper.year) == ("Merging kernels", 2026)
    assert first.last_line == second.last_line == "created 0, updated 0, unchanged 1, problems 0"


def test_an_identifier_matches_a_paper_whose_text_changed(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), doi="10.1/x"))
    key = Paper.objects.get().key

    report = load_records(record(abstract(2), doi="10.1/x"))

    assert report.last_line == "created 0, updated 1, unchanged 0, problems 0"
    paper = Paper.objects.get()
    assert (paper.key, paper.abstract_source) == (key, abstract(2))
    assert PaperText.objects.count() == 2
    assert load_records(record(abstract(1)), name="b.txt").last_line.startswith("created 0")


def test_authors_change_as_a_whole_and_keep_their_order(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), authors=("Z", "A", "M")))
    load_records(record(abstract(1), authors=("M", "Z", "New One")))

    assert list(Authorship.objects.values_list("position", "name")) == [(1, "M"), (2, "Z"), (3, "New One")]


def test_keywords_in_other_spellings_are_one_tag_with_the_first_spelling(load_records: LoadRecords) -> None:
    load_records(record(abstract(1), keywords=("LLM",)), record(abstract(2), keywords=("llm", "Llm", "ＬＬＭ")))

    assert [tag.label for tag in Tag.objects.all()] == ["LLM"]
    assert TagLabel.objects.count() == 1
    assert Tagging.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"doi": "1" * 301}, "doi"),
        ({"url": "javascript:alert(1)"}, "url"),
        ({"links": (LinkRecord("code", "ftp://x"),)}, "links"),
        ({"authors": ("x" * 301,)}, "authors"),
        ({"keywords": (" ",)}, "keywords"),
        ({"year": 20260}, "year"),
    ],
)
def test_a_record_no_row_can_hold_is_a_problem_with_the_field(
    load_records: LoadRecords, fields: dict[str, object], field: str
) -> None:
    report = load_records(record(abstract(1), **fields), record(abstract(2)))

    assert report.last_line == "created 1, updated 0, unchanged 0, problems 1"
    assert (report.notices[0].field, report.notices[0].line) == (field, 3)


def test_loading_more_papers_takes_no_more_queries(load_records: LoadRecords) -> None:
    load_records(record(abstract(1000)))
    counts = []
    for start, number in ((0, 5), (100, 40)):
        records = [record(abstract(n), authors=(f"Author {n}",)) for n in range(start, start + number)]
        with CaptureQueriesContext(connection) as queries:
            load_records(*records, name=f"{start}.txt")
        counts.append(len(queries))

    assert counts[0] == counts[1]
