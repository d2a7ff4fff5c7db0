"""The curators' desk: what editing there does, and that its lists stay fast."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from catalogue.importing import load
from catalogue.models import Collection, ImportRun, Paper, Person, Source, Tag, Tagging, User
from tests.admin.desk import change_url, list_url, management, paper_form, save, tagging_rows
from tests.cast import a_collection, a_paper, a_tag, appear
from tests.importing.conftest import abstract, record


def test_editing_a_field_locks_it_and_a_later_load_keeps_it(desk: Client, load_records: Callable[..., Any]) -> None:
    load_records(record(abstract(1), title="Merge kernals", year=2025, keywords=("kernels", "sorting"), authors=("A",)))
    paper = Paper.objects.get()
    sorting = Tagging.objects.get(tag__label="sorting")

    save(desk, paper, title="Merge kernels", **tagging_rows(paper, delete=sorting))

    assert (paper.heading, paper.locked_fields) == ("Merge kernels", ["title"])
    assert paper.field_origins["title"]["user"] == User.objects.get().pk
    again = record(abstract(1), title="Merge kernals", year=2025, keywords=("kernels", "sorting"), authors=("A",))
    assert load_records(again).last_line == "created 0, updated 0, unchanged 1, problems 0"
    changed = record(abstract(1), title="Merge kernals!", year=2026, keywords=("kernels", "sorting"), authors=("B",))
    report = load_records(changed)
    paper.refresh_from_db()
    assert report.last_line == "created 0, updated 1, unchanged 0, problems 0"
    assert [str(notice) for notice in report.notices] == [
        "kept: papers.txt:3: title: a curator's value was kept; the file says “Merge kernals!”",
        "changed: papers.txt:3: year: “2025” → “2026”",
        "changed: papers.txt:3: authors: “A” → “B”",
    ]
    assert (paper.title, paper.year, [a.name for a in paper.authorships.all()]) == ("Merge kernels", 2026, ["B"])
    assert [tagging.tag.label for tagging in Paper.objects.with_page().get().public_taggings] == ["kernels"]


def test_saving_without_a_change_locks_nothing(desk: Client, load_records: Callable[..., Any]) -> None:
    load_records(record(f"{abstract(1)}\n- one\n- two", title="T", authors=("A & B", "O'Neill"), year=2026))
    paper = Paper.objects.get()
    before = (paper.abstract_source, paper.field_origins)

    save(desk, paper)

    assert paper.locked_fields == []
    assert (paper.abstract_source, paper.field_origins) == before


def test_a_lock_can_be_set_and_given_back(desk: Client, load_records: Callable[..., Any]) -> None:
    load_records(record(abstract(1), title="T", year=2025))
    paper = Paper.objects.get()

    save(desk, paper, locked_fields=["year"])
    load_records(record(abstract(1), title="T", year=2026))
    paper.refresh_from_db()
    assert (paper.year, paper.locked_fields) == (2025, ["year"])

    save(desk, paper, locked_fields=[])
    load_records(record(abstract(1), title="T", year=2027))
    paper.refresh_from_db()
    assert (paper.year, paper.locked_fields) == (2027, [])


def test_an_edited_field_that_is_unlocked_is_set_again_by_the_next_load(
    desk: Client, load_records: Callable[..., Any]
) -> None:
    load_records(record(abstract(1), title="T", year=2025))
    paper = Paper.objects.get()
    save(desk, paper, title="Edited", year="1999")

    report = load_records(record(abstract(1), title="T", year=2025))
    assert report.last_line == "created 0, updated 0, unchanged 1, problems 0"
    assert {notice.field for notice in report.notices} == {"title", "year"}
    save(desk, paper, locked_fields=["title"])
    report = load_records(record(abstract(1), title="T", year=2025))

    paper.refresh_from_db()
    assert report.last_line == "created 0, updated 1, unchanged 0, problems 0"
    assert (paper.title, paper.year) == ("Edited", 2025)


@pytest.mark.parametrize(
    ("field", "typed", "stored"),
    [
        ("doi", "https://doi.org/10.1000/XYZ", "10.1000/xyz"),
        ("doi", "doi: 10.1000/182", "10.1000/182"),
        ("doi", "hello world", None),
        ("arxiv_id", "arXiv:2401.00001v2", "2401.00001v2"),
        ("arxiv_id", "https://arxiv.org/pdf/2401.00001.pdf", "2401.00001"),
        ("arxiv_id", "math.GT/0309136", "math.GT/0309136"),
        ("arxiv_id", "2401", None),
        ("openreview_id", "https://openreview.net/forum?id=kXq3Yd2pLm", "kXq3Yd2pLm"),
        ("openreview_id", "a b", None),
    ],
)
def test_identifiers_are_stored_bare_or_refused_with_an_example(
    desk: Client, field: str, typed: str, stored: str | None
) -> None:
    paper = a_paper("T")

    response = desk.post(change_url(paper), paper_form(paper, **{field: typed}))

    paper.refresh_from_db()
    assert getattr(paper, field) == (stored or "")
    assert response.status_code == (302 if stored else 200)
    assert stored or "an example" in response.content.decode()


def test_a_tag_that_is_typed_exactly_is_offered_first_and_with_its_kind(desk: Client) -> None:
    for label, kind in (
        ("ImageNet", "dataset"),
        ("A image", "task"),
        ("Image", "modality"),
        ("Image generation", "area"),
    ):
        a_tag(label, kind)
    completion = reverse("admin:autocomplete") + "?app_label=catalogue&model_name=tagging&field_name=tag&term=image"

    offered = [result["text"] for result in desk.get(completion).json()["results"]]

    assert offered == ["Image (modality)", "Image generation (area)", "ImageNet (dataset)", "A image (task)"]


def test_a_paper_added_by_hand_goes_the_way_of_a_loaded_one(
    desk: Client, text_file: Callable[..., Any], django_user_model: Any
) -> None:
    collection = a_collection("ICLR 2026")
    data = paper_form(
        abstract_source=f" {abstract(1)}\r\n", authors="Ada Bell\r\n\r\nO'Neill", collection=collection.pk
    )
    data |= {"title": "", "year": ""}

    response = desk.post(reverse("admin:catalogue_paper_add"), data)

    assert response.status_code == 302, response.context["errors"]
    paper = Paper.objects.get()
    assert paper.heading == "Diffusion under constraint 1"
    assert [a.name for a in paper.authorships.all()] == ["Ada Bell", "O'Neill"]
    assert paper.appearances.get().source.name == "Entered by hand"
    assert (paper.year, paper.locked_fields) == (2026, ["abstract_source", "authors", "year"])
    assert desk.get("/papers/?q=bell&collection=iclr-2026").content.count(b'class="hit"') == 1
    report = load([text_file("a.txt", abstract(1))])
    assert report.last_line == "created 0, updated 0, unchanged 1, problems 0"


def test_a_paper_that_is_already_here_is_not_added_twice(desk: Client) -> None:
    paper = a_paper(abstract=abstract(1))
    collection = a_collection("ICLR 2026")

    response = desk.post(
        reverse("admin:catalogue_paper_add"), paper_form(abstract_source=abstract(1).upper(), collection=collection.pk)
    )

    assert response.status_code == 200
    assert paper.get_absolute_url() in response.content.decode()
    assert Paper.objects.count() == 1


def test_a_paper_needs_words_and_a_new_one_a_collection(desk: Client) -> None:
    response = desk.post(reverse("admin:catalogue_paper_add"), paper_form(abstract_source="\u0003 \ufffe"))

    assert response.status_code == 200
    assert "A paper needs a title or an abstract." in response.content.decode()
    assert not Paper.objects.exists()


def test_control_characters_are_stripped_from_what_is_typed(desk: Client) -> None:
    paper = a_paper("T")

    save(desk, paper, title="Merge\u0003 ker\ufffenels", abstract_source="One\u000b two\uffff three.")

    assert (paper.title, paper.abstract_source) == ("Merge kernels", "One  two three.")


def test_hiding_and_withdrawing_are_undone_by_listing(desk: Client) -> None:
    paper = a_paper("P")
    url = paper.get_absolute_url()
    for action, status in (("make_hidden", 200), ("make_withdrawn", 410), ("make_listed", 200)):
        desk.post(list_url("paper"), {"action": action, "_selected_action": [paper.pk]})
        assert desk.get(url).status_code == status
        shown = b'class="hit"' in desk.get("/papers/").content
        assert shown == (action == "make_listed")


def test_a_tag_a_curator_adds_is_the_curators_and_counts(desk: Client) -> None:
    paper, tag = a_paper("P"), a_tag("kernels")

    save(desk, paper, **tagging_rows(paper, add=tag))

    tagging = Tagging.objects.get()
    assert (tagging.origin, tagging.state, tagging.decided_by) == ("curator", "accepted", User.objects.get())
    assert b"kernels" in desk.get(paper.get_absolute_url()).content


def test_a_tag_is_made_with_its_labels_and_twins_are_refused(desk: Client) -> None:
    form = {
        "kind": "method",
        "preferred_label": "LLM",
        "alternative_labels": "Large language model\r\n\r\nllm",
        "state": "accepted",
    }
    assert desk.post(reverse("admin:catalogue_tag_add"), form).status_code == 302

    for twin in ("llm", "ＬＬＭ", "large  language model"):
        response = desk.post(
            reverse("admin:catalogue_tag_add"), form | {"preferred_label": twin, "alternative_labels": ""}
        )
        assert response.status_code == 200
        assert "exists already" in response.content.decode()
    tag = Tag.objects.get()
    assert (tag.label, tag.alternative_labels) == ("LLM", ["Large language model"])


def test_a_renamed_tag_keeps_its_papers_and_its_old_address(desk: Client) -> None:
    tag = a_tag("RAG", "method")
    paper = a_paper("P", tags=[tag])
    form = {"kind": "task", "preferred_label": "Retrieval", "alternative_labels": "RAG", "state": "accepted"}

    assert desk.post(change_url(tag), form).status_code == 302

    response = desk.get("/tags/method/rag/", follow=True)
    assert response.redirect_chain == [("/tags/task/retrieval/", 301)]
    assert paper.heading in response.content.decode()


def test_a_broader_tag_cannot_make_a_circle(desk: Client) -> None:
    wide = a_tag("A", "method")
    narrow = a_tag("B", "method", broader=wide)
    form = {"kind": "method", "preferred_label": "A", "state": "accepted", "broader": narrow.pk}

    assert "circle" in desk.post(change_url(wide), form).content.decode()


def test_tags_are_found_by_any_label_and_papers_by_any_word(desk: Client) -> None:
    a_tag("Retrieval-augmented generation", "method", "RAG")
    a_paper("Gödel machines", authors=("Łojasiewicz",))

    assert b"Retrieval" in desk.get(f"{list_url('tag')}?q=rag").content
    completion = reverse("admin:autocomplete") + "?app_label=catalogue&model_name=tagging&field_name=tag&term=ra+ra"
    assert desk.get(completion).json()["results"][0]["text"] == "Retrieval-augmented generation (method)"
    assert "Gödel" in desk.get(f"{list_url('paper')}?q=GODEL+lojasiewicz").content.decode()


def test_renaming_a_collection_to_the_name_of_another_is_refused(desk: Client) -> None:
    a_collection("ICLR 2025")
    collection = a_collection("ICLR 2026")
    form = {"name": "iclr  2025", "venue": "", "year": "2026", "description": ""} | management("sources")

    assert "already known" in desk.post(change_url(collection), form).content.decode()
    assert desk.post(change_url(collection), form | {"name": "ICLR Twenty-six"}).status_code == 302
    assert Collection.named("ICLR 2026") == Collection.named("iclr twenty-six") == collection


def test_a_person_can_be_renamed_but_not_to_somebody_else(desk: Client) -> None:
    a_paper("P", authors=("Ada Bell", "Bo Chen"))
    person = Person.objects.get(name="Ada Bell")

    assert "already here" in desk.post(change_url(person), {"name": "bo  CHEN"}).content.decode()
    assert desk.post(change_url(person), {"name": "Ada B. Bell"}).status_code == 302
    assert Person.objects.get(pk=person.pk).name_key == "ada b. bell"


def test_every_page_of_the_desk_opens(desk: Client, text_file: Callable[..., Any]) -> None:
    load([text_file("a.txt", abstract(1), "Oops", abstract(1))])
    tag = a_tag("kernels")
    Tagging.objects.create(paper=Paper.objects.get(), tag=tag, origin="import")
    run, person = ImportRun.objects.get(), a_paper("P", authors=("A",)).authorships.get().person

    for thing in (
        Paper.objects.get(title=""),
        tag,
        Collection.objects.get(),
        Source.objects.get(),
        run,
        person,
        User.objects.get(),
    ):
        assert desk.get(change_url(thing)).status_code == 200
        assert desk.get(list_url(thing._meta.model_name)).status_code == 200
    assert b"a.txt:5" in desk.get(change_url(run)).content
    assert b"Oops" in desk.get(list_url("importnotice")).content
    assert desk.get("/admin/catalogue/paper/add/").status_code == 200
    for model in ("paper", "tag", "collection", "source", "importrun", "importnotice", "person", "user"):
        assert desk.get(f"{list_url(model)}?q=%00").status_code == 400
        assert desk.get(f"{list_url(model)}?q=x'%25").status_code == 200


@pytest.mark.parametrize("model", ["paper", "tag", "collection", "source", "importrun", "importnotice", "person"])
def test_no_list_of_the_desk_grows_its_queries_with_its_rows(
    desk: Client, model: str, text_file: Callable[..., Any]
) -> None:
    counts = []
    for round_ in range(2):
        for number in range(3 + 20 * round_):
            name = f"{round_} {number}"
            tag = a_tag(name, "method", broader=Tag.objects.first())
            appear(a_paper(name, tags=[tag], authors=(name,), locked_fields=["title"]), f"Collection {name}")
            load([text_file(f"{name}.txt", abstract(100 * round_ + number), "Oops")])
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(list_url(model)).status_code == 200
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_reader_does_not_reach_the_desk(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("reader", password="x"))

    assert client.get(list_url("paper")).status_code == 302


def test_a_paper_that_shares_its_text_with_another_can_still_be_edited(
    desk: Client, load_records: Callable[..., Any]
) -> None:
    load_records(record(abstract(1), doi="10.1000/a"))
    load_records(record(abstract(2), doi="10.1000/b"))
    second = Paper.objects.get(doi="10.1000/b")
    load_records(record(abstract(1), doi="10.1000/b"), name="b.txt")
    Paper.objects.filter(pk=second.pk).update(abstract_source=abstract(1))
    second.refresh_from_db()

    save(desk, second, year="2020")

    assert second.year == 2020
