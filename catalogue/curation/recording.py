"""Writing down what an act does: every row it touches, before and after. What is written down can be undone."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Cast

from catalogue.models import Paper, Report, Tag, TagEvent, TagEventPaper, TagEventTag, Tagging, User, Verb
from catalogue.models.counting import these

# As many numbers as one query may name on every database.
AT_ONCE = 5000
# Changed rows of these are kept as what changed, those of others as a whole. Reports hold addresses: nobody keeps them.
LARGE = (Report, Tag, Tagging)
# {table: {id: the values of its columns}}
Image = dict[type[models.Model], dict[int, tuple[Any, ...]]]


@contextmanager
def recorded(
    verb: Verb,
    user: User | None,
    said: str = "",
    *,
    tags: Iterable[int] = (),
    rows: Iterable[QuerySet[Any]] = (),
    about: Iterable[int] = (),
    place: str = "",
) -> Iterator[TagEvent]:
    """Do what the block does, in one transaction, and write down what it changed; the event is saved if it did.

    Watched is all that hangs on `tags`, and `rows`. The block may set `said`, and add the ids of tags that it makes to
    `event.watched`. `about` are tags that the event is about besides. All tags that are named are locked.
    """
    event = TagEvent(verb=verb, user=user, said=said, place=place[:200])
    event.watched = set(tags)
    rows = [each.order_by() for each in rows]
    with transaction.atomic():
        named = event.watched | set(about)
        list(Tag.objects.select_for_update().filter(pk__in=named).order_by("pk").values_list("pk"))
        before = _image([*hanging_on(event.watched), *rows])
        yield event
        after = _image([*hanging_on(event.watched), *rows])
        _find_again(before, after)
        event.changes = _difference(before, after)
        if event.changes:
            event.save()
            _say_what_it_is_about(event, event.watched | named, before, after)


def hanging_on(tags: Iterable[int]) -> list[QuerySet[Any]]:
    """Return the rows of tags, by id, of the tags narrower than they, and of all that refers to them."""
    tags = list(tags)
    if not tags:
        return []
    found: list[QuerySet[Any]] = [Tag.objects.filter(Q(pk__in=tags) | Q(broader__in=tags)).order_by()]
    for relation in Tag._meta.related_objects:
        if relation.related_model is not Tag:
            manager = relation.related_model._base_manager
            found.append(manager.filter(**{f"{relation.field.name}__in": tags}).order_by())
    return found


def columns(model: type[models.Model]) -> list[str]:
    """Return the columns of a table, the id first."""
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    return [model._meta.pk.attname, *names]


def rows_by_id(model: type[models.Model], ids: Iterable[int]) -> dict[int, tuple[Any, ...]]:
    """Return the stored rows with these ids: the values of `columns`."""
    found: dict[int, tuple[Any, ...]] = {}
    for some in parts(ids):
        rows = model._base_manager.filter(pk__in=some).order_by()
        found |= {row[0]: row for row in rows.values_list(*columns(model))}
    return found


def parts(ids: Iterable[Any]) -> list[list[Any]]:
    """Return ids in lists of as many as one query may name."""
    ids = list(ids)
    return [ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE)]


def insert(model: type[models.Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, by the names of their columns; those that are there already are left out.

    Many times as fast as `bulk_create`, whose objects and statements are what 100,000 rows cost most.
    """
    fields = [model._meta.get_field(name.removesuffix("_id")) for name in names]
    into = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    values = ", ".join(["%s"] * len(fields))
    table = connection.ops.quote_name(model._meta.db_table)
    sql = f"INSERT INTO {table} ({into}) VALUES ({values}) ON CONFLICT DO NOTHING"  # noqa: S608

    def prepared(field: Any, value: Any) -> Any:
        return value if value is None or type(value) in (int, str) else field.get_db_prep_save(value, connection)

    with connection.cursor() as cursor:
        cursor.executemany(sql, [list(map(prepared, fields, row)) for row in rows])


