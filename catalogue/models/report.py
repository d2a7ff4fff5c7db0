from django.conf import settings
from django.db import models

from catalogue.models.paper import Paper
from catalogue.models.reader import Reader


class ReportState(models.TextChoices):
    OPEN = "open", "open"
    ACCEPTED = "accepted", "accepted (mended)"
    REJECTED = "rejected", "rejected"


class Report(models.Model):
    """A mistake that somebody found in what is said of a paper."""

    class Subject(models.TextChoices):
        TEXT = "text", "Title, abstract or formulas"
        TAGS = "tags", "Tags"
        FACTS = "facts", "Names, results or links"
        RECORD = "record", "Authors, year, identifiers or source"
        OTHER = "other", "Something else"

    paper = models.ForeignKey(Paper, models.CASCADE, related_name="reports", editable=False)
    reader = models.ForeignKey(Reader, models.SET_NULL, null=True, blank=True, related_name="reports", editable=False)
    subject = models.CharField("what is wrong", max_length=10, choices=Subject, default=Subject.OTHER)
    text = models.TextField("what it should say", max_length=5000)
    email = models.EmailField("address for an answer", blank=True)
    state = models.CharField(max_length=10, choices=ReportState, default=ReportState.OPEN)
    answer = models.TextField(blank=True, max_length=5000, help_text="Shown to who reported it, on the paper's page.")
    added = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-added", "-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=ReportState.values), name="report_state_known"),
            models.CheckConstraint(condition=~models.Q(text=""), name="report_says_something"),
        ]
        indexes = [models.Index(fields=["state", "-added"], name="reports_by_state")]

    def __str__(self) -> str:
        return f"{self.get_subject_display()}: {self.paper}"
