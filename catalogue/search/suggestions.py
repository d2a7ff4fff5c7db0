"""Names that hold what somebody has typed so far: tags, introduced names, authors, collections."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from catalogue.models import (
    Appearance,
    Authorship,
    Collection,
    Finding,
    FindingKind,
    Person,
    Reader,
    SearchName,
    Tag,
    TagLabel,
    TagState,
    Visibility,
    slug_of,
)

# Several labels may be one tag's, and a name may be no listed paper's: so many rows are looked at for each wanted.
ROWS_A_NAME = 4


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that holds what was typed.

    `kind` is the kind of a tag, else `name`, `author` or `collection`: the facet, or for an introduced name the field
    of the query language, that `value` stands in. `parts` is what was found, the name or another label of the tag:
    what stands before the typed part, that part, what stands after it. `typed` is the text that it holds. `url` is
    its page, of an introduced name empty.
    """

    kind: str
    value: str
    label: str
    url: str
    parts: tuple[str, str, str]
    typed: str

    @property
    def found(self) -> str:
        """The label that holds what was typed."""
        return "".join(self.parts)


def suggest(texts: Sequence[str], most: int = 8) -> list[Suggestion]:
    """Return up to `most` names of each sort that hold one of `texts`, whatever its case and accents; four queries.

    Those that begin with the first text come first, then the others that hold it, then the same for the next text.
    """
    slugs = {slug: text for text in reversed(texts) if (slug := slug_of(text))}
    slugs = dict(reversed(slugs.items()))
    if not slugs:
        return []
    return [
        *_tags(Q(), slugs, most),
        *(_suggestion("name", each.name, each.name, "", slugs) for each in _names(slugs, most)),
        *_pages("author", Person, Authorship, slugs, most),
        *_pages("collection", Collection, Appearance, slugs, most),
    ]


def suggest_tags(text: str, reader: Reader | None, most: int = 8) -> list[Suggestion]:
    """Return up to `most` tags with a label that holds `text`: the public ones, and those that a reader uses."""
    slugs = {slug_of(text): text}
    mine = Q(tag__in=reader.own_taggings.values("tag")) if reader else Q()
    return list(_tags(mine, slugs, most)) if slug_of(text) else []


def _tags(mine: Q, slugs: dict[str, str], most: int) -> Iterable[Suggestion]:
    """Return the public tags, and those that are `mine`, with a label that holds what was typed, each once."""
    public = Q(owner=None, tag__owner=None, tag__state=TagState.ACCEPTED)
    labels = TagLabel.objects.filter(public | mine if mine else public).select_related("tag")
    found: dict[Tag, str] = {}
    for label in _first(labels, slugs, most * ROWS_A_NAME):
        found.setdefault(label.tag, label.label)
    return [
        _suggestion(tag.kind, tag.slug, tag.label, tag.get_absolute_url(), slugs, label)
        for tag, label in list(found.items())[:most]
    ]


def _names(slugs: dict[str, str], most: int) -> QuerySet[SearchName]:
    """Return the introduced names that listed papers still have."""
    introduced = Finding.objects.accepted().of_kind(FindingKind.NAME).filter(value=OuterRef("name"))
    return _of_listed(SearchName, introduced, slugs, most)


def _pages(kind: str, model: Any, rows: Any, slugs: dict[str, str], most: int) -> Iterable[Suggestion]:
    """Return what is named and has listed papers, by the `rows` that tie it to them."""
    for each in _of_listed(model, rows.objects.filter(**{model._meta.model_name: OuterRef("pk")}), slugs, most):
        yield _suggestion(kind, each.slug, each.name, each.get_absolute_url(), slugs)


def _of_listed(model: Any, rows: QuerySet[Any], slugs: Iterable[str], most: int) -> QuerySet[Any]:
    """Return the first that `rows` tie to a listed paper; not asked of more than there is need to."""
    nearest = _first(model.objects.all(), slugs, most * ROWS_A_NAME).values("pk")
    listed = model.objects.filter(Exists(rows.filter(paper__visibility=Visibility.LISTED)), pk__in=nearest)
    return _first(listed, slugs, most)


def _first(rows: QuerySet[Any], slugs: Iterable[str], most: int) -> QuerySet[Any]:
    """Return the first rows that hold what was typed."""
    holding, nearness = Q(), []
    for slug in slugs:
        holding |= Q(slug__contains=slug)
        nearness += [Q(slug__startswith=slug), Q(slug__contains=slug)]
    closest = Case(*(When(each, then=place) for place, each in enumerate(nearness)), default=len(nearness))
    return rows.filter(holding).order_by(closest, "slug", "pk")[:most]


def _suggestion(kind: str, value: str, label: str, url: str, slugs: dict[str, str], found: str = "") -> Suggestion:
    found = found or label
    typed = next((slug for slug in slugs if slug in slug_of(found)), next(iter(slugs)))
    return Suggestion(kind, value, label, url, _divided(found, typed), slugs[typed])


def _divided(label: str, slug: str) -> tuple[str, str, str]:
    """Return a label in three parts, the second of which is the first stretch whose slug is `slug`."""
    letters: list[tuple[str, int]] = []
    for place, letter in enumerate(label):
        pieces = "" if unicodedata.combining(letter) else slug_of(letter) or "-"
        letters += [(piece, place) for piece in pieces if piece != "-" or (letters and letters[-1][0] != "-")]
    at = "".join(piece for piece, _ in letters).find(slug)
    if at < 0:
        return label, "", ""
    start, end = letters[at][1], letters[at + len(slug) - 1][1] + 1
    while end < len(label) and unicodedata.combining(label[end]):
        end += 1
    return label[:start], label[start:end], label[end:]
