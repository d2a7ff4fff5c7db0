"""Who keeps things: lists, tags of their own."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

# As long as browsers keep a cookie; counted anew with each write.
KEPT = timedelta(days=400)


def secret() -> str:
    """Return 192 bits that nobody guesses, in 32 characters that fit an address."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """Return the SHA-256 of a token, in hexadecimal: who reads the table learns no token."""
    return hashlib.sha256(token.encode()).hexdigest()


class ReaderQuerySet(models.QuerySet["Reader"]):
    def with_token(self, token: str) -> Self:
        """The visitor whose browser holds `token`."""
        return self.filter(token_hash=hash_of(token))

    def gone(self) -> Self:
        """Visitors whose browser has let go of its cookie."""
        return self.filter(user=None, seen__lt=timezone.now() - KEPT)


class Reader(models.Model):
    """An account, or a browser without one (a visitor). What a reader keeps belongs to this row."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="reader", editable=False
    )
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    # When a visitor last kept or changed something.
    seen = models.DateTimeField(default=timezone.now, editable=False)

    objects = ReaderQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user=None, token_hash__isnull=False)
                | models.Q(user__isnull=False, token_hash__isnull=True),
                name="reader_is_an_account_or_a_visitor",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_visitor(self) -> bool:
        """Whether it is a browser without an account."""
        return self.user_id is None

    @property
    def name(self) -> str:
        """How others see the reader."""
        return self.user.get_full_name() or self.user.get_username() if self.user else "a visitor"

    @classmethod
    def of_user(cls, user: Any) -> "Reader":
        """Return the reader of an account, made if there is none."""
        return cls.objects.select_related("user").get_or_create(user=user)[0]

    def take_over(self, visitor: "Reader") -> None:
        """Make all that a visitor kept this reader's, each thing once, and let the visitor go."""
        with transaction.atomic():
            # One of two requests that claim at the same moment finds the visitor gone.
            if not Reader.objects.select_for_update().filter(pk=visitor.pk).exists():
                return
            for theirs in visitor.private_tags.all():
                self._take_tag(theirs)
            mine = set(self.own_taggings.values_list("paper_id", "tag_id"))
            for row in visitor.own_taggings.all():
                if (row.paper_id, row.tag_id) not in mine:
                    visitor.own_taggings.filter(pk=row.pk).update(owner=self)
            saved = self.reading_lists.filter(is_saved=True).first()
            for theirs in visitor.reading_lists.filter(is_saved=True) if saved else ():
                saved.absorb(theirs, by=self)
            visitor.reading_lists.update(owner=self)
            visitor.items_added.update(added_by=self)
            visitor.reports.update(reader=self)
            Reader.objects.filter(pk=visitor.pk).delete()

    def let_go(self) -> list[Any]:
        """Delete the reader with all it keeps, but for lists with co-editors, which are returned with their new owners.

        Reports stay, without an address.
        """
        with transaction.atomic():
            handed_on = [each for each in self.reading_lists.select_for_update() if each.hand_over()]
            self.reports.update(email="")
            self.delete()
        return handed_on

    def _take_tag(self, theirs: Any) -> None:
        """Make a visitor's private label this reader's; if there is one of that name, put its papers under that."""
        label = theirs.labels.get(preferred=True)
        mine = self.private_tags.filter(kind=theirs.kind, labels__key=label.key).first()
        if mine is None:
            theirs.labels.update(owner=self)
            theirs.taggings.update(owner=self)
            theirs.owner = self
            theirs.save(update_fields=["owner"])
            return
        there = mine.taggings.values_list("paper_id", flat=True)
        theirs.taggings.exclude(paper__in=list(there)).update(tag=mine, owner=self)
        theirs.delete()
