from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


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
