"""The history of papers and tags: who did what when, and from where."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pyroaring import BitMap

from catalogue.curation import change_tags, merge, rename, undo
from catalogue.models import Paper, Tag, Tagging, User
from tests.admin.desk import change_url, list_url, save, tagging_rows
from tests.cast import a_finding, a_paper, a_tag
from tests.importing.conftest import record


def history(desk: Client, thing: Paper | Tag) -> list[Any]:
    url = change_url(thing).replace("/change/", "/history/")
    return list(desk.get(url).context["page"].object_list)


def test_an_edit_says_what_was_and_what_is(desk: Client) -> None:
    old, new = a_tag("old"), a_tag("new")
    paper = a_paper("Sorting", year=2020, tags=[old])
    row = Tagging.objects.get()

    save(desk, paper, year="2021", **tagging_rows(paper, delete=row, add=new))

    entry = history(desk, paper)[0]
    assert entry.who == "curator"
    assert entry.what.startswith("year: 2020 → 2021; ")
    assert "taken away: “old (keyword)”" in entry.what
    assert "added: “new (keyword)”" in entry.what


def test_a_long_text_is_told_where_it_differs(desk: Client) -> None:
    paper = a_paper(abstract="We sort. " * 60)

    save(desk, paper, abstract_source="We sort. " * 59 + "We search.")

    assert "We search." in history(desk, paper)[0].what
    assert len(history(desk, paper)[0].what) < 500


def test_a_tag_says_what_was_and_what_is_also_of_those_merged_into_it(desk: Client) -> None:
    tag, gone, earlier = a_tag("Kept", "method"), a_tag("Gone", "method"), a_tag("Earlier", "method")
    data = {"kind": "method", "preferred_label": "Gone by", "state": "accepted"}
    desk.post(change_url(gone), data)
    gone.refresh_from_db()
    curator = User.objects.get()
    merge([earlier], gone, curator)
    merge([gone], tag, curator)
    undone = rename(tag, "Else", curator)
    undo(undone, curator)

    entries = history(desk, tag)

    said = [entry.what for entry in entries]
    assert said[:4] == [
        "Undone: Renamed “Kept” to “Else”.",
        "Renamed “Kept” to “Else”.",
        "Merged “Gone by” into “Kept”.",
        "Merged “Earlier” into “Gone by”.",
    ]
    assert entries[1].undone
    assert any(what == "preferred label: Gone → Gone by." for what in said)


def test_a_paper_says_what_files_said_and_what_was_judged(desk: Client, load_records: Callable[..., Any]) -> None:
    load_records(record("One", keywords=("kernels",)))
    paper, curator = Paper.objects.get(), User.objects.get()
    a_finding(paper, "name", "Doom", decided_by=curator, state="rejected")
    change_tags("remove", BitMap([paper.pk]), [Tag.objects.get()], None, curator, "A page")

    entries = history(desk, paper)
    said = {entry.what: (entry.who, entry.place) for entry in entries}
    assert said["Removed “kernels” on 1 paper."] == ("curator", "A page")
    assert said["Rejected the introduced name “Doom”, as it stands now."] == ("curator", "the desk")
    assert any(what.startswith("Stands in ") and "line" in place for what, (_, place) in said.items())
    assert entries == sorted(entries, key=lambda entry: entry.at, reverse=True)
    page = desk.get(change_url(paper).replace("/change/", "/history/")).content.decode()
    assert "Where each value came from" in page


def test_an_act_on_a_list_is_one_row_and_stands_in_the_history_of_each(desk: Client) -> None:
    papers = [a_paper() for _ in range(30)]
    data = {"action": "make_hidden", "_selected_action": [paper.pk for paper in papers[:29]]}

    desk.post(list_url("paper"), data)

    assert LogEntry.objects.count() == 1
    assert history(desk, papers[0])[0].what == "Visibility: hidden."
    assert "hidden" not in history(desk, papers[29])[0].what
    assert desk.get("/admin/").status_code == 200


def test_pages_of_a_history_follow_each_other(desk: Client) -> None:
    tag, curator = a_tag("A"), User.objects.get()
    for number in range(60):
        rename(tag, f"A {number}", curator)
    url = change_url(tag).replace("/change/", "/history/")

    first, second = (list(desk.get(url, {"p": page}).context["page"].object_list) for page in (1, 2))

    assert (len(first), len(second)) == (50, 11)
    assert first[-1].at >= second[0].at
    for wrong in ("x", "0", "99", "-1"):
        assert desk.get(url, {"p": wrong}).status_code == 200


def test_a_longer_history_does_not_mean_more_queries(desk: Client) -> None:
    paper, curator = a_paper(), User.objects.get()

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            history(desk, paper)
        return len(asked)

    change_tags("add", BitMap([paper.pk]), [Tag(kind="task", label="0")], None, curator)
    few = queries()
    for number in range(1, 9):
        change_tags("add", BitMap([paper.pk]), [Tag(kind="task", label=str(number))], None, curator)
    assert queries() == few


def test_a_thing_that_is_not_there_has_no_history(desk: Client) -> None:
    assert desk.get("/admin/catalogue/paper/999/history/").status_code == 302
