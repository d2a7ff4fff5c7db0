"""Changed patterns that are applied in the background: how far that is, and going on with what stopped."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from catalogue.admin.care import for_curators
from catalogue.importing import AT_ONCE, read_for, start_working_off
from catalogue.models import RuleRun, RuleRunState, Tag

RUNS_SHOWN = 50
SECONDS_BETWEEN_LOOKS = 3


def run_paths(desk: Any) -> list[Any]:
    """Return the addresses of these pages; `desk` is the ModelAdmin of tags."""
    return [
        path("runs/", for_curators(desk, run_list), name="catalogue_tag_runs"),
        path("runs/<int:pk>/", for_curators(desk, run_detail), name="catalogue_tag_run"),
    ]


def follow_patterns(request: HttpRequest, tag: Tag, papers: list[int]) -> None:
    """Let the papers that may change follow the patterns of a tag: few at once, many in the background."""
    if len(papers) <= AT_ONCE:
        gained, lost = read_for(tag.pk, papers)
        said = f"Papers that gained the tag: {gained}; that lost it: {lost}."
    else:
        run = RuleRun.of(tag, papers, request.user)
        start_working_off(run)
        url = reverse("admin:catalogue_tag_run", args=[run.pk])
        said = format_html('{} papers are read again. <a href="{}">How far it is</a>', f"{len(papers):,}", url)
    messages.info(request, said)


@require_safe
def run_list(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the latest runs."""
    runs = RuleRun.objects.select_related("tag", "user").defer("papers")[:RUNS_SHOWN]
    return render(request, "admin/catalogue/tag/runs.html", shown | {"title": "Applied patterns", "runs": runs})


def run_detail(request: HttpRequest, shown: dict[str, Any], pk: int) -> HttpResponse:
    """Show how far a run is, again every few seconds until it is finished; POST goes on with one that stopped."""
    run = get_object_or_404(RuleRun.objects.select_related("tag", "user").defer("papers"), pk=pk)
    if request.method == "POST":
        if run.is_dead:
            start_working_off(run)
            messages.success(request, "It goes on where it stopped.")
        return redirect(request.path)
    response = render(request, "admin/catalogue/tag/run.html", shown | {"title": "Applying patterns", "run": run})
    if run.state != RuleRunState.FINISHED and not run.is_dead:
        response["Refresh"] = str(SECONDS_BETWEEN_LOOKS)
    return response
