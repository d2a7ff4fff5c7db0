"""Run the rules over the papers again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from catalogue.curation import current_vocabulary
from catalogue.importing import extract_again
from catalogue.management.progress import counting
from catalogue.models import Paper


class Command(BaseCommand):
    help = (
        "Derive headings, names, links, results and tags of papers again: of those that changed since they were last "
        "read, or whose rules or vocabulary did. What curators judged stays. Safe to run, stop and repeat at any time. "
        "The last line of the output is always: read N, skipped N, changed N."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="read every paper, changed or not")

    def handle(self, *args: Any, **options: Any) -> None:
        with counting(self.stderr, "papers", Paper.objects.count()) as advanced:
            done = extract_again(current_vocabulary(), advanced, everything=options["all"])
        self.stdout.write(f"read {done.read}, skipped {done.skipped}, changed {done.changed}")
