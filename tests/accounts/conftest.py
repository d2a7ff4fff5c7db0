"""Signing up and in as a person does: pages, mails, codes."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from catalogue.models import User

PASSWORD = "correct horse battery"


@pytest.fixture
def ann(db: None) -> User:
    """An account with a verified address."""
    user = User.objects.create_user("ann", "ann@example.org", PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def sign_in(client: Client, login: str = "ann", password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password} | more)


def sign_up(client: Client, username: str = "bob", email: str = "bob@example.org", **more: str) -> Any:
    return client.post("/accounts/signup/", {"username": username, "email": email, "password1": PASSWORD} | more)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def code_in_mail() -> str:
    """The code in the last mail."""
    found = re.search(r"^([A-Z0-9-]{4,})$", mail.outbox[-1].body, re.M)
    assert found, mail.outbox[-1].body
    return found[1]
