"""One file, batch by batch, each batch in a transaction of its own."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue.extraction import Vocabulary
from catalogue.facets import LONG_LOG, compact
from catalogue.importing.batch import Batch
from catalogue.importing.collections import collection_of
from catalogue.importing.identity import problem_of
from catalogue.importing.matching import Entry
from catalogue.importing.report import Notice, Report
from catalogue.models import Appearance, Paper, Source, name_key
from catalogue.sources import PaperRecord, Problem, SourceError, SourceFile

BATCH_ENTRIES = 500
BATCH_CHARACTERS = 2_000_000


class Watcher:
    """Is told how a load goes on. This one does nothing with it."""

    def waiting(self) -> None:
        """Another load is running; this one waits for its end."""

    def file_started(self, path: str, size: int) -> None:
        """A file of `size` bytes is being read."""

    def advanced(self, offset: int, entries: int) -> None:
        """The current file has been stored up to byte `offset`; `entries` more entries are done."""


class FileLoad:
    """The loading of one opened file as the source `name`.

    Killed at any moment, it leaves whole papers and the last complete version of the source; running it again
    completes it. The source and its collection are made with the first paper, so a file without any leaves nothing.
    Papers appear in what their entries name as their venue, with `one_collection` all in that of the file.
    """

    def __init__(
        self,
        file: SourceFile,
        name: str,
        report: Report,
        watcher: Watcher,
        vocabulary: Vocabulary,
        one_collection: bool = False,
    ) -> None:
        if len(name) > 255:
            raise SourceError(file.path, "has a name longer than 255 characters: rename it")
        if not name_key(file.collection.name) or len(name_key(file.collection.name)) > 200:
            raise SourceError(file.path, "has no usable name for its collection: give one with --collection")
        self.file = file
        self.name = name
        self.path = str(file.path)
        self.report = report
        self.watcher = watcher
        self.vocabulary = vocabulary
        self.one_collection = one_collection
        self.source: Source | None = None
        self.generation = 0
        self.last_position = 0

    def run(self) -> None:
        """Store every entry, then make the new version the version of the source."""
        entries: list[Entry] = []
        refused: list[int] = []
        size = 0
        for record in self.file.entries:
            if self.report.at_most is not None and self.last_position >= self.report.at_most:
                self.report.cut_off = True
                break
            self.last_position = max(self.last_position, record.position)
            problem = record if isinstance(record, Problem) else problem_of(record)
            if problem:
                self.report.note(Notice("problem", self.path, problem.line, problem.message, field=problem.field))
                refused.append(problem.position)
            elif isinstance(record, PaperRecord):
                entries.append(Entry.of(record))
                size += len(record.abstract)
            if len(entries) + len(refused) >= BATCH_ENTRIES or size >= BATCH_CHARACTERS:
                self._store(entries, refused, record.offset)
                entries, refused, size = [], [], 0
        self._store(entries, refused, self.file.size)
        if not self.report.cut_off:
            self._finish()

    def _store(self, entries: list[Entry], refused: list[int], offset: int) -> None:
        """Write a batch in one transaction.

        A curator who stored one of its papers by hand in the same moment makes the first try fail, not the second.
        """
        if not entries and self.source is None:
            return
        for last_try in (False, True):
            source = self.source
            try:
                with transaction.atomic():
                    source = source or self._open_source()
                    batch = Batch(source, self.generation, self.path, entries, refused, self.vocabulary)
                    batch.by_venue = not self.one_collection
                    outcome = batch.write()
                break
            except IntegrityError:
                if last_try:
                    raise
        self.source = source
        for name in ("created", "updated", "unchanged"):
            self.report.count(name, outcome.counts[name])
        for notice in outcome.notices:
            self.report.note(notice)
        compact(LONG_LOG)
        self.watcher.advanced(offset, len(entries) + len(refused))

    def _open_source(self) -> Source:
        """Return the source, made if it is new, and choose the generation its appearances go to.

        The version that is loaded already is completed in place; another one is written beside it.
        """
        collection = collection_of(self.file.collection)
        given = {"format": self.file.format, "heading": self.file.heading}
        source, _ = Source.objects.get_or_create(collection=collection, name=self.name, defaults=given)
        self.generation = source.generation
        if source.sha256 != self.file.sha256:
            newest = source.appearances.order_by("-generation").values_list("generation", flat=True).first()
            self.generation = max(self.generation, newest or 0) + 1
        account = self.report.files[-1]
        account.collection, account.format = str(collection), self.file.format
        return source

    def _finish(self) -> None:
        """Drop the appearances of older versions, and name the papers that are gone from the file."""
        if self.source is None:
            return
        source = self.source
        with transaction.atomic():
            current = Appearance.objects.filter(source=source, generation=self.generation)
            gone = Appearance.objects.filter(source=source).exclude(paper__in=current.values("paper"))
            papers = Paper.objects.filter(pk__in=gone.values("paper")).order_by("pk")
            for paper in papers.only("key", "heading").iterator():
                message = f"{paper.key} is no longer in this file: {paper.heading}"
                self.report.note(Notice("gone", self.path, 0, message, paper_id=paper.pk))
            current.filter(position__gt=self.last_position).delete()
            Appearance.objects.filter(source=source).exclude(generation=self.generation).delete()
            source.generation, source.sha256, source.entry_count = self.generation, self.file.sha256, self.last_position
            source.format, source.heading, source.loaded_at = self.file.format, self.file.heading, timezone.now()
            source.save()
        self.report.files[-1].entries = self.last_position
