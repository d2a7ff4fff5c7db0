from django.db import models

from catalogue.models.tag import Tag, TagKind


class VocabularyEntry(models.Model):
    """An entry of the starter vocabulary, and the tag it became: none if a curator deleted that.

    `stated` is what the file last said, so that an update tells a curator's change from a former statement.
    """

    kind = models.CharField(max_length=12, choices=TagKind)
    name = models.CharField(max_length=120)
    tag = models.ForeignKey(Tag, models.SET_NULL, null=True, related_name="vocabulary_entries")
    stated = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "name"], name="vocabulary_entry_unique")]

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}"
