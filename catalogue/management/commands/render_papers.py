"""Render all papers again."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.importing import render_again


class Command(BaseCommand):
    help = (
        "Render headings and abstracts of all papers again, from what their sources state, and anchor evidence anew. "
        "Safe to run at any time. The last line of the output is always: rendered N, changed N."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        done = render_again(lambda number: self.stderr.write(f"{number:,} papers") if number % 10_000 == 0 else None)
        for lost in done.lost:
            self.stdout.write(f"evidence lost: {lost}")
        self.stdout.write(f"rendered {done.rendered}, changed {done.changed}")
