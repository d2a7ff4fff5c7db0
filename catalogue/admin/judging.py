"""How the desk shows and stores judgements on what is said of papers."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from catalogue.admin.desk import DeskAdmin, log_together
from catalogue.admin.forms import OpenedFindingForm
from catalogue.curation import accept, answer_for, correct, current_vocabulary, evidence_for, reject, replace, touch
from catalogue.importing import read_again
from catalogue.markup import cut
from catalogue.models import AssertionState, Finding, Origin, Tagging, User

FIELD_WORDS = {"abstract": "in the abstract", "title": "in the title", "keywords": "among the keywords"}
READ_AT_ONCE = 500


def why(assertion: Any) -> str:
    """Return what an assertion rests on: the words, and the rule that found it by them; or who said so."""
    if not assertion.pk:
        return "–"
    if not assertion.evidence:
        return assertion.get_origin_display()
    place = FIELD_WORDS.get(assertion.evidence["field"], "")
    return format_html("“{}” {} ({})", assertion.evidence["quote"], place, assertion.rule or "curator")


def save_judged(formset: Any, user: User) -> None:
    """Store the rows of an inline. What was changed is the curator's; what others said is rejected, not deleted.

    Deleted rows go first: what is typed again in the same form is there then.
    """
    rows = formset.save(commit=False)
    for row in formset.deleted_objects:
        if row.origin == Origin.CURATOR:
            row.delete()
        else:
            reject([row], user)
    for row in rows:
        changed = next(form.changed_data for form in formset.forms if form.instance is row)
        store(row, changed, user)


def store(row: Any, changed: list[str], user: User) -> None:
    """Store one row as a curator left it."""
    row.decided_by = user
    touch(row.paper_id)
    if row.pk is None:
        _add(row)
    elif isinstance(row, Finding) and {"value", "kind"} & set(changed):
        kind, value = row.kind, row.value
        row.refresh_from_db(fields=["kind", "value"])
        row.save()
        correct(row, value, user, kind)
    elif {"tag", "url"} & set(changed):
        replace(type(row).objects.get(pk=row.pk), row, user)
    elif row.state == AssertionState.REJECTED:
        row.save()
    else:
        row.origin = Origin.CURATOR
        row.save()
    answer_for(row, user)


def _add(row: Any) -> None:
    """Store a new row, in the place of one that says the same: rejected in this form, or added since it was opened."""
    row.origin = Origin.CURATOR
    if isinstance(row, Tagging):
        same = {"tag": row.tag, "owner": None}
    else:
        same = {"kind": row.kind, "value": row.value} if isinstance(row, Finding) else {"url": row.url}
    if isinstance(row, Finding):
        row.evidence = evidence_for(row.paper, row.value)
    there = type(row).objects.filter(paper=row.paper, **same).first()
    row.pk = there.pk if there else None
    row.save()


class JudgedAdmin(DeskAdmin):
    """A list of what is said of papers, to be accepted or rejected."""

    actions = ("accept_selected", "reject_selected")
    list_per_page = 100
    show_full_result_count = False
    list_select_related = ("paper", "decided_by")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rejecting keeps it away; deleting would not."""
        return False

    @admin.display(description="paper", ordering="paper")
    def of_paper(self, row: Any) -> str:
        url = reverse("admin:catalogue_paper_change", args=[row.paper_id])
        return format_html('<a href="{}">{}</a>', url, cut(row.paper.heading, 50))

    @admin.display(description="found by")
    def why(self, row: Any) -> str:
        return why(row)

    @admin.action(description="Accept the selected: no rule takes them away", permissions=["change"])
    def accept_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._judge(request, queryset, "accepted", accept)

    @admin.action(description="Reject the selected: they stay away for good", permissions=["change"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._judge(request, queryset, "rejected", reject)

    def _judge(self, request: HttpRequest, queryset: QuerySet[Any], word: str, judge: Any) -> None:
        rows = list(queryset)
        changed = judge(rows, request.user)
        read_again(sorted({row.paper_id for row in rows})[:READ_AT_ONCE], current_vocabulary())
        log_together(request, self.model, [row.pk for row in rows], word)
        self.message_user(request, f"{changed} {word}.", messages.SUCCESS)


@admin.register(Finding)
class FindingAdmin(JudgedAdmin):
    """Names, expansions, headings, results, promises of code."""

    form = OpenedFindingForm
    list_display = ("value", "kind", "of_paper", "why", "state", "origin")
    list_filter = ("kind", "state", "origin", "rule")
    search_fields = ("value",)
    search_help_text = "Part of a name, heading or result."
    fields = ("paper", "kind", "value", "about", "rank", "state", "why", "origin", "decided_by", "decided_at")
    readonly_fields = ("paper", "kind", "about", "why", "origin", "decided_by", "decided_at")

    def save_model(self, request: HttpRequest, obj: Finding, form: Any, change: bool) -> None:
        store(obj, form.changed_data, request.user)
        read_again([obj.paper_id], current_vocabulary())


@admin.register(Tagging)
class TaggingAdmin(JudgedAdmin):
    """Tags on papers."""

    list_display = ("tag", "of_paper", "why", "rank", "state", "origin")
    list_filter = ("tag__kind", "state", "origin", "rule")
    list_select_related = ("paper", "tag", "decided_by")
    search_fields = ("tag__label",)
    search_help_text = "Part of a tag's label."
    fields = ("paper", "tag", "rank", "state", "why", "origin", "decided_by", "decided_at")
    readonly_fields = ("paper", "tag", "why", "origin", "decided_by", "decided_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tagging]:
        return super().get_queryset(request).filter(owner=None)

    def save_model(self, request: HttpRequest, obj: Tagging, form: Any, change: bool) -> None:
        store(obj, form.changed_data, request.user)
