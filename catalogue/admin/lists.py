"""Public reading lists: what may be moderated. Nobody sees anybody's private lists here."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from catalogue.admin.imports import ReadOnlyAdmin
from catalogue.models import ListVisibility, ReadingList


@admin.register(ReadingList)
class ReadingListAdmin(ReadOnlyAdmin):
    """Public lists can be read and taken from the public, not changed."""

    actions = ("make_private",)
    list_display = ("title", "owner", "papers", "changed")
    list_select_related = ("owner__user",)
    list_per_page = 100
    show_full_result_count = False
    search_fields = ("title",)
    search_help_text = "Part of a title."
    ordering = ("-changed", "-id")
    fields = ("title", "owner", "papers", "added", "changed", "description", "page")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReadingList]:
        return super().get_queryset(request).public().with_progress()

    @admin.display(description="papers", ordering="item_count")
    def papers(self, reading_list: ReadingList) -> int:
        return reading_list.item_count

    @admin.display(description="page")
    def page(self, reading_list: ReadingList) -> str:
        return format_html('<a href="{}">{}</a>', reading_list.get_absolute_url(), reading_list.title)

    @admin.action(description="Make the selected private: only their owners and members read them")
    def make_private(self, request: HttpRequest, queryset: QuerySet[ReadingList]) -> None:
        lists = list(queryset)
        for each in lists:
            each.show_to(ListVisibility.PRIVATE)
            self.log_change(request, each, "made private")
        self.message_user(request, f"{len(lists)} made private.", messages.SUCCESS)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may take lists from the public sees them: there is nothing more to see than on the site."""
        return request.user.has_perm("catalogue.change_readinglist")
