"""Papers on the curators' desk."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe

from catalogue.admin import bulk
from catalogue.admin.care import HeadingFilter, MarkupFilter, WithoutFilter
from catalogue.admin.desk import DeskAdmin, log_together
from catalogue.admin.duplicates import compare_selected, duplicate_paths, may_merge
from catalogue.admin.forms import FIELD_NAMES, FindingForm, PaperForm, TaggingFormSet
from catalogue.admin.history import history_page, of_paper
from catalogue.admin.judging import save_judged, why
from catalogue.admin.rows import Rows, TagSelect
from catalogue.admin.telling import told
from catalogue.curation import current_vocabulary, scores_of
from catalogue.importing import read_again, save_by_hand
from catalogue.models import Appearance, Finding, Paper, PaperLink, Source, Tag, Tagging, TagKind, User, Visibility
from catalogue.models.assertion import Assertion
from catalogue.search import matching

TAGS_SHOWN = 3
COMES_BACK = (
    "A paper that stands in a file comes back, without its tags, when that file is loaded again: withdraw it instead."
)


class LockFilter(admin.SimpleListFilter):
    """Papers a curator edited, and the others."""

    title = "locked fields"
    parameter_name = "locked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "some"), ("no", "none")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Paper]) -> QuerySet[Paper]:
        if self.value() == "yes":
            return queryset.exclude(locked_fields=[])
        return queryset.filter(locked_fields=[]) if self.value() == "no" else queryset


class TaggingInline(Rows):
    """The public taggings. One that a file or a rule made is rejected rather than deleted, so that it stays away."""

    model = Tagging
    formset = TaggingFormSet
    ordering = ("tag__kind", "rank", "id")
    fields = ("tag", "state", "rank", "why", "decided_by")
    readonly_fields = ("why", "decided_by")
    autocomplete_fields = ("tag",)
    extra = 1
    verbose_name = "tag"
    verbose_name_plural = "tags"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tagging]:
        return super().get_queryset(request).filter(owner=None).select_related("tag", "decided_by")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "tag":
            kwargs["queryset"] = Tag.objects.shared()
            kwargs["widget"] = TagSelect(db_field, self.admin_site)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    @admin.display(description="found by")
    def why(self, tagging: Tagging) -> str:
        return why(tagging)


class FindingInline(Rows):
    """What the rules found. A changed value is a correction, a deleted row a rejection: both stay."""

    model = Finding
    form = FindingForm
    fields = ("kind", "value", "about", "rank", "state", "why")
    readonly_fields = ("why",)
    ordering = ("kind", "rank", "id")
    extra = 0
    verbose_name = "finding"
    verbose_name_plural = "findings"

    @admin.display(description="found by")
    def why(self, finding: Finding) -> str:
        return why(finding)


class LinkInline(Rows):
    model = PaperLink
    fields = ("kind", "url", "state", "why", "origin")
    readonly_fields = ("why", "origin")
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    extra = 0
    verbose_name = "link"
    verbose_name_plural = "links"

    @admin.display(description="found by")
    def why(self, link: PaperLink) -> str:
        return why(link)


class AppearanceInline(Rows):
    model = Appearance
    fields = readonly_fields = ("source", "collection", "position", "line")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appearance]:
        return super().get_queryset(request).select_related("source", "collection")


@admin.register(Paper)
class PaperAdmin(DeskAdmin):
    form = PaperForm
    list_display = ("heading", "year", "collections", "tag_labels", "visibility", "locks")
    list_filter = (
        "visibility",
        WithoutFilter,
        HeadingFilter,
        MarkupFilter,
        LockFilter,
        "year",
        "appearances__collection",
    )
    search_fields = ("heading",)
    search_help_text = "Words of the heading, the abstract or the authors; or a key."
    list_per_page = 50
    show_full_result_count = False
    date_hierarchy = None
    inlines = (TaggingInline, FindingInline, LinkInline, AppearanceInline)
    actions = (bulk.tags_of_selected, "compare", "make_listed", "make_hidden", "make_withdrawn")
    readonly_fields = ("shown", "weighed", "key", "origins", "added", "changed")

    def get_fieldsets(self, request: HttpRequest, obj: Paper | None = None) -> Any:
        stated = ["title", "abstract_source", "authors", "year", "language"]
        sets = [
            (None, {"fields": ["collection", *stated] if obj is None else ["shown", "weighed", *stated]}),
            ("Identifiers and addresses", {"fields": ["doi", "arxiv_id", "openreview_id", "url", "pdf_url"]}),
            ("Who sees it", {"fields": ["visibility"]}),
        ]
        if obj is not None:
            sets.append(("Locks and origins", {"fields": ["locked_fields", "origins", "key", "added", "changed"]}))
        return sets

    def get_queryset(self, request: HttpRequest) -> QuerySet[Paper]:
        return super().get_queryset(request).with_page()

    def found(self, queryset: QuerySet[Paper], words: list[str]) -> QuerySet[Paper]:
        return matching(queryset, " ".join(words))

    @admin.display(description="collections")
    def collections(self, paper: Paper) -> str:
        return ", ".join(dict.fromkeys(str(appearance.collection) for appearance in paper.appearances.all())) or "–"

    @admin.display(description="tags")
    def tag_labels(self, paper: Paper) -> str:
        labels = [tagging.tag.label for tagging in paper.public_taggings]
        more = f" and {len(labels) - TAGS_SHOWN} more" if len(labels) > TAGS_SHOWN else ""
        return ", ".join(labels[:TAGS_SHOWN]) + more or "–"

    @admin.display(description="locked")
    def locks(self, paper: Paper) -> str:
        return ", ".join(FIELD_NAMES[name] for name in paper.locked_fields) or "–"

    @admin.display(description="as shown")
    def shown(self, paper: Paper) -> str:
        return format_html("<strong>{}</strong>{}", mark_safe(paper.heading_html), mark_safe(paper.abstract_html))  # noqa: S308

    @admin.display(description="where each value came from")
    def origins(self, paper: Paper) -> str:
        """One line a field: file and line, or curator and day."""
        origins = paper.field_origins
        sources = Source.objects.in_bulk({origin["source"] for origin in origins.values() if "source" in origin})
        users = User.objects.in_bulk({origin["user"] for origin in origins.values() if "user" in origin})
        lines = [(FIELD_NAMES[name], origin_text(origins[name], sources, users)) for name in origins]
        return format_html_join("", "{}: {}<br>", lines) or "–"

    def save_model(self, request: HttpRequest, obj: Paper, form: PaperForm, change: bool) -> None:
        save_by_hand(
            obj,
            authors=form.cleaned_data["authors"],
            changed=form.changed_fields,
            user=request.user,
            collection=form.cleaned_data.get("collection"),
        )

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        if issubclass(formset.model, Assertion):
            save_judged(formset, request.user)
        else:
            super().save_formset(request, form, formset, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        # What was judged bears on the rest: a rejected name is not in the heading any more.
        read_again([form.instance.pk], current_vocabulary())
        form.instance.refresh_from_db(fields=["heading"])

    def has_merge_permission(self, request: HttpRequest) -> bool:
        return may_merge(request)

    @admin.action(description="Compare, to merge them: two papers that are one", permissions=["merge"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Paper]) -> HttpResponse | None:
        return compare_selected(request, queryset)

    def get_urls(self) -> list[Any]:
        scores = self.admin_site.admin_view(self.scores)
        own = [path("<int:pk>/scores/", scores, name="catalogue_paper_scores"), *bulk.urls(self)]
        own += duplicate_paths(self)
        return [*own, *super().get_urls()]

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        return history_page(self, request, object_id, of_paper, lambda paper: {"origins": self.origins(paper)})

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        return told(form, formsets, add)

    def scores(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show how areas, contributions and modalities of a paper were weighed."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        paper = get_object_or_404(Paper, pk=pk)
        kinds = [(TagKind(kind).plural, found) for kind, found in scores_of(paper).items()]
        context = self.admin_site.each_context(request) | {"paper": paper, "kinds": kinds, "opts": self.opts}
        return render(request, "admin/catalogue/paper/scores.html", context | {"title": "How they were weighed"})

    @admin.display(description="areas, contributions, modalities")
    def weighed(self, paper: Paper) -> str:
        return format_html(
            '<a href="{}">How they were weighed</a>', reverse("admin:catalogue_paper_scores", args=[paper.pk])
        )

    @admin.action(description="List the selected papers: everybody sees them", permissions=["change"])
    def make_listed(self, request: HttpRequest, queryset: QuerySet[Paper]) -> None:
        self._show(request, queryset, Visibility.LISTED)

    @admin.action(description="Hide the selected papers: curators see them", permissions=["change"])
    def make_hidden(self, request: HttpRequest, queryset: QuerySet[Paper]) -> None:
        self._show(request, queryset, Visibility.HIDDEN)

    @admin.action(description="Withdraw the selected papers: their address says so", permissions=["change"])
    def make_withdrawn(self, request: HttpRequest, queryset: QuerySet[Paper]) -> None:
        self._show(request, queryset, Visibility.WITHDRAWN)

    def _show(self, request: HttpRequest, queryset: QuerySet[Paper], visibility: Visibility) -> None:
        papers = list(queryset.exclude(visibility=visibility).order_by().values_list("pk", flat=True))
        Paper.objects.among(papers).order_by().update(visibility=visibility, changed=timezone.now())
        log_together(request, Paper, papers, f"Visibility: {visibility}")
        papers_are = "1 paper is" if len(papers) == 1 else f"{len(papers):,} papers are"
        self.message_user(request, f"{papers_are} now {visibility}.", messages.SUCCESS)

    def delete_model(self, request: HttpRequest, obj: Paper) -> None:
        super().delete_model(request, obj)
        self.message_user(request, COMES_BACK, messages.WARNING)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Paper]) -> None:
        super().delete_queryset(request, queryset)
        self.message_user(request, COMES_BACK, messages.WARNING)


def origin_text(origin: dict[str, Any], sources: dict[int, Source], users: dict[int, User]) -> str:
    """Return where a value came from, in words."""
    if "user" in origin:
        user = users.get(origin["user"])
        return format_html("{}, {}", user or "a curator", origin["at"][:10])
    source = sources.get(origin["source"])
    return format_html("{}, line {}", source or "a file that is no longer here", origin["line"])
