"""Signing up and in as a person does: pages, mails, codes."""

import base64
import hashlib
import hmac
import re
import time
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from catalogue.models import User

PASSWORD = "correct horse battery"


@pytest.fixture
def ann(db: None) -> User:
    """An account with a verified address."""
    return an_account("ann")


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed, in their order: what takes the time of signing in and up."""
    passwords: list[str] = []
    encode = MD5PasswordHasher.encode

    def noted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        passwords.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", noted)
    return passwords


def an_account(name: str, **fields: Any) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def sign_in(client: Client, login: str = "ann", password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password} | more)


def sign_up(client: Client, username: str = "bob", email: str = "bob@example.org", **more: str) -> Any:
    return client.post("/accounts/signup/", {"username": username, "email": email, "password1": PASSWORD} | more)


def enter_code(client: Client, code: str) -> Any:
    return client.post("/accounts/confirm-email/", {"code": code})


def prove(client: Client) -> Any:
    """Enter the password again, as pages demand that change how one gets in."""
    return client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def code_in_mail() -> str:
    """The code in the last mail."""
    found = re.search(r"^([A-Z0-9-]{4,})$", mail.outbox[-1].body, re.M)
    assert found, mail.outbox[-1].body
    return found[1]


def text_of(response: Any) -> str:
    """What stands on a page, without tags and the token of its forms."""
    content = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", content).split())


def an_app(user: User) -> str:
    """Set up an authenticator app and recovery codes; returns the secret."""
    secret = base64.b32encode(b"twenty bytes of keys").decode()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def shown_by_app(secret: str) -> str:
    """The code that an authenticator app shows now (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), int(time.time() // 30).to_bytes(8), hashlib.sha1)
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"
