"""Loads take turns. The lock belongs to the process and dies with it, however it ends."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

# Any number that nothing else in the database uses; advisory locks are per database.
ADVISORY_LOCK = 0x0CA77E1


@contextmanager
def one_load_at_a_time(on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of this database while the block runs. `on_wait` is called once if another load holds it."""
    if connection.vendor == "postgresql":
        with _advisory_lock(on_wait):
            yield
    elif connection.is_in_memory_db():
        yield  # Nobody else can reach a database in memory.
    else:
        with _file_lock(Path(f"{connection.settings_dict['NAME']}.loading"), on_wait):
            yield


@contextmanager
def _file_lock(path: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def _advisory_lock(on_wait: Callable[[], None]) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK])
        if not cursor.fetchone()[0]:
            on_wait()
            cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
    try:
        yield
    finally:
        # A connection that broke has already let the lock go.
        if connection.connection is not None and not connection.connection.closed and not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
