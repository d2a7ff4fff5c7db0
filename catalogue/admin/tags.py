"""The vocabulary on the curators' desk."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from catalogue.admin.care import UsedFilter, care_paths
from catalogue.admin.desk import DeskAdmin
from catalogue.admin.forms import TagForm
from catalogue.admin.rule_runs import run_paths
from catalogue.curation import Care, PatternChange
from catalogue.importing import AT_ONCE, propose_or_give, read_for, start_working_off
from catalogue.models import RuleRun, Tag


class TagList(ChangeList):
    """The list of tags. Papers are counted by the facet index: to count those of the largest tags takes long."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        care = Care()
        for tag in self.result_list:
            tag.paper_count = care.papers(tag.pk)


@admin.register(Tag)
class TagAdmin(DeskAdmin):
    form = TagForm
    list_display = ("label", "kind", "state", "papers", "broader", "added")
    list_filter = ("kind", "state", UsedFilter)
    list_select_related = ("broader",)
    list_per_page = 100
    show_full_result_count = False
    search_fields = ("label",)
    search_help_text = "Part of a label; alternative labels count."
    autocomplete_fields = ("broader",)
    view_on_site = True
    fields = ("kind", "preferred_label", "alternative_labels", "scope_note", "broader", "state", "patterns")
    fields += ("only_proposes", "tried")
    change_form_template = "admin/catalogue/tag/change_form.html"

    def get_urls(self) -> list[Any]:
        return [*care_paths(self), *run_paths(self), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tag]:
        tags = super().get_queryset(request).shared().prefetch_related("labels")
        return tags.with_paper_counts() if ORDER_VAR in request.GET else tags

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return TagList

    def found(self, queryset: QuerySet[Tag], words: list[str]) -> QuerySet[Tag]:
        text = " ".join(words)
        return queryset.labelled_like(text).best_first(text)

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, tag: Tag) -> int:
        return tag.paper_count

    def save_model(self, request: HttpRequest, obj: Tag, form: TagForm, change: bool) -> None:
        papers: list[int] = []
        if {"patterns", "state", "kind"} & set(form.changed_data):
            papers = list(PatternChange(obj, obj.patterns if obj.is_public else "").concerned())
        super().save_model(request, obj, form, change)
        obj.set_labels(form.cleaned_data["preferred_label"], form.cleaned_data["alternative_labels"])
        if change and "only_proposes" in form.changed_data:
            self._switch(request, obj)
        if papers:
            self._apply(request, obj, papers)

    def _switch(self, request: HttpRequest, tag: Tag) -> None:
        rows = propose_or_give(tag.pk, tag.only_proposes)
        said = (
            "Papers on which the tag waits for a curator now" if tag.only_proposes else "Papers that have the tag now"
        )
        self.message_user(request, f"{said}: {rows}.", messages.INFO)

    def _apply(self, request: HttpRequest, tag: Tag, papers: list[int]) -> None:
        """Let the papers that may change follow the patterns: few at once, many in the background."""
        if len(papers) <= AT_ONCE:
            gained, lost = read_for(tag.pk, papers)
            said = f"Papers that gained the tag: {gained}; that lost it: {lost}."
        else:
            run = RuleRun.of(tag, papers, request.user)
            start_working_off(run)
            url = reverse("admin:catalogue_tag_run", args=[run.pk])
            said = format_html('{} papers are read again. <a href="{}">How far it is</a>', f"{len(papers):,}", url)
        self.message_user(request, said, messages.INFO)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("added",) if obj else ()
