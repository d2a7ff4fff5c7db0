"""One's own account: the page, all of one's data, the end of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from catalogue.curation import tag_papers
from catalogue.models import Invitation, Item, Membership, Paper, Reader, ReadingList, Report, User
from site_config.mail import SMTP
from tests.accounts.conftest import (
    an_account,
    an_app,
    code_in_mail,
    enter_code,
    is_signed_in,
    prove,
    sign_in,
    sign_up,
    text_of,
)
from tests.cast import a_list, a_paper, a_reader


def test_the_name_in_the_head_leads_to_the_account(client: Client, ann: User) -> None:
    client.force_login(ann)

    assert '<a class="who" href="/account/">' in client.get("/").content.decode()
    page = client.get("/account/").content.decode()
    for path in (
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/account/data.json",
        "/account/close/",
    ):
        assert f'href="{path}"' in page
        assert client.get(path, follow=True).status_code == 200


def test_all_data_comes_as_one_file_without_secrets(client: Client, ann: User) -> None:
    secret = an_app(ann)
    ann.socialaccount_set.create(provider="orcid", uid="0000-0001", extra_data={"name": "Ann"})
    client.force_login(ann)

    response = client.get("/account/data.json")

    assert response["Content-Disposition"] == 'attachment; filename="carrel-account.json"'
    account = json.loads(response.content)["account"]
    assert account["user_name"] == "ann"
    assert account["addresses"] == [{"email": "ann@example.org", "verified": True, "primary": True}]
    assert {step["kind"] for step in account["second_steps"]} == {"totp", "recovery_codes"}
    assert account["other_sites"][0]["number"] == "0000-0001"
    assert secret not in response.content.decode()
    assert ann.password not in response.content.decode()


def test_the_file_holds_lists_tags_and_reports(client: Client, ann: User) -> None:
    paper, other = a_paper("On trees"), a_paper("On graphs")
    me, friend = Reader.of_user(ann), a_reader("eve")
    mine = a_list(me, paper, other, title="To read", description="For *May*")
    mine.set_note(paper.pk, "Read $x^2$ first")
    mine.freeze("As of May", me)
    Membership.objects.create(reading_list=mine, reader=friend, role="editor")
    theirs = a_list(friend, paper, title="Theirs")
    Membership.objects.create(reading_list=theirs, reader=me, role="reader")
    tag_papers([paper.pk], "mine", me, mine_only=True)
    Report.objects.create(paper=paper, reader=me, text="A typo", email="ann@example.org")
    client.force_login(ann)

    data = client.get("/account/data.json").json()

    (kept,) = data["reading_lists"]
    assert (kept["title"], kept["description"], kept["visibility"]) == ("To read", "For *May*", "private")
    assert [item["heading"] for item in kept["items"]] == ["On trees", "On graphs"]
    assert kept["items"][0]["note"] == "Read $x^2$ first"
    assert kept["members"] == [{"name": "eve", "role": "editor"}]
    assert kept["versions"][0]["label"] == "As of May"
    assert [(shared["title"], shared["owner"], shared["role"]) for shared in data["shared_with_me"]] == [
        ("Theirs", "eve", "reader")
    ]
    assert [(tag["label"], tag["private"], len(tag["papers"])) for tag in data["tags"]] == [("mine", True, 1)]
    assert data["reports"][0]["text"] == "A typo"


def test_the_file_takes_the_same_number_of_queries_however_much_it_holds(client: Client, ann: User) -> None:
    me, counts = Reader.of_user(ann), []
    client.force_login(ann)
    for number in range(2):
        for each in range(1 + 4 * number):
            kept = a_list(me, a_paper(), a_paper(), title=f"{number} {each}")
            Membership.objects.create(reading_list=kept, reader=a_reader(), role="reader")
            tag_papers([paper.pk for paper in Paper.objects.all()[:2]], f"tag {number} {each}", me, mine_only=True)
        with CaptureQueriesContext(connection) as queries:
            client.get("/account/data.json")
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_strangers_who_keep_nothing_are_told_so_and_get_an_empty_file(client: Client, db: None) -> None:
    assert "Nothing yet." in text_of(client.get("/account/"))
    data = client.get("/account/data.json").json()
    assert data == {"account": None, "reading_lists": [], "shared_with_me": [], "tags": [], "reports": []}
    assert client.post("/account/close/")["Location"] == "/"


def test_without_an_account_one_takes_along_and_deletes_what_the_browser_keeps(client: Client, db: None) -> None:
    paper, others = a_paper("On trees"), a_list(a_reader("eve"), a_paper())
    client.post("/lists/saved/", {"save": paper.key})
    assert 'href="/account/"' in client.get("/lists/").content.decode()
    assert "1 list," in text_of(client.get("/account/"))
    assert client.get("/account/data.json").json()["reading_lists"][0]["items"][0]["key"] == paper.key
    assert "cannot be undone" in text_of(client.get("/account/close/"))

    response = client.post("/account/close/", follow=True)

    assert "What this browser kept is deleted." in text_of(response)
    assert client.cookies["reader"].value == ""
    assert list(ReadingList.objects.all()) == [others]


# --- The end of it ------------------------------------------------------------------------------
def test_closing_takes_the_password_again_and_deletes_everything(client: Client, ann: User) -> None:
    an_app(ann)
    client.force_login(ann)
    assert client.get("/account/close/")["Location"] == "/accounts/reauthenticate/?next=%2Faccount%2Fclose%2F"
    client.post("/account/close/")
    assert User.objects.filter(pk=ann.pk).exists()
    prove(client)
    assert "cannot be undone" in text_of(client.get("/account/close/"))

    response = client.post("/account/close/", follow=True)

    assert "Your account is closed." in text_of(response)
    assert not User.objects.filter(pk=ann.pk).exists()
    assert not is_signed_in(client)
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == (["ann@example.org"], "Carrel: your account is closed")


def test_the_last_who_may_do_everything_stays(client: Client, db: None) -> None:
    cas = an_account("cas", is_staff=True, is_superuser=True)
    client.force_login(cas)
    prove(client)

    assert client.post("/account/close/").status_code == 409
    assert "Yours is the last account that may do everything here." in text_of(client.get("/account/close/"))
    an_account("dan", is_staff=True, is_superuser=True)
    assert client.post("/account/close/").status_code == 302
    assert [user.username for user in User.objects.all()] == ["dan"]


def test_a_list_with_co_editors_goes_to_the_one_who_has_been_that_the_longest(client: Client, ann: User) -> None:
    me, first, second, looks_on = Reader.of_user(ann), a_reader("eve"), a_reader("fay"), a_reader("gil")
    paper = a_paper()
    shared, alone, saved = a_list(me, paper, title="Shared"), a_list(me, paper), ReadingList.saved_by(me)
    Membership.objects.create(reading_list=shared, reader=looks_on, role="reader")
    for each in (shared, saved):
        for reader in (first, second):
            Membership.objects.create(reading_list=each, reader=reader, role="editor")
    Report.objects.create(paper=paper, reader=me, text="A typo", email="ann@example.org")
    client.force_login(ann)
    prove(client)
    assert "Shared" in text_of(client.get("/account/close/"))

    client.post("/account/close/")

    shared.refresh_from_db()
    assert shared.owner == first
    assert {member.reader for member in shared.memberships.all()} == {second, looks_on}
    saved.refresh_from_db()
    assert (saved.owner, saved.is_saved, saved.title) == (first, False, "Saved papers of ann")
    assert not ReadingList.objects.filter(pk=alone.pk).exists()
    assert not Reader.objects.filter(pk=me.pk).exists()
    report = Report.objects.get()
    assert (report.reader, report.email, report.text) == (None, "", "A typo")


def test_whoever_has_a_list_now_is_told_so_and_learns_nothing_of_invitations(client: Client, ann: User) -> None:
    me, heir = Reader.of_user(ann), a_reader("eve")
    User.objects.filter(pk=heir.user_id).update(email="eve@example.org")
    mine = a_list(me, title="Win at evil.example")
    other = a_list(me, title="Trees")
    other.show_to("link")
    for each in (mine, other):
        Membership.objects.create(reading_list=each, reader=heir, role="editor")
    Invitation.create(other, "reader", "gil@example.org")
    old_link = other.secret
    client.force_login(ann)
    prove(client)
    mail.outbox.clear()

    client.post("/account/close/")

    told = {message.to[0]: message for message in mail.outbox}
    assert told.keys() == {"ann@example.org", "eve@example.org"}
    body = told["eve@example.org"].body
    assert "“Trees”\nhttp://testserver" + other.get_absolute_url() in body
    assert "evil" not in body
    other.refresh_from_db()
    assert other.secret not in (None, old_link)
    assert not Invitation.objects.exists()


def test_an_account_is_closed_though_no_mail_can_be_sent(client: Client, ann: User, settings: Settings) -> None:
    client.force_login(ann)
    prove(client)
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", 1

    assert client.post("/account/close/")["Location"] == "/"
    assert not User.objects.exists()


# --- What the browser kept comes along ----------------------------------------------------------
@pytest.mark.parametrize("come", [sign_in, lambda client: (sign_up(client, "ben"), enter_code(client, code_in_mail()))])
def test_what_the_browser_kept_comes_along(client: Client, ann: User, come: Callable[[Client], Any]) -> None:
    paper = a_paper()
    client.post("/lists/saved/", {"save": paper.key})

    come(client)

    assert is_signed_in(client)
    (item,) = Item.objects.all()
    assert item.reading_list.owner.user.username in {"ann", "ben"}
    assert Reader.objects.filter(user=None).count() == 0
    assert client.cookies["reader"].value == ""
    client.post("/accounts/logout/")
    assert "Nothing yet." in text_of(client.get("/account/"))


def test_saved_papers_that_do_not_fit_into_one_list_come_along_as_another(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = a_paper(), a_paper()
    ReadingList.saved_by(Reader.of_user(ann)).add([first.pk], by=ann.reader)
    client.post("/lists/saved/", {"save": second.key})
    monkeypatch.setattr("catalogue.models.reading_list.ITEMS_AT_MOST", 1)

    sign_in(client)

    lists = ann.reader.reading_lists.all()
    assert {(kept.is_saved, kept.items.get().paper) for kept in lists} == {(True, first), (False, second)}


def test_the_file_names_no_paper_that_is_no_longer_shown(client: Client, ann: User) -> None:
    reader = Reader.of_user(ann)
    paper = a_paper("Secret result")
    kept = a_list(reader, paper)
    kept.freeze("then", by=reader)
    tag_papers([paper.pk], "mine", reader, mine_only=True)
    client.force_login(ann)
    assert "Secret result" in client.get("/account/data.json").content.decode()
    for visibility in ("hidden", "withdrawn"):
        Paper.objects.update(visibility=visibility)
        text = client.get("/account/data.json").content.decode()
        assert "Secret result" not in text
        assert paper.key in text
    paper.delete()
    text = client.get("/account/data.json").content.decode()
    assert "Secret result" not in text
    assert paper.key in text


def test_the_account_tells_what_became_of_ones_reports(client: Client, ann: User) -> None:
    me, paper, hidden = Reader.of_user(ann), a_paper("On trees"), a_paper("Secret result", visibility="hidden")
    Report.objects.create(paper=paper, reader=me, text="A typo", state="accepted", answer="Thank you.")
    Report.objects.create(paper=hidden, reader=me, text="Another one")
    Report.objects.create(paper=paper, reader=a_reader("eve"), text="Of somebody else")
    client.force_login(ann)

    response = client.get("/account/")

    text = text_of(response)
    assert f'href="{paper.get_absolute_url()}"' in response.content.decode()
    assert "On trees" in text
    assert "A typo It was mended. Answer: Thank you." in text
    assert "Another one The curators have not answered yet." in text
    assert "Secret result" not in text
    assert "Of somebody else" not in text
    assert "2 reports" in text
