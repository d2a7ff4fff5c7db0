"""Who else reads and changes a list."""

from datetime import timedelta
from typing import Any, Self

from django.db import models, transaction
from django.utils import timezone

from catalogue.models.reader import Reader, hash_of, secret
from catalogue.models.reading_list import ListIsFull, ReadingList

INVITED_FOR = timedelta(days=14)
INVITATIONS_AT_MOST = 50


class Membership(models.Model):
    """Somebody with an account who was invited to a list."""

    class Role(models.TextChoices):
        EDITOR = "editor", "Co-editor: may change the list"
        READER = "reader", "Reader: may read it"

    reading_list = models.ForeignKey(ReadingList, models.CASCADE, related_name="memberships")
    reader = models.ForeignKey(Reader, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since", "id"]
        constraints = [
            models.UniqueConstraint(fields=["reading_list", "reader"], name="one_membership_a_reader_and_list"),
            models.CheckConstraint(condition=models.Q(role__in=["editor", "reader"]), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.reader} ({self.role})"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        """Invitations that can still be accepted."""
        return self.filter(made__gt=timezone.now() - INVITED_FOR)

    def with_token(self, token: str) -> Self:
        """The invitation whose link holds `token`."""
        return self.filter(token_hash=hash_of(token))


class Invitation(models.Model):
    """A link that makes whoever accepts it first a member of a list. It is gone with that, or after INVITED_FOR."""

    reading_list = models.ForeignKey(ReadingList, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.Role)
    # To whom the link was sent; empty where the owner hands it on.
    email = models.EmailField(blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["made", "id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=["editor", "reader"]), name="invitation_role_known")
        ]

    def __str__(self) -> str:
        return f"{self.email or 'whoever has the link'} ({self.role})"

    @property
    def ends(self) -> Any:
        """Until when it can be accepted."""
        return self.made + INVITED_FOR

    @classmethod
    def create(cls, reading_list: ReadingList, role: str, email: str = "") -> tuple["Invitation", str]:
        """Return a new invitation and the token of its link, which is stored nowhere.

        ListIsFull if too many are open; those that ran out go.
        """
        reading_list.invitations.exclude(pk__in=cls.objects.open()).delete()
        if reading_list.invitations.count() >= INVITATIONS_AT_MOST:
            raise ListIsFull(f"{INVITATIONS_AT_MOST} invitations are open. Take back one that nobody needs.")
        token = secret()
        made = cls.objects.create(reading_list=reading_list, role=role, email=email, token_hash=hash_of(token))
        return made, token

    def accept(self, reader: Reader) -> bool:
        """Make a reader a member, once; return whether it was still open. Who may do more already keeps that."""
        with transaction.atomic():
            gone, _ = Invitation.objects.open().filter(pk=self.pk).delete()
            if not gone:
                return False
            if reader.pk == self.reading_list.owner_id:
                return True
            member, is_new = Membership.objects.get_or_create(
                reading_list=self.reading_list, reader=reader, defaults={"role": self.role}
            )
            if not is_new and self.role == Membership.Role.EDITOR:
                Membership.objects.filter(pk=member.pk).update(role=self.role)
        return True
