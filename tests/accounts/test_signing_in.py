"""Signing in and out: by which names, where it leads, how often one may try, what curators' doors are."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from catalogue.models import User
from tests.accounts.conftest import PASSWORD, an_account, enter_code, is_signed_in, prove, sign_in, sign_up, text_of
from tests.database import Manage

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("login", ["ann", "ANN", "ann@example.org", "Ann@Example.org", " ann "])
def test_user_name_and_address_sign_in_in_any_case(client: Client, ann: User, login: str) -> None:
    assert sign_in(client, login)["Location"] == "/lists/"
    assert is_signed_in(client)


@pytest.mark.parametrize("address", ["/tags/?text=a%20b", "/papers/?q=a&page=2"])
def test_one_goes_on_where_one_came_from(client: Client, ann: User, address: str) -> None:
    page = client.get(address).content.decode()
    assert f'href="/accounts/login/?next={quote(address, safe="")}"' in page

    assert sign_in(client, next=address)["Location"] == address
    assert client.get(f"/accounts/login/?next={quote(address)}")["Location"] == address


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_nothing_leads_to_another_site(client: Client, ann: User, address: str) -> None:
    assert sign_in(client, next=address)["Location"] == "/lists/"
    assert client.get("/accounts/login/", {"next": address})["Location"] == "/lists/"
    assert client.get("/admin/login/", {"next": address}).status_code == 403
    assert client.post("/accounts/logout/", {"next": address})["Location"] == "/"
    assert client.get("/admin/login/", {"next": address})["Location"] == "/accounts/login/?next=/admin/"


def test_a_wrong_password_and_an_unknown_name_get_one_answer(ann: User) -> None:
    for known, unknown in (("ann", "bob"), ("ann@example.org", "bob@example.org")):
        answers = []
        for login in (known, unknown):
            response = sign_in(Client(), login, "wrong horse battery")
            answers.append((response.status_code, text_of(response), response.content.count(login.encode())))
        assert answers[0] == answers[1]
        assert "is not right." in answers[0][1]


@pytest.mark.parametrize("login", ["ann", "bob", "ann@example.org", "bob@example.org"])
def test_a_known_name_or_address_takes_no_longer_than_an_unknown_one(ann: User, hashed: list[str], login: str) -> None:
    sign_in(Client(), login, "wrong horse battery")

    assert hashed == ["wrong horse battery"]


def test_a_known_and_an_unknown_address_get_one_answer_when_a_new_password_is_asked_for(ann: User) -> None:
    answers = []
    for email in ("ann@example.org", "bob@example.org"):
        response = Client().post("/accounts/password/reset/", {"email": email}, follow=True)
        answers.append((response.status_code, response.redirect_chain, text_of(response)))

    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [["ann@example.org"], ["bob@example.org"]]


def test_the_link_in_the_mail_sets_a_new_password_once(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    link = next(line for line in mail.outbox[0].body.splitlines() if line.startswith("http://testserver/"))
    address = client.get(link)["Location"]
    assert "set-password" in address

    new = "another horse battery"
    client.post(address, {"password1": new, "password2": new})

    assert not is_signed_in(client)
    sign_in(client, password=PASSWORD)
    assert not is_signed_in(client)
    sign_in(client, password=new)
    assert is_signed_in(client)
    assert "This link is used up" in text_of(Client().get(link))
    assert "new password" in mail.outbox[-1].subject


def test_after_five_wrong_passwords_even_the_right_one_waits(ann: User) -> None:
    for _ in range(5):
        sign_in(Client(), password="wrong")

    assert "Too many attempts." in text_of(sign_in(Client()))
    assert is_signed_in(Client()) is False


WRONG_THREE_TIMES = """
import django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from django.test import Client
for _ in range(3):
    said = Client().post("/accounts/login/", {"login": "ann", "password": "wrong"}).content.decode()
