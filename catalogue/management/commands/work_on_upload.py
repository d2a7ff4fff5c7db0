"""Try or load a file that a curator sent."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.importing import work_on_upload
from catalogue.models import DEAD_AFTER, Upload

SECONDS_BETWEEN_LOOKS = 5


class Command(BaseCommand):
    help = (
        "Do what a file that was sent on the desk waits for: its trial, or its load. The desk starts this by itself; "
        "one that was interrupted goes on where it stopped. Safe to start twice."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("upload", type=int, help="the number of the file, as its page shows it")
        parser.add_argument("--wait", action="store_true", help="until whoever is at work on it is known to be dead")

    def handle(self, *args: Any, **options: Any) -> None:
        upload = Upload.objects.filter(pk=options["upload"]).first()
        if upload is None:
            raise CommandError(f"There is no file {options['upload']}.")
        mine = work_on_upload(upload)
        until = time.monotonic() + DEAD_AFTER.total_seconds() + 2 * SECONDS_BETWEEN_LOOKS
        while options["wait"] and not mine and time.monotonic() < until:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            mine = work_on_upload(upload)
        if not mine:
            self.stderr.write("It waits for nothing, or another process is at work on it.")
        upload.refresh_from_db()
        self.stdout.write(f"{upload.name}: {upload.get_state_display()}")
