"""What all parts of the desk share."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db import connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from catalogue.admin.opened import OpenedForm, row_mark

WORDS_AT_MOST = 20
NAMED_AT_MOST = 5


class MarkedList(ChangeList):
    """A list that carries a mark of each of its rows, so that actions reach them as they were shown."""

    @property
    def marks(self) -> str:
        """The rows of the page, each with its mark."""
        return " ".join(f"{row.pk}={row_mark(row)}" for row in self.result_list)


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

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term[:1000].split()[:WORDS_AT_MOST]
        if not words:
            return queryset, False
        if hasattr(self, "found"):
            return self.found(queryset, words), False
        return super().get_search_results(request, queryset, " ".join(words))
