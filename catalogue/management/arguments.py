"""What commands are told, looked at before they begin."""

import os
from argparse import ArgumentTypeError
from pathlib import Path

from django.core.management.base import CommandError


def named_path(text: str) -> Path:
    """Return a path. An empty argument is a variable that was not set, not the present folder."""
    if not text.strip():
        raise ArgumentTypeError("an empty path")
    return Path(text)


def check_report(report: Path, paths: list[Path]) -> None:
    """Find out before an hour of loading that a report cannot be written, or would take the place of a source."""
    if report.is_dir() or not os.access(report if report.exists() else report.absolute().parent, os.W_OK):
        raise CommandError(f"--report: {report} cannot be written")
    if report.resolve() in [path.resolve() for path in paths]:
        raise CommandError(f"--report: {report} is one of the files to load")
