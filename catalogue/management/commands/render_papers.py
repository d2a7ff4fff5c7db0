"""Render all papers again."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.curation import current_vocabulary
from catalogue.importing import render_again
from catalogue.management.progress import counting
from catalogue.models import Paper


class Command(BaseCommand):
    help = (
        "Render headings and abstracts of all papers again, from what their sources state, derive their findings from "
        "that, and anchor the evidence of what curators judged anew. "
        "Safe to run at any time. The last line of the output is always: rendered N, changed N."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with counting(self.stderr, "papers", Paper.objects.count()) as advanced:
            done = render_again(current_vocabulary(), advanced)
        for lost in done.lost:
            self.stdout.write(f"evidence lost: {lost}")
        self.stdout.write(f"rendered {done.rendered}, changed {done.changed}")
