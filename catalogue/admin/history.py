"""The history of a paper and of a tag: what was done to it, by whom, when, and from where."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from catalogue.admin.desk import event_url, logged_together
from catalogue.models import (
    AssertionState,
    Finding,
    ImportNotice,
    Paper,
    PaperLink,
    Tag,
    TagEvent,
    Tagging,
    Verb,
)

A_PAGE = 50
TURNS = 8
DESK = "the desk"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: `place` is where from (a page of the desk, file and line), `url` the act with Undo."""

    at: datetime
    who: str
    what: str
    place: str
    url: str = ""
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """Rows of one table, the newest first, and what each is as an entry."""

    rows: Any
    entry: Callable[[Any], Entry]

    def __len__(self) -> int:
        return len(self.rows) if isinstance(self.rows, list) else self.rows.count()

    def first(self, number: int) -> list[Entry]:
        return sorted((self.entry(row) for row in self.rows[:number]), key=_newest)


class Timeline:
    """Entries of several tables in one order, for a paginator: a page reads no more of each than it may show."""

    def __init__(self, tables: list[Told]) -> None:
        self.tables = tables

    def count(self) -> int:
        return sum(map(len, self.tables))

    __len__ = count

    def __getitem__(self, places: slice) -> list[Entry]:
        each = (table.first(places.stop) for table in self.tables)
        return list(islice(merge(*each, key=_newest), places.start, places.stop))


def _newest(entry: Entry) -> float:
    return -entry.at.timestamp()


def history_page(
    model_admin: Any, request: HttpRequest, object_id: str, tables: Callable[[Any], list[Told]], more: Any = None
) -> HttpResponse:
    """Return the page with the history of a thing; `more` gives what else it shows."""
    thing = model_admin.get_object(request, object_id)
    if thing is None:
        return model_admin._get_obj_does_not_exist_redirect(request, model_admin.opts, object_id)
    if not model_admin.has_view_or_change_permission(request, thing):
        raise PermissionDenied
    page = Paginator(Timeline(tables(thing)), A_PAGE).get_page(request.GET.get("p"))
    context = model_admin.admin_site.each_context(request) | {
        "title": f"History of {thing}",
        "opts": model_admin.opts,
        "object": thing,
        "page": page,
        "back": reverse(f"admin:catalogue_{model_admin.opts.model_name}_change", args=[thing.pk]),
    }
    return render(request, "admin/catalogue/history.html", context | (more(thing) if more else {}))


# --- Papers ----------------------------------------------------------------------------------------
def of_paper(paper: Paper) -> list[Told]:
    """Return what happened to a paper: acts on its tags, edits, what files said, what was judged."""
    notices = ImportNotice.objects.filter(paper=paper).select_related("run__user").order_by("-run__started", "-pk")
    judged = (Tagging.objects.filter(owner=None).select_related("tag"), Finding.objects, PaperLink.objects)
    return [
        _events(TagEvent.objects.of_paper(paper.pk)),
        _logged(Paper, [paper.pk]),
        Told(logged_together(Paper, paper.pk), _log_entry),
        Told(notices, _notice),
        Told(
            paper.appearances.select_related("source", "collection").order_by("-pk"), lambda row: _appears(row, paper)
        ),
        *(
            Told(
                rows.filter(paper=paper, decided_by__isnull=False)
                .select_related("decided_by")
                .order_by("-decided_at", "-pk"),
                _judged,
            )
            for rows in judged
        ),
        Told([paper], lambda paper: Entry(paper.added, "", "Added to the catalogue.", "")),
    ]


def _notice(notice: ImportNotice) -> Entry:
    place = f"{notice.file}, line {notice.line}" if notice.line else notice.file
    what = f"{notice.get_kind_display().capitalize()}: {notice.message}"
    return Entry(notice.run.started, str(notice.run.user or ""), what, place)


def _appears(row: Any, paper: Paper) -> Entry:
    place = f"{row.source}, line {row.line}" if row.line else str(row.source)
    return Entry(
        row.source.loaded_at or paper.added, "", f"Stands in {row.collection}, as entry {row.position}.", place
    )


def _judged(row: Tagging | Finding | PaperLink) -> Entry:
    noun = "tag" if isinstance(row, Tagging) else row.get_kind_display()
    value = row.tag.label if isinstance(row, Tagging) else row.value if isinstance(row, Finding) else row.url
    verb = {AssertionState.ACCEPTED: "Accepted", AssertionState.REJECTED: "Rejected"}.get(row.state, "Proposed")
    return Entry(row.decided_at, str(row.decided_by), f"{verb} the {noun} “{value}”, as it stands now.", DESK)


# --- Tags ------------------------------------------------------------------------------------------
def of_tag(tag: Tag) -> list[Told]:
    """Return what happened to a tag, and to those that were merged into it."""
    ids = [tag.pk, *_merged_into(tag.pk)]
    events = TagEvent.objects.filter(pk__in=TagEvent.objects.filter(about_tags__tag__in=ids).values("pk"))
    return [
        _events(events),
        _logged(Tag, ids),
        Told([tag], lambda tag: Entry(tag.added, "", "Added to the vocabulary.", "")),
    ]


def _merged_into(tag: int) -> list[int]:
    """Return the ids of the tags that were merged into one, also by way of others; one query a step."""
    found: list[int] = []
    new = [tag]
    for _ in range(TURNS):
        merges = TagEvent.objects.filter(
            about_tags__tag__in=new, undone=False, verb__in=(Verb.MERGE, Verb.ANSWER), changes__has_key="tag"
        )
        gone = {row[0] for rows in merges.values_list("changes__tag__removed", flat=True) for row in rows or ()}
        new = sorted(gone - {*found, tag})
        found += new
        if not new:
            break
    return found


# --- What both have --------------------------------------------------------------------------------
def _events(events: models.QuerySet[TagEvent]) -> Told:
    def entry(event: TagEvent) -> Entry:
        return Entry(event.at, str(event.user or ""), f"{event.said}.", event.place, event_url(event), event.undone)

    return Told(events.defer("changes").select_related("user").order_by("-at", "-pk"), entry)


def _logged(model: type[models.Model], ids: list[int]) -> Told:
    kind = ContentType.objects.get_for_model(model)
    rows = LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in ids])
    return Told(rows.select_related("user").order_by("-action_time", "-pk"), _log_entry)


def _log_entry(row: LogEntry) -> Entry:
    return Entry(row.action_time, str(row.user), getattr(row, "said", "") or row.get_change_message(), DESK)
