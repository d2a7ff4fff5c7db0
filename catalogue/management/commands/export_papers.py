"""Write papers for other programs."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import QueryDict

from catalogue.exports import FORMATS
from catalogue.filters import PaperFilter
from catalogue.management.arguments import check_output, named_path
from catalogue.models import Paper


class Command(BaseCommand):
    help = "Write the listed papers, or the result set of a query, in a format for other programs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="jsonl", choices=sorted(FORMATS))
        parser.add_argument("--output", type=named_path, metavar="FILE", help="default: standard output")
        parser.add_argument(
            "--query", default="", help="the address of a results page, or what follows its question mark"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        papers = PaperFilter(QueryDict(options["query"].rpartition("?")[2]), Paper.objects.listed())
        if papers.notes:
            raise CommandError("--query: " + " ".join(papers.notes))
        pieces = FORMATS[options["format"]](papers.qs.order_by("pk"))
        if options["output"] is None:
            sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        check_output(options["output"])
        unfinished = Path(f"{options['output']}.unfinished")
        try:
            with unfinished.open("w", encoding="utf-8") as file:
                count = sum(bool(file.write(piece)) for piece in pieces)
            os.replace(unfinished, options["output"])
        finally:
            unfinished.unlink(missing_ok=True)
        self.stderr.write(f"{count:,} papers")
