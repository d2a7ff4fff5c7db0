"""All that is kept about somebody with an account, for them to take along: one JSON object, one key for each kind."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount

from catalogue.models import User


def account_data(user: User) -> dict[str, Any]:
    """Return what is kept about `user`; times in ISO 8601, secrets and passwords (kept as hashes) left out."""
    return {"account": _account(user)}


def _account(user: User) -> dict[str, Any]:
    return {
        "user_name": user.username,
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "joined": user.date_joined.isoformat(),
        "last_sign_in": user.last_login and user.last_login.isoformat(),
        "curator": user.is_staff,
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_steps": list(_second_steps(user)),
        "other_sites": [
            {"site": each.provider, "number": each.uid, "since": each.date_joined.isoformat(), "told": each.extra_data}
            for each in SocialAccount.objects.filter(user=user)
        ],
    }


def _second_steps(user: User) -> Iterator[dict[str, Any]]:
    for each in Authenticator.objects.filter(user=user):
        yield {
            "kind": each.type,
            "name": each.data.get("name", ""),
            "since": each.created_at.isoformat(),
            "last_used": each.last_used_at and each.last_used_at.isoformat(),
        }
