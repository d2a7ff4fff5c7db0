"""Mistakes that readers reported, answered or not. What waits is answered in the queue (`admin/queue.py`)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from catalogue.admin.desk import DeskAdmin
from catalogue.markup import cut
from catalogue.models import Report


@admin.register(Report)
class ReportAdmin(DeskAdmin):
    """Mistakes that readers found. Nothing is added or deleted here."""

    list_display = ("said", "subject", "on_paper", "by", "state", "added")
    list_filter = ("state", "subject")
    list_per_page = 100
    list_select_related = ("paper", "reader__user")
    show_full_result_count = False
    search_fields = ("text", "paper__heading")
    search_help_text = "Words of a report, or of a paper’s heading."
    fields = ("said_in_full", "subject", "on_paper", "edit", "by", "email", "added", "state", "answer")
    readonly_fields = ("said_in_full", "subject", "on_paper", "edit", "by", "email", "added")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="paper", ordering="paper")
    def on_paper(self, report: Report) -> str:
        return format_html('<a href="{}">{}</a>', report.paper.get_absolute_url(), cut(report.paper.heading, 60))

    @admin.display(description="by", ordering="reader")
    def by(self, report: Report) -> str:
        return report.reader.name if report.reader else "–"

    @admin.display(description="what it should say", ordering="text")
    def said(self, report: Report) -> str:
        return cut(report.text, 80)

    @admin.display(description="what it should say")
    def said_in_full(self, report: Report) -> str:
        return format_html('<div class="readonly pre">{}</div>', report.text)

    @admin.display(description="mend it")
    def edit(self, report: Report) -> str:
        url = reverse("admin:catalogue_paper_change", args=[report.paper_id])
        return format_html('<a href="{}">Edit the paper</a>', url)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        if "state" in form.changed_data:
            obj.decided_by, obj.decided_at = request.user, timezone.now()
        super().save_model(request, obj, form, change)
