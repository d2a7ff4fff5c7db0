"""Make a site that can be used at once: tables, the source files, a curator."""

import secrets
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from catalogue.importing import start_on_upload
from catalogue.models import ImportRun, RunState, Upload, User, VocabularyEntry, set_roles
from catalogue.search import words_are_counted

SOURCES: Path = settings.BASE_DIR / "fixtures" / "sources"


class Command(BaseCommand):
    help = (
        "Bring the tables and what the rules derive up to date; on the first run also load fixtures/sources and make a "
        "curator account, "
        "whose password is printed once. What is there already is left alone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="", help="where the site will be served, to be printed at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        set_roles()
        if not ImportRun.objects.filter(state=RunState.FINISHED).exists():
            try:
                call_command("load_papers", SOURCES, stdout=self.stdout, stderr=self.stderr)
            except SystemExit:
                self.stderr.write("Some of it could not be loaded; the rest is in.")
        for upload in Upload.objects.filter(state__in=Upload.UNFINISHED):
            start_on_upload(upload)
        if not VocabularyEntry.objects.exists():
            call_command("load_vocabulary", stdout=self.stdout)
        call_command("extract_findings", stdout=StringIO(), stderr=self.stderr)
        if not words_are_counted():
            call_command("rebuild_search", stdout=StringIO(), stderr=self.stderr)
        if not User.objects.filter(is_staff=True).exists():
            self._make_curator()
        if options["address"]:
            self.stdout.write(f"\nCarrel: {options['address']}  (curators' desk: {options['address']}admin/)\n")

    def _make_curator(self) -> None:
        password = secrets.token_urlsafe(12)
        User.objects.create_superuser("curator", password=password)
        self.stdout.write("\nA curator account was made. Its password is shown this once:")
        self.stdout.write(f"  user name: curator\n  password:  {password}")
        self.stdout.write("  (forgotten: .venv/bin/python manage.py changepassword curator)")
