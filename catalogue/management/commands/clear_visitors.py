"""`clear_visitors`: forget what browsers kept that can no longer ask for it."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.models import Reader


class Command(BaseCommand):
    help = (
        "Deletes the lists and tags of visitors whose cookie has run out: nothing was kept or changed for 400 days. "
        "Safe at any time; the last line is `visitors N`."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        gone = Reader.objects.gone()
        count = gone.count()
        gone.delete()
        self.stdout.write(f"visitors {count}")
