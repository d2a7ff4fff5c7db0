"""The vocabulary on the curators' desk."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from catalogue.admin import tag_acts, tag_splitting
from catalogue.admin.desk import DeskAdmin
from catalogue.admin.forms import TagForm
from catalogue.admin.tag_forms import TAGS_AT_ONCE
from catalogue.curation import Trial, current_vocabulary, delete_tags, recorded, try_patterns
from catalogue.importing import read_again
from catalogue.models import Tag, Verb


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
    actions = ("merge_selected", "move_selected", "retire_selected", "accept_selected")

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
        changed = ", ".join(name.replace("_", " ") for name in form.changed_data if name != "tried")
        said = f"{'Edited' if change else 'Added'} “{form.cleaned_data['preferred_label']}”"
        said += f": {changed}" if change else ""
        with recorded(Verb.EDIT, request.user, said, tags=[obj.pk] if change else [], place="its form") as event:
            former = [obj.label] if change and "preferred_label" in form.changed_data else []
            super().save_model(request, obj, form, change)
            event.watched.add(obj.pk)
            obj.set_labels(form.cleaned_data["preferred_label"], [*form.cleaned_data["alternative_labels"], *former])
        if trial:
            self._apply(request, trial)

    def _apply(self, request: HttpRequest, trial: Trial) -> None:
        """Let the papers at hand follow the patterns at once; the rest is for `extract_findings`."""
        read_again([paper.pk for paper in trial.gained + trial.lost], current_vocabulary())
        said = f"Papers that gained the tag: {len(trial.gained)}; that lost it: {len(trial.lost)}."
        if not trial.complete or trial.read < trial.total:
            said += " There may be more: run extract_findings."
        self.message_user(request, said, messages.INFO)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("added",) if obj else ()

    def get_urls(self) -> list[Any]:
        return [*tag_acts.urls(self), *tag_splitting.urls(self), *super().get_urls()]

    def delete_model(self, request: HttpRequest, obj: Tag) -> None:
        delete_tags([obj], request.user, tag_acts.DESK)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Tag]) -> None:
        delete_tags(queryset, request.user, tag_acts.DESK)

    @admin.action(description="Merge the selected…", permissions=["change"])
    def merge_selected(self, request: HttpRequest, queryset: QuerySet[Tag]) -> HttpResponse:
        return self._ask("merge", queryset)

    @admin.action(description="Move the selected under a broader tag…", permissions=["change"])
    def move_selected(self, request: HttpRequest, queryset: QuerySet[Tag]) -> HttpResponse:
        return self._ask("move", queryset)

    @admin.action(description="Retire the selected…", permissions=["change"])
    def retire_selected(self, request: HttpRequest, queryset: QuerySet[Tag]) -> HttpResponse:
        return self._ask("retire", queryset)

    @admin.action(description="Accept the selected…", permissions=["change"])
    def accept_selected(self, request: HttpRequest, queryset: QuerySet[Tag]) -> HttpResponse:
        return self._ask("retire", queryset, "&to=accepted")

    def _ask(self, act: str, queryset: QuerySet[Tag], more: str = "") -> HttpResponse:
        ids = ",".join(str(pk) for pk in queryset.values_list("pk", flat=True)[:TAGS_AT_ONCE])
        return redirect(f"{reverse(f'admin:catalogue_tag_{act}')}?tags={ids}{more}")
