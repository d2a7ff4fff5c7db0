"""Faceted pages of Carrel and of Datasette over the same papers, both over HTTP with one process, in one run.

DATABASE_URL=sqlite:////tmp/100k.sqlite3 python bench/against_datasette.py DATASETTE

DATASETTE is the program; `requirements/bench.txt` installs it. The database is one that `bench/generate.py` filled. Its
papers are copied to a file as Datasette likes them: one table, tags as JSON arrays, a full-text index. Its time limits
are raised so that it finishes. Times are medians in milliseconds.
"""

import argparse
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from catalogue.models import Paper, Tagging, TagKind

KINDS = [kind.value for kind in TagKind]
PAGES = {
    "no filter": ("", {}),
    "one tag": ("area=area-0", {"area__arraycontains": "Area 0"}),
    "two facets and a text": (
        "area=area-0&method=method-1&q=language",
        {"area__arraycontains": "Area 0", "method__arraycontains": "Method 1", "_search": "language"},
    ),
}


def copy_to(path: Path) -> None:
    """Write the papers as one table with a full-text index."""
    tags: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for paper, kind, label in Tagging.objects.public().values_list("paper", "tag__kind", "tag__label").iterator():
        tags[paper][kind].append(label)
    database = sqlite3.connect(path)
    columns = ", ".join(f"{kind} TEXT" for kind in KINDS)
    database.execute(
        f"CREATE TABLE papers (id INTEGER PRIMARY KEY, title TEXT, abstract TEXT, year INTEGER, {columns})"
    )
    places = ", ".join("?" * (4 + len(KINDS)))
    papers = Paper.objects.listed().values_list("pk", "heading", "abstract_text", "year")
    database.executemany(
        f"INSERT INTO papers VALUES ({places})",
        ((*row, *(json.dumps(tags[row[0]][kind]) for kind in KINDS)) for row in papers.iterator()),
    )
    database.execute(
        "CREATE VIRTUAL TABLE papers_fts USING fts5(title, abstract, content='papers', content_rowid='id')"
    )
    database.execute("INSERT INTO papers_fts(papers_fts) VALUES ('rebuild')")
    database.execute("CREATE INDEX by_year ON papers(year)")
    database.commit()
    database.execute("ANALYZE")
    database.close()


@contextmanager
def served(*command: str, port: int) -> Iterator[str]:
    """Run a server until it is no longer needed; gives its address once it answers."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def timed(url: str, times: int) -> float:
    """Return the median time of a request in milliseconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        with urllib.request.urlopen(url, timeout=3600) as answer:
            answer.read()
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("datasette", help="the program")
    arguments.add_argument("--times", type=int, default=1, help="requests to Datasette a page")
    options = arguments.parse_args()
    limits = ("sql_time_limit_ms", "facet_time_limit_ms", "facet_suggest_time_limit_ms")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.db"
        copy_to(path)
        port, own = free_port(), free_port()
        theirs = [options.datasette, "serve", str(path), "--port", str(port), "--setting", "suggest_facets", "off"]
        theirs += [part for limit in limits for part in ("--setting", limit, "3600000")]
        ours = [sys.executable, "-m", "gunicorn", "site_config.wsgi", "--bind", f"127.0.0.1:{own}", "--workers", "1"]
        with served(*theirs, port=port) as datasette, served(*ours, port=own) as carrel:
            print(f"{'page of 20 with all facets':<28}{'Carrel':>10}{'Datasette':>12}{'ratio':>9}")
            facets = [("_facet_array", kind) for kind in KINDS] + [("_facet", "year"), ("_size", "20")]
            for name, (query, wanted) in PAGES.items():
                fast = timed(f"{carrel}/papers/?{query}", 15)
                slow = timed(f"{datasette}/catalogue/papers?{urlencode([*wanted.items(), *facets])}", options.times)
                print(f"{name:<28}{fast:>10.1f}{slow:>12.1f}{slow / fast:>8.0f}×")


if __name__ == "__main__":
    main()
