"""Signing in with ORCID and GitHub: offered where the site was registered there. Nothing leaves this machine."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from catalogue.models import User
from tests.accounts.conftest import text_of

ROOT = Path(__file__).resolve().parents[2]
BOTH = {"ORCID_CLIENT_ID": "APP-1", "ORCID_SECRET": "s", "GITHUB_CLIENT_ID": "2", "GITHUB_SECRET": "s"}
BEGIN = """
import re, django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from django.test import Client
client = Client()
"""
# What a visitor meets, in a process with its own settings: words of the page to sign in, and where each button leads.
VISIT = """
page = client.get("/accounts/login/")
print(re.findall("Sign in with (ORCID|GitHub)", page.content.decode()), page["Content-Security-Policy"])
for name in ("orcid", "github"):
    asked = client.get(f"/accounts/{name}/login/")
    print(asked.status_code, client.post(f"/accounts/{name}/login/?process=login&next=/tags/").get("Location"))
"""


# ORCID is played: it says who somebody is, and gives a name but no address.
COME_BACK = """
from unittest.mock import patch
import requests
from django.core import mail
from catalogue.models import User

settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
RECORD = {"orcid-identifier": {"path": "0000-0001"}, "person": {"name": {"given-names": {"value": "Ann"}}}}

def answer(self, method, url, **kwargs):
    found = requests.Response()
    found.status_code, found.headers["content-type"] = 200, "application/json"
    found.json = lambda: {"access_token": "t", "orcid": "0000-0001"} if "token" in url else RECORD
    return found

def come(client):
    away = client.post("/accounts/orcid/login/?process=login&next=/tags/")["Location"]
    state = re.search("state=([^&]+)", away)[1]
    with patch("requests.Session.request", answer):
        return client.get(f"/accounts/orcid/login/callback/?code=c&state={state}")

print(come(client)["Location"])
print(re.search("From then on\\s+(\\w+)", client.get("/accounts/3rdparty/signup/").content.decode())[1])
form = {"username": "ann", "email": "ann@example.org"}
print(client.post("/accounts/3rdparty/signup/", form)["Location"])
code = re.search("^[A-Z]{4}-[A-Z]{4}$", mail.outbox[-1].body, re.M)[0]
print(client.post("/accounts/confirm-email/", {"code": code})["Location"])
ann = User.objects.get()
print([ann.username, ann.first_name, ann.has_usable_password()])
print("ORCID" in client.get("/accounts/3rdparty/").content.decode(), client.get("/accounts/password/set/").status_code)
again = Client()
print(come(again)["Location"], "_auth_user_id" in again.session)
denied = Client().get("/accounts/orcid/login/callback/?error=access_denied&state=x")
print(denied.status_code)
"""


def visit(database: str, script: str = VISIT, **environment: str) -> list[str]:
    command = [sys.executable, "-c", BEGIN + script]
    settings = {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "site_config.settings"}
    ran = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings | environment, check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_no_other_site_is_offered_where_none_is_set(scratch_database: str) -> None:
    words, orcid, github = visit(scratch_database)

    assert words.startswith("[]")
    assert "form-action 'self'" in words
    assert "https:" not in words
    assert orcid == github == "404 None"


def test_those_that_are_set_are_offered_and_lead_there(scratch_database: str) -> None:
    words, orcid, github = visit(scratch_database, **BOTH)

    assert words.startswith(("['ORCID', 'GitHub']", "['GitHub', 'ORCID']"))
    assert re.search(r"form-action 'self' https://orcid.org https://github.com", words)
    for answer, host, client_id in ((orcid, "orcid.org", "APP-1"), (github, "github.com", "2")):
        status, address = answer.split(" ", 1)
        parts, query = urlsplit(address), parse_qs(urlsplit(address).query)
        assert (status, parts.scheme, parts.hostname) == ("200", "https", host)
        assert query["client_id"] == [client_id]
        assert query["redirect_uri"][0].startswith("http://testserver/accounts/")


def test_who_comes_from_another_site_chooses_a_name_verifies_an_address_and_comes_back_at_once(
    scratch_database: str,
) -> None:
    """Another site's real name is not taken: others would see it."""
    said = visit(scratch_database, COME_BACK, **BOTH)

    assert said[0] == "/accounts/3rdparty/signup/"
    assert said[1] == "ORCID"
    assert said[2:4] == ["/accounts/confirm-email/", "/tags/"]
    assert said[4] == "['ann', '', False]"
    assert said[5] == "True 302"  # the password again, or here a code: is it you?
    assert said[6] == "/tags/ True"
    assert said[7] in {"200", "302", "401"}


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/accounts/3rdparty/login/cancelled/", 200, "You turned back at the other site."),
        ("/accounts/3rdparty/login/error/", 401, "The other site did not sign you in"),
        ("/accounts/inactive/", 200, "This account is switched off"),
    ],
)
def test_what_goes_wrong_there_is_said_here(client: Client, db: None, path: str, status: int, said: str) -> None:
    response = client.get(path)

    assert response.status_code == status
    assert said in text_of(response)


def test_the_only_way_in_is_not_taken_away(client: Client, ann: User) -> None:
    ann.set_unusable_password()
    ann.save()
    connected = ann.socialaccount_set.create(provider="orcid", uid="0000-0001")
    client.force_login(ann)

    client.post("/accounts/3rdparty/", {"account": connected.pk})

    assert ann.socialaccount_set.exists()
