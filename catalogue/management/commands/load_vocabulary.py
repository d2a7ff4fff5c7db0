"""Load a vocabulary file into the catalogue."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.importing import STARTER_VOCABULARY, import_terms, load_vocabulary, try_terms
from catalogue.management.arguments import named_path
from catalogue.management.progress import WAITING
from catalogue.models import TagKind
from catalogue.sources import SourceError, read_terms_of

EXCHANGED = {".csv", ".tsv", ".ttl", ".jsonld", ".json"}


class Command(BaseCommand):
    help = (
        "Load a vocabulary: tags with their labels, scope notes, broader tags and patterns. From TOML, as the starter "
        "vocabulary is written: what a curator changed stays. From CSV or SKOS (Turtle, JSON-LD), as export_vocabulary "
        "writes them: tags become what the file says; files of others only add. Run extract_findings afterwards. The "
        "last line of the output is: created N, updated N, unchanged N, and kept N (TOML) or problems N."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "path", nargs="?", type=named_path, default=STARTER_VOCABULARY, help="the file; default: the starter one"
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, and change nothing")
        parser.add_argument("--kind", default="", choices=TagKind.values, help="of tags to which the file gives none")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        try:
            if path.suffix.lower() in EXCHANGED:
                self._import(path, options["kind"], options["dry_run"])
            else:
                self._load(path, options["dry_run"])
        except SourceError as error:
            raise CommandError(f"{error.path} {error.message}. Nothing was changed.") from None

    def _load(self, path: Path, dry_run: bool) -> None:
        report = load_vocabulary(path, waiting=lambda: self.stderr.write(WAITING), dry_run=dry_run)
        for line in report.kept:
            self.stdout.write(f"kept: {line}")
        self.stdout.write(
            f"created {report.created}, updated {report.updated}, unchanged {report.unchanged}, kept {len(report.kept)}"
        )

    def _import(self, path: Path, kind: str, dry_run: bool) -> None:
        file = read_terms_of(path, {kind: TagKind(kind).plural for kind in TagKind.values}, kind=kind)
        exchange = try_terms(file) if dry_run else import_terms(file, name=path.name)
        for line in [*exchange.lines(), exchange.summary]:
            self.stdout.write(line)
        if exchange.problems:
            raise SystemExit(1)
