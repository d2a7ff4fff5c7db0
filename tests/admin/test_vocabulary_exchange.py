"""The vocabulary in and out on the desk: what is shown before an import, and that just that is done."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from catalogue.models import Tag, TagEvent
from tests.admin.desk import list_url
from tests.cast import a_tag, a_user

EXCHANGE = "/admin/catalogue/tag/exchange/"


def upload(desk: Client, text: str, kind: str = "", name: str = "terms.csv") -> HttpResponse:
    file = SimpleUploadedFile(name, text.encode())
    return desk.post(EXCHANGE, {"file": file, "kind": kind}, follow=True)


def confirm(desk: Client, trial: HttpResponse) -> HttpResponse:
    seen = re.search(r'name="seen" value="(\w+)"', trial.content.decode())
    assert seen
    return desk.post(trial.request["PATH_INFO"], {"seen": seen[1]}, follow=True)


def test_a_file_is_tried_and_then_imported_and_stands_in_the_history(desk: Client) -> None:
    tag = a_tag("RAG", "method", scope_note="Old.")
    trial = upload(desk, "label,kind,note\nRAG,method,New.\nSorting,task,\n,task,")
    text = trial.content.decode()
    assert "Nothing is changed yet" in text
    assert "<strong>Lost: Old.</strong>" in text
    assert "Import: 1 new, 1 changed" in text
    assert [f"{name}: {count}" in text for name, count in (("Changed", 1), ("New", 1), ("Problems", 1))] == [True] * 3
    assert "line 4" in desk.get(trial.request["PATH_INFO"], {"show": "problems"}).content.decode()
    assert Tag.objects.count() == 1

    done = confirm(desk, trial)

    tag.refresh_from_db()
    assert tag.scope_note == "New."
    event = TagEvent.objects.get()
    assert [str(message) for message in done.context["messages"]] == [
        "Papers follow changed patterns at the next start of the site, or when its operator runs extract_findings.",
        f'Loaded terms.csv: 1 new, 1 changed. <a href="/admin/catalogue/tagevent/{event.pk}/undo/">Undo</a>',
    ]
    for each in Tag.objects.all():
        assert "Loaded terms.csv" in desk.get(f"/admin/catalogue/tag/{each.pk}/history/").content.decode()


def test_an_import_is_refused_if_somebody_changed_the_vocabulary_meanwhile(desk: Client) -> None:
    a_tag("RAG", "method")
    trial = upload(desk, "label,kind\nSorting,task")
    a_tag("Graphs", "method")

    refused = confirm(desk, trial)

    assert "Somebody changed the vocabulary meanwhile, so nothing was done." in refused.content.decode()
    assert not Tag.objects.filter(label="Sorting").exists()
    confirm(desk, refused)
    assert Tag.objects.filter(label="Sorting").exists()


def test_a_trial_belongs_to_who_uploaded_the_file_and_ends_with_the_import(desk: Client, client: Client) -> None:
    trial = upload(desk, "label,kind\nSorting,task")
    page = trial.request["PATH_INFO"]
    other = Client()
    other.force_login(a_user("other", is_staff=True, is_superuser=True))
    assert "not here any more" in other.get(page, follow=True).content.decode()
    assert "not here any more" in other.post(page, {"seen": ""}, follow=True).content.decode()
    confirm(desk, trial)
    assert "not here any more" in desk.post(page, {"seen": ""}, follow=True).content.decode()
    assert Tag.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "said"), [("", "empty"), ("%PDF-1.7", "is a PDF"), ("a,b\n1,2", "without a column “label”")]
)
def test_a_file_that_is_none_is_refused_with_the_reason(desk: Client, text: str, said: str) -> None:
    assert said in upload(desk, text).content.decode()


def test_a_filtered_list_of_tags_is_downloaded_as_it_is_and_comes_back_unchanged(desk: Client) -> None:
    a_tag("RAG", "method", state="retired", patterns="rag")
    a_tag("Sorting", "task")
    page = desk.get(list_url("tag"), {"kind__exact": "method"}).content.decode()
    address = reverse("admin:catalogue_tag_download", args=["ttl"]) + "?kind__exact=method"
    assert address in page

    response = desk.get(address)

    text = response.content.decode()
    assert response["Content-Type"] == "text/turtle; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="vocabulary.ttl"'
    assert ('"RAG"@en' in text, "Sorting" in text, 'carrel:state "retired"' in text) == (True, False, True)
    assert "There is nothing to import" in upload(desk, text).content.decode()
    assert desk.get(address.replace("method", "method&nonsense=1")).status_code == 404
    assert desk.get(address.replace("ttl", "pdf")).status_code == 404
