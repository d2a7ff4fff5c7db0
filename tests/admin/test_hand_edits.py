"""What a curator edited by hand stays, whatever is loaded afterwards (case B71); and forms that say a thing twice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from catalogue.models import Finding, Paper, PaperLink, Tag, Tagging
from tests.admin.desk import change_url, paper_form, save, tagging_rows
from tests.cast import a_finding, a_paper, a_tag
from tests.curation.conftest import rows
from tests.importing.conftest import record

TEXT = "We sort graphs."
# Rows of loads themselves.
OF_LOADS = {"importrun", "importnotice", "source", "appearance"}


def test_what_a_curator_edited_stays_after_every_later_load(desk: Client, load_records: Callable[..., Any]) -> None:
    first = {"title": "Sorting", "year": 2024, "keywords": ("kernels", "graphs")}
    load_records(record(TEXT, **first), record("Another paper.", title="Other"))
    paper = Paper.objects.get(title="Sorting")
    gone = Tagging.objects.get(paper=paper, tag__label="kernels")
    save(desk, paper, title="Sorting, mended", **tagging_rows(paper, delete=gone))
    before = rows()

    again = load_records(record(TEXT, **first), record("Another paper.", title="Other"))

    assert again.last_line == "created 0, updated 0, unchanged 2, problems 0"
    after = rows()
    assert {name: after[name] for name in after if name not in OF_LOADS} == {
        name: before[name] for name in before if name not in OF_LOADS
    }

    changed = first | {"title": "Sorting, second printing", "year": 2025, "keywords": ("kernels", "graphs", "trees")}
    third = load_records(record(TEXT, **changed), record("Another paper.", title="Other"))

    paper.refresh_from_db()
    assert third.last_line == "created 0, updated 1, unchanged 1, problems 0"
    assert (paper.title, paper.year) == ("Sorting, mended", 2025)
    assert set(Tagging.objects.public().values_list("tag__label", flat=True)) == {"graphs", "trees"}
    kept = [notice for notice in third.notices if notice.kind == "kept"]
    assert [(notice.field, "Sorting, second printing" in notice.message) for notice in kept] == [("title", True)]


def test_a_bulk_removal_stays_after_every_later_load(desk: Client, load_records: Callable[..., Any]) -> None:
    load_records(record(TEXT, keywords=("kernels",)))
    row = Tagging.objects.get()
    chosen = desk.post(
        "/admin/catalogue/paper/", {"action": "tags_of_selected", "_selected_action": [row.paper_id]}
    ).context["papers"]
    desk.post("/admin/catalogue/paper/tags/", {"papers": chosen, "act": "remove", "tags": "kernels", "sure": "yes"})

    load_records(record(TEXT, keywords=("kernels",), year=2020))

    row.refresh_from_db()
    assert row.state == "rejected"
    assert Tag.objects.count() == 1


def inline(prefix: str, paper: Paper, old: Any, values: dict[str, str]) -> dict[str, str]:
    """A row that is deleted and one that says the same again."""
    both = {f"{prefix}-INITIAL_FORMS": "1", f"{prefix}-TOTAL_FORMS": "2"}
    for number in (0, 1):
        both |= {f"{prefix}-{number}-{name}": value for name, value in values.items()}
        both[f"{prefix}-{number}-paper"] = str(paper.pk)
    return both | {f"{prefix}-0-id": str(old.pk), f"{prefix}-0-DELETE": "on"}


@pytest.mark.parametrize("origin", ["rule", "curator"])
@pytest.mark.parametrize("prefix", ["taggings", "findings", "links"])
def test_what_is_deleted_and_typed_again_in_one_form_stays(desk: Client, prefix: str, origin: str) -> None:
    paper, tag = a_paper("Sorting", abstract="We sort with Doom."), a_tag("kernels")
    rows_of: dict[str, tuple[Any, dict[str, str]]] = {
        "taggings": (
            lambda: Tagging.objects.create(paper=paper, tag=tag, origin=origin),
            {"tag": str(tag.pk), "state": "accepted", "rank": "1"},
        ),
        "findings": (
            lambda: a_finding(paper, "name", "Doom", origin=origin),
            {"kind": "name", "value": "Doom", "about": "", "rank": "1", "state": "accepted"},
        ),
        "links": (
            lambda: PaperLink.objects.create(paper=paper, url="https://a.example/", kind="code", origin=origin),
            {"kind": "code", "url": "https://a.example/", "state": "accepted"},
        ),
    }
    make, values = rows_of[prefix]
    old = make()

    answer = desk.post(change_url(paper), paper_form(paper) | inline(prefix, paper, old, values))

    assert answer.status_code == 302
    row = type(old).objects.get() if prefix != "findings" else Finding.objects.get(kind="name")
    assert (row.state, row.origin) == ("accepted", "curator")
