"""Who else reads and changes a list: links, invitations, members, versions, and what an owner alone decides."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from catalogue.models import Invitation, Reader, ReadingList
from tests.cast import a_list, a_paper, a_reader, a_user
from tests.models.test_reading_lists import order
from tests.views.test_lists import act, five, post
from tests.views.test_saving import messages_of

__all__ = ["five"]

OF_OWNER = ("settings/", "visibility/", "merge/", "delete/", "invitations/", "members/1/", "versions/1/delete/")
OF_EDITOR = ("papers/", "papers/paper1/", "sections/")
READ = ("", "print/", "versions/", "versions/1/")


def as_member(of: ReadingList, role: str, name: str = "bob") -> Client:
    """The browser of a member of a list."""
    member = a_reader(name)
    of.memberships.create(reader=member, role=role)
    browser = Client()
    browser.force_login(member.user)
    return browser


def statuses(browser: Client, of: ReadingList, places: tuple[str, ...]) -> set[int]:
    at = of.get_absolute_url()
    return {send(f"{at}{place}").status_code for place in places for send in (browser.get, browser.post)}


def test_a_stranger_finds_nothing_at_any_address_of_a_private_list(client: Client, five: ReadingList) -> None:
    five.freeze("then", by=five.owner)
    stranger, staff = Client(), Client()
    stranger.force_login(a_user("bob"))
    staff.force_login(a_user("root", is_staff=True, is_superuser=True))
    places = (*READ, *OF_OWNER, *OF_EDITOR, "copy/", "leave/")
    for browser in (Client(), stranger, staff):
        assert statuses(browser, five, places) <= {404, 405}
        unknown, private = (page_without(browser, name) for name in ("0" * 12, five.public_id))
        assert unknown == private


def page_without(browser: Client, name: str) -> str:
    """The page at the address of a list, without what no two answers have in common."""
    text = browser.get(f"/lists/{name}/").content.decode().replace(name, "")
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", text)


def test_readers_read_and_co_editors_change_but_settings_are_the_owners(client: Client, five: ReadingList) -> None:
    five.freeze("then", by=five.owner)
    reader, editor = as_member(five, "reader"), as_member(five, "editor", "cleo")
    for browser in (reader, editor):
        assert {browser.get(f"{five.get_absolute_url()}{place}").status_code for place in READ} == {200}
        assert statuses(browser, five, OF_OWNER) <= {403, 405}
        assert browser.post(f"{five.get_absolute_url()}versions/", {"label": "mine"}).status_code == 403
    assert statuses(reader, five, OF_EDITOR) <= {403, 405}
    act(editor, five, "move", 5, to="1")
    assert order(five) == "5 1 2 3 4"
    assert 'name="papers"' not in reader.get(five.get_absolute_url()).content.decode()


def test_a_member_leaves_and_reads_no_more(client: Client, five: ReadingList) -> None:
    reader = as_member(five, "reader")
    assert reader.post(f"{five.get_absolute_url()}leave/")["Location"] == "/lists/"
    assert reader.get(five.get_absolute_url()).status_code == 404
    assert client.post(f"{five.get_absolute_url()}leave/").status_code == 404


def test_roles_are_changed_and_members_removed(client: Client, five: ReadingList) -> None:
    editor = as_member(five, "editor")
    member = five.memberships.get()
    place = f"members/{member.pk}/"
    assert post(client, five, place, role="reader") == ["bob: Reader: may read it."]
    assert editor.post(f"{five.get_absolute_url()}papers/", {"act": "remove", "papers": "paper1"}).status_code == 403
    assert post(client, five, place, role="") == ["Choose a role."]
    assert post(client, five, place, role="remove") == ["bob is no longer in the list."]
    assert editor.get(five.get_absolute_url()).status_code == 404
    assert post(client, five, place, role="editor") == ["This member has left meanwhile."]


# --- Invitations --------------------------------------------------------------------------------
def invite(client: Client, of: ReadingList, **data: Any) -> tuple[list[str], str]:
    """Invite somebody; return what the page says and the link that it shows."""
    response = client.post(f"{of.get_absolute_url()}invitations/", {"role": "editor", "email": ""} | data, follow=True)
    return messages_of(response.content.decode()), response.context["invitation_url"]


def test_an_invitation_is_shown_once_and_accepted_once(client: Client, five: ReadingList) -> None:
    said, url = invite(client, five)
    assert said == ["Made an invitation. Its link stands below, this once."]
    assert url not in client.get(f"{five.get_absolute_url()}settings/").content.decode()
    bob, cleo, nobody = Client(), Client(), Client()
    bob.force_login(a_user("bob"))
    cleo.force_login(a_user("cleo"))
    assert "ann</bdi> invites you" in nobody.get(url).content.decode()
    assert five.memberships.count() == 0
    assert nobody.post(url)["Location"].startswith("/accounts/")
    assert bob.post(url, follow=True).redirect_chain[-1][0] == five.get_absolute_url()
    assert five.memberships.get().role == "editor"
    used, unknown = cleo.post(url), cleo.get("/lists/join/unknown/")
    assert (used.status_code, unknown.status_code) == (404, 404)
    assert messages_of(used.content.decode()) == []
    assert "There is no open invitati" in unknown.content.decode()


def test_an_invitation_ends_when_it_is_old_or_taken_back(client: Client, five: ReadingList) -> None:
    bob = Client()
    bob.force_login(a_user("bob"))
    _, old = invite(client, five)
    Invitation.objects.update(made=timezone.now() - timedelta(days=15))
    _, revoked = invite(client, five)
    assert five.invitations.count() == 1
    post(client, five, "invitations/", revoke=five.invitations.get().pk)
    assert {bob.post(url).status_code for url in (old, revoked)} == {404}
    assert five.memberships.count() == 0


def test_an_invitation_goes_out_by_mail(client: Client, five: ReadingList, monkeypatch: pytest.MonkeyPatch) -> None:
    ReadingList.objects.update(title="Bayes & friends")
    said, url = invite(client, five, email="bob@example.org")
    assert said == ["Sent an invitation to bob@example.org. Its link stands below too, this once."]
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["bob@example.org"], "ann invites you to a reading list")
    assert url in sent.body
    assert "“Bayes & friends”" in sent.body
    assert invite(client, five, email="nobody")[0] == ["Enter a valid email address."]

    def refuse(*args: Any, **options: Any) -> None:
        raise SMTPException("no")

    monkeypatch.setattr("catalogue.views.list_members.send_mail", refuse)
    said, url = invite(client, five, email="cleo@example.org")
    assert said == ["The mail to cleo@example.org could not be sent. Hand on the link below yourself."]
    assert url


# --- The link -----------------------------------------------------------------------------------
def test_the_secret_link_shows_the_list_to_read_and_tells_nobody_its_address(client: Client, five: ReadingList) -> None:
    five.freeze("then", by=five.owner)
    assert post(client, five, "visibility/", visibility="link")[0].startswith("Stored. By link:")
    five.refresh_from_db()
    stranger, link = Client(), five.secret_url
    for place in READ:
        response = stranger.get(f"{link}{place}")
        assert response.status_code == 200
        assert response["Referrer-Policy"] == "strict-origin"
        assert response["X-Robots-Tag"] == "noindex"
        assert "no-store" in response["Cache-Control"]
        assert five.public_id not in response.content.decode()
    assert stranger.get(five.get_absolute_url()).status_code == 404
    assert stranger.post(f"{link}versions/", {"label": "x"}).status_code == 403
    assert stranger.post(f"{link}copy/").status_code == 302
    post(client, five, "visibility/", renew="on")
    assert stranger.get(link).status_code == 404
    five.refresh_from_db()
    post(client, five, "visibility/", visibility="private")
    assert stranger.get(five.secret_url or link).status_code == 404


# --- Settings -----------------------------------------------------------------------------------
def test_title_and_description_are_changed(client: Client, five: ReadingList) -> None:
    assert post(client, five, "settings/", title="Winter", description="*What*") == ["Stored title and description."]
    page = client.get(five.get_absolute_url()).content.decode()
    assert "<em>What</em>" in page
    response = client.post(f"{five.get_absolute_url()}settings/", {"title": "", "description": "kept"})
    assert "Give the list a title." in response.content.decode()
    assert ">\nkept</textarea>" in response.content.decode()


def test_lists_are_merged_and_the_other_one_goes_if_asked(client: Client, five: ReadingList) -> None:
    both = five.items.get(paper__title="2").paper
    other = a_list(five.owner, both, a_paper("6"), title="Other")
    said = post(client, five, "merge/", other=other.public_id, delete="on")
    assert said == ["Merged “Other” into this list and deleted it. Papers that are new here: 1."]
    assert (order(five), five.owner.reading_lists.count()) == ("1 2 3 4 5 6", 1)
    theirs = a_list(a_reader("bob"), title="Bob’s", visibility="public")
    assert post(client, five, "merge/", other=theirs.public_id) == ["This list is not there any more."]
    assert post(client, five, "merge/", other=five.public_id) == ["This list is not there any more."]


def test_deleting_asks_first_and_says_what_goes(client: Client, five: ReadingList) -> None:
    five.set_note(five.items.first().paper_id, "note")
    page = client.get(f"{five.get_absolute_url()}delete/").content.decode()
    assert "5 papers" in page
    assert "1 note" in page
    assert five.items.count() == 5
    response = client.post(f"{five.get_absolute_url()}delete/", follow=True)
    assert messages_of(response.content.decode()) == ["Deleted the list “To read”."]
    assert not ReadingList.objects.exists()


# --- Versions -----------------------------------------------------------------------------------
def test_a_version_stays_and_tells_what_changed(client: Client, five: ReadingList) -> None:
    page = client.get(f"{five.get_absolute_url()}versions/").content.decode()
    assert f'value="as of {date_format(timezone.localdate(), "j F Y")}"' in page
    assert post(client, five, "versions/", label="as of May") == ["Frozen: this version stays as it is."]
    url = f"{five.get_absolute_url()}versions/1/"
    assert "Nothing." in client.get(url).content.decode()
    act(client, five, "move", 5, to="1")
    act(client, five, "remove", 2)
    act(client, five, "section", 4, heading="Theory")
    five.set_note(five.items.get(paper__title="1").paper_id, "<i>new</i> & noted")
    page = client.get(url).content.decode()
    for words in ("Removed", "was at 2", "from 5 to 1", "to <bdi>Theory</bdi>", "&lt;i&gt;new&lt;/i&gt; &amp; noted"):
        assert words in page
    assert client.get(f"{five.get_absolute_url()}versions/7/").status_code == 404
    assert post(client, five, "versions/1/delete/") == ["Deleted the version “as of May”."]
    assert not five.versions.exists()


def test_invitations_send_so_many_mails_a_day_whatever_is_taken_back(
    client: Client, five: ReadingList, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invite": "3/d/user", "invited": "1/d/key"}
    cache.clear()
    for email in ("a@example.org", "A@example.org", "b@example.org", "c@example.org"):
        messages, _ = invite(client, five, role="reader", email=email)
        five.invitations.all().delete()
    assert "too many mails" in messages[0]
    assert sorted(sent.to[0] for sent in mail.outbox) == ["a@example.org", "b@example.org"]
    assert "Made an invitation" in invite(client, five, role="reader")[0][0]


@pytest.mark.parametrize(
    "title", ["Cheap pills at http://evil.example/x", "www.evil.example", "visit evil.example now"]
)
def test_no_address_in_a_title_goes_out_by_mail(client: Client, five: ReadingList, title: str) -> None:
    cache.clear()
    ReadingList.objects.filter(pk=five.pk).update(title=title)
    invite(client, five, role="reader", email="z@example.org")
    assert "evil" not in mail.outbox[-1].body


def test_whoever_is_taken_out_has_no_open_invitation_left(client: Client, five: ReadingList) -> None:
    cache.clear()
    bob = Reader.of_user(a_user("bob", email="bob@example.org"))
    member = five.memberships.create(reader=bob, role="reader")
    Invitation.create(five, "editor", "Bob@example.org")
    client.post(f"{five.get_absolute_url()}members/{member.pk}/", {"role": "remove"})
    assert not five.invitations.exists()


@pytest.mark.django_db(transaction=True)
def test_of_notes_that_are_written_at_once_one_is_stored_and_the_others_are_told(five: ReadingList) -> None:
    item = five.items.first()

    def write(n: int) -> int:
        browser = Client()
        browser.force_login(five.owner.user)
        sent = {"note": f"note {n}", "seen": item.note_hash}
        status = browser.post(f"{five.get_absolute_url()}papers/{item.paper.key}/", sent).status_code
        connections.close_all()
        return status

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(write, range(4))) == [200, 200, 200, 302]


def test_who_added_a_paper_is_named_to_the_members_only(client: Client, five: ReadingList) -> None:
    editor = as_member(five, "editor", "bobby-tables")
    bob = Reader.objects.get(user__username="bobby-tables")
    five.add([a_paper("6").pk], by=bob)
    five.show_to("public")
    at = five.get_absolute_url()
    assert "bobby-tables" in client.get(at).content.decode()
    assert "added by" in editor.get(at).content.decode()
    assert "bobby-tables" not in Client().get(at).content.decode()
