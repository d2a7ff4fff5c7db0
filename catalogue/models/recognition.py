import json
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import connection, models

from catalogue.models.paper import Paper


class PaperTrace(models.Model):
    """A number that a paper is recognised by: of an identifier, a title or a bit of a text that it has or had.

    `models/traces.py` says which. What two papers share is a reason to compare them, no more.
    """

    value = models.BigIntegerField()
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="traces")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["value", "paper"], name="trace_once_a_paper")]

    def __str__(self) -> str:
        return f"{self.paper_id}: {self.value:x}"

    @classmethod
    def leave(cls, pairs: Iterable[tuple[int, int]]) -> None:
        """Store traces as (value, paper); those that are there stay. One statement: nine rows a paper are many."""
        rows = list(pairs)
        if not rows:
            return
        values: list[Any]
        into = "INSERT INTO catalogue_papertrace (value, paper_id)"
        if connection.vendor == "postgresql":
            sql, values = (
                "SELECT * FROM unnest(%s::bigint[], %s::bigint[])",
                [list(column) for column in zip(*rows, strict=True)],
            )
        else:
            sql = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(%s) WHERE true"
            values = [json.dumps(rows)]
        with connection.cursor() as cursor:
            cursor.execute(f"{into} {sql} ON CONFLICT DO NOTHING", values)


class PossibleDuplicateQuerySet(models.QuerySet["PossibleDuplicate"]):
    def waiting(self) -> "PossibleDuplicateQuerySet":
        """Pairs that nobody has decided about."""
        return self.filter(decided_at=None)


class PossibleDuplicate(models.Model):
    """Two papers that may be one: a load was not sure. Kept apart by a curator, they are never asked about again."""

    # The one that was there, and the one that a load made beside it.
    paper = models.ForeignKey(Paper, models.CASCADE, related_name="+")
    other = models.ForeignKey(Paper, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=200, help_text="What they have in common.")
    found_at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = PossibleDuplicateQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["paper", "other"], name="duplicate_once_a_pair"),
            models.CheckConstraint(condition=models.Q(paper__lt=models.F("other")), name="duplicate_in_order"),
        ]
        indexes = [models.Index(fields=["-id"], condition=models.Q(decided_at=None), name="duplicate_waiting")]

    def __str__(self) -> str:
        return f"{self.paper} / {self.other}"
