"""Reading lists as they were."""

from django.db import models
from django.urls import reverse

from catalogue.models.reader import Reader
from catalogue.models.reading_list import ReadingList


class ListVersion(models.Model):
    """A list as it was at a time. `content`: {title, description, items: [{paper, key, heading, section, note}]}."""

    reading_list = models.ForeignKey(ReadingList, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=200)
    made = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(Reader, models.SET_NULL, null=True, blank=True, related_name="+")
    content = models.JSONField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["reading_list", "number"], name="version_number_unique_in_list"),
            models.CheckConstraint(condition=~models.Q(label=""), name="version_has_a_label"),
        ]

    def __str__(self) -> str:
        return self.label

    def get_absolute_url(self) -> str:
        return reverse("list_version", args=[self.reading_list.public_id, self.number])
