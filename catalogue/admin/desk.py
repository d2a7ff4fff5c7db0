"""What all parts of the desk share."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.admin.views.main import ChangeList
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from pyroaring import BitMap

from catalogue.admin.opened import OpenedForm, row_mark
from catalogue.models import TagEvent

WORDS_AT_MOST = 20
NAMED_AT_MOST = 5
# Deletions of more things than this are written down as one, and so many acts on lists are looked through for a thing.
LOGGED_SINGLY, LISTS_READ = 100, 300


class MarkedList(ChangeList):
    """A list that carries a mark of each of its rows, so that actions reach them as they were shown."""

    @property
    def marks(self) -> str:
        """The rows of the page, each with its mark."""
        return " ".join(f"{row.pk}={row_mark(row)}" for row in self.result_list)


def event_url(event: TagEvent) -> str:
    """Return the address where an act is shown and can be undone; empty if it changed nothing."""
    return reverse("admin:catalogue_tagevent_change", args=[event.pk]) if event.pk else ""


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
    """Tells somebody what another one changed since a form or a list was opened, and overwrites none of it.

    Searches for the first twenty words that are typed; more would be more than a database parses.
    """

    form = OpenedForm

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return MarkedList

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave out the marks: the template puts them into the form, a form of something new has none."""
        return [name for name in super().get_fields(request, obj) if name != "opened"]

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the thing; when a form of it is saved, no one else changes it meanwhile."""
        thing = super().get_object(request, object_id, from_field)
        if thing is None or request.method != "POST" or not connection.in_atomic_block:
            return thing
        self.model._base_manager.select_for_update().filter(pk=thing.pk).first()
        return super().get_object(request, object_id, from_field)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        """Do an action with what was shown: rows that somebody changed meanwhile are named and left alone."""
        if "shown" not in request.POST:
            return super().response_action(request, queryset)
        with transaction.atomic():
            if request.POST.get("select_across") == "1":
                now = queryset.count()
                if str(now) != request.POST.get("shown_total"):
                    self.message_user(request, f"There are {now} now. Nothing was done: look again.", messages.ERROR)
                    return HttpResponseRedirect(request.get_full_path())
                return super().response_action(request, queryset)
            others = self._changed_by_others(request)
            if others:
                names = ", ".join(str(row) for row in others[:NAMED_AT_MOST]) + ("…" if len(others) > 5 else "")
                said = f"Left alone, because somebody changed them since the list was shown: {names}."
                self.message_user(request, said, messages.WARNING)
            return super().response_action(request, queryset.exclude(pk__in=[row.pk for row in others]))

    def _changed_by_others(self, request: HttpRequest) -> list[Any]:
        """Return the selected rows that are not what the list showed. Nobody changes the selected ones from here on."""
        shown = set(request.POST["shown"].split())
        selected = [pk for pk in request.POST.getlist("_selected_action") if pk.isdecimal() and len(pk) < 19]
        rows = self.model._base_manager.select_for_update().filter(pk__in=selected).order_by("pk")
        return [row for row in rows if f"{row.pk}={row_mark(row)}" not in shown]

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
