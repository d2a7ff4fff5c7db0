"""The full way of papers into an empty catalogue: reading, markup, rules, facets and search index.

DATABASE_URL=sqlite:////tmp/load.sqlite3 python bench/load.py 10000

Loads a file of half as many made-up abstracts, then one of the rest, each by `load_papers` in a process of its own, and
prints papers a second and the most memory that each took: flat memory is the same twice.
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

ROOT = Path(__file__).resolve().parents[1]
MANAGE = [sys.executable, str(ROOT / "manage.py")]


def sentences() -> list[str]:
    """Return the sentences of the sources as they are written."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures" / "sources").glob("*.txt"))]
    paragraphs = [part for text in texts for part in text.split("\n\n")[1:]]
    found = [
        sentence for part in paragraphs for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", " ".join(part.split()))
    ]
    return [sentence for sentence in found if 30 < len(sentence) < 400]


def run(*command: str) -> tuple[float, float, float]:
    """Run a command of manage.py; return the seconds, the seconds of processor and the megabytes it took."""
    began = time.perf_counter()
    process = subprocess.Popen([*MANAGE, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("papers", type=int)
    options = arguments.parse_args()
    run("migrate")
    run("load_vocabulary", "fixtures/vocabulary.toml")
    chance, said = random.Random(1), sentences()
    half = options.papers // 2
    print(f"{'load_papers':<20}{'seconds':>10}{'papers/s':>10}{'CPU s':>10}{'peak MB':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for name, papers in (("first", half), ("second", options.papers - half)):
            path = Path(folder) / f"{name}.txt"
            abstracts = (" ".join(chance.sample(said, chance.randrange(4, 9))) for _ in range(papers))
            path.write_text("\n\n".join(["ICLR 2026", *abstracts]) + "\n", encoding="utf-8")
            seconds, cpu, megabytes = run("load_papers", str(path))
            print(f"{papers:<20,}{seconds:>10.1f}{papers / seconds:>10.0f}{cpu:>10.1f}{megabytes:>10.0f}")


if __name__ == "__main__":
    main()
