"""What all parts of the desk share."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from pyroaring import BitMap

from catalogue.models import TagEvent

WORDS_AT_MOST = 20
# Deletions of more things than this are written down as one, and so many acts on lists are looked through for a thing.
LOGGED_SINGLY, LISTS_READ = 100, 300


def event_url(event: TagEvent) -> str:
    """Return the address where an act is shown and can be undone; empty if it changed nothing."""
    try:
        return reverse("admin:catalogue_tagevent_change", args=[event.pk]) if event.pk else ""
    except NoReverseMatch:
        return ""


def log_together(
    request: HttpRequest, model: type[models.Model], ids: Iterable[int], said: str, flag: int = CHANGE
) -> None:
    """Write down what was done to many things at once: one row, that knows which things, for any number."""
    things = BitMap(ids)
    if not things:
        return
    things.run_optimize()
    names = model._meta.verbose_name if len(things) == 1 else model._meta.verbose_name_plural
    LogEntry.objects.create(
        user=request.user,
        content_type=ContentType.objects.get_for_model(model),
        object_id=None,
        object_repr=f"{len(things):,} {names}: {said}"[:200],
        action_flag=flag,
        change_message=json.dumps([{"said": said, "things": b64encode(things.serialize()).decode()}]),
    )


def logged_together(model: type[models.Model], pk: int) -> list[LogEntry]:
    """Return what was done to a thing together with others, the latest first, each with `said`."""
    kind, found = ContentType.objects.get_for_model(model), []
    rows = LogEntry.objects.filter(content_type=kind, object_id=None).select_related("user").order_by("-pk")
    for row in rows[:LISTS_READ]:
        message = json.loads(row.change_message)[0]
        if pk in BitMap.deserialize(b64decode(message["things"])):
            row.said = f"{message['said']}."
            found.append(row)
    return found


class DeskAdmin(admin.ModelAdmin):
    """Searches for the first twenty words that are typed; more would be more than a database parses."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[Any], Any, set[str], list[Any]]:
        """Tell in numbers what goes with something: what readers keep is named to nobody.

        Whoever may delete a thing may delete what hangs on it, though the desk has no button for that alone.
        """
        _, counts, missing, protected = super().get_deleted_objects(objs, request)
        return [str(each) for each in objs], counts, missing & {str(self.opts.verbose_name)}, protected

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Any]) -> Any:
        """Write down a row for each thing that goes; for very many, one for all."""
        ids = [each.pk for each in queryset]
        if len(ids) <= LOGGED_SINGLY:
            return super().log_deletions(request, queryset)
        return log_together(request, self.model, ids, "Deleted", DELETION)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term[:1000].split()[:WORDS_AT_MOST]
        if not words:
            return queryset, False
        if hasattr(self, "found"):
            return self.found(queryset, words), False
        return super().get_search_results(request, queryset, " ".join(words))
