from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from catalogue.models.import_run import ImportRun

# Whoever works on an upload says so at least that often, but for the time in which a trial holds the database.
DEAD_AFTER = timedelta(seconds=120)


class UploadState(models.TextChoices):
    TO_TRY = "to_try", "waits for its trial"
    TRYING = "trying", "is being tried"
    TRIED = "tried", "tried"
    TO_LOAD = "to_load", "waits to be loaded"
    LOADING = "loading", "is being loaded"
    LOADED = "loaded", "loaded"
    FAILED = "failed", "failed"


# What works on an upload leads from one state to the next.
WORK = {UploadState.TO_TRY: UploadState.TRYING, UploadState.TO_LOAD: UploadState.LOADING}


class Upload(models.Model):
    """A file that a curator sent to be loaded: first tried, then loaded, each by a process of its own.

    `report` is that of the last trial or load (`Report.as_json`); `offset` the bytes loaded so far. Whoever works on it
    writes `beat`, under a `token` of its own. The file lies in `folder` until it is loaded or thrown away.
    """

    name = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField()
    secret = models.CharField(max_length=40, unique=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    format = models.CharField(max_length=30, blank=True)
    collection = models.CharField(max_length=200, blank=True)
    columns = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=UploadState, default=UploadState.TO_TRY)
    report = models.JSONField(default=dict)
    offset = models.PositiveBigIntegerField(default=0)
    run = models.ForeignKey(ImportRun, models.SET_NULL, null=True, blank=True, related_name="+")
    sent = models.DateTimeField(auto_now_add=True)
    beat = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=40, blank=True)

    # States in which there is work to do: what was at it may have been killed.
    UNFINISHED = (*WORK, *WORK.values())

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=Q(state__in=UploadState.values), name="upload_state_known")]

    def __str__(self) -> str:
        return self.name

    @property
    def folder(self) -> Path:
        """Where the file lies, under its name."""
        return Path(settings.UPLOADS_DIR) / self.secret

    def take(self, token: str) -> bool:
        """Make the work one's own; False if there is none, or somebody else is at it."""
        for waiting, working in WORK.items():
            free = Q(state=waiting) | Q(state=working, beat__lt=timezone.now() - DEAD_AFTER)
            if Upload.objects.filter(free, pk=self.pk).update(state=working, token=token, beat=timezone.now()):
                self.refresh_from_db()
                return True
        return False

    @property
    def is_dead(self) -> bool:
        """Whether there is work that nobody does."""
        return self.state in self.UNFINISHED and (self.beat or self.sent) < timezone.now() - DEAD_AFTER

    @property
    def is_at_work(self) -> bool:
        """Whether somebody works on it, or is about to."""
        return self.state in self.UNFINISHED and not self.is_dead
