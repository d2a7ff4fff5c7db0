"""What every test may use, and the settings that all of them run under."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.browser.chromium import find_chromium
from tests.database import Manage, PostgreSQLScratch, ScratchDatabases, SQLiteScratch


def runs_on_postgresql() -> bool:
    return settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"


def pytest_configure(config: pytest.Config) -> None:
    settings.DEBUG = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Static files under their plain names and straight from their folders: no test waits for collectstatic.
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STATIC_ROOT = None
    # A live server's thread ends its connection with the request: a test database in use cannot be removed.
    database = settings.DATABASES["default"]
    database["CONN_MAX_AGE"] = 0
    if not runs_on_postgresql():
        # A file and not memory: the threads of a live server then have connections of their own, as in production.
        folder = tempfile.TemporaryDirectory(prefix="carrel-tests-")
        config.add_cleanup(folder.cleanup)
        database.setdefault("TEST", {})["NAME"] = str(Path(folder.name) / "test.sqlite3")
        database["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"


def pytest_report_header() -> list[str]:
    database = settings.DATABASES["default"]
    server = f"PostgreSQL at {database['HOST'] or 'the default socket'}" if runs_on_postgresql() else "SQLite"
    return [f"database: {server}", f"browser: {find_chromium() or 'none'}"]


@pytest.fixture(scope="session")
def scratch_databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScratchDatabases]:
    databases = PostgreSQLScratch() if runs_on_postgresql() else SQLiteScratch(tmp_path_factory.mktemp("scratch"))
    yield databases
    databases.close()


@pytest.fixture
def scratch_database(scratch_databases: ScratchDatabases) -> Iterator[str]:
    """The address of a migrated, empty database of the test's own, for other processes to work on."""
    url = scratch_databases.create()
    yield url
    scratch_databases.drop(url)


@pytest.fixture
def manage(scratch_database: str) -> Manage:
    """`manage("load_papers", path)` runs that command on the scratch database and returns what it said."""
    return Manage(scratch_database)
