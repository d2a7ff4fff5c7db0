"""What nobody means to send, to every address that has to do with accounts: each answers, and none with a 500."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver
from pytest_django.fixtures import Settings

from catalogue.models import User
from tests.accounts.conftest import an_account, an_app, prove, sign_in, sign_up

NAMES = """
    login password username email password1 password2 oldpassword code credential name passwordless action action_add
    action_send action_remove action_primary next account recipient process scope auth_params
""".split()
BAD = [
    "",
    "a\0b",
    "x" * 100_000,
    "9" * 40,
    "1e999",
    "[1]",
    "null",
    '{"id":1}',
    '{"response":[]}',
    '{"response":{"userHandle":5}}',
    '{"id":"YQ","rawId":"YQ","type":"public-key","response":{"userHandle":"AA","clientDataJSON":"AA"}}',
    '{"id":"YQ","rawId":"YQ","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}',
    '{"id":"YQ","rawId":"YQ","type":"public-key","response":'
    '{"clientDataJSON":"e30","authenticatorData":"oA","signature":"oA","userHandle":"MQ"}}',
    "٣",
    "\ud800",
    "/a\r\nb: c",
    "//evil.example",
    "a@b.c",
    "İ" * 50,
]


def addresses(resolver: Any, before: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern).lstrip("^").rstrip("$")
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern, path)
        elif path.startswith(("/account/", "/accounts/")):
            path = re.sub(r"\(\?P<uidb36>.*?\)-\(\?P<key>.*\)/", "ZZZZZZZZZZZZZ-x/", path)
            yield re.sub(r"<int:pk>", "9" * 30, path)


def browsers(client: Client) -> dict[str, Client]:
    """A stranger, and browsers on each step of the way in."""
    found = {name: Client(raise_request_exception=False) for name in ("stranger", "signing up", "second step", "in")}
    sign_up(found["signing up"])
    an_app(an_account("cas"))
    sign_in(found["second step"], "cas")
    found["in"].force_login(an_account("dan"))
    prove(found["in"])
    # What was begun with a key, so that the answers below are read and not refused as unasked for.
    found["in"].get("/accounts/2fa/webauthn/add/")
    found["stranger"].get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    return found


def send(client: Client, method: str, path: str, bad: str) -> HttpResponse:
    if "\ud800" in bad:
        body = "&".join(f"{name}=%ED%A0%80" for name in NAMES)
        if method == "get":
            return client.get(f"{path}?{body}")
        return client.post(path, body, content_type="application/x-www-form-urlencoded")
    return getattr(client, method)(path, dict.fromkeys(NAMES, bad))


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_of_accounts_answers_500(client: Client, db: None, settings: Settings, method: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.MFA_RATE_LIMITS = False
    ends = {"/accounts/logout/", "/account/close/"}
    paths = [*sorted(set(addresses(get_resolver()))), "/accounts/password/reset/key/1-set-password/", "/accounts/"]
    assert len(paths) > 30
    texts = BAD if method == "post" else BAD[::4]
    for who, browser in browsers(client).items():
        for path in paths:
            for bad in texts if path not in ends or who == "stranger" else ():
                response = send(browser, method, path, bad)
                assert response.status_code < 500, (who, path, bad[:80])
                assert "evil" not in response.get("Location", "").partition("?")[0], (who, path, bad)
    assert User.objects.filter(username__in=("bob", "cas", "dan")).count() == 3
