"""What a list shows of papers beside their own columns, fetched for a whole page in one query."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.urls import get_script_prefix, reverse

from catalogue.models.finding import Finding, FindingKind
from catalogue.models.paper import Paper, PaperLink
from catalogue.models.person import Authorship
from catalogue.models.source import Appearance
from catalogue.models.tag import KIND_ORDER, Tagging, TagKind

TAGS_ON_CARD = 6


class Named(NamedTuple):
    """Something that has a page: what it is called there, and the address."""

    label: str
    url: str


class Row(NamedTuple):
    """A row of what belongs to a paper: what it is, its place among its like, and its texts."""

    paper: int
    what: str
    place: int
    id: int
    text: str
    slug: str
    kind: str


@dataclass(frozen=True, slots=True)
class Card:
    """What belongs to a paper and is shown in lists.

    `tags` are the first of every kind, then the second ones, until there are six; the primary ones come first.
    `name` is the headline name, unless the heading says it. Code that is linked is not promised any more.
    """

    authors: list[Named]
    collections: list[Named]
    tags: list[tuple[TagKind, list[Named]]]
    tags_left_out: int
    code_urls: list[str]
    code_is_promised: bool
    name: str


def with_cards(papers: Iterable[Paper]) -> list[Paper]:
    """Return papers, each with its `card`. One query."""
    papers = list(papers)
    rows: dict[int, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in sorted(map(Row._make, _rows([paper.pk for paper in papers])), key=lambda row: (row.place, row.id)):
        rows[row.paper][row.what].append(row)
    for paper in papers:
        paper.card = _card(paper, rows[paper.pk])
    return papers


def _card(paper: Paper, rows: dict[str, list[Row]]) -> Card:
    name = next((row.text for row in rows[FindingKind.NAME]), "")
    code_urls = [row.text for row in rows["code"]]
    return Card(
        authors=[Named(row.text, _url("person_detail", row.slug)) for row in rows["author"]],
        collections=list(
            dict.fromkeys(Named(row.text, _url("collection_detail", row.slug)) for row in rows["collection"])
        ),
        tags=_tags(rows["tag"]),
        tags_left_out=max(len(rows["tag"]) - TAGS_ON_CARD, 0),
        code_urls=code_urls,
        code_is_promised=bool(rows[FindingKind.CODE_PROMISED]) and not code_urls,
        name="" if name.casefold() in paper.heading.casefold() else name,
    )


def _tags(rows: list[Row]) -> list[tuple[TagKind, list[Named]]]:
    rows = sorted(rows, key=lambda row: (KIND_ORDER[row.kind], row.place, row.text))
    kinds = [(TagKind(kind), list(group)) for kind, group in groupby(rows, key=lambda row: row.kind)]
    places = sorted((place, at) for at, (_, group) in enumerate(kinds) for place in range(len(group)))
    room = [sum(at == of for _, at in places[:TAGS_ON_CARD]) for of in range(len(kinds))]
    return [
        (kind, [Named(row.text, _url("tag_detail", row.kind, row.slug)) for row in group[:shown]])
        for (kind, group), shown in zip(kinds, room, strict=True)
        if shown
    ]


def _rows(papers: list[int]) -> list[Any]:
    """Return rows as in `Row` of what belongs to papers."""
    if not papers:
        return []
    sql, params = _statement(len(papers))
    with connection.cursor() as cursor:
        cursor.execute(sql, [papers[each] if isinstance(each, int) and each < 0 else each for each in params])
        return cursor.fetchall()


@lru_cache(maxsize=200)
def _statement(papers: int) -> tuple[str, tuple[Any, ...]]:
    """Return the query for so many papers, whose ids -1, -2 … stand for. Making it takes ten times as long as it."""
    return _queryset(range(-papers, 0)).query.sql_with_params()


def _queryset(papers: Iterable[int]) -> QuerySet[Any]:
    nothing = Value("")
    findings = Finding.objects.accepted().filter(kind__in=(FindingKind.NAME, FindingKind.CODE_PROMISED))
    links = PaperLink.objects.accepted().filter(kind=PaperLink.Kind.CODE)
    parts = (
        (Authorship.objects, Value("author"), F("position"), "name", F("person__slug"), nothing),
        (Appearance.objects, Value("collection"), Value(0), "collection__name", F("collection__slug"), nothing),
        (Tagging.objects.public(), Value("tag"), F("rank"), "tag__label", F("tag__slug"), F("tag__kind")),
        (links, Value("code"), Value(0), "url", nothing, nothing),
        (findings, F("kind"), F("rank"), "value", nothing, nothing),
    )
    first, *others = (
        rows.filter(paper__in=papers)
        .order_by()
        .values_list("paper_id", _text(what), place, "id", _text(F(text)), _text(slug), _text(kind))
        for rows, what, place, text, slug, kind in parts
    )
    return first.union(*others, all=True)


def _url(name: str, *args: str) -> str:
    """Return the address of a page. Most of what cards lead to, they lead to again and again."""
    return _reversed(get_script_prefix(), name, *args)


@lru_cache(maxsize=20_000)
def _reversed(prefix: str, name: str, *args: str) -> str:
    return reverse(name, args=args)


def _text(expression: Any) -> Cast:
    return Cast(expression, TextField())
