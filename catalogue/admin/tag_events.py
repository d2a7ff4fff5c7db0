"""What curators did to the vocabulary, and the page that takes it back."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from catalogue.admin.imports import ReadOnlyAdmin
from catalogue.admin.rule_runs import follow_patterns
from catalogue.admin.tag_acts import DESK, desk_page, done
from catalogue.curation import CannotUndo, PatternChange, Restoration, undo
from catalogue.models import Paper, Tag, TagEvent, TagState

PAPERS_SHOWN = 50
TABLES = {
    "tag": "tags",
    "taglabel": "labels",
    "tagaddress": "addresses",
    "tagging": "tags on papers",
    "vocabularyentry": "entries of the starter vocabulary",
}


@admin.register(TagEvent)
class TagEventAdmin(ReadOnlyAdmin):
    """Acts on the vocabulary, newest first. Each can be undone."""

    list_display = ("said", "verb", "user", "at", "state")
    list_filter = ("verb", "undone")
    list_select_related = ("user",)
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("said",)
    search_help_text = "Words of what was done."
    fields = ("said", "user", "at", "place", "state", "touched", "tags", "papers", "take_back")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("changes")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        title = {"title": "What was done to the vocabulary"}
        return super().changelist_view(request, title | (extra_context or {}))

    @admin.display(description="state", ordering="undone")
    def state(self, event: TagEvent) -> str:
        return "undone" if event.undone else "–"

    @admin.display(description="rows")
    def touched(self, event: TagEvent) -> str:
        lines = []
        for table, rows in event.changes.items():
            both = {row[0] for row in rows["added"]} & {row[0] for row in rows["removed"]}
            counts = {
                "added": len(rows["added"]) - len(both),
                "removed": len(rows["removed"]) - len(both),
                "changed": len(both) + sum(len(ids) for _, ids in rows["changed"]),
            }
            numbers = ", ".join(f"{number:,} {word}" for word, number in counts.items() if number)
            lines.append((TABLES.get(table, table), numbers))
        return format_html_join("", "{}: {}<br>", lines)

    @admin.display(description="tags")
    def tags(self, event: TagEvent) -> str:
        ids = event.about_tags.values_list("tag", flat=True)
        rows = [
            (reverse("admin:catalogue_tag_change", args=[tag.pk]), str(tag)) for tag in Tag.objects.filter(pk__in=ids)
        ]
        return format_html_join(", ", '<a href="{}">{}</a>', rows) or "none of them is there now"

    @admin.display(description="papers")
    def papers(self, event: TagEvent) -> str:
        total = event.about_papers.count()
        some = Paper.objects.filter(pk__in=event.about_papers.values("paper")).order_by("pk")[:PAPERS_SHOWN]
        rows = [(reverse("admin:catalogue_paper_change", args=[paper.pk]), paper.heading) for paper in some]
        more = f"and {total - PAPERS_SHOWN:,} more" if total > PAPERS_SHOWN else ""
        return (
            format_html("<ul>{}</ul>{}", format_html_join("", '<li><a href="{}">{}</a></li>', rows), more)
            if rows
            else "–"
        )

    @admin.display(description="take back")
    def take_back(self, event: TagEvent) -> str:
        if event.undone:
            return "It is undone."
        return format_html('<a href="{}">Undo</a>', reverse("admin:catalogue_tagevent_undo", args=[event.pk]))

    def get_urls(self) -> list[Any]:
        return [desk_page(self, "<int:pk>/undo/", undo_page, "catalogue_tagevent_undo"), *super().get_urls()]


def papers_to_follow(event: TagEvent) -> list[tuple[Tag, list[int]]]:
    """Return the tags whose patterns or state undoing an event would change, with the papers that may follow.

    An event that moved tags of papers itself puts these back as they were: nothing is to follow.
    """
    found = []
    for change, ids in event.changes.get("tag", {}).get("changed", ()) if "tagging" not in event.changes else ():
        for tag in Tag.objects.shared().filter(pk__in=ids) if {"patterns", "state"} & change.keys() else ():
            before = {name: values[0] for name, values in change.items()}
            is_public = before.get("state", tag.state) == TagState.ACCEPTED
            patterns = before.get("patterns", tag.patterns) if is_public else ""
            if papers := list(PatternChange(tag, patterns).concerned()):
                found.append((tag, papers))
    return found


def undo_page(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show what undoing would leave as it is, and undo."""
    if not request.user.has_perm("catalogue.change_tag"):
        raise PermissionDenied
    event = get_object_or_404(TagEvent.objects.select_related("user"), pk=pk)
    if request.method == "POST":
        following = papers_to_follow(event)
        try:
            undone = undo(event, request.user, DESK)
            for tag, papers in following:
                follow_patterns(request, tag, papers)
            return done(request, undone, None)
        except CannotUndo as refused:
            messages.error(request, f"Nothing was undone. {refused}")
            return redirect("admin:catalogue_tagevent_undo", pk)
    context = {"title": "Undo", "event": event, "restoration": Restoration(event), "opts": model_admin.opts}
    context |= {"papers": event.about_papers.count()}
    return render(request, "admin/catalogue/tagevent/undo.html", model_admin.admin_site.each_context(request) | context)
