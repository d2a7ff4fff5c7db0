"""What loads did."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from catalogue.admin.desk import DeskAdmin
from catalogue.models import ImportNotice, ImportRun

NOTICES_SHOWN = 50


class ReadOnlyAdmin(DeskAdmin):
    """What happened can be read and not changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnlyAdmin):
    list_display = ("id", "started", "state", "problems", "created", "updated", "unchanged")
    list_filter = ("state",)
    fields = (
        ("state", "started", "finished", "user"),
        "paths",
        ("files", "created", "updated", "unchanged"),
        ("problems", "duplicates", "gone", "kept"),
        "first_notices",
    )
    readonly_fields = ("first_notices",)

    @admin.display(description="notices")
    def first_notices(self, run: ImportRun) -> str:
        """The first ones, and a link to all."""
        notices = list(run.notices.all()[:NOTICES_SHOWN])
        lines = format_html_join("", "<li>{}: {}</li>", ((n.get_kind_display(), n) for n in notices))
        url = f"{reverse('admin:catalogue_importnotice_changelist')}?run__id__exact={run.pk}"
        return format_html('<ul>{}</ul><a href="{}">All notices of this run</a>', lines, url) if notices else "–"


@admin.register(ImportNotice)
class ImportNoticeAdmin(ReadOnlyAdmin):
    list_display = ("message", "kind", "place", "paper", "run")
    list_filter = ("kind", "run")
    list_select_related = ("paper", "run")
    search_fields = ("file", "message")
    show_full_result_count = False

    @admin.display(description="file and line", ordering="file")
    def place(self, notice: ImportNotice) -> str:
        return f"{notice.file}:{notice.line}" if notice.line else notice.file
