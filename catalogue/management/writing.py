"""Files that commands write."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.management.base import OutputWrapper


def write_whole(path: Path, pieces: Iterable[str]) -> int:
    """Write a file that is there when it is complete, and not before. Returns the number of pieces."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
        try:
            count = sum(bool(file.write(piece)) for piece in pieces)
            file.flush()
            os.chmod(file.name, 0o666 & ~current_umask())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    return count


def print_pieces(stdout: OutputWrapper, pieces: Iterable[str]) -> None:
    """Write to standard output in UTF-8, until whoever reads has seen enough."""
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        for piece in pieces:
            stdout.write(piece, ending="")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def current_umask() -> int:
    """Return the mask of permissions that new files get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
