"""Fill an empty database with made-up papers of real sentences, for measurements.

DATABASE_URL=sqlite:////tmp/100k.sqlite3 python bench/generate.py 100000 [--authors 3]

Each paper is a sample of the sentences of `fixtures/sources`. The 400 tags are of eight kinds, and some are far more
frequent than others. Rows go to the tables in bulk, without triggers; what is derived from the tables comes from the
`rebuild_…` commands there are.
"""

import argparse
import os
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from django.core.management import call_command, get_commands
from django.db import connection, transaction

from catalogue import markup
from catalogue.facets import POSTINGS, install_triggers, remove_triggers
from catalogue.models import (
    Appearance,
    Authorship,
    Collection,
    Finding,
    Paper,
    PaperLink,
    Person,
    Source,
    Tag,
    Tagging,
    TagKind,
)
from catalogue.search import fold
from catalogue.sources import PaperRecord, read

TAGS_OF_A_KIND = 50
BATCH = 5_000
YEARS = range(2015, 2027)
NOW = "2026-01-01 00:00:00+00:00"


def sentences() -> list[tuple[str, str, str]]:
    """Return the sentences of the sources: as written, as HTML, as text."""
    found = []
    for path in sorted((ROOT / "fixtures" / "sources").glob("*.txt")):
        for entry in read(path).entries:
            if isinstance(entry, PaperRecord):
                for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", entry.abstract):
                    shown = markup.render_inline(sentence)
                    if 30 < len(shown.text) < 400:
                        found.append((sentence, shown.html, shown.text))
    return found


class Papers:
    """Rows of papers and of what hangs on them, the same for the same seed."""

    def __init__(self, tags: dict[str, list[int]], authors: int, people: int) -> None:
        self.chance = random.Random(1)
        self.sentences = sentences()
        self.tags = tags
        self.weights = list(accumulate(1 / rank for rank in range(1, TAGS_OF_A_KIND + 1)))
        self.authors, self.people = authors, people

    def rows(self, numbers: Iterable[int]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
        """Yield rows with the model they are of."""
        chance = self.chance
        for number in numbers:
            said = chance.choices(self.sentences, k=chance.randrange(4, 9))
            source, html, text = (" ".join(parts) for parts in zip(*said, strict=True))
            title = f"{said[0][2][:80].rpartition(' ')[0]} {number}"
            shown, key = f"<p>{html}</p>", f"{number:08d}"
            place = chance.randrange(len(YEARS))
            paper = (number, key, "listed", title, source, YEARS[place], title, title, fold(title), shown, text)
            yield Paper, (*paper, "", "", "", "", "", "", "", "{}", "[]", NOW, NOW)
            yield Appearance, (number, place + 1, place + 1, 0, number, 0, key, key)
            for tags in self.tags.values():
                for tag in set(chance.choices(tags, cum_weights=self.weights, k=chance.choice((0, 1, 1, 2)))):
                    yield Tagging, (number, tag, "rule", "accepted", "", 1, NOW)
            if chance.random() < 0.3:
                yield PaperLink, (number, "import", "accepted", "", "code", f"https://example.org/{number}", NOW)
            elif chance.random() < 0.2:
                yield Finding, (number, "rule", "accepted", "", "code_promised", "yes", "", 1, NOW)
            if number % 5 < 3:
                name = "".join(word.capitalize() for word in title.split()[:2])
                yield Finding, (number, "rule", "accepted", "", "name", f"{name}-{number}", "", 1, NOW)
            for position in range(1, self.authors + 1):
                person = chance.randrange(1, self.people + 1)
                yield Authorship, (number, person, position, f"Person {person}")


COLUMNS = {
    Paper: "id key visibility title abstract_source year heading heading_html heading_key abstract_html abstract_text "
    "language doi arxiv_id openreview_id url pdf_url extracted field_origins locked_fields added changed",
    Appearance: "paper_id source_id collection_id generation position line text_hash record_hash",
    Tagging: "paper_id tag_id origin state rule rank decided_at",
    PaperLink: "paper_id origin state rule kind url decided_at",
    Finding: "paper_id origin state rule kind value about rank decided_at",
    Authorship: "paper_id person_id position name",
}


def write(rows: Iterable[tuple[Any, tuple[Any, ...]]]) -> None:
    """Write rows in bulk."""
    of_model: dict[Any, list[tuple[Any, ...]]] = {}
    for model, row in rows:
        of_model.setdefault(model, []).append(row)
    with transaction.atomic(), connection.cursor() as cursor:
        for model, columns in COLUMNS.items():
            names = columns.split()
            into = f"{model._meta.db_table} ({', '.join(names)})"
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                    for row in of_model.get(model, []):
                        copy.write_row(row)
            else:
                values = ", ".join(["%s"] * len(names))
                cursor.executemany(f"INSERT INTO {into} VALUES ({values})", of_model.get(model, []))


def prepare(papers: int, authors: int) -> Papers:
    """Make tags, collections with a source each, and people."""
    tags = {
        kind.value: [Tag.create(kind.value, f"{kind.label} {number}").pk for number in range(TAGS_OF_A_KIND)]
        for kind in TagKind
    }
    for number, year in enumerate(YEARS, start=1):
        collection = Collection.objects.create(pk=number, name=f"Venue {year}", year=year)
        Source.objects.create(pk=number, collection=collection, name=f"{year}.txt", format="text")
    people = max(papers // 2, 1) if authors else 0
    named = (Person(pk=n, name=f"Person {n}", name_key=f"person {n}", slug=f"person-{n}") for n in range(1, people + 1))
    Person.objects.bulk_create(named, batch_size=2_000)
    return Papers(tags, authors, people)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("papers", type=int)
    arguments.add_argument("--authors", type=int, default=0, help="of each paper; there are half as many as papers")
    options = arguments.parse_args()
    began = time.monotonic()
    call_command("migrate", verbosity=0)
    if Paper.objects.exists():
        sys.exit("The database holds papers already.")
    remove_triggers(connection, POSTINGS)
    papers = prepare(options.papers, options.authors)
    for first in range(1, options.papers + 1, BATCH):
        write(papers.rows(range(first, min(first + BATCH, options.papers + 1))))
    install_triggers(connection, POSTINGS)
    print(f"{options.papers:,} papers written in {time.monotonic() - began:.0f} s")
    for name in sorted(command for command in get_commands() if command.startswith("rebuild_")):
        began = time.monotonic()
        call_command(name, verbosity=0)
        print(f"{name}: {time.monotonic() - began:.1f} s")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
