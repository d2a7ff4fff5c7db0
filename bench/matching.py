"""How well papers are recognised: bare abstracts, then the same papers with everything known of them, and the reverse.

python bench/matching.py FOLDER     (of bare_abstracts_iclr2026_300.txt, its .key.tsv, and iclr2026_accepted.csv)

Works in a database of its own in a temporary folder. Prints what each load did, how many of the abstracts got their
right title, how many a wrong one, and which pairs were left for a curator.
"""

import csv
import os
import sys
import tempfile
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
_FOLDER = tempfile.TemporaryDirectory()
os.environ["DATABASE_URL"] = f"sqlite:///{_FOLDER.name}/matching.sqlite3"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")
django.setup()

from django.core.management import call_command

from catalogue.importing import load
from catalogue.models import Appearance, Paper, PossibleDuplicate

BARE, FULL = "bare_abstracts_iclr2026_300.txt", "iclr2026_accepted.csv"


def loaded(folder: Path, *names: str) -> None:
    for name in names:
        report = load([folder / name], starter_vocabulary=True)
        print(f"{name:36} {report.last_line}, {report.seconds:.0f} s, papers {Paper.objects.count():,}", flush=True)


def judged(folder: Path) -> None:
    """Compare the titles of the bare abstracts with their key."""
    with (folder / BARE).with_suffix(".key.tsv").open(encoding="utf-8") as lines:
        titles = {int(row["n"]): " ".join(row["title"].split()) for row in csv.DictReader(lines, delimiter="\t")}
    here = Appearance.objects.filter(source__name=BARE).select_related("paper")
    found = {each.position: " ".join(each.paper.title.split()) for each in here}
    right = sum(found.get(n) == title for n, title in titles.items())
    without = sum(not found.get(n) for n in titles)
    print(f"right title {right} of {len(titles)}, none {without}, wrong {len(titles) - right - without}")
    waiting = PossibleDuplicate.objects.select_related("paper", "other")
    print(f"possible duplicates: {waiting.count()}")
    for pair in waiting[:10]:
        print(f"  {pair.reason}: {pair.paper.heading[:60]} / {pair.other.heading[:60]}")


def main(folder: Path) -> None:
    for order in ((BARE, FULL), (FULL, BARE)):
        call_command("migrate", verbosity=0)
        loaded(folder, *order, *order)
        judged(folder)
        call_command("flush", interactive=False, verbosity=0)
        print()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
