"""Reading lists as files and from files: who may have them, and what becomes of what is sent."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.models import Item, Membership, Paper, Reader, ReadingList
from catalogue.search import index_papers
from tests.cast import a_finding, a_list, a_paper, a_reader

pytestmark = pytest.mark.django_db

IMPORT = "/lists/import/"


def signed_in(reader: Reader) -> Client:
    client = Client()
    client.force_login(reader.user)
    return client


def words_of(text: str) -> str:
    main = re.search(r"<main.*?</main>", text, re.S)[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def a_file(content: str | bytes, name: str = "list.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


# --- Files of lists -----------------------------------------------------------------------------
TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json", "md": "text/markdown; charset=utf-8"}


@pytest.mark.parametrize(("format", "media_type"), TYPES.items())
def test_a_list_is_a_file_in_each_format(client: Client, format: str, media_type: str) -> None:
    reading_list = a_list(a_reader(), a_paper("Title A"), title="Größe: 字/x", visibility="public")
    response = client.get(f"/lists/{reading_list.public_id}.{format}")
    assert (response.status_code, response["Content-Type"]) == (200, media_type)
    assert response["Content-Disposition"] == (
        f"attachment; filename=\"Groe-x.{format}\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E5%AD%97%20x.{format}"
    )
    assert response["X-Robots-Tag"] == "noindex"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Title A" in response.content.decode()
    assert f"http://testserver{Paper.objects.get().get_absolute_url()}" in response.content.decode()


@pytest.mark.parametrize("title", ["🙂", '..\\"/', "…", "a\r\nSet-Cookie: x", "x" * 200])
def test_any_title_makes_a_name_of_a_file(client: Client, title: str) -> None:
    reading_list = a_list(a_reader(), title=title, visibility="public")
    header = client.get(f"/lists/{reading_list.public_id}.csv")["Content-Disposition"]
    assert re.fullmatch(r"""attachment; filename="[\w.-]+\.csv"; filename\*=UTF-8''[\w.%~-]+\.csv""", header)
    assert len(header) < 1100


def test_a_list_has_no_file_of_another_format(client: Client) -> None:
    reading_list = a_list(a_reader(), visibility="public")
    for url in (f"/lists/{reading_list.public_id}.exe", "/lists/000000000000.csv", "/lists/s/nothing.csv"):
        assert client.get(url).status_code == 404
    assert client.post(f"/lists/{reading_list.public_id}.csv").status_code == 405


@pytest.mark.parametrize("visibility", ["private", "link", "public"])
def test_a_file_goes_to_whoever_may_read_the_list(client: Client, visibility: str) -> None:
    owner, editor, member, stranger = (a_reader() for _ in range(4))
    reading_list = a_list(owner, a_paper("Title A"), visibility=visibility)
    Membership.objects.create(reading_list=reading_list, reader=editor, role="editor")
    Membership.objects.create(reading_list=reading_list, reader=member, role="reader")
    url = f"/lists/{reading_list.public_id}.csv"
    for reader in (owner, editor, member):
        assert signed_in(reader).get(url).status_code == 200
    staff = a_reader()
    staff.user.is_staff = staff.user.is_superuser = True
    staff.user.save()
    expected = 200 if visibility == "public" else 404
    assert [each.get(url).status_code for each in (client, signed_in(stranger), signed_in(staff))] == [expected] * 3


def test_the_secret_link_gives_files_that_tell_nobody_of_it(client: Client) -> None:
    reading_list = a_list(a_reader(), a_paper("Title A"), visibility="link")
    old = f"/lists/s/{reading_list.secret}.json"
    response = client.get(old)
    assert response.status_code == 200
    assert response["Referrer-Policy"] == "strict-origin"
    assert response["Cache-Control"] == "private, no-store"
    assert reading_list.secret not in response.content.decode()
    reading_list.renew_secret()
    assert client.get(old).status_code == 404


def test_what_a_paper_was_is_told_to_curators_only(client: Client) -> None:
    reading_list = a_list(a_reader(), a_paper("Title A", visibility="hidden"), visibility="public")
    url = f"/lists/{reading_list.public_id}.md"
    assert "Title A" not in client.get(url).content.decode()
    curator = a_reader()
    curator.user.is_staff = curator.user.is_superuser = True
    curator.user.save()
    assert "Title A" in signed_in(curator).get(url).content.decode()


def test_more_papers_do_not_mean_more_queries(client: Client) -> None:
    counts = []
    for papers in (1, 12):
        reading_list = a_list(a_reader(), *(a_paper(authors=("A",)) for _ in range(papers)), visibility="public")
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/lists/{reading_list.public_id}.csv")
        counts.append(len(captured))
    assert counts[0] == counts[1]


# --- Importing ----------------------------------------------------------------------------------
def test_the_form_takes_a_file_or_a_text_into_any_list_that_one_may_edit(client: Client) -> None:
    owner, other = a_reader(), a_reader()
    mine, shared, theirs = a_list(owner, title="Mine"), a_list(other, title="Shared"), a_list(other, title="Theirs")
    Membership.objects.create(reading_list=shared, reader=owner, role="editor")
    Membership.objects.create(reading_list=theirs, reader=owner, role="reader")
    text = signed_in(owner).get(f"{IMPORT}?list={shared.public_id}").content.decode()
    options = re.findall(r'<option value="(\w*)"( selected)?>([^<]*)', text)
    assert sorted(options) == sorted(
        [("", "", "A new list"), (mine.public_id, "", "Mine"), (shared.public_id, " selected", "Shared")]
    )
    assert 'enctype="multipart/form-data"' in text
    assert "noindex" in text
    assert "A new list" in client.get(IMPORT).content.decode()
    assert "reader" not in client.cookies


def test_a_file_becomes_a_new_list_with_its_title(client: Client) -> None:
    a, b = a_paper("Title A"), a_paper("Title B")
    content = "# Group\n\n> What we read\n\n## S\n\n1. [x] Title B\n\n   hm\n2. Title A\n"
    response = client.post(IMPORT, {"file": a_file(content, "x.md"), "text": "", "into": "", "title": ""})
    made = ReadingList.objects.get()
    assert (response.status_code, response["Location"]) == (302, f"/lists/{made.public_id}/")
    assert (made.title, made.description, made.visibility) == ("Group", "What we read", "private")
    assert list(made.items.values_list("paper", "section", "note", "state")) == [
        (b.pk, "S", "hm", "read"),
        (a.pk, "S", "", "unread"),
    ]
    # A browser without an account keeps it, and is told where.
    assert made.owner.is_visitor
    text = words_of(client.get(response["Location"]).content.decode())
    assert "2 papers added." in text
    assert "tied to this browser" in text


def test_importing_again_and_reloading_add_nothing(client: Client) -> None:
    paper = a_paper("Title A")
    client.post(IMPORT, {"text": "Title A"})
    made = ReadingList.objects.get()
    response = client.post(IMPORT, {"text": "Title A\r\n", "into": made.public_id}, follow=True)
    assert "0 papers added, 1 was there already." in words_of(response.content.decode())
    assert list(made.items.values_list("paper", flat=True)) == [paper.pk]
    assert ReadingList.objects.count() == 1


def test_what_was_not_found_has_a_page_that_stays(client: Client) -> None:
    a_paper("Title A")
    b, c = a_paper("Twin <i>x</i>"), a_paper("Twin <i>x</i>")
    text = "Title,DOI,Who\nTitle A,ten,me\nTwin <i>x</i>,,\n<script>alert(1)</script>,,\n"
    response = client.post(IMPORT, {"file": a_file(text), "title": "Mine"})
    url = response["Location"]
    assert re.fullmatch(r"/lists/import/[\w-]{32}/", url)
    for _ in range(2):
        page = client.get(url).content.decode()
        said = words_of(page)
        assert "1 paper added" in said
        assert "Line 4: <script>alert(1)</script>" in said
        assert "Columns that were not used: “Who”." in said
        assert "“ten” is no DOI; it was left out." in said
        assert "<script>alert" not in page
        assert {b.key, c.key} <= set(re.findall(r"/papers/(\w{8})/", page))
        assert "To the list “ Mine ”" in said
    # Nobody else reads it.
    assert Client().get(url).status_code == 404
    assert signed_in(a_reader()).get(url).status_code == 404
    assert client.get("/lists/import/nothing/").status_code == 404
    ReadingList.objects.all().delete()
    assert client.get(url).status_code == 200


def test_a_list_none_of_whose_papers_are_found_is_not_made(client: Client) -> None:
    response = client.post(IMPORT, {"text": "Nobody wrote this"}, follow=True)
    said = words_of(response.content.decode())
    assert "0 papers added" in said
    assert "No list was made" in said
    assert not ReadingList.objects.exists()


def test_only_who_may_edit_a_list_imports_into_it() -> None:
    owner, editor, member = a_reader(), a_reader(), a_reader()
    paper = a_paper("Title A")
    reading_list = a_list(owner, visibility="public")
    Membership.objects.create(reading_list=reading_list, reader=editor, role="editor")
    Membership.objects.create(reading_list=reading_list, reader=member, role="reader")
    for client in (Client(), signed_in(member), signed_in(a_reader())):
        response = client.post(IMPORT, {"text": "Title A", "into": reading_list.public_id})
        assert response.status_code == 400
        assert "not there any more" in response.content.decode()
    assert not reading_list.items.exists()
    signed_in(editor).post(IMPORT, {"text": "Title A", "into": reading_list.public_id})
    assert list(reading_list.items.values_list("paper", "added_by")) == [(paper.pk, editor.pk)]


def test_other_sites_cannot_import() -> None:
    assert Client(enforce_csrf_checks=True).post(IMPORT, {"text": "Title A"}).status_code == 403


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({"text": " \r\n"}, "Choose a file, or paste a list."),
    "an empty file": ({"file": b""}, "The file is empty."),
    "random bytes": ({"file": bytes(range(256)) * 40}, "The file is binary, not text."),
    "a ZIP archive": ({"file": b"PK\x03\x04" + bytes(100)}, "The file is a ZIP archive, not text."),
    "too large": ({"file": b"a\n" * 11_000_000}, "The file is larger than 20 MB"),
    "deep JSON": ({"file": b"[" * 100_000}, "The file is JSON of a kind that no reading list has."),
    "deep objects": ({"file": b'{"a":' * 100_000}, "The file is JSON of a kind that no reading list has."),
    "half JSON": ({"text": '{"items": ['}, "The file is no complete JSON"),
    "a NUL in a title": ({"text": "A", "title": "a\0b"}, "Null characters are not allowed."),
    "too long a title": ({"text": "A", "title": "a" * 201}, "at most 200 characters"),
    "no such list": ({"text": "A", "into": "nothing"}, "not there any more"),
    "a NUL for a list": ({"text": "A", "into": "\0"}, "Null characters are not allowed."),
}


@pytest.mark.parametrize(("sent", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_imported_is_said_and_the_form_keeps_the_rest(
    client: Client, sent: dict[str, Any], message: str
) -> None:
    fields = {name: a_file(value) if isinstance(value, bytes) else value for name, value in sent.items()}
    response = client.post(IMPORT, {"title": "Mine"} | fields)
    text = unescape(response.content.decode())
    assert response.status_code == 400
    assert message in text
    assert f'value="{sent.get("title", "Mine")}"' in text
    assert not ReadingList.objects.exists()
    assert not Reader.objects.exists()


def test_a_full_list_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = a_paper("Title A"), a_paper("Title B")
    client.post(IMPORT, {"text": "Title A"})
    made = ReadingList.objects.get()
    monkeypatch.setattr("catalogue.models.reading_list.ITEMS_AT_MOST", 1)
    response = client.post(IMPORT, {"text": "Title B", "into": made.public_id})
    assert response.status_code == 400
    assert "A list holds 1 papers at most." in response.content.decode()
    assert list(made.items.values_list("paper", flat=True)) == [a.pk]
    assert b.items.count() == 0


def test_text_that_is_too_much_for_a_form_is_refused(client: Client) -> None:
    assert client.post(IMPORT, {"text": "a\n" * 1_500_000}).status_code == 400


def test_a_paper_that_a_line_may_mean_is_added_with_what_the_line_says(client: Client, db: None) -> None:
    ghost = a_paper("GHOST: a method designed to stress-test MLLMs by actively generating images")
    trec = a_paper("A diagnostic of training curves", abstract="We introduce TREC.")
    a_finding(trec, "name", "TREC")
    index_papers([trec.pk])
    for n in range(3):
        a_paper(f"Other work {n}")
    text = "Title,Section,Notes,Status\nGHOST method designed to stress test MLLMs,Week 1,read it,done\nTREC training re-evaluation curve,,,\n"
    response = client.post("/lists/import/", {"text": text, "title": "Half remembered"}, follow=True)
    page = response.content.decode()
    assert ghost.heading in page
    assert trec.heading in page
    report = response.redirect_chain[-1][0]

    line = next(notice["line"] for notice in response.context["report"]["notices"] if "GHOST" in notice["text"])
    for _ in range(2):
        page = client.post(report, {"key": ghost.key, "line": line}, follow=True).content.decode()
    assert "is on the list already" in page
    item = Item.objects.get()
    assert (item.paper, item.section, item.note, item.state) == (ghost, "Week 1", "read it", "read")
    client.post(report, {"key": "unknown", "line": line})
    client.post(report, {"key": trec.key, "line": line})
    assert Item.objects.count() == 1
