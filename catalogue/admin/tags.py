"""The vocabulary on the curators' desk."""

from collections import defaultdict
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.db.models import Case, IntegerField, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from catalogue.admin import queue, tag_acts, tag_splitting
from catalogue.admin.care import UsedFilter, care_paths
from catalogue.admin.desk import DeskAdmin, MarkedList
from catalogue.admin.forms import TagForm
from catalogue.admin.history import history_page, of_tag
from catalogue.admin.rows import TagSelect
from catalogue.admin.rule_runs import follow_patterns, run_paths
from catalogue.admin.tag_forms import TAGS_AT_ONCE
from catalogue.admin.telling import told
from catalogue.admin.vocabulary_exchange import VocabularyExchange
from catalogue.curation import Care, PatternChange, delete_tags, recorded
from catalogue.exports import VOCABULARY_FORMATS
from catalogue.importing import propose_or_give
from catalogue.models import Tag, Verb
from catalogue.models.tag import LEVELS_AT_MOST


class TagList(MarkedList):
    """The list of tags. Papers are counted by the facet index: to count those of the largest tags takes long."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        care = Care()
        for tag in self.result_list:
            tag.paper_count = care.papers(tag.pk)


def counted() -> Case:
    """Return, to order tags by, how many listed papers have each itself, from the facet index: SQL takes seconds."""
    care, tags = Care(), defaultdict(list)
    for tag in care.own_papers:
        tags[care.papers(tag)].append(tag)
    return Case(*(When(pk__in=ids, then=n) for n, ids in tags.items()), default=0, output_field=IntegerField())


@admin.register(Tag)
class TagAdmin(DeskAdmin):
    form = TagForm
    list_display = ("label", "kind", "state", "papers", "under", "added")
    list_filter = ("kind", "state", UsedFilter)
    # As many as a tag may have above it.
    list_select_related = ("broader__" * (LEVELS_AT_MOST - 2) + "broader",)
    list_per_page = 100
    show_full_result_count = False
    search_fields = ("label",)
    search_help_text = "Part of a label; alternative labels count."
    autocomplete_fields = ("broader",)
    view_on_site = True
    fields = ("kind", "preferred_label", "alternative_labels", "scope_note", "broader", "state", "patterns")
    fields += ("only_proposes", "tried")
    change_form_template = "admin/catalogue/tag/change_form.html"
    actions = ("merge_selected", "move_selected", "retire_selected", "accept_selected")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever tags papers may look tags up while typing, without the rest of the vocabulary's pages."""
        looks_up = request.resolver_match is not None and request.resolver_match.view_name == "admin:autocomplete"
        may_tag = request.user.has_perm("catalogue.add_tagging")
        return (looks_up and may_tag) or super().has_view_permission(request, obj)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "broader":
            kwargs["widget"] = TagSelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        formats = {"tag_formats": VOCABULARY_FORMATS} | (extra_context or {})
        return super().changelist_view(request, formats)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tag]:
        tags = super().get_queryset(request).shared().prefetch_related("labels")
        return tags.annotate(paper_count=counted()) if ORDER_VAR in request.GET else tags

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return TagList

    def found(self, queryset: QuerySet[Tag], words: list[str]) -> QuerySet[Tag]:
        text = " ".join(words)
        return queryset.labelled_like(text).best_first(text)

    @admin.display(description="under", ordering="broader__label")
    def under(self, tag: Tag) -> str:
        """All tags above, so that one found by its name shows where it stands."""
        return " › ".join(wider.label for wider in tag.wider_tags()) or "–"

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, tag: Tag) -> int:
        return tag.paper_count

    def save_model(self, request: HttpRequest, obj: Tag, form: TagForm, change: bool) -> None:
        papers: list[int] = []
        # Browsers send line ends of their own: patterns that only differ in these are no others.
        same = {"tried"} | ({"patterns"} if change and obj.patterns == form.initial.get("patterns") else set())
        names = [name for name in form.changed_data if name not in same]
        if {"patterns", "state", "kind"} & set(names):
            papers = list(PatternChange(obj, obj.patterns if obj.is_public else "").concerned())
        changed = ", ".join(name.replace("_", " ") for name in names)
        said = f"{'Edited' if change else 'Added'} “{form.cleaned_data['preferred_label']}”"
        said += f": {changed}" if change else ""
        with recorded(Verb.EDIT, request.user, said, tags=[obj.pk] if change else [], place="its form") as event:
            former = [obj.label] if change and "preferred_label" in form.changed_data else []
            super().save_model(request, obj, form, change)
            event.watched.add(obj.pk)
            obj.set_labels(form.cleaned_data["preferred_label"], [*form.cleaned_data["alternative_labels"], *former])
            if change and "only_proposes" in form.changed_data:
                self._switch(request, obj)
        if papers:
            follow_patterns(request, obj, papers)

    def _switch(self, request: HttpRequest, tag: Tag) -> None:
        rows = propose_or_give(tag.pk, tag.only_proposes)
        said = (
            "Papers on which the tag waits for a curator now" if tag.only_proposes else "Papers that have the tag now"
        )
        self.message_user(request, f"{said}: {rows}.", messages.INFO)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        return history_page(self, request, object_id, of_tag)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        return told(form, formsets, add)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("added",) if obj else ()

    def get_urls(self) -> list[Any]:
        own = [*care_paths(self), *run_paths(self), *tag_acts.urls(self), *tag_splitting.urls(self)]
        return [*own, *queue.urls(self), *VocabularyExchange(self).urls(), *super().get_urls()]

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
