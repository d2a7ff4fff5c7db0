"""What readers ask of curators: tags they propose, mistakes they report."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from catalogue.admin.desk import DeskAdmin
from catalogue.curation import accept_proposals, reject_proposals
from catalogue.markup import cut
from catalogue.models import AssertionState, Paper, Proposal, Report, ReportState


def on_site(paper: Paper) -> str:
    """Return a link to the page of a paper."""
    return format_html('<a href="{}">{}</a>', paper.get_absolute_url(), cut(paper.heading, 60))


class WaitingFilter(admin.SimpleListFilter):
    """What waits for an answer is shown unless something else is asked for."""

    title = "state"
    parameter_name = "state"
    waiting = ""
    states: Any = None

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("all", "All"), *((value, label) for value, label in self.states.choices if value != self.waiting)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value() or self.waiting
        return queryset if value == "all" else queryset.filter(state=value)

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [first | {"display": "Waiting"}, *others]


class ProposalState(WaitingFilter):
    waiting = AssertionState.PROPOSED
    states = AssertionState


class StateOfReport(WaitingFilter):
    waiting = ReportState.OPEN
    states = ReportState


class AskedAdmin(DeskAdmin):
    """A list of what was asked, to be accepted or rejected. Nothing is added or deleted here."""

    actions = ("accept_selected", "reject_selected")
    list_per_page = 100
    show_full_result_count = False
    heading = ""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return super().changelist_view(request, {"title": self.heading} | (extra_context or {}))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="paper", ordering="paper")
    def on_paper(self, row: Any) -> str:
        return on_site(row.paper)

    @admin.display(description="by", ordering="reader")
    def by(self, row: Any) -> str:
        return (getattr(row, "reader", None) and row.reader.name) or "–"


@admin.register(Proposal)
class ProposalAdmin(AskedAdmin):
    """Tags that readers put on papers and propose for all."""

    heading = "Tags that readers propose"
    list_display = ("tag", "is_new", "on_paper", "by", "state")
    list_display_links = None
    list_filter = (ProposalState, "tag__kind")
    list_select_related = ("paper", "tag", "owner__user")
    search_fields = ("tag__label", "paper__heading")
    search_help_text = "Part of a tag or of a paper’s heading."

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request)

    @admin.display(description="new tag", boolean=True)
    def is_new(self, row: Proposal) -> bool:
        return not row.tag.is_public

    @admin.display(description="by", ordering="owner")
    def by(self, row: Proposal) -> str:
        return row.owner.name

    @admin.action(description="Accept the selected: the papers have these tags for all", permissions=["change"])
    def accept_selected(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        rows = list(queryset.select_related("tag"))
        gained = accept_proposals(rows, request.user)
        self.message_user(request, f"{len(rows)} accepted; papers that gained a tag: {gained}.", messages.SUCCESS)

    @admin.action(description="Reject the selected: their readers keep them, nobody asks again", permissions=["change"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[Proposal]) -> None:
        said = reject_proposals(list(queryset.select_related("tag")), request.user)
        self.message_user(request, f"{said} rejected.", messages.SUCCESS)


@admin.register(Report)
class ReportAdmin(AskedAdmin):
    """Mistakes that readers found."""

    heading = "Mistakes that readers report"
    list_display = ("said", "subject", "on_paper", "by", "state", "added")
    list_filter = (StateOfReport, "subject")
    list_select_related = ("paper", "reader__user")
    search_fields = ("text", "paper__heading")
    search_help_text = "Words of a report, or of a paper’s heading."
    fields = ("said_in_full", "subject", "on_paper", "edit", "by", "email", "added", "state", "answer")
    readonly_fields = ("said_in_full", "subject", "on_paper", "edit", "by", "email", "added")

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

    @admin.action(description="Accept the selected: mended", permissions=["change"])
    def accept_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        self._answer(request, queryset, ReportState.ACCEPTED)

    @admin.action(description="Reject the selected: nothing to mend", permissions=["change"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        self._answer(request, queryset, ReportState.REJECTED)

    def _answer(self, request: HttpRequest, queryset: QuerySet[Report], state: ReportState) -> None:
        said = queryset.exclude(state=state).update(state=state, decided_by=request.user, decided_at=timezone.now())
        self.message_user(request, f"{said} {state}.", messages.SUCCESS)
