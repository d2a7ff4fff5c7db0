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
# What a visitor meets, in a process with its own settings: words of the page to sign in, and where each button leads.
VISIT = """
import re, django
django.setup()
from django.conf import settings
settings.ALLOWED_HOSTS = ["testserver"]
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from django.test import Client
client = Client()
page = client.get("/accounts/login/")
print(re.findall("Sign in with (ORCID|GitHub)", page.content.decode()), page["Content-Security-Policy"])
for name in ("orcid", "github"):
    asked = client.get(f"/accounts/{name}/login/")
    print(asked.status_code, client.post(f"/accounts/{name}/login/?process=login&next=/tags/").get("Location"))
"""


def visit(database: str, **environment: str) -> list[str]:
    command = [sys.executable, "-c", VISIT]
    settings = {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "site_config.settings"}
    ran = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings | environment, check=True, capture_output=True, text=True
    )
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
