"""Taking an event back: every row as it was, but for what has changed since."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.db.models import Q, QuerySet

from catalogue.curation.recording import columns, hanging_on, parts, recorded, rows_by_id, stored
from catalogue.models import (
    Appearance,
    Item,
    PaperAddress,
    Tag,
    TagAddress,
    TagEvent,
    Tagging,
    TagLabel,
    User,
    Verb,
)
from catalogue.models.tag import LEVELS_AT_MOST

# By what the database tells rows apart, in the words of `columns`; one of them to look rows up by comes first.
APART = {
    TagLabel: ("key", "kind", "owner_id"),
    TagAddress: ("slug", "kind"),
    Tagging: ("tag_id", "paper_id", "owner_id"),
    Item: ("reading_list_id", "position"),
    PaperAddress: ("key",),
    Appearance: ("source_id", "generation", "position"),
}
LATER_SHOWN = 5
NAMES = {
    Tag: "tag",
    TagLabel: "label",
    TagAddress: "address",
    Tagging: "paper",
}


class CannotUndo(Exception):
    """What came later stands in the way of the whole; says what."""


@dataclass(slots=True)
class Table:
    """What undoing an event does to one table: ids to delete, rows to insert, {id: {column: value}} to update."""

    model: type[models.Model]
    now: dict[int, tuple[Any, ...]]
    delete: set[int] = field(default_factory=set)
    insert: dict[int, dict[str, Any]] = field(default_factory=dict)
    update: dict[int, dict[str, Any]] = field(default_factory=dict)

    def row_now(self, pk: int) -> dict[str, Any]:
        return dict(zip(columns(self.model), self.now[pk], strict=True))

    def wanted(self, pk: int) -> dict[str, Any]:
        """The whole row as it is to be."""
        return self.insert[pk] if pk in self.insert else self.row_now(pk) | self.update[pk]

    def drop(self, pk: int) -> None:
        self.insert.pop(pk, None)
        self.update.pop(pk, None)


class Restoration:
    """What undoing an event would do, and what stands in its way since.

    `blocking` are reasons to leave the event alone; `left` are parts that stay as they are now.
    """

    def __init__(self, event: TagEvent) -> None:
        self.event = event
        self.blocking: list[str] = []
        self._left: Counter[str] = Counter()
        self.tables = {table.model: table for table in map(self._table, event.changes.items())}
        if event.undone:
            self.blocking.append("This is undone already.")
            return
        for model in self.tables:
            self._look_for_what_it_refers_to(model)
            self._look_for_what_is_taken(model)
        self._look_at_the_tree()
        self._look_at_new_tags()

    @property
    def left(self) -> list[str]:
        """The parts that cannot be undone, one sentence a kind."""
        return [f"{said} ({number:,})" if number > 1 else said for said, number in self._left.items()]

    def _table(self, item: tuple[str, dict[str, Any]]) -> Table:
        name, rows = item
        model = apps.get_model("catalogue", name)
        names = rows["columns"]
        changed = [(change, pk) for change, ids in rows["changed"] for pk in ids]
        ids = [row[0] for row in rows["added"]] + [pk for _, pk in changed]
        table = Table(model, rows_by_id(model, ids))
        for row in rows["added"]:
            if [stored(value) for value in table.now.get(row[0], ())] == row:
                table.delete.add(row[0])
            elif row[0] in table.now:
                self._leave(table, row[0], "changed since", {})
        for change, pk in changed:
            self._take_back(table, pk, change)
        for row in rows["removed"]:
            if row[0] not in table.now or row[0] in table.delete:
                table.insert[row[0]] = _read(model, dict(zip(names, row, strict=True)))
        return table

    def _take_back(self, table: Table, pk: int, change: dict[str, list[Any]]) -> None:
        if pk not in table.now:
            self._leave(table, pk, "is gone since", change)
            return
        row = table.row_now(pk)
        for name, (before, after) in change.items():
            if stored(row[name]) != after:
                self._leave(table, pk, f"changed since: {name.removesuffix('_id').replace('_', ' ')}", change)
            else:
                table.update.setdefault(pk, {})[name] = before
        if pk in table.update:
            table.update[pk] = _read(table.model, table.update[pk])

    def _leave(self, table: Table, pk: int, why: str, values: dict[str, Any]) -> None:
        """Note that a row does not become `values`; without a tag or its name the rest makes no sense."""
        row = table.row_now(pk) if pk in table.now else {}
        title = _named(table.model, row or values)
        without_name = table.model is TagLabel and values.get("preferred")
        if without_name or (table.model is Tag and why == "is gone since"):
            self.blocking.append(f"{title} {why}.")
        else:
            self._left[f"{title} {why}."] += 1

    def _look_for_what_it_refers_to(self, model: type[models.Model]) -> None:
        table = self.tables[model]
        for key in model._meta.concrete_fields:
            wanted = {pk: row[key.attname] for pk, row in _restored(table) if row.get(key.attname) is not None}
            if not key.is_relation or not wanted:
                continue
            there = set(rows_by_id(key.related_model, set(wanted.values())))
            if other := self.tables.get(key.related_model):
                there = (there - other.delete) | other.insert.keys()
            for pk, value in wanted.items():
                if value in there:
                    continue
                if key.null and key.remote_field.on_delete is models.SET_NULL:
                    (table.insert.get(pk) or table.update[pk])[key.attname] = None
                else:
                    self._leave(table, pk, f"has no {key.name} any more", table.wanted(pk))
                    table.drop(pk)

    def _look_for_what_is_taken(self, model: type[models.Model]) -> None:
        names = APART.get(model)
        if not names:
            return
        table = self.tables[model]
        mine = {pk: row for pk, row in _restored(table) if row.keys() & set(names)}
        apart = {pk: tuple(table.wanted(pk)[name] for name in names) for pk in mine}
        others = _others(model, names, {each[0] for each in apart.values()})
        leaving = table.delete | apart.keys()
        for pk, each in apart.items():
            if each in others and others[each] not in leaving:
                self._leave(table, pk, "stands elsewhere since", table.wanted(pk))
                table.drop(pk)

    def _look_at_the_tree(self) -> None:
        """A broader tag has to be of the same kind, and not narrower than the tag itself."""
        table = self.tables.get(Tag)
        if table is None:
            return
        kinds = dict(Tag.objects.values_list("pk", "kind"))
        broader = dict(Tag.objects.values_list("pk", "broader"))
        for pk, row in _restored(table):
            kinds[pk], broader[pk] = row.get("kind", kinds.get(pk)), row.get("broader_id", broader.get(pk))
        for pk, row in [*_restored(table)]:
            wider = broader[pk]
            if wider is not None and "broader_id" in row and (kinds[wider] != kinds[pk] or _circle(pk, broader)):
                self._leave(table, pk, "cannot go back under its broader tag", table.wanted(pk))
                row.pop("broader_id")
                broader[pk] = row["broader_id"] = table.row_now(pk)["broader_id"] if pk in table.now else None
            for child in [child for child, parent in broader.items() if parent == pk] if "kind" in row else []:
                if kinds[child] != kinds[pk]:
                    self.blocking.append(f"The tag {child} under {_named(Tag, table.wanted(pk))} is of another kind.")

    def _look_at_new_tags(self) -> None:
        """A tag that the event made goes only if nothing hangs on it that came later."""
        new = self.tables[Tag].delete if Tag in self.tables else set()
        for rows in hanging_on(new):
            table = self.tables.get(rows.model)
            known = table.delete | table.update.keys() if table else set()
            later = [pk for pk in rows.values_list("pk", flat=True) if pk not in known]
            if later:
                tags = ", ".join(Tag.objects.filter(pk__in=new).values_list("label", flat=True))
                what = rows.model._meta.verbose_name if len(later) == 1 else rows.model._meta.verbose_name_plural
                self.blocking.append(f"“{tags}” has {len(later):,} {what} since: take that away first.")

    def apply(self) -> None:
        """Write the rows. To be called within a transaction."""
        for table in self.tables.values():
            if table.model is not Tag:
                _delete(table.model, table.delete)
        for table in self.tables.values():
            _update(table)
        for table in sorted(self.tables.values(), key=lambda table: table.model is not Tag):
            _insert(table)
        if Tag in self.tables:
            _delete(Tag, self.tables[Tag].delete)


def undo(event: TagEvent, user: User | None, place: str = "") -> TagEvent:
    """Put the rows that an event touched back as they were, except those that changed since; return the new event.

    That one can be undone too. Raises CannotUndo, and does nothing, where a tag or its name cannot be put back.
    """
    rows = [
        apps.get_model("catalogue", name)._base_manager.filter(pk__in=some)
        for name, changes in event.changes.items()
        for some in parts(_ids(changes))
    ]
    about = event.about_tags.values_list("tag", flat=True)
    with recorded(Verb.UNDO, user, f"Undone: {event.said}", rows=rows, about=about, place=place) as undoing:
        # Under a lock: of two who undo the same, the second finds it undone.
        event = TagEvent.objects.select_for_update().get(pk=event.pk)
        restoration = Restoration(event)
        if restoration.blocking:
            raise CannotUndo(" ".join(restoration.blocking))
        try:
            with transaction.atomic():
                restoration.apply()
        except IntegrityError:
            raise CannotUndo(f"What came later stands in the way. {_later(event)}") from None
        _refuse_what_is_not_whole(event)
        undoing.undoes = event
        # Whoever takes back a taking back lets the first act hold again, and so on down the chain.
        each, undone = event, True
        while each:
            TagEvent.objects.filter(pk=each.pk).update(undone=undone)
            each, undone = each.undoes, not undone
    return undoing


def _refuse_what_is_not_whole(event: TagEvent) -> None:
    """Raise CannotUndo if a tag that the event is about is without its name or address now, or stands too deep."""
    ids = set(event.about_tags.values_list("tag", flat=True))
    tags = Tag.objects.filter(Q(pk__in=ids) | Q(broader__in=ids), owner=None).select_related("broader")
    named = set(TagLabel.objects.filter(tag__in=tags, preferred=True).values_list("tag", "label"))
    found = set(TagAddress.objects.filter(tag__in=tags).values_list("tag", "kind", "slug"))
    for tag in tags:
        if (tag.pk, tag.label) not in named:
            raise CannotUndo(f"The tag “{tag.label}” would be without its name. {_later(event)}")
        if (tag.pk, tag.kind, tag.slug) not in found:
            raise CannotUndo(f"The tag “{tag.label}” would be without its address. {_later(event)}")
        if len(tag.wider_tags()) + 1 + tag.levels_below() > LEVELS_AT_MOST:
            raise CannotUndo(f"“{tag.label}” would stand in more than {LEVELS_AT_MOST} levels of tags. {_later(event)}")


def _later(event: TagEvent) -> str:
    """Say what came after an event and may have to be undone first."""
    tags = event.about_tags.values("tag")
    later = TagEvent.objects.filter(pk__gt=event.pk, undone=False, about_tags__tag__in=tags).exclude(undoes=event)
    said = list(later.distinct().order_by("-pk").values_list("said", flat=True)[:LATER_SHOWN])
    return f"Undo first: {'; '.join(said)}." if said else ""


def _ids(changes: dict[str, Any]) -> list[int]:
    rows = [row[0] for row in (*changes["added"], *changes["removed"])]
    return rows + [pk for _, ids in changes["changed"] for pk in ids]


def _read(model: type[models.Model], values: dict[str, Any]) -> dict[str, Any]:
    """Return values that were kept as JSON as the model has them."""
    fields = {each.attname: each for each in model._meta.concrete_fields}
    return {
        name: fields[name].to_python(value) if isinstance(fields[name], models.DateTimeField) else value
        for name, value in values.items()
    }


def _restored(table: Table) -> Iterable[tuple[int, dict[str, Any]]]:
    return [*table.insert.items(), *table.update.items()]


def _others(model: type[models.Model], names: tuple[str, ...], first: set[Any]) -> dict[tuple[Any, ...], int]:
    found: dict[tuple[Any, ...], int] = {}
    for some in parts(first):
        rows = model._base_manager.filter(**{f"{names[0]}__in": some}).order_by()
        found |= {tuple(row[1:]): row[0] for row in rows.values_list("pk", *names)}
    return found


def _circle(tag: int, broader: dict[int, int | None]) -> bool:
    seen: set[int] = set()
    at: int | None = tag
    while at is not None:
        if at in seen:
            return True
        seen.add(at)
        at = broader.get(at)
    return False


def _named(model: type[models.Model], row: dict[str, Any]) -> str:
    """Return what a row is called in a sentence."""
    if model is Tagging:
        return "The tag of a paper"
    name = row.get("label") or row.get("slug") or ""
    return f"The {NAMES.get(model, model._meta.verbose_name)}" + (f" “{name}”" if name else "")


def _delete(model: type[models.Model], ids: set[int]) -> None:
    for some in parts(ids):
        rows: QuerySet[Any] = model._base_manager.filter(pk__in=some)
        rows._raw_delete(rows.db)


def _update(table: Table) -> None:
    """Write what rows had, those of one change at once."""
    groups: dict[str, tuple[dict[str, Any], list[int]]] = {}
    for pk, values in table.update.items():
        groups.setdefault(repr(sorted(values.items())), (values, []))[1].append(pk)
    for values, ids in groups.values():
        for some in parts(ids):
            table.model._base_manager.filter(pk__in=some).update(**values)


def _insert(table: Table) -> None:
    """Insert rows exactly as they were: nothing is stamped with the time of now."""
    rows = [table.model(**values) for values in table.insert.values()]
    if rows:
        names = table.model._meta.concrete_fields
        for first in range(0, len(rows), 500):
            some = rows[first : first + 500]
            table.model._base_manager._insert(some, fields=names, using=table.model._base_manager.db, raw=True)
