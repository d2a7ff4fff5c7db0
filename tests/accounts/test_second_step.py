"""Two-step sign-in: the app, recovery codes, who must have it. Passkeys are tried in a browser."""

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from catalogue.models import User
from tests.accounts.conftest import an_account, an_app, is_signed_in, prove, shown_by_app, sign_in, text_of


def second_step(client: Client, code: str) -> None:
    client.post("/accounts/2fa/authenticate/", {"code": code})


def test_an_app_is_set_up_with_the_code_it_shows(client: Client, transactional_db: None, ann: User) -> None:
    client.force_login(ann)
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    prove(client)
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)[1]

    response = client.post("/accounts/2fa/totp/activate/", {"code": shown_by_app(secret)}, follow=True)

    assert "Recovery codes" in text_of(response)
    assert "authenticator app set up" in mail.outbox[-1].subject
    client.logout()
    assert sign_in(client)["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(client)


def test_the_qr_code_is_part_of_the_page(client: Client, ann: User) -> None:
    """The policy forbids inline styles and images made of data."""
    client.force_login(ann)
    prove(client)

    page = client.get("/accounts/2fa/totp/activate/").content.decode()

    assert re.search(r'<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="[^"]+"><path d="M4 4h1v1', page)
    assert "style=" not in page
    assert "data:" not in page.replace("data:</b>", "")


def test_the_code_of_the_app_signs_in_once(client: Client, ann: User) -> None:
    code = shown_by_app(an_app(ann))
    other = Client()
    for browser in (client, other):
        sign_in(browser, next="/tags/")

    assert client.post("/accounts/2fa/authenticate/", {"code": code})["Location"] == "/tags/"
    second_step(other, code)

    assert is_signed_in(client)
    assert not is_signed_in(other)


def test_a_wrong_code_is_refused_and_many_have_to_wait(client: Client, ann: User) -> None:
    right = shown_by_app(an_app(ann))
    wrong = "000000" if right != "000000" else "111111"
    sign_in(client)
    assert "That did not match." in text_of(client.post("/accounts/2fa/authenticate/", {"code": wrong}))

    for _ in range(5):
        second_step(client, wrong)
    second_step(client, right)

    assert not is_signed_in(client)


def test_a_recovery_code_lets_in_once(client: Client, ann: User) -> None:
    an_app(ann)
    client.force_login(ann)
    prove(client)
    code = client.get("/accounts/2fa/recovery-codes/download/").content.decode().split()[0]
    assert code in text_of(client.get("/accounts/2fa/recovery-codes/"))
    client.logout()

    for expected in (True, False):
        browser = Client()
        sign_in(browser)
        second_step(browser, code)
        assert is_signed_in(browser) is expected


def test_a_password_alone_does_not_remove_the_second_step_of_a_closed_browser(client: Client, ann: User) -> None:
    an_app(ann)
    sign_in(client)

    client.post("/accounts/2fa/totp/deactivate/")

    assert ann.authenticator_set.filter(type="totp").exists()


def test_staff_need_a_second_step_where_it_is_demanded(client: Client, db: None, settings: Settings) -> None:
    settings.REQUIRE_STAFF_MFA = True
    cas = an_account("cas", is_staff=True, is_superuser=True)
    client.force_login(cas)

    response = client.get("/admin/catalogue/paper/", follow=True)

    assert response.redirect_chain[-1][0] == "/accounts/2fa/?next=/admin/catalogue/paper/"
    assert "The curators’ desk opens once" in text_of(response)
    an_app(cas)
    assert client.get("/admin/catalogue/paper/").status_code == 200


def test_readers_need_none(client: Client, ann: User, settings: Settings) -> None:
    settings.REQUIRE_STAFF_MFA = True
    client.force_login(ann)

    assert client.get("/account/").status_code == 200
    assert client.get("/admin/", follow=True).status_code == 403


def test_an_administrator_takes_a_lost_second_step_away(client: Client, ann: User) -> None:
    an_app(ann)
    client.force_login(an_account("cas", is_staff=True, is_superuser=True))

    client.post("/admin/catalogue/user/", {"action": "remove_second_steps", "_selected_action": [ann.pk]})

    assert not ann.authenticator_set.exists()


@pytest.mark.parametrize("model", ["mfa/authenticator", "socialaccount/socialaccount", "account/emailaddress"])
def test_what_people_sign_in_with_has_no_pages_at_the_desk(client: Client, db: None, model: str) -> None:
    client.force_login(an_account("cas", is_staff=True, is_superuser=True))

    assert client.get(f"/admin/{model}/").status_code == 404
