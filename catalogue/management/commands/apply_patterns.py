"""Apply the changed patterns of a tag to the papers they bear on."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalogue.importing import work_off
from catalogue.management.progress import counting
from catalogue.models import RuleRun


class Command(BaseCommand):
    help = (
        "Work off a run that the desk has made when the patterns of a tag changed: read the papers again that may gain "
        "or lose it. The desk starts this by itself; a run that was interrupted is continued where it stopped. Safe to "
        "start twice. The last line of the output is always: read N of N, gained N, lost N."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", type=int, help="the number of the run, as its page shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        run = RuleRun.objects.filter(pk=options["run"]).first()
        if run is None:
            raise CommandError(f"There is no run {options['run']}.")
        with counting(self.stderr, "papers", run.total) as advanced:
            mine = work_off(run, advanced)
        run = RuleRun.objects.filter(pk=run.pk).first()
        if run is None:
            raise CommandError("The tag was deleted meanwhile.")
        if not mine and run.state != "finished":
            self.stderr.write("Another process is at work on this run.")
        self.stdout.write(f"read {run.done} of {run.total}, gained {run.gained}, lost {run.lost}")
