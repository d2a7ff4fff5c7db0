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


def column(text: str) -> tuple[str, str]:
    """Return a column and the field that it fills, from `Paper name=title`."""
    name, sign, field = text.rpartition("=")
    if not sign or not name.strip():
        raise ArgumentTypeError(f"“{text}” is not of the form COLUMN=FIELD")
    return name, field.strip()


def check_output(path: Path, option: str = "--output") -> None:
    """Find out before an hour of work that a file cannot be written."""
    special = path.exists() and not path.is_file()
    if special or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise CommandError(f"{option}: {path} cannot be written")


def check_report(report: Path, paths: list[Path]) -> None:
    """Find out before an hour of loading that a report cannot be written, or would take the place of a source."""
    check_output(report, "--report")
    if report.resolve() in [path.resolve() for path in paths]:
        raise CommandError(f"--report: {report} is one of the files to load")
