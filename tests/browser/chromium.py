"""Where the system's Chromium is."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium found: install it (package chromium) or set CHROMIUM to its path"


def find_chromium() -> str | None:
    """The program that CHROMIUM names, else the first of the usual names on the path."""
    names = (os.environ["CHROMIUM"],) if os.environ.get("CHROMIUM") else NAMES
    return next(filter(None, map(shutil.which, names)), None)
