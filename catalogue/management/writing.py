"""Files that commands write."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, pieces: Iterator[str]) -> int:
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


def current_umask() -> int:
    """Return the mask of permissions that new files get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
