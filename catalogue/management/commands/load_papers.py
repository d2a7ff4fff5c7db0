"""Load source files into the catalogue."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from catalogue.importing import load
from catalogue.management.arguments import check_report, column, named_path
from catalogue.management.progress import watcher_for
from catalogue.sources import FORMATS


class Command(BaseCommand):
    help = (
        "Load source files, or all files below folders; into a catalogue without any tag the starter vocabulary first. "
        "Loading a file again changes only what changed in it. "
        "The last line of the output is always: created N, updated N, unchanged N, problems N. "
        "The exit status is 1 if there was a problem; everything without a problem is in."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths", nargs="+", type=named_path, metavar="PATH", help="file, folder, or - (what comes in)"
        )
        parser.add_argument("--format", default="", choices=sorted(FORMATS), help="instead of finding it out")
        parser.add_argument("--collection", default="", help="the collection, instead of the one the file names")
        of_column = "the field that a column of a table fills; none after “COLUMN=”; may be repeated"
        named = {"action": "append", "default": [], "type": column, "metavar": "COLUMN=FIELD", "help": of_column}
        parser.add_argument("--map", **named)
        parser.add_argument("--dry-run", action="store_true", help="show what would happen and change nothing")
        parser.add_argument("--report", type=Path, metavar="FILE", help="write the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["report"]:
            check_report(options["report"], options["paths"])
        with watcher_for(self.stderr) as watcher:
            report = load(
                options["paths"],
                format=options["format"],
                collection=options["collection"],
                columns=dict(options["map"]),
                dry_run=options["dry_run"],
                starter_vocabulary=True,
                watcher=watcher,
            )
        if options["report"]:
            options["report"].write_text(json.dumps(report.as_json(), ensure_ascii=False, indent=2), encoding="utf-8")
        for line in report.lines():
            self.stdout.write(line)
        if report.dry_run:
            self.stdout.write("dry run: nothing was changed")
        self.stdout.write(report.last_line)
        if report.counts["problems"]:
            raise SystemExit(1)
