"""Frozen versions of a list, and what became of it since."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue.access import OWNER, own_list, readable_list, reader_to_write, shows
from catalogue.facets import Links
from catalogue.forms import VersionForm
from catalogue.models import Change, Changes, ListIsFull, ListVersion, Paper, ReadingList, changes_between
from catalogue.paging import NoSuchPage, page_of
from catalogue.views.list_showing import addresses
from catalogue.views.listing import beyond

ITEMS_A_PAGE = 200
CHANGES_SHOWN = 200


@require_http_methods(["GET", "HEAD", "POST"])
def list_versions(request: HttpRequest, **of: str) -> HttpResponse:
    """The frozen versions of a list; its owner freezes another one."""
    posted = request.method == "POST"
    reading_list = own_list(request, **of) if posted else readable_list(request, **of)
    today = date_format(timezone.localdate(), "j F Y")
    form = VersionForm(request.POST if posted else None, initial={"label": f"as of {today}"})
    if form.is_valid():
        try:
            version = reading_list.freeze(form.cleaned_data["label"], by=reader_to_write(request))
        except ListIsFull as full:
            messages.error(request, str(full))
            return redirect("list_versions", reading_list.public_id)
        messages.success(request, "Frozen: this version stays as it is.")
        return redirect(version)
    context = {
        "section": "lists",
        "list": reading_list,
        "versions": reading_list.versions.select_related("made_by__user").defer("content"),
        "form": form,
        "is_owner": reading_list.role == OWNER,
        "robots": "noindex",
    }
    return render(request, "catalogue/list_versions.html", context | addresses(reading_list))


@require_safe
def list_version(request: HttpRequest, number: int, **of: str) -> HttpResponse:
    """A list as it was, and what is different now."""
    reading_list = readable_list(request, **of)
    version = _version(reading_list, number)
    items = [item | {"number": place} for place, item in enumerate(version.content["items"], start=1)]
    try:
        page, pages = page_of(items, ITEMS_A_PAGE, request.GET.get("page", ""), Links(request.path))
    except NoSuchPage as missing:
        return beyond(request, missing)
    now = reading_list.content()
    papers = _papers(request, [item["paper"] for item in version.content["items"] + now["items"]])
    page.object_list = [item | {"shown": papers.get(item["paper"])} for item in page]
    changes = changes_between(version.content, now)
    context = {
        "section": "lists",
        "list": reading_list,
        "version": version,
        "page": page,
        "pages": pages,
        "parts": [(name, list(run)) for name, run in groupby(page, key=lambda item: item["section"])],
        "changes": _in_words(changes, papers) if changes else None,
        "is_owner": reading_list.role == OWNER,
        "robots": "noindex",
    }
    return render(request, "catalogue/list_version.html", context | addresses(reading_list))


def _version(reading_list: ReadingList, number: int) -> ListVersion:
    version = reading_list.versions.select_related("made_by__user").filter(number=number).first()
    if version is None:
        raise Http404("There is no such version.")
    return version


def _papers(request: HttpRequest, ids: Iterable[int]) -> dict[int, Paper]:
    """Return by id those of the papers that the request may see."""
    papers = Paper.objects.among(set(ids)).only("key", "heading", "heading_html", "language", "visibility")
    return {paper.pk: paper for paper in papers if shows(request, paper)}


def _in_words(changes: Changes, papers: dict[int, Paper]) -> dict[str, Any]:
    """Return what the page shows of changes: of each sort the first ones, with their papers, and how many more."""

    def lines(sort: list[Change]) -> dict[str, Any]:
        shown = [(papers.get(change.paper), change) for change in sort[:CHANGES_SHOWN]]
        return {"lines": shown, "total": len(sort), "more": len(sort) - len(shown)}

    sorts = ("added", "removed", "moved", "sections", "notes")
    of_list = {"title": changes.title, "description": changes.description}
    return of_list | {name: lines(getattr(changes, name)) for name in sorts if getattr(changes, name)}


@require_POST
def list_version_delete(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Delete a frozen version."""
    reading_list = own_list(request, public_id)
    version = _version(reading_list, number)
    version.delete()
    messages.success(request, f"Deleted the version “{version.label}”.")
    return redirect(reverse("list_versions", args=[public_id]))
