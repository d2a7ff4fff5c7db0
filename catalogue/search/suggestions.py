"""Names that hold what somebody has typed so far: tags, introduced names, authors, collections."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Q, QuerySet, When

from catalogue.models import Collection, Finding, FindingKind, Person, Tag, TagKind, TagLabel, slug_of
from catalogue.models.keys import name_key


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name with what it is the name of. `url` is its page; of an introduced name, empty."""

    kind: str
    label: str
    url: str = ""


def suggest(text: str, most: int = 8) -> list[Suggestion]:
    """Return up to `most` names of each sort that hold `text`, whatever its case and accents; four queries."""
    slug, key = slug_of(text), name_key(text)
    if not slug:
        return []
    tags = Tag.objects.public().filter(
        Q(slug__contains=slug) | Q(pk__in=TagLabel.objects.filter(key__contains=key).values("tag"))
    )
    people = Person.objects.filter(slug__contains=slug)
    collections = Collection.objects.filter(slug__contains=slug)
    names = Finding.objects.accepted().filter(
        kind=FindingKind.NAME, value__icontains=text.strip(), paper__visibility="listed"
    )
    return [
        *(Suggestion(TagKind(tag.kind).label, tag.label, tag.get_absolute_url()) for tag in _first(tags, slug, most)),
        *(
            Suggestion("name", value)
            for value in names.order_by("value").values_list("value", flat=True).distinct()[:most]
        ),
        *(Suggestion("author", person.name, person.get_absolute_url()) for person in _first(people, slug, most)),
        *(Suggestion("collection", each.name, each.get_absolute_url()) for each in _first(collections, slug, most)),
    ]


def _first(rows: QuerySet[Any], slug: str, most: int) -> QuerySet[Any]:
    """Return the first rows, those that begin so before the others."""
    begins = Case(When(slug__startswith=slug, then=0), default=1)
    return rows.order_by(begins, "slug", "pk")[:most]
