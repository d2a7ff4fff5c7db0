"""What all parts of the desk share."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from catalogue.models import TagEvent

WORDS_AT_MOST = 20


def event_url(event: TagEvent) -> str:
    """Return the address where an act is shown and can be undone; empty if it changed nothing."""
    try:
        return reverse("admin:catalogue_tagevent_change", args=[event.pk]) if event.pk else ""
    except NoReverseMatch:
        return ""


class DeskAdmin(admin.ModelAdmin):
    """Searches for the first twenty words that are typed; more would be more than a database parses."""

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
