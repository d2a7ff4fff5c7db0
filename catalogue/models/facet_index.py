from django.db import models


class FacetChange(models.Model):
    """A row that came to stand behind a value of a facet, or went: written by triggers, in the same transaction.

    `facet`, `value` and `member` are a posting of `catalogue.facets.tables`: the paper with id `member` has `value`.
    `delta` is 1 or -1, or 0 where only a name changed. On PostgreSQL `xact` is the transaction that wrote it.
    """

    token = models.BigIntegerField(help_text="Random: a number used again after a restore is told apart by it.")
    xact = models.BigIntegerField(null=True, db_index=True)
    facet = models.CharField(max_length=20)
    value = models.BigIntegerField()
    member = models.BigIntegerField()
    delta = models.SmallIntegerField()

    def __str__(self) -> str:
        return f"{self.facet} {self.value}: {self.member} {self.delta:+d}"


class FacetSnapshot(models.Model):
    """All postings up to a point of the log, as one blob; one row. Without a blob the tables have to be read.

    `token` changes with every snapshot. `place` says, on PostgreSQL, which transactions of which server it holds.
    """

    token = models.CharField(max_length=32)
    place = models.TextField(blank=True)
    blob = models.BinaryField(null=True)

    def __str__(self) -> str:
        return self.token
