from django.conf import settings
from django.db import models


class RunState(models.TextChoices):
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    INTERRUPTED = "interrupted", "interrupted"


class ImportRun(models.Model):
    """What one load did. What it met on the way is in its notices."""

    state = models.CharField(max_length=12, choices=RunState, default=RunState.RUNNING)
    paths = models.JSONField(default=list, help_text="The files and folders as they were named.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    started = models.DateTimeField(auto_now_add=True)
    finished = models.DateTimeField(null=True, blank=True)
    files = models.PositiveIntegerField(default=0)
    created = models.PositiveIntegerField(default=0)
    updated = models.PositiveIntegerField(default=0)
    unchanged = models.PositiveIntegerField(default=0)
    problems = models.PositiveIntegerField(default=0)
    duplicates = models.PositiveIntegerField(default=0)
    gone = models.PositiveIntegerField(default=0)
    kept = models.PositiveIntegerField(default=0)
    left_out = models.PositiveIntegerField(default=0)
    doubtful = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    # Who has looked at its problems.
    seen_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=models.Q(state__in=RunState.values), name="run_state_known")]

    def __str__(self) -> str:
        return f"Import {self.pk}"


class NoticeKind(models.TextChoices):
    PROBLEM = "problem", "problem"
    DUPLICATE = "duplicate", "duplicate"
    GONE = "gone", "gone from the file"
    KEPT = "kept", "curator's value kept"
    LEFT_OUT = "left_out", "value left out"
    DOUBTFUL = "doubtful", "may be another paper"
    CHANGED = "changed", "changed"


class ImportNotice(models.Model):
    """Something a load met that a curator may want to know, with its place in the file."""

    run = models.ForeignKey(ImportRun, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10, choices=NoticeKind)
    file = models.CharField(max_length=1000)
    line = models.PositiveIntegerField(default=0)
    field = models.CharField(max_length=30, blank=True)
    message = models.TextField()
    paper = models.ForeignKey("catalogue.Paper", models.SET_NULL, null=True, blank=True)
    # Of a value that a lock kept away: {field of the paper: what the file says}, until a curator takes it.
    value = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=NoticeKind.values), name="notice_kind_known")]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"
