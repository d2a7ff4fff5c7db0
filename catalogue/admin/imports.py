"""What loads did."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from catalogue.admin.care import SeenFilter
from catalogue.admin.desk import DeskAdmin, log_together
from catalogue.admin.uploads import upload_paths
from catalogue.importing import take_value
from catalogue.models import ImportNotice, ImportRun, Paper

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
    list_display = ("id", "started", "state", "problems", "seen", "created", "updated", "unchanged")
    list_filter = ("state", SeenFilter)
    list_select_related = ("seen_by",)
    actions = ("mark_seen",)
    fields = (
        ("state", "started", "finished", "user"),
        "paths",
        ("files", "created", "updated", "unchanged"),
        ("problems", "left_out", "duplicates", "doubtful"),
        ("changes", "kept", "gone"),
        "seen",
        "first_notices",
    )
    readonly_fields = ("first_notices", "seen")

    def get_urls(self) -> list[Any]:
        return [*upload_paths(self), *super().get_urls()]

    @admin.display(description="looked at by", ordering="seen_at")
    def seen(self, run: ImportRun) -> str:
        if run.seen_at is None:
            return "nobody yet" if run.problems else "–"
        return f"{run.seen_by or 'somebody'}, {run.seen_at:%Y-%m-%d}"

    def has_see_permission(self, request: HttpRequest) -> bool:
        """Whoever mends papers says what has been looked at."""
        return request.user.has_perm("catalogue.change_paper")

    @admin.action(description="Seen: the problems of the selected are looked at", permissions=["see"])
    def mark_seen(self, request: HttpRequest, queryset: QuerySet[ImportRun]) -> None:
        seen = queryset.filter(seen_at=None).update(seen_by=request.user, seen_at=timezone.now())
        self.message_user(request, f"{seen} marked as seen.", messages.SUCCESS)

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
    actions = ("take_values",)
    list_filter = ("kind", "run")
    list_select_related = ("paper", "run")
    search_fields = ("file", "message")
    show_full_result_count = False

    def has_take_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("catalogue.change_paper")

    @admin.action(description="Take what the file says, over the lock", permissions=["take"])
    def take_values(self, request: HttpRequest, queryset: QuerySet[ImportNotice]) -> None:
        taken = [notice for notice in queryset if take_value(notice, request.user)]
        log_together(request, Paper, {notice.paper_id for notice in taken}, "took values of a file over a lock")
        said = f"{len(taken)} values were taken; they stay locked, as the curators' own."
        if len(taken) < len(queryset):
            said += f" {len(queryset) - len(taken)} of the selected keep no value, or their paper is gone."
        self.message_user(request, said, messages.SUCCESS if taken else messages.WARNING)

    @admin.display(description="file and line", ordering="file")
    def place(self, notice: ImportNotice) -> str:
        return f"{notice.file}:{notice.line}" if notice.line else notice.file
