"""Work that outlives the request that asked for it: a command of this project in a process of its own."""

import subprocess
import sys

from django.conf import settings
from django.db import transaction


def start_command(*arguments: str) -> None:
    """Start a command once the transaction is committed; it goes on when request and server end."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    transaction.on_commit(lambda: _start(command))


def _start(command: list[str]) -> None:
    nowhere = subprocess.DEVNULL
    subprocess.Popen(command, start_new_session=True, stdin=nowhere, stdout=nowhere, stderr=nowhere)
