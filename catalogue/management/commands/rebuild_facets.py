"""Take a new snapshot of the facet index."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.facets import rebuild


class Command(BaseCommand):
    help = (
        "Read the facet index from the tables again and store it. Safe to run at any time; needed after a restore on "
        "another PostgreSQL server, and where check_facets finds differences. "
        "The last line of the output is always: N papers listed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rebuild()} papers listed")
