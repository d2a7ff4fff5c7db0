"""The server as it is started: what it lets through."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def server(scratch_database: str) -> Iterator[int]:
    """The port of a gunicorn that serves an empty catalogue."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "site_config.wsgi",
        "--bind",
        f"127.0.0.1:{port}",
        "--no-control-socket",
    ]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"DATABASE_URL": scratch_database, "DEBUG": "on"})
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def status(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    found = connection.getresponse().status
    connection.close()
    return found


def test_texts_of_full_length_arrive_whatever_their_letters_and_longer_ones_are_refused(server: int) -> None:
    for text in ("a kernel " * 555, "强化学习" * 1250, "🙂" * 2500):
        assert status(server, f"/papers/similar/?text={quote(text)}") == 200
        assert status(server, f"/papers/?q={quote(text)}") == 200
    assert status(server, f"/papers/?q={'a' * 70_000}") == 414
