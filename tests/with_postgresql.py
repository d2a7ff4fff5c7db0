"""Run a command with DATABASE_URL naming a PostgreSQL server: `python tests/with_postgresql.py COMMAND…`

A server that DATABASE_URL names already is used as it is. Otherwise a throw-away one is made from the
machine's binaries, in a temporary directory, reachable through a socket in that directory only, and
gone when the command ends, however it ends. The exit status is the command's.

Without server and binaries the command is skipped: status 0, or 1 when REQUIRE_ALL_LEGS=1.
"""

import glob
import locale
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

# Where distributions (Debian, Red Hat, Homebrew) keep the server's binaries off the path.
PLACES: tuple[str, ...] = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin")
PLACES += ("/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")

# Nothing here has to survive a crash: speed before safety.
SERVER_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}

# Stops the server when its own standard input closes: that happens even when this script is killed.
SUPERVISOR = """
folder=$1; shift
"$@" >"$folder/log" 2>&1 &
cat >/dev/null
kill -INT $!; wait $!; rm -rf "$folder"
"""
STOPPING = (signal.SIGTERM, signal.SIGHUP)
SECONDS_TO_START, SECONDS_TO_WIND_DOWN = 60, 20


def find_binaries() -> Path | None:
    """The folder with `initdb` and `postgres`: the path's, else the newest version's."""
    on_path = shutil.which("initdb")
    folders = [str(Path(on_path).resolve().parent)] if on_path else []
    for place in PLACES:
        folders += sorted(glob.glob(place), key=version, reverse=True)
    for folder in map(Path, folders):
        if all(os.access(folder / name, os.X_OK) for name in ("initdb", "postgres")):
            return folder
    return None


def version(folder: str) -> list[int]:
    """The numbers in a path, so that version 15 comes after version 9."""
    return [int(number) for number in re.findall(r"\d+", folder)]


def unprivileged() -> dict[str, Any]:
    """Arguments for `subprocess`: PostgreSQL refuses to run as root, so root runs it as somebody else."""
    if os.geteuid() != 0:
        return {}
    accounts = {account.pw_name: account for account in pwd.getpwall()}
    account = accounts.get("postgres", accounts["nobody"])
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def utf8_locale() -> str:
    """The language-neutral locale that knows letters beyond ASCII, where the machine has it."""
    try:
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    except locale.Error:
        return "C"
    return "C.UTF-8"


def temporary_folder() -> Path:
    """A folder with a path short enough for a socket in it (the system's limit is about 100 bytes)."""
    parent = None if len(tempfile.gettempdir()) < 60 else "/tmp"
    return Path(tempfile.mkdtemp(prefix="carrel-postgresql-", dir=parent)).resolve()


def create_cluster(binaries: Path, folder: Path, rights: dict[str, Any]) -> None:
    """Make an empty UTF-8 cluster in `folder`/cluster whose superuser `postgres` needs no password."""
    options = ["--username=postgres", "--auth-local=trust", "--auth-host=reject", "--no-sync"]
    options += ["--encoding=UTF8", f"--locale={utf8_locale()}", "--pgdata", str(folder / "cluster")]
    command = [str(binaries / "initdb"), *options]
    result = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True, **rights)
    if result.returncode:
        raise RuntimeError(f"initdb failed:\n{result.stdout}{result.stderr}")


def wait_until_ready(folder: Path) -> None:
    """Return when the server accepts connections: the last line of its lock file says so."""
    lock_file, log = folder / "cluster" / "postmaster.pid", folder / "log"
    deadline = time.monotonic() + SECONDS_TO_START
    said = ""
    while "FATAL:" not in said and time.monotonic() < deadline:
        if lock_file.exists() and lock_file.read_text().endswith("ready   \n"):
            return
        time.sleep(0.05)
        said = log.read_text(errors="replace") if log.exists() else ""
    raise RuntimeError(f"PostgreSQL did not start:\n{said}")


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Let signals wait for the end of the block: half a second that must not be cut in two."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, *STOPPING))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def throwaway_server(binaries: Path) -> Iterator[str]:
    """Make a server, hand out its address, remove every trace of it."""
    folder = temporary_folder()
    rights = unprivileged()
    supervisor = None
    try:
        if rights:
            os.chown(folder, rights["user"], rights["group"])
        with signals_deferred():
            create_cluster(binaries, folder, rights)
        server = [str(binaries / "postgres"), "-D", str(folder / "cluster"), "-k", str(folder)]
        server += [f"--{name}={value}" for name, value in SERVER_SETTINGS.items()]
        supervisor = subprocess.Popen(
            ["/bin/sh", "-c", SUPERVISOR, "sh", folder, *server],
            cwd="/",
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the command; the server outlives it by a moment
            **rights,
        )
        wait_until_ready(folder)
        yield f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"
    finally:
        if supervisor:
            supervisor.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def run(command: list[str], url: str) -> int:
    """Run the command to its end; what stops this script stops the command first."""
    process = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": url})
    try:
        status = process.wait()
    except KeyboardInterrupt:  # the terminal has told the command too: let it clean up
        status = wind_down(process)
    except SystemExit:
        process.terminate()
        wind_down(process)
        raise
    return status if status >= 0 else 128 - status


def wind_down(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process that is ending; end it the hard way when it takes too long."""
    try:
        return process.wait(SECONDS_TO_WIND_DOWN)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def main(command: list[str]) -> int:
    if not command:
        sys.exit(__doc__)
    for number in STOPPING:
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith(("postgres:", "postgresql:")):
        return run(command, url)
    binaries = find_binaries()
    if binaries is None:
        print("PostgreSQL leg skipped: no server and no binaries found (set DATABASE_URL or install postgresql)")
        return 1 if os.environ.get("REQUIRE_ALL_LEGS") == "1" else 0
    with throwaway_server(binaries) as address:
        return run(command, address)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except (RuntimeError, OSError) as error:
        sys.exit(str(error))
