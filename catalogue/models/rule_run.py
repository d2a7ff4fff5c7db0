from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from catalogue.models.tag import Tag

# Whoever works on a run says so at least every few seconds.
DEAD_AFTER = timedelta(seconds=60)


class RuleRunState(models.TextChoices):
    WAITING = "waiting", "waiting"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"


class RuleRun(models.Model):
    """Applying the changed patterns of a tag: which papers are to be read again, and how far that is.

    `done` of the papers, in their order, are read. Whoever works on it writes `beat`, under a `token` of its own.
    """

    tag = models.ForeignKey(Tag, models.CASCADE, related_name="rule_runs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    state = models.CharField(max_length=10, choices=RuleRunState, default=RuleRunState.WAITING)
    papers = models.JSONField(default=list)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    gained = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    beat = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=RuleRunState.values), name="rule_run_state_known"),
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="rule_run_done_of_total"),
        ]

    def __str__(self) -> str:
        return f"{self.tag}: {self.done} of {self.total}"

    @classmethod
    def of(cls, tag: Tag, papers: list[int], user: Any) -> Self:
        """Store a run that waits for somebody to work on it."""
        return cls.objects.create(tag=tag, user=user, papers=papers, total=len(papers))

    def take(self, token: str) -> bool:
        """Make the run one's own; False if it is finished, or somebody else is at work on it."""
        free = Q(state=RuleRunState.WAITING) | Q(state=RuleRunState.RUNNING, beat__lt=timezone.now() - DEAD_AFTER)
        runs = RuleRun.objects.filter(free, pk=self.pk)
        return bool(runs.update(state=RuleRunState.RUNNING, token=token, beat=timezone.now()))

    @classmethod
    def dead(cls) -> models.QuerySet[Self]:
        """Runs on which nobody works, and that are not finished."""
        last = timezone.now() - DEAD_AFTER
        unfinished = cls.objects.exclude(state=RuleRunState.FINISHED)
        return unfinished.filter(Q(beat__lt=last) | Q(beat=None, started__lt=last))

    @property
    def is_dead(self) -> bool:
        """Whether nobody works on it, and it is not finished."""
        if self.state == RuleRunState.FINISHED:
            return False
        return (self.beat or self.started) < timezone.now() - DEAD_AFTER
