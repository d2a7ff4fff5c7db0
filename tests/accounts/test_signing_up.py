"""From the form to the account: the code, and what a stranger may learn of others on the way."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from catalogue.models import User
from tests.accounts.conftest import PASSWORD, code_in_mail, enter_code, is_signed_in, sign_in, sign_up, text_of


def test_the_code_in_the_mail_completes_the_account_and_leads_where_one_came_from(client: Client, db: None) -> None:
    response = sign_up(client, next="/tags/")

    assert (response.status_code, response["Location"]) == (302, "/accounts/confirm-email/")
    assert not is_signed_in(client)
    assert mail.outbox[-1].to == ["bob@example.org"]
    assert enter_code(client, code_in_mail())["Location"] == "/tags/"
    assert is_signed_in(client)
    address = User.objects.get(username="bob").emailaddress_set.get()
    assert (address.email, address.verified, address.primary) == ("bob@example.org", True, True)


def test_a_code_is_read_in_small_letters_and_without_its_hyphen(client: Client, db: None) -> None:
    sign_up(client)

    enter_code(client, code_in_mail().replace("-", "").lower())

    assert is_signed_in(client)


def test_a_wrong_code_is_refused_and_after_three_the_sign_up_begins_again_with_signing_in(
    client: Client, db: None
) -> None:
    sign_up(client)
    code = code_in_mail()

    assert "That is not the code." in text_of(enter_code(client, "AAAA-AAAA"))
    enter_code(client, "AAAA-AAAA")
    assert enter_code(client, "AAAA-AAAA")["Location"] == "/accounts/login/"
    enter_code(client, code)
    assert not is_signed_in(client)


def test_a_code_that_is_too_old_says_so_and_signing_in_sends_a_new_one(
    client: Client, db: None, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    sign_up(client)
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = -1

    response = client.post("/accounts/confirm-email/", {"code": code_in_mail()}, follow=True)

    assert response.request["PATH_INFO"] == "/accounts/login/"
    assert "That code is too old." in text_of(response)
    del settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT
    sign_in(client, "bob")
    assert len(mail.outbox) == 2
    enter_code(client, code_in_mail())
    assert is_signed_in(client)


def test_a_new_code_takes_the_place_of_the_first(client: Client, db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    sign_up(client)
    first = code_in_mail()

    client.post("/accounts/confirm-email/", {"action": "resend"})

    enter_code(client, first)
    assert not is_signed_in(client)
    enter_code(client, code_in_mail())
    assert is_signed_in(client)


def test_the_code_is_good_in_the_browser_that_asked_for_it_only(client: Client, db: None) -> None:
    sign_up(client)
    other = Client()

    assert enter_code(other, code_in_mail())["Location"] == "/accounts/login/"
    assert not is_signed_in(other)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ab", "at least 3"),
        ("a" * 41, "3 to 40 letters"),
        ("a b", "3 to 40 letters"),
        ("a@b.example", "3 to 40 letters"),
        (".dots", "3 to 40 letters"),
        ("аnn", "3 to 40 letters"),  # a Cyrillic а
        ("Ann", "This name is taken."),
        ("ANN", "This name is taken."),
        ("Admin", "This name cannot be used."),
    ],
)
def test_a_user_name_is_plain_free_and_not_the_sites(client: Client, ann: User, name: str, said: str) -> None:
    assert said in text_of(sign_up(client, name))
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["a-n.n_2", "007", "Bob", "x" * 40])
def test_a_user_name_keeps_its_letters(client: Client, db: None, name: str) -> None:
    sign_up(client, name)

    assert User.objects.get().username == name


@pytest.mark.parametrize("password", ["short", "password1", "8402749173940", "bobbobbob"])
def test_a_weak_password_is_refused(client: Client, db: None, password: str) -> None:
    assert sign_up(client, "bobbobbob", password1=password).status_code == 200
    assert not User.objects.exists()


def test_whether_an_address_has_an_account_does_not_show(ann: User) -> None:
    """Not in status, address or words of any answer, nor in whether a mail is sent; only in the mail itself."""
    seen = {}
    for name, email in (("one", "ANN@example.org"), ("two", "bob@example.org")):
        client = Client()
        answers = [sign_up(client, name, email), client.get("/accounts/confirm-email/")]
        answers += [enter_code(client, "AAAA-AAAA") for _ in range(3)]
        answers.append(client.get("/accounts/login/"))
        words = [text_of(answer).replace(email.lower(), "ADDRESS") for answer in answers]
        seen[name] = [(answer.status_code, answer.get("Location")) for answer in answers], words

    assert seen["one"] == seen["two"]
    assert [message.to for message in mail.outbox] == [["ann@example.org"], ["bob@example.org"]]
    assert "you have an account" in mail.outbox[0].subject


@pytest.mark.parametrize("email", ["ann@example.org", "bob@example.org"])
def test_a_known_address_takes_no_longer_than_an_unknown_one(ann: User, hashed: list[str], email: str) -> None:
    sign_up(Client(), "tried", email)

    assert hashed == [PASSWORD]


def test_a_user_name_tried_with_a_known_address_is_kept_as_with_an_unknown_one(ann: User) -> None:
    """Else a second sign-up with that name would tell whether the first made an account."""
    sign_up(Client(), "tried1", "ann@example.org")
    sign_up(Client(), "tried2", "nobody@example.org")

    for name in ("tried1", "Tried2"):
        assert "This name is taken." in text_of(sign_up(Client(), name, "me@example.org"))


def test_a_sign_up_that_was_not_verified_within_a_day_frees_name_and_address(
    client: Client, ann: User, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    sign_up(Client(), "bob")
    long_ago = timezone.now() - timedelta(hours=25)
    User.objects.update(date_joined=long_ago)

    sign_up(client, "bob")

    enter_code(client, code_in_mail())
    assert is_signed_in(client)
    assert set(User.objects.values_list("username", flat=True)) == {"ann", "bob"}


def test_accounts_that_an_operator_made_are_not_taken_for_abandoned_sign_ups(client: Client, db: None) -> None:
    long_ago = timezone.now() - timedelta(days=400)
    User.objects.create_user("cas", "cas@example.org", "x", date_joined=long_ago)
    client.post("/accounts/password/reset/", {"email": "cas@example.org"})

    sign_up(client, "bob")

    assert User.objects.filter(username="cas").exists()


def test_two_who_take_one_name_at_the_same_moment_get_an_account_and_a_409(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catalogue.accounts.AccountAdapter.clean_username", lambda self, name, shallow=False: name)

    assert sign_up(client, "Ann").status_code == 409
