"""How long files of a long reading list take, out and in, on the database of DATABASE_URL.

    DATABASE_URL=sqlite:////path/to/a/copy.sqlite3 python bench/list_files.py [PAPERS]

Makes a reader with a list of PAPERS (5,000) papers, writes it in each format and imports it into an empty list; then
the same papers by their titles alone, titles with other punctuation, and titles that no paper has. Everything is
rolled back. Prints seconds and queries.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")
django.setup()

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from catalogue.exports import LIST_FORMATS, list_document
from catalogue.importing import import_list
from catalogue.models import Paper, Reader, ReadingList
from catalogue.sources import read_list


def timed(label: str, act: Callable[[], Any]) -> Any:
    """Do something and print how long it took."""
    with CaptureQueriesContext(connection) as captured:
        start = perf_counter()
        result = act()
        print(f"{label:50} {perf_counter() - start:6.2f} s {len(captured):5} queries")
    return result


def imported(reader: Reader, label: str, data: bytes) -> None:
    into = ReadingList.create(reader, label)
    record = timed(f"{label}: read {len(data):,} bytes", lambda: read_list(data))
    report = timed(f"{label}: import {len(record.entries):,}", lambda: import_list(into, record, reader))
    print(f"{'':50} added {report.added:,}, there {report.there:,}, notices {len(report.notices):,}")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with transaction.atomic():
        reader = Reader.objects.create(token_hash="bench")
        reading_list = ReadingList.create(reader, "Bench")
        papers = list(Paper.objects.listed().order_by("key").values_list("pk", "heading")[:count])
        timed(f"make a list of {len(papers):,}", lambda: reading_list.add([pk for pk, _ in papers], by=reader))
        reading_list.items.update(note="A note with $x^2$.\n\n- and an item", section="Week 1")
        for name, each in LIST_FORMATS.items():
            text = timed(f"write {name}", lambda each=each: each.write(list_document(reading_list, "https://a.b")))
            imported(reader, name, text.encode())
        titles = [heading for _, heading in papers]
        imported(reader, "titles", "\n".join(titles).encode())
        imported(reader, "other punctuation", "\n".join(f"“{t.replace(' ', ', ')}”!" for t in titles).encode())
        imported(reader, "unknown titles", "\n".join(f"{t} revisited" for t in titles).encode())
        timed("the same list again", lambda: import_list(reading_list, read_list(text.encode()), reader))
        transaction.set_rollback(True)


main()
