"""How a load shows its progress: a bar on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn

from catalogue.importing import Watcher

SECONDS_BETWEEN_LINES = 10
WAITING = "Another load is running; waiting for its end."


class PlainWatcher(Watcher):
    """Writes a line every ten seconds of a long load, nothing for a short one."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.entries = 0
        self.began = self.last_line = time.monotonic()

    def waiting(self) -> None:
        self.stream.write(WAITING)

    def file_started(self, path: str, size: int) -> None:
        self.path, self.size = path, size

    def advanced(self, offset: int, entries: int) -> None:
        self.entries += entries
        now = time.monotonic()
        if now - self.last_line >= SECONDS_BETWEEN_LINES:
            self.last_line = now
            rate = self.entries / (now - self.began)
            share = offset / self.size if self.size else 1
            self.stream.write(f"{self.path}: {share:.0%}, {self.entries:,} entries, {rate:,.0f} a second")


class BarWatcher(Watcher):
    """Draws a bar with the number of entries, their rate and the time left."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.task: TaskID | None = None
        self.entries = 0
        self.began = time.monotonic()

    def waiting(self) -> None:
        self.progress.console.print(WAITING)

    def file_started(self, path: str, size: int) -> None:
        if self.task is not None:
            self.progress.remove_task(self.task)
        self.task = self.progress.add_task(path, total=size or None, done="")

    def advanced(self, offset: int, entries: int) -> None:
        self.entries += entries
        rate = self.entries / max(time.monotonic() - self.began, 0.001)
        assert self.task is not None
        self.progress.update(self.task, completed=offset, done=f"{self.entries:,} entries, {rate:,.0f}/s")


@contextmanager
def watcher_for(stream: Any) -> Iterator[Watcher]:
    """Give the watcher that fits `stream` (a command's stderr)."""
    if not stream.isatty():
        yield PlainWatcher(stream)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[done]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield BarWatcher(progress)


@contextmanager
def counting(stream: Any, noun: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many of `total` are done, and shows it on `stream` (a command's stderr)."""
    if stream.isatty():
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(noun, total=total or None)
            yield lambda done: progress.update(task, completed=done)
        return
    last = time.monotonic()

    def write(done: int) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            stream.write(f"{done:,} of {total:,} {noun}")

    yield write
