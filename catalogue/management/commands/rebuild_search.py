"""Write the search index again."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.management.progress import counting
from catalogue.models import Paper
from catalogue.search import rebuild


class Command(BaseCommand):
    help = (
        "Write the search documents of all papers, the database's full-text index over them and what ranking counts "
        "again, from what is stored. Safe to run at any time. The last line of the output is always: changed N."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        with counting(self.stderr, "papers", Paper.objects.count()) as advanced:
            changed = rebuild(advanced)
        self.stdout.write(f"changed {changed}")
