"""Give curators and editors the permissions of this version."""

from typing import Any

from django.core.management.base import BaseCommand

from catalogue.models import set_roles


class Command(BaseCommand):
    help = (
        "Give the groups Curators and Editors the permissions that this version means for them, and no others. "
        "For others make groups of your own. Safe at any time."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        set_roles()
