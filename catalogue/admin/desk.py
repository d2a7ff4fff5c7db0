"""What all parts of the desk share."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

WORDS_AT_MOST = 20


class DeskAdmin(admin.ModelAdmin):
    """Searches for the first twenty words that are typed; more would be more than a database parses."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        words = search_term[:1000].split()[:WORDS_AT_MOST]
        if not words:
            return queryset, False
        if hasattr(self, "found"):
            return self.found(queryset, words), False
        return super().get_search_results(request, queryset, " ".join(words))
