"""Write papers for other programs."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.management.base import BaseCommand, CommandError
from django.http import QueryDict

from catalogue.exports import FORMATS
from catalogue.filters import PaperFilter
from catalogue.management.arguments import check_output, named_path
from catalogue.management.writing import print_pieces, write_whole


class Command(BaseCommand):
    help = "Write the listed papers, or the result set of a query, in a format for other programs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="jsonl", choices=sorted(FORMATS))
        parser.add_argument("--output", type=named_path, metavar="FILE", help="default: standard output")
        parser.add_argument(
            "--query", default="", help="the address of a results page, or what follows its question mark"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            options["query"].encode()
            papers = PaperFilter(QueryDict(options["query"].rpartition("?")[2]))
        except (SuspiciousOperation, UnicodeError) as error:
            raise CommandError(f"--query: {error}") from None
        if papers.notes:
            raise CommandError("--query: " + " ".join(papers.notes))
        if papers.fell_back:
            self.stderr.write("No paper has all of these words; these have some of them.")
        pieces = FORMATS[options["format"]](papers.qs.order_by("pk"))
        if options["output"] is None:
            print_pieces(self.stdout, pieces)
        else:
            check_output(options["output"])
            self.stderr.write(f"{write_whole(options['output'].resolve(), pieces):,} papers")
