"""How long 5,000 tags take out and in, in each format, in a scratch database: `python bench/vocabulary.py`."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
folder = tempfile.TemporaryDirectory(prefix="carrel-bench-")
os.environ["DATABASE_URL"] = f"sqlite:///{folder.name}/bench.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "site_config.settings"

import django

django.setup()

from django.core.management import call_command

from catalogue.exports import VOCABULARY_FORMATS, vocabulary_of
from catalogue.importing import import_terms, try_terms
from catalogue.models import Tag, TagKind
from catalogue.sources import read_terms

KINDS = {kind: TagKind(kind).plural for kind in TagKind.values}
TAGS = 5000


def timed(name: str, work: Callable[..., Any], *arguments: Any) -> Any:
    start = time.perf_counter()
    result = work(*arguments)
    print(f"{name:30} {time.perf_counter() - start:6.2f} s", flush=True)
    return result


def main() -> None:
    call_command("migrate", verbosity=0)
    rows = ["label,kind,synonyms,note,broader,patterns"]
    for number in range(TAGS):
        kind = TagKind.values[number % 8]
        broader = f"Tag {number // 64 * 8 + number % 8}" if number >= 64 else ""
        note = f"What tag {number} is for in some words and what it is not for."
        names = f"Term {number}; T-{number}; Étiquette {number}"
        rows.append(f"Tag {number},{kind},{names},{note},{broader},{names.lower()}")
    file = timed("read a table of 5,000", read_terms, "\n".join(rows).encode(), KINDS)
    print(timed("import it: all new", import_terms, file).summary)
    for format in VOCABULARY_FORMATS:
        timed(f"{format}: write", write, format, False)
        text = timed(f"{format}: write, whole", write, format, True)
        print(f"{len(text.encode()):,} bytes")
        file = timed(f"{format}: read", read_terms, text.encode(), KINDS)
        print(timed(f"{format}: try", try_terms, file).summary)
        changed = read_terms(text.replace(" words", f" words of {format}").encode(), KINDS)
        print(timed(f"{format}: import, all changed", import_terms, changed).summary)


def write(format: str, whole: bool) -> str:
    return VOCABULARY_FORMATS[format].write(vocabulary_of(Tag.objects.shared(), "https://papers.example", whole=whole))


main()
folder.cleanup()
