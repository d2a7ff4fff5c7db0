from typing import Self

from django.conf import settings
from django.db import models


class Origin(models.TextChoices):
    CURATOR = "curator", "curator"
    IMPORT = "import", "source file"
    RULE = "rule", "rule"
    READER = "reader", "reader"


class AssertionState(models.TextChoices):
    ACCEPTED = "accepted", "accepted"
    PROPOSED = "proposed", "proposed"
    REJECTED = "rejected", "rejected"


class AssertionQuerySet(models.QuerySet):
    def accepted(self) -> Self:
        """Those that stand."""
        return self.filter(state=AssertionState.ACCEPTED)


class Assertion(models.Model):
    """Something said of a paper: who says so, on what evidence, and whether it stands."""

    origin = models.CharField(max_length=10, choices=Origin)
    state = models.CharField(max_length=10, choices=AssertionState, default=AssertionState.ACCEPTED)
    rule = models.CharField(max_length=100, blank=True, editable=False)
    # For a rule: {"field": "abstract", "start": 3, "end": 9, "quote": "…"}, offsets in code points of the plain text.
    evidence = models.JSONField(null=True, blank=True, editable=False)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    @property
    def evidence_quote(self) -> str:
        """The words a rule found it by, or an empty string."""
        return self.evidence["quote"] if self.evidence else ""
