from typing import Any

from django.conf import settings
from django.db import models

from catalogue.models.tag import Tag


class NotTwins(models.Model):
    """Two tags that look like one and are not: a curator said so, and is not asked again. Lower id first."""

    one = models.ForeignKey(Tag, models.CASCADE, related_name="+")
    other = models.ForeignKey(Tag, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    added = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="not_twins_once"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="not_twins_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} is not {self.other}"

    @classmethod
    def say(cls, one: int, other: int, user: Any) -> None:
        """Remember that two tags, by id, are two. Said twice it is remembered once."""
        lower, higher = sorted((one, other))
        cls.objects.get_or_create(one_id=lower, other_id=higher, defaults={"user": user})
