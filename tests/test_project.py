"""The repository and its settings: nothing of one machine, nothing from an unnamed place, loud about bad values."""

import hashlib
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from site_config.local_key import local_secret_key
from site_config.mail import mail_settings

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))

# Addresses of package indexes and downloads, and paths of one machine. Each is written in two halves,
# so that a search of the repository for the whole finds nothing, here neither.
FORBIDDEN = [
    "files." + "pythonhosted",
    "pypi." + "org/simple",
    "registry." + "npmjs",
    "registry." + "yarnpkg",
    "deb." + "debian.org",
    "--index" + "-url",
    "--extra-index" + "-url",
    "--find" + "-links",
    "/ro" + "ot/",
    "/ho" + "me/",
    "/wo" + "rk/",
    "/Us" + "ers/",
]


def files_of_the_repository() -> list[Path]:
    """What is tracked or about to be: everything that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def forbidden_in(text: str) -> list[str]:
    return [pattern for pattern in FORBIDDEN if re.search(rf"(?<![\w.-]){re.escape(pattern)}", text)]


def settings_say(**environment: str) -> subprocess.CompletedProcess[str]:
    """Import the settings in a process of its own under this environment."""
    return subprocess.run(
        [sys.executable, "-c", "import site_config.settings"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": "", "ALLOWED_HOSTS": "localhost", "DEBUG": "off"} | environment,
        check=False,
        capture_output=True,
        text=True,
    )


# --- Files --------------------------------------------------------------------------------------
def test_no_file_names_a_package_index_or_a_path_of_one_machine() -> None:
    findings = []
    for path in files_of_the_repository():
        content = path.read_bytes()
        if b"\0" not in content and not path.is_relative_to(ROOT / "tests"):
            findings += [(str(path.relative_to(ROOT)), found) for found in forbidden_in(content.decode())]
    assert findings == []


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_the_search_for_forbidden_addresses_finds_them(pattern: str) -> None:
    assert forbidden_in(f'first line\n  from "{pattern}x"') == [pattern]


def test_no_lock_file_of_a_tool_that_writes_addresses_is_kept() -> None:
    names = {path.name for path in files_of_the_repository()}
    assert names & {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json", "yarn.lock"} == set()


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_has_a_version_and_a_hash(path: Path) -> None:
    logical_lines = path.read_text().replace("\\\n", " ").splitlines()
    requirements = [line for line in logical_lines if line.strip() and not line.lstrip().startswith("#")]
    assert requirements != []
    assert [line for line in requirements if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


def test_there_are_requirements_to_run_to_develop_to_train_and_to_measure() -> None:
    assert [path.name for path in REQUIREMENTS] == ["bench.txt", "dev.txt", "runtime.txt", "train.txt"]


def table_of_vendored_files() -> dict[str, str]:
    """File (below static/) to sha256, as static/VENDORED.md states them."""
    rows = [
        [cell.strip(" `") for cell in line.strip().strip("|").split("|")]
        for line in (ROOT / "static" / "VENDORED.md").read_text(encoding="utf-8").splitlines()
        if line.lstrip().startswith("|")
    ]
    header = [name.lower().replace("-", "") for name in rows[0]]
    file, checksum = header.index("file"), header.index("sha256")
    return {row[file]: row[checksum] for row in rows[2:]}


def test_every_vendored_file_is_the_one_it_was() -> None:
    stated = table_of_vendored_files()
    assert stated != {}
    actual = {name: hashlib.sha256((ROOT / "static" / name).read_bytes()).hexdigest() for name in stated}
    assert actual == stated


def test_every_font_is_listed_as_vendored() -> None:
    fonts = {path.relative_to(ROOT / "static").as_posix() for path in (ROOT / "static").rglob("*.woff2")}
    assert fonts <= set(table_of_vendored_files())


# --- Settings -----------------------------------------------------------------------------------
def test_settings_for_this_machine_need_no_environment() -> None:
    assert settings_say().stderr == ""


def test_a_public_site_without_secret_key_does_not_start() -> None:
    result = settings_say(ALLOWED_HOSTS="example.org")
    assert result.returncode != 0
    assert "SECRET_KEY" in result.stderr.splitlines()[-1]


def test_a_public_site_with_secret_key_starts() -> None:
    assert settings_say(ALLOWED_HOSTS="example.org", SECRET_KEY="x" * 50).stderr == ""


def test_a_public_site_does_not_start_with_debug() -> None:
    result = settings_say(ALLOWED_HOSTS="localhost,example.org", SECRET_KEY="x" * 50, DEBUG="on")
    assert result.returncode != 0
    assert "DEBUG" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("HTTPS", "perhaps"),
        ("BEHIND_PROXY", "perhaps"),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "mysql://localhost/x"),
        ("DATABASE_URL", "x"),
        ("EMAIL_URL", "mail.example.org"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_URL", "smtp://host:port"),
        ("REQUIRE_STAFF_MFA", "perhaps"),
    ],
)
def test_a_bad_value_is_refused_by_its_name(name: str, value: str) -> None:
    result = settings_say(**{name: value})
    assert result.returncode != 0
    assert name in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["ORCID_CLIENT_ID", "ORCID_SECRET", "GITHUB_CLIENT_ID", "GITHUB_SECRET"])
def test_half_of_what_another_site_gave_to_sign_in_with_is_refused_by_its_name(name: str) -> None:
    result = settings_say(**{name: "x"})
    assert result.returncode != 0
    assert name in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "starts_tls", "is_tls"),
    [
        ("smtp+tls://carrel:a%40b@mail.example.org", "mail.example.org", 587, "carrel", "a@b", True, False),
        ("smtps://me%40example.org:x@mail.example.org", "mail.example.org", 465, "me@example.org", "x", False, True),
        ("smtp://localhost", "localhost", 25, "", "", False, False),
        ("smtp://localhost:1025/", "localhost", 1025, "", "", False, False),
    ],
)
def test_one_address_says_how_mail_leaves(
    url: str, host: str, port: int, user: str, password: str, starts_tls: bool, is_tls: bool
) -> None:
    found = mail_settings(url)
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert [found[f"EMAIL_{name}"] for name in names] == [host, port, user, password, starts_tls, is_tls]


def test_mail_is_printed_where_nothing_else_is_said() -> None:
    assert mail_settings("console:") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_the_local_secret_key_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = local_secret_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


def test_the_local_secret_key_stays_what_it_was(tmp_path: Path) -> None:
    assert local_secret_key(tmp_path / "secret_key") == local_secret_key(tmp_path / "secret_key")
    assert local_secret_key(tmp_path / "secret_key") != local_secret_key(tmp_path / "another")