print("Too many attempts." in said)
"""


def test_processes_count_attempts_together(manage: Manage) -> None:
    environment = manage.environment(DJANGO_SETTINGS_MODULE="site_config.settings")
    command = [sys.executable, "-c", WRONG_THREE_TIMES]
    said = [
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout.strip()
        for _ in range(2)
    ]

    assert said == ["False", "True"]


def test_too_many_requests_from_one_place_are_a_designed_429(client: Client, db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": "2/m/ip", "signup": "1/m/ip"}
    for number in range(3):
        response = client.post("/accounts/password/reset/", {"email": f"a{number}@example.org"})
    assert response.status_code == 429
    assert "Error 429" in text_of(response)
    sign_up(client)
    assert sign_up(Client(), "cas", "cas@example.org").status_code == 429


def test_forms_of_others_change_nothing(ann: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    for path in (
        "login",
        "signup",
        "logout",
        "email",
        "password/change",
        "password/reset",
        "reauthenticate",
        "2fa/totp/activate",
        "2fa/webauthn/login",
    ):
        assert strict.post(f"/accounts/{path}/").status_code == 403, path
    assert strict.post("/account/close/").status_code == 403


def test_looking_at_pages_changes_nothing(client: Client, ann: User) -> None:
    client.force_login(ann)
    prove(client)
    for path in (
        "/accounts/logout/",
        "/account/close/",
        "/account/data.json",
        "/accounts/2fa/recovery-codes/generate/",
    ):
        assert client.get(path).status_code == 200, path

    assert is_signed_in(client)
    assert User.objects.filter(pk=ann.pk).exists()


def test_signing_out_ends_on_the_first_page(client: Client, ann: User) -> None:
    client.force_login(ann)

    response = client.post("/accounts/logout/", follow=True)

    assert response.request["PATH_INFO"] == "/"
    assert "You are signed out." in text_of(response)
    assert not is_signed_in(client)
    assert "What this browser keeps" in text_of(client.get("/account/"))


def test_an_account_that_is_switched_off_does_not_sign_in(client: Client, ann: User) -> None:
    User.objects.update(is_active=False)

    response = client.post("/accounts/login/", {"login": "ann", "password": PASSWORD}, follow=True)

    assert "This account is switched off" in text_of(response)
    assert not is_signed_in(client)


# --- Curators -----------------------------------------------------------------------------------
def test_the_desk_is_reached_through_the_page_to_sign_in(client: Client, db: None) -> None:
    an_account("cas", is_staff=True, is_superuser=True)

    response = client.get("/admin/catalogue/paper/", follow=True)

    assert response.redirect_chain[-1] == ("/accounts/login/?next=/admin/catalogue/paper/", 302)
    wanted = sign_in(client, "cas", next="/admin/catalogue/paper/")["Location"]
    assert client.get(wanted).status_code == 200
    assert client.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
    assert client.post("/admin/logout/")["Location"] == "/"
    assert not is_signed_in(client)


def test_a_reader_at_the_desks_door_is_told_so(client: Client, ann: User) -> None:
    client.force_login(ann)

    response = client.get("/admin/", follow=True)

    assert response.status_code == 403
    assert "You may not open this page" in text_of(response)


def test_accounts_that_an_operator_made_sign_in_without_a_mail(client: Client, db: None) -> None:
    """With an address or without one; that address is not verified, so nothing may rely on it."""
    call_command("createsuperuser", username="root1", email="root@example.org", interactive=False)
    User.objects.create_superuser("curator", password=PASSWORD)
    User.objects.create_user("cas", "cas@example.org", PASSWORD)
    made = User.objects.get(username="root1")
    made.set_password(PASSWORD)
    made.save()

    for name in ("root1", "curator", "cas"):
        sign_in(client, name)
        assert is_signed_in(client), name
        client.get("/accounts/email/")
        client.post("/accounts/logout/")
    sign_in(client, "root1")
    assert is_signed_in(client)
    assert mail.outbox == []


def test_who_signed_up_and_became_staff_before_verifying_is_trusted_with_it(client: Client, db: None) -> None:
    sign_up(client)
    User.objects.update(is_staff=True)
    other = Client()

    sign_in(other, "bob")

    assert is_signed_in(other)


def test_a_changed_address_takes_the_place_of_the_old_one_once_it_is_verified(client: Client, ann: User) -> None:
    client.force_login(ann)
    prove(client)

    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})

    code = mail.outbox[-1].body.split("\n\n")[1]
    assert mail.outbox[-1].to == ["new@example.org"]
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    assert enter_code(client, code)["Location"] == "/account/"
    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    assert [address.email for address in ann.emailaddress_set.all()] == ["new@example.org"]
    assert mail.outbox[-1].to == ["ann@example.org"]
    assert "new@example.org" in mail.outbox[-1].body


def test_whether_a_new_address_has_an_account_does_not_show(client: Client, ann: User) -> None:
    an_account("cas")
    client.force_login(ann)
    prove(client)

    answers = []
    for email in ("cas@example.org", "nobody@example.org"):
        response = client.post("/accounts/email/", {"email": email, "action_add": ""})
        answers.append((response.status_code, response["Location"]))

    assert answers[0] == answers[1] == (302, "/accounts/confirm-email/")