def _image(querysets: Iterable[QuerySet[Any]]) -> Image:
    image: Image = defaultdict(dict)
    for rows in querysets:
        image[rows.model] |= {row[0]: row for row in _as_texts(rows)}
    return image


def _as_texts(rows: QuerySet[Any]) -> QuerySet[Any, tuple[Any, ...]]:
    """Select rows with times and JSON as texts: of 40,000 rows few change, and nobody wants the values of others."""
    fields = [rows.model._meta.get_field(name) for name in columns(rows.model)]
    return rows.values_list(
        *(Cast(field.attname, models.TextField()) if type(field) in _READINGS else field.attname for field in fields)
    )


def _find_again(before: Image, after: Image) -> None:
    """Rows that hang on something else now are not gone."""
    for model, rows in before.items():
        ids = rows.keys() - after[model].keys()
        # Ids that are texts – the hashes of a paper's texts – are few.
        missing = list(ids) if isinstance(model._meta.pk, models.CharField) else these(ids, connection.alias)
        after[model] |= {row[0]: row for row in _as_texts(model._base_manager.filter(pk__in=missing).order_by())}


def _difference(before: Image, after: Image) -> dict[str, Any]:
    found = {}
    for model in sorted(before.keys() | after.keys(), key=lambda model: model._meta.model_name):
        old, new, names = before[model], after[model], columns(model)
        changed = {pk for pk in old.keys() & new.keys() if old[pk] != new[pk]}
        whole = set() if model in LARGE else changed
        kept = [_READINGS.get(type(model._meta.get_field(name)), _as_it_is) for name in names]
        groups: dict[str, tuple[dict[str, Any], list[int]]] = {}
        for pk in changed - whole:
            cells = zip(names, kept, old[pk], new[pk], strict=True)
            change = {name: [as_kept(one), as_kept(other)] for name, as_kept, one, other in cells if one != other}
            groups.setdefault(repr(change), (change, []))[1].append(pk)
        rows = {
            "added": [[*_read(kept, new[pk])] for pk in sorted(new.keys() - old.keys() | whole)],
            "removed": [[*_read(kept, old[pk])] for pk in sorted(old.keys() - new.keys() | whole)],
            "changed": [[change, sorted(ids)] for change, ids in groups.values()],
        }
        if any(rows.values()):
            found[model._meta.model_name] = {"columns": names} | rows
    return found


def _read(kept: Iterable[Callable[[Any], Any]], row: tuple[Any, ...]) -> Iterator[Any]:
    return (as_kept(value) for as_kept, value in zip(kept, row, strict=True))


def _as_it_is(value: Any) -> Any:
    return value


def _moment(text: str | None) -> str | None:
    """Return a time, as the database writes it, as `stored` writes it; SQLite leaves out that it is UTC."""
    moment = datetime.fromisoformat(text) if text else None
    return moment and (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)


# What `_as_texts` selects as texts, and how an event keeps it.
_READINGS = {models.DateTimeField: _moment, models.JSONField: _value}


def stored(value: Any) -> Any:
    """Return a value as JSON can keep it, to the microsecond."""
    return value.isoformat() if isinstance(value, datetime) else value


def _say_what_it_is_about(event: TagEvent, tags: set[int], before: Image, after: Image) -> None:
    TagEventTag.objects.bulk_create([TagEventTag(event=event, tag=tag) for tag in sorted(tags)])
    old, new = before[Tagging], after[Tagging]
    paper, owner = (columns(Tagging).index(name) for name in ("paper_id", "owner_id"))
    touched = [old.get(pk) or new[pk] for pk in old.keys() | new.keys() if old.get(pk) != new.get(pk)]
    papers = Paper.objects.among({row[paper] for row in touched if row[owner] is None})
    of_event, of_paper = (connection.ops.quote_name(f"{name}_id") for name in ("event", "paper"))
    chosen, values = (
        papers.order_by().annotate(event=Value(event.pk)).values_list("event", "pk").query.sql_with_params()
    )
    sql = f"INSERT INTO {TagEventPaper._meta.db_table} ({of_event}, {of_paper}) {chosen}"
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
