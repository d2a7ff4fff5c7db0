"""Load a vocabulary file into the catalogue."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.importing import STARTER_VOCABULARY, load_vocabulary
from catalogue.management.arguments import named_path
from catalogue.management.progress import WAITING
from catalogue.sources import SourceError


class Command(BaseCommand):
    help = (
        "Load a vocabulary: tags with their labels, scope notes, broader tags and patterns. What a curator changed "
        "stays. Run extract_findings afterwards. "
        "The last line of the output is always: created N, updated N, unchanged N, kept N."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path", nargs="?", type=named_path, default=STARTER_VOCABULARY, help="a TOML file; default: the starter one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = load_vocabulary(options["path"], waiting=lambda: self.stderr.write(WAITING))
        except SourceError as error:
            raise CommandError(f"{error.path} {error.message}. Nothing was changed.") from None
        for line in report.kept:
            self.stdout.write(f"kept: {line}")
        self.stdout.write(
            f"created {report.created}, updated {report.updated}, unchanged {report.unchanged}, kept {len(report.kept)}"
        )
