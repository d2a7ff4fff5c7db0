"""Broader and narrower tags: a paper that carries a tag counts for every broader one as well."""

from collections.abc import Iterable
from typing import Any

from catalogue.models import Tag


def parents() -> dict[int, int]:
    """Return the broader tag of every shared tag that has one, by id. One query."""
    return dict(Tag.objects.shared().exclude(broader=None).values_list("pk", "broader_id"))


def with_ancestors(tag: int, parent_of: dict[int, int]) -> list[int]:
    """Return `tag` and its broader tags, the nearest first. A circle, should one exist, is walked once."""
    chain = [tag]
    while chain[-1] in parent_of and parent_of[chain[-1]] not in chain:
        chain.append(parent_of[chain[-1]])
    return chain


def narrower_too(tags: Iterable[Any]) -> list[int]:
    """Return the ids of `tags` and of every narrower one."""
    tags = set(tags)
    parent_of = parents()
    return [*tags, *(tag for tag in parent_of if tag not in tags and tags & set(with_ancestors(tag, parent_of)))]
