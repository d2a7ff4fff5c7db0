from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models.functions import Lower


class LastSuperuser(Exception):
    """Nobody would be left who may do everything."""


class User(AbstractUser):
    """A person with an account. Staff are curators: they reach the admin."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_unique_in_any_case",
                violation_error_message="A user with that name already exists.",
            )
        ]

    @property
    def is_last_superuser(self) -> bool:
        """Whether nobody else may do everything."""
        others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=self.pk)
        return self.is_superuser and not others.exists()

    def close(self) -> list[Any]:
        """Delete the account with all it keeps; return the lists that others have now (`Reader.let_go`).

        LastSuperuser, and nothing is done, if it is that.
        """
        with transaction.atomic():
            # Two who close their accounts at the same moment must not both count on the other.
            list(User.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
            if self.is_last_superuser:
                raise LastSuperuser
            handed_on = self.reader.let_go() if hasattr(self, "reader") else []
            self.delete()
        return handed_on
