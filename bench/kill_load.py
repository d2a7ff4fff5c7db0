"""Kill a load with SIGKILL at a random moment, load again, and look for anything missing, doubled or half-written.

    .venv/bin/python bench/kill_load.py [--papers 50000] [--kills 3]

Uses a temporary SQLite file, or the empty database that DATABASE_URL names. Prints what each kill left and what the
last run completed. Exit status 1 if anything is wrong.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECK = """
from catalogue.models import *
from django.db.models import Count
papers = Paper.objects.count()
wrong = {
    "papers without an appearance": Paper.objects.filter(appearances=None).count(),
    "papers without a search document": Paper.objects.filter(search_document=None).count(),
    "papers without a text hash": Paper.objects.filter(texts=None).count(),
    "abstracts that stand twice": Paper.objects.values("abstract_source").annotate(
        n=Count("pk")).filter(n__gt=1).count(),
    "positions that stand twice": Appearance.objects.values("source", "generation", "position").annotate(
        n=Count("pk")).filter(n__gt=1).count(),
}
print(papers, {what: n for what, n in wrong.items() if n} or "nothing wrong")
"""


def sentences() -> list[str]:
    """Return the sentences of the source files that the project ships."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures" / "sources").glob("*.txt"))]
    return [s for text in texts for s in re.split(r"(?<=\.)\s+|\n\n", text) if 40 < len(s) < 400 and s[0].isupper()]


def write_papers(path: Path, number: int) -> None:
    """Write a file of `number` abstracts, each of six sentences and a number of its own."""
    chosen, pool = random.Random(1), sentences()
    with path.open("w", encoding="utf-8") as file:
        file.write("ICLR 2026 Papers\n")
        for position in range(1, number + 1):
            file.write(f"\n{' '.join(chosen.sample(pool, 6))} This is abstract {position}.\n")


def manage(*arguments: str) -> subprocess.Popen[str]:
    """Start a command of the site."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def check() -> str:
    """Return the number of papers and what is wrong with them."""
    out, error = manage("shell", "--verbosity", "0", "--command", CHECK).communicate()
    return out.strip() or error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=50_000)
    parser.add_argument("--kills", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/killed.sqlite3")
        manage("migrate", "--verbosity", "0").communicate()
        file = Path(folder) / "papers.txt"
        write_papers(file, options.papers)
        seen = []
        for _ in range(options.kills):
            load = manage("load_papers", str(file))
            time.sleep(random.uniform(2, 12))
            load.kill()
            load.communicate()
            seen.append(check())
            print(f"killed with {'SIGKILL' if load.returncode == -9 else load.returncode}; papers, wrong: {seen[-1]}")
        began = time.monotonic()
        out, error = manage("load_papers", str(file)).communicate()
        seconds = time.monotonic() - began
        seen.append(check())
        print(f"run again ({seconds:.0f} s): {out.splitlines()[-1] if out else error}; papers, wrong: {seen[-1]}")
    complete = seen[-1].startswith(f"{options.papers} ")
    return 0 if complete and all(line.endswith("nothing wrong") for line in seen) else 1


if __name__ == "__main__":
    sys.exit(main())
