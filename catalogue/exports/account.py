"""All that is kept about somebody, for them to take along: one JSON object with a key for each kind."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Prefetch

from catalogue.models import Item, ListVersion, Paper, Reader, ReadingList, Tagging, User, Visibility


def account_data(user: User | None, reader: Reader | None) -> dict[str, Any]:
    """Return what is kept about an account (none for a visitor) and what its reader keeps (none: nothing yet).

    Times are in ISO 8601. Passwords and secrets, those of links too, are left out.
    """
    return {
        "account": _account(user) if user else None,
        "reading_lists": list(_reading_lists(reader)) if reader else [],
        "shared_with_me": list(_shared_lists(reader)) if reader else [],
        "tags": list(_tags(reader)) if reader else [],
        "reports": list(_reports(reader)) if reader else [],
    }


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


def _reading_lists(reader: Reader) -> Iterator[dict[str, Any]]:
    items = Prefetch("items", Item.objects.select_related("paper"))
    members = ("memberships__reader__user", "invitations", "versions")
    lists = list(ReadingList.objects.owned_by(reader).prefetch_related(items, *members))
    frozen = {item["paper"] for each in lists for version in each.versions.all() for item in version.content["items"]}
    shown = set(Paper.objects.among(frozen).listed().values_list("pk", flat=True))
    for each in lists:
        yield {
            "title": each.title,
            "description": each.description,
            "id": each.public_id,
            "visibility": each.visibility,
            "added": each.added.isoformat(),
            "changed": each.changed.isoformat(),
            "items": [_item(item) for item in each.items.all()],
            "members": [{"name": member.reader.name, "role": member.role} for member in each.memberships.all()],
            "invitations": [{"email": sent.email, "role": sent.role} for sent in each.invitations.all()],
            "versions": [_version(version, shown) for version in each.versions.all()],
        }


def _item(item: Item) -> dict[str, Any]:
    return {
        "position": item.position,
        "section": item.section,
        "key": item.paper.key,
        "heading": _heading(item.paper),
        "note": item.note,
        "state": item.state,
        "added": item.added.isoformat(),
    }


def _heading(paper: Paper) -> str:
    """Return the heading of a paper that everybody sees; nothing of one that is no longer shown."""
    return paper.heading if paper.visibility == Visibility.LISTED else ""


def _version(version: ListVersion, shown: set[int]) -> dict[str, Any]:
    """What was frozen, but for headings of papers that are no longer shown, or deleted."""
    items = [item | ({} if item["paper"] in shown else {"heading": ""}) for item in version.content["items"]]
    return {"label": version.label, "made": version.made.isoformat(), **version.content, "items": items}


def _shared_lists(reader: Reader) -> Iterator[dict[str, Any]]:
    for each in reader.memberships.select_related("reading_list__owner__user"):
        of = each.reading_list
        yield {
            "title": of.title,
            "id": of.public_id,
            "owner": of.owner.name,
            "role": each.role,
            "since": each.since.isoformat(),
        }


def _tags(reader: Reader) -> Iterator[dict[str, Any]]:
    """Each tag the reader gave, with the papers: a label of their own (`private`), or one proposed to the curators."""
    given: dict[int, list[Tagging]] = {}
    for each in reader.own_taggings.select_related("paper", "tag").order_by("tag__label", "tag", "paper__key"):
        given.setdefault(each.tag_id, []).append(each)
    unused = reader.private_tags.exclude(pk__in=given)
    for tag, rows in [*((rows[0].tag, rows) for rows in given.values()), *((tag, []) for tag in unused)]:
        papers = [
            {"key": row.paper.key, "heading": _heading(row.paper), "state": row.state}
            | ({"proposed_as": row.asked_as} if row.asked_as else {})
            for row in rows
        ]
        yield {"label": tag.label, "kind": tag.kind, "private": tag.owner_id == reader.pk, "papers": papers}


def _reports(reader: Reader) -> Iterator[dict[str, Any]]:
    for each in reader.reports.select_related("paper"):
        yield {
            "paper": each.paper.key,
            "subject": each.subject,
            "text": each.text,
            "email": each.email,
            "state": each.state,
            "answer": each.answer,
            "added": each.added.isoformat(),
        }
