"""Databases for tests that start `manage.py` as its own process, which cannot see a test's transaction.

The migrated template is made once; every test gets a copy of it, on the engine that the suite runs on.
"""

import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import psycopg

MANAGE_PY = Path(__file__).resolve().parent.parent / "manage.py"


class ScratchDatabases(Protocol):
    """Databases are known by their address, as DATABASE_URL takes it."""

    def create(self) -> str: ...

    def drop(self, url: str) -> None: ...

    def close(self) -> None: ...


class SQLiteScratch:
    """Files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = count()
        self.template = folder / "template.sqlite3"
        migrate(f"sqlite:///{self.template}")

    def create(self) -> str:
        path = self.folder / f"scratch_{next(self.numbers)}.sqlite3"
        shutil.copyfile(self.template, path)
        return f"sqlite:///{path}"

    def drop(self, url: str) -> None:
        for path in self.folder.glob(f"{Path(url).name}*"):
            path.unlink()

    def close(self) -> None:
        pass


class PostgreSQLScratch:
    """Databases on the server that DATABASE_URL names, made from a template database on it."""

    def __init__(self) -> None:
        self.server = urlsplit(os.environ["DATABASE_URL"])
        self.numbers = count()
        self.prefix = f"carrel_scratch_{os.getpid()}"
        self.template = self.prefix
        self.execute(f'CREATE DATABASE "{self.template}"')
        migrate(self.address(self.template))

    def address(self, name: str) -> str:
        return self.server._replace(path=f"/{name}").geturl()

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def create(self) -> str:
        name = f"{self.prefix}_{next(self.numbers)}"
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{self.template}"')
        return self.address(name)

    def drop(self, url: str) -> None:
        name = urlsplit(url).path.removeprefix("/")
        self.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def close(self) -> None:
        self.drop(self.address(self.template))


def migrate(url: str) -> None:
    result = Manage(url)("migrate", "--verbosity", "0")
    assert result.returncode == 0, result.stderr


class Manage:
    """Runs `python manage.py …` on a database, with nothing from the caller's environment but the essentials."""

    def __init__(self, url: str) -> None:
        self.url = url

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        ours = {"DATABASE_URL": self.url, "SECRET_KEY": "for the tests only", "LANG": "C.UTF-8", "COLUMNS": "120"}
        return kept | ours | more

    def __call__(
        self, *arguments: str | Path, stdin: str = "", timeout: float = 120, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; keyword arguments in capitals are further environment variables."""
        return subprocess.run(
            [sys.executable, str(MANAGE_PY), *map(str, arguments)],
            check=False,
            env=self.environment(**environment),
            cwd=MANAGE_PY.parent,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout,
        )

    def start(self, *arguments: str | Path, **environment: str) -> subprocess.Popen[str]:
        """Start a command and return at once: for tests that run two at a time, or kill one."""
        return subprocess.Popen(
            [sys.executable, str(MANAGE_PY), *map(str, arguments)],
            env=self.environment(**environment),
            cwd=MANAGE_PY.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
