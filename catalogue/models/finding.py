from typing import Self

from django.db import models

from catalogue.models.assertion import Assertion, AssertionQuerySet, AssertionState, Origin


class FindingKind(models.TextChoices):
    NAME = "name", "introduced name"
    EXPANSION = "expansion", "expansion of a name"
    HEADING = "heading", "heading"
    RESULT = "result", "headline result"
    CODE_PROMISED = "code_promised", "code promised"


class FindingQuerySet(AssertionQuerySet["Finding"]):
    def of_kind(self, kind: FindingKind) -> Self:
        """Those of one kind, in their order."""
        return self.filter(kind=kind)


class Finding(Assertion):
    """A free value derived from a paper: what no vocabulary holds. `about` is the name that an expansion spells out."""

    paper = models.ForeignKey("catalogue.Paper", models.CASCADE, related_name="findings")
    kind = models.CharField(max_length=15, choices=FindingKind)
    value = models.CharField(max_length=400)
    about = models.CharField(max_length=200, blank=True)
    rank = models.PositiveSmallIntegerField(default=1, help_text="1 is the first one of its kind.")

    objects = FindingQuerySet.as_manager()

    class Meta:
        ordering = ["rank", "id"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "kind", "value"], name="finding_unique_in_paper"),
            models.CheckConstraint(condition=models.Q(kind__in=FindingKind.values), name="finding_kind_known"),
            models.CheckConstraint(condition=models.Q(origin__in=Origin.values), name="finding_origin_known"),
            models.CheckConstraint(condition=models.Q(state__in=AssertionState.values), name="finding_state_known"),
            models.CheckConstraint(condition=~models.Q(value=""), name="finding_not_empty"),
        ]
        indexes = [models.Index(fields=["kind", "value"], name="finding_by_value")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.value}"
