"""Renaming, other labels, another place in the tree, retiring, deleting: what is done to a tag as such."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError

from catalogue.curation.recording import recorded
from catalogue.models import Tag, TagEvent, TagLabel, TagState, User, Verb, name_key


class TagRefused(Exception):
    """A tag cannot be changed like that; says why. `clash` has the label that `tag` was to get, if that is why."""

    def __init__(self, why: str, clash: Tag | None = None, tag: Tag | None = None) -> None:
        super().__init__(why)
        self.clash, self.tag = clash, tag


def rename(tag: Tag, label: str, user: User | None, place: str = "") -> TagEvent:
    """Give a tag another preferred label. The former one stays an alternative label, the former address redirects."""
    with recorded(Verb.RENAME, user, f"Renamed “{tag.label}” to “{label}”", tags=[tag.pk], place=place) as event:
        tag = _as_it_is(tag)
        _refuse_clashes(tag, [label])
        tag.set_labels(label, [*tag.alternative_labels, tag.label])
    return event


def add_labels(tag: Tag, labels: Sequence[str], user: User | None, place: str = "") -> TagEvent:
    """Give a tag more alternative labels."""
    names = ", ".join(f"“{label}”" for label in labels)
    with recorded(Verb.ALIAS, user, f"“{tag.label}” is also called {names}", tags=[tag.pk], place=place) as event:
        tag = _as_it_is(tag)
        _refuse_clashes(tag, labels)
        known = {name_key(label) for label in (tag.label, *tag.alternative_labels)}
        new = [label for label in labels if name_key(label) not in known]
        tag.set_labels(tag.label, [*tag.alternative_labels, *new])
    return event


def move(tags: Iterable[Tag], broader: Tag | None, user: User | None, place: str = "") -> TagEvent:
    """Put tags under a broader one, or under none. TagRefused for another kind and for a circle."""
    tags = list(tags)
    names = ", ".join(f"“{tag.label}”" for tag in tags)
    said = f"Moved {names} " + (f"under “{broader.label}”" if broader else "to the top")
    ids = [tag.pk for tag in tags] + ([broader.pk] if broader else [])
    with recorded(Verb.MOVE, user, said, tags=ids, place=place) as event:
        for tag in map(_as_it_is, tags):
            put_under(tag, _as_it_is(broader) if broader else None)
            tag.save(update_fields=["broader"])
    return event


def put_under(tag: Tag, broader: Tag | None) -> None:
    """Give an unsaved tag its broader one. TagRefused for one of another kind, and for a circle."""
    tag.broader = broader
    try:
        tag.clean()
    except ValidationError as refused:
        raise TagRefused(" ".join(refused.messages)) from refused


def retire(tags: Iterable[Tag], user: User | None, place: str = "") -> TagEvent:
    """Take tags off the site; all that hangs on them is kept. Tags narrower than one move one step up."""
    return _with_state(tags, TagState.RETIRED, "Retired", user, place)


def bring_back(tags: Iterable[Tag], user: User | None, place: str = "") -> TagEvent:
    """Let tags that were retired or proposed be for everybody."""
    return _with_state(tags, TagState.ACCEPTED, "Accepted", user, place)


def delete_tags(tags: Iterable[Tag], user: User | None, place: str = "") -> TagEvent:
    """Delete tags with all that hangs on them."""
    tags = list(tags)
    names = ", ".join(f"“{tag.label}”" for tag in tags)
    with recorded(Verb.DELETE, user, f"Deleted {names}", tags=[tag.pk for tag in tags], place=place) as event:
        Tag.objects.filter(pk__in=[tag.pk for tag in tags]).delete()
    return event


def _with_state(tags: Iterable[Tag], state: TagState, verb: str, user: User | None, place: str) -> TagEvent:
    tags = list(tags)
    names = ", ".join(f"“{tag.label}”" for tag in tags)
    ids = [tag.pk for tag in tags]
    with recorded(Verb.RETIRE, user, f"{verb} {names}", tags=ids, place=place) as event:
        Tag.objects.filter(pk__in=ids).update(state=state)
        if state == TagState.RETIRED:
            for child in Tag.objects.filter(broader__in=ids).exclude(pk__in=ids):
                above = [tag for tag in child.wider_tags()[::-1] if tag.pk not in ids]
                Tag.objects.filter(pk=child.pk).update(broader=above[0] if above else None)
    return event


def _as_it_is(tag: Tag) -> Tag:
    """Return a tag as it stands, now that it is locked."""
    found = Tag.objects.filter(pk=tag.pk).first()
    if found is None:
        raise TagRefused(f"“{tag.label}” is gone: somebody merged or deleted it.")
    return found


def _refuse_clashes(tag: Tag, labels: Iterable[str]) -> None:
    clashes: list[TagLabel] = tag.label_clashes(labels)
    if clashes:
        clash = clashes[0]
        raise TagRefused(f"“{clash.label}” is a label of the {clash.kind} “{clash.tag.label}” already.", clash.tag, tag)
