"""One's own account: the page, all of one's data, the end of it."""

import json

import pytest
from django.core import mail
from django.test import Client

from catalogue.models import User
from tests.accounts.conftest import an_account, an_app, is_signed_in, prove, text_of


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


@pytest.mark.parametrize("path", ["/account/", "/account/data.json", "/account/close/"])
def test_strangers_are_asked_to_sign_in(client: Client, db: None, path: str) -> None:
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code in {302, 405}
        if answer.status_code == 302:
            assert answer["Location"] == f"/accounts/login/?next={path}"


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
