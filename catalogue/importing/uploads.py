"""Files that curators send: kept, tried, loaded. Trial and load are the work of a process of its own, which can be
killed and started again: a load goes on where it stopped."""

import logging
import shutil
from collections.abc import Iterable
from contextlib import chdir
from pathlib import Path

from django.utils import timezone

from catalogue.importing.background import start_command
from catalogue.importing.file_load import Watcher
from catalogue.importing.loading import load
from catalogue.models import Upload, UploadState, User, secret

# So many entries of a file are tried: a trial keeps others from writing while it lasts.
TRIED_AT_MOST = 2000
logger = logging.getLogger(__name__)


def keep_upload(
    name: str, chunks: Iterable[bytes], size: int, user: User, *, format: str = "", collection: str = ""
) -> Upload:
    """Store a file that was sent, and let it be tried."""
    upload = Upload(name=Path(name).name[-200:], size=size, user=user, format=format, collection=collection)
    upload.secret = secret()[:40]
    upload.folder.mkdir(parents=True, mode=0o700)
    try:
        with (upload.folder / upload.name).open("wb") as file:
            for chunk in chunks:
                file.write(chunk)
        upload.save()
    except BaseException:
        shutil.rmtree(upload.folder, ignore_errors=True)
        raise
    start_on_upload(upload)
    return upload


def start_on_upload(upload: Upload) -> None:
    """Start a process that does what an upload waits for; one at work on it already may have been killed just now."""
    start_command("work_on_upload", str(upload.pk), "--wait")


def drop_upload(upload: Upload) -> None:
    """Throw a file away."""
    shutil.rmtree(upload.folder, ignore_errors=True)
    upload.delete()


def work_on_upload(upload: Upload) -> bool:
    """Try or load an upload, whatever it waits for; False if somebody else is at it, or it waits for nothing."""
    token = secret()[:40]
    if not upload.take(token):
        return False
    is_trial = upload.state == UploadState.TRYING
    try:
        # Reports name the file as the curator does.
        with chdir(upload.folder):
            report = load(
                [Path(upload.name)],
                format=upload.format,
                collection=upload.collection,
                columns=upload.columns,
                dry_run=is_trial,
                at_most=TRIED_AT_MOST if is_trial else None,
                starter_vocabulary=True,
                user=upload.user,
                watcher=_Beat(upload.pk, token, is_trial),
            )
    except Exception:
        logger.exception("Upload %s failed", upload.pk)
        _end(upload, token, state=UploadState.FAILED)
        return True
    is_in = not is_trial and any(file.format for file in report.files)
    state = UploadState.LOADED if is_in else UploadState.TRIED
    _end(upload, token, state=state, report=report.as_json(), run_id=report.run_id, offset=upload.size)
    if is_in:
        shutil.rmtree(upload.folder, ignore_errors=True)
    return True


def _end(upload: Upload, token: str, **values: object) -> None:
    Upload.objects.filter(pk=upload.pk, token=token).update(beat=timezone.now(), **values)


class _Beat(Watcher):
    """Says that a load goes on. In a trial all that is written is taken back, so nothing is said."""

    def __init__(self, upload: int, token: str, is_trial: bool) -> None:
        self._mine = Upload.objects.filter(pk=upload, token=token)
        self._is_trial = is_trial

    def advanced(self, offset: int, entries: int) -> None:
        if not self._is_trial:
            self._mine.update(beat=timezone.now(), offset=offset)
