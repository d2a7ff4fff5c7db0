"""Files and folders, one after the other, with an account of what happened."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from catalogue.curation import current_vocabulary
from catalogue.extraction import Vocabulary
from catalogue.facets import compact
from catalogue.importing.file_load import FileLoad, Watcher
from catalogue.importing.lock import one_load_at_a_time
from catalogue.importing.report import COUNTS, Notice, Report
from catalogue.importing.vocabulary import load_starter_vocabulary
from catalogue.models import ImportNotice, ImportRun, RunState, User, name_key
from catalogue.sources import STANDARD_INPUT, Member, SourceError, members, read


class _DryRunOver(Exception):
    """Takes everything back at the end of a dry run."""


def load(
    paths: list[Path],
    *,
    format: str = "",
    collection: str = "",
    columns: Mapping[str, str] | None = None,
    dry_run: bool = False,
    at_most: int | None = None,
    starter_vocabulary: bool = False,
    user: User | None = None,
    watcher: Watcher | None = None,
) -> Report:
    """Load files and folders. Everything without a problem is in afterwards; the report says what is not.

    `format`, `collection` and `columns` are told to `sources.read`. With `dry_run` the same is done in one transaction
    that is taken back, of each file `at_most` so many entries. With `starter_vocabulary` a catalogue without any tag
    gets that first.
    """
    report = Report(dry_run=dry_run)
    watcher = watcher or Watcher()
    report.at_most = at_most if dry_run else None
    reading = {"format": format, "collection": collection, "columns": columns}
    began = time.monotonic()
    with one_load_at_a_time(watcher.waiting):
        if dry_run:
            try:
                with transaction.atomic():
                    if starter_vocabulary:
                        load_starter_vocabulary()
                    _load_all(paths, reading, report, watcher)
                    raise _DryRunOver
            except _DryRunOver:
                pass
        else:
            if starter_vocabulary:
                load_starter_vocabulary()
            _load_recorded(paths, reading, report, watcher, user)
    report.seconds = time.monotonic() - began
    return report


def _load_recorded(
    paths: list[Path], reading: dict[str, Any], report: Report, watcher: Watcher, user: User | None
) -> None:
    """Load and keep an account of it as an ImportRun, also of a load that breaks off."""
    # No other load is running, so a run that still says so was killed.
    ImportRun.objects.filter(state=RunState.RUNNING).update(state=RunState.INTERRUPTED)
    run = ImportRun.objects.create(paths=[os.fsencode(path).decode(errors="replace") for path in paths], user=user)
    report.run_id = run.pk
    try:
        _load_all(paths, reading, report, watcher)
        run.state = RunState.FINISHED
    except BaseException:
        run.state = RunState.INTERRUPTED
        raise
    finally:
        run.finished = timezone.now()
        run.files = len(report.files)
        for name in COUNTS:
            setattr(run, name, report.counts[name])
        run.save()
        ImportNotice.objects.bulk_create(
            ImportNotice(
                run=run,
                kind=n.kind,
                file=n.file[:1000],
                line=n.line,
                field=n.field,
                message=n.message,
                paper_id=n.paper_id,
                value=n.value,
            )
            for n in report.notices
        )
        _let_the_database_look()


def _let_the_database_look() -> None:
    """Renew the statistics that queries are planned by; until then a freshly filled table passes for empty."""
    if not connection.needs_rollback:
        # Where somebody else writes at this moment, it has to wait until the next load.
        with suppress(OperationalError), connection.cursor() as cursor:
            cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize")


def _load_all(paths: list[Path], reading: dict[str, Any], report: Report, watcher: Watcher) -> None:
    loaded: dict[tuple[str, str], str] = {}
    vocabulary = current_vocabulary()
    for path, name in files_below(paths):
        shown = os.fsencode(path).decode(errors="replace")
        begun = len(report.files)
        try:
            if shown != str(path):
                raise SourceError(path, "has a name that is not UTF-8: rename it")
            if os.path.isdir(path):
                raise SourceError(path, "is a folder without files")
            for member in members(path, name, shown):
                report.begin_file(member.shown)
                _load_member(member, loaded, reading, report, watcher, vocabulary)
        except (OSError, SourceError) as error:
            if len(report.files) == begun:
                report.begin_file(shown)
            _note_unreadable(error, path, shown, report)


def _load_member(
    member: Member,
    loaded: dict[tuple[str, str], str],
    reading: dict[str, Any],
    report: Report,
    watcher: Watcher,
    vocabulary: Vocabulary,
) -> None:
    try:
        file = replace(read(member.path, **reading), path=Path(member.shown))
        twin = loaded.setdefault((name_key(file.collection.name), member.name), member.shown)
        if twin != member.shown:
            raise SourceError(member.path, f"has the name and collection of {twin}: rename it or give --collection")
        report.files[-1].columns = file.columns
        watcher.file_started(member.shown, file.size)
        FileLoad(file, member.name, report, watcher, vocabulary, one_collection=bool(reading["collection"])).run()
        compact()
    except (OSError, SourceError) as error:
        _note_unreadable(error, member.path, member.shown, report)


def _note_unreadable(error: OSError | SourceError, path: Path, shown: str, report: Report) -> None:
    if isinstance(error, OSError):
        report.note(Notice("problem", shown, 0, f"cannot be read: {error.strerror}"))
    else:
        # What is wrong with a file as a whole is wrong from its first line on.
        report.note(Notice("problem", shown, error.line or int(os.path.isfile(path)), error.message))


def files_below(paths: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each file once, with the name of its source; of a folder all files below it in order, but hidden ones.

    The name is the file's own, below a folder its path from there: it stays when the folder is moved.
    """
    done: set[str] = set()
    for path in paths:
        if path == STANDARD_INPUT:
            yield path, "standard input"
            continue
        below = _files_in(path) if os.path.isdir(path) else [path]
        # A folder without files is read like a file, which says what is wrong with it.
        for file in below or [path]:
            real = os.path.realpath(file)
            if real not in done:
                done.add(real)
                yield file, file.relative_to(path).as_posix() if below and file != path else file.name


def _files_in(path: Path) -> list[Path]:
    files = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        files += [Path(folder) / name for name in sorted(names) if not name.startswith(".") and not name.endswith("~")]
    return files
