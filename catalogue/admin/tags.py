"""The vocabulary on the curators' desk."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from catalogue.admin import queue
from catalogue.admin.desk import DeskAdmin
from catalogue.admin.forms import TagForm
from catalogue.admin.history import history_page, of_tag
from catalogue.admin.telling import told
from catalogue.curation import Trial, current_vocabulary, try_patterns
from catalogue.importing import read_again
from catalogue.models import Tag


@admin.register(Tag)
class TagAdmin(DeskAdmin):
    form = TagForm
    list_display = ("label", "kind", "state", "papers", "broader", "added")
    list_filter = ("kind", "state")
    list_select_related = ("broader",)
    list_per_page = 100
    show_full_result_count = False
    search_fields = ("label",)
    search_help_text = "Part of a label; alternative labels count."
    autocomplete_fields = ("broader",)
    view_on_site = True
    fields = ("kind", "preferred_label", "alternative_labels", "scope_note", "broader", "state", "patterns", "tried")
    change_form_template = "admin/catalogue/tag/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tag]:
        return super().get_queryset(request).shared().with_paper_counts().prefetch_related("labels")

    def found(self, queryset: QuerySet[Tag], words: list[str]) -> QuerySet[Tag]:
        text = " ".join(words)
        return queryset.labelled_like(text).best_first(text)

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, tag: Tag) -> int:
        return tag.paper_count

    def save_model(self, request: HttpRequest, obj: Tag, form: TagForm, change: bool) -> None:
        judged = {"patterns", "state", "kind"} & set(form.changed_data)
        trial = try_patterns(obj, obj.patterns if obj.is_public else "") if judged else None
        super().save_model(request, obj, form, change)
        obj.set_labels(form.cleaned_data["preferred_label"], form.cleaned_data["alternative_labels"])
        if trial:
            self._apply(request, trial)

    def _apply(self, request: HttpRequest, trial: Trial) -> None:
        """Let the papers at hand follow the patterns at once; the rest is for `extract_findings`."""
        read_again([paper.pk for paper in trial.gained + trial.lost], current_vocabulary())
        said = f"Papers that gained the tag: {len(trial.gained)}; that lost it: {len(trial.lost)}."
        if not trial.complete or trial.read < trial.total:
            said += " There may be more: run extract_findings."
        self.message_user(request, said, messages.INFO)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        return history_page(self, request, object_id, of_tag)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        return told(form, formsets, add)

    def get_urls(self) -> list[Any]:
        return [*queue.urls(self), *super().get_urls()]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("added",) if obj else ()
