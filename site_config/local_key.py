"""The secret key of an installation that serves this machine only."""

import os
import secrets
from pathlib import Path


def local_secret_key(path: Path) -> str:
    """Return the key stored in `path`, making it (readable by its owner only) the first time.

    Two processes that start together end with the same key: it is written aside and linked into
    place, and a link never replaces what is already there.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
