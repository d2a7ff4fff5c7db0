"""Compare the facet index with the tables."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from catalogue.facets import differences


class Command(BaseCommand):
    help = (
        "Compare every count of the facet index with the same count in SQL, and see that all triggers stand. "
        "The last line of the output is always: differences N; the exit status is 1 if there are any. "
        "While others write, the two are read at different moments and may differ."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(differences())
        for sentence in found:
            self.stdout.write(sentence)
        self.stdout.write(f"differences {len(found)}")
        if found:
            sys.exit(1)
