"""Collections and the files they were loaded from."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from catalogue.admin.desk import DeskAdmin
from catalogue.admin.forms import CollectionForm
from catalogue.admin.rows import Rows
from catalogue.models import Collection, Source


class SourceInline(Rows):
    model = Source
    fields = readonly_fields = ("name", "format", "heading", "entry_count", "loaded_at")
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Collection)
class CollectionAdmin(DeskAdmin):
    form = CollectionForm
    list_display = ("name", "venue", "year", "papers")
    list_filter = ("year",)
    search_fields = ("name", "venue", "names__name")
    fields = ("name", "venue", "year", "description", "slug", "known_as")
    readonly_fields = ("slug", "known_as")
    inlines = (SourceInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        return super().get_queryset(request).with_paper_counts()

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, collection: Collection) -> int:
        return collection.paper_count

    @admin.display(description="names in files")
    def known_as(self, collection: Collection) -> str:
        """Files that name one of these belong to the collection, also after it was renamed."""
        return ", ".join(name.name for name in collection.names.all()) or "–"

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        obj.add_name(obj.name)


@admin.register(Source)
class SourceAdmin(DeskAdmin):
    list_display = ("name", "collection", "format", "heading", "entry_count", "papers", "loaded_at")
    list_filter = ("format", "collection")
    list_select_related = ("collection",)
    search_fields = ("name", "heading")
    fields = readonly_fields = (
        "name",
        "collection",
        "format",
        "heading",
        "entry_count",
        "papers",
        "sha256",
        "loaded_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        return super().get_queryset(request).annotate(paper_count=Count("appearances__paper", distinct=True))

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, source: Source) -> int:
        return source.paper_count

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Sources come and go with the files that are loaded."""
        return False
