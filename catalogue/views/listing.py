"""What pages with a list of papers share."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.facets import Links
from catalogue.models import Paper, with_cards
from catalogue.paging import NoSuchPage, page_of

PAPERS_A_PAGE = 20


def own_papers(request: HttpRequest, papers: QuerySet[Paper]) -> dict[str, Any]:
    """Return page, links and total of the papers that belong to what a page is about, newest first."""
    links = Links(request.path)
    page, pages = page_of(papers.newest_first(), PAPERS_A_PAGE, request.GET.get("page", ""), links)
    page.object_list = with_cards(page.object_list)
    return {"page": page, "pages": pages, "total": page.paginator.count}


def beyond(request: HttpRequest, missing: NoSuchPage) -> HttpResponse:
    """Answer 404 to a page that the list does not have, with the way back."""
    return render(request, "catalogue/paper_list_beyond.html", vars(missing) | {"robots": "noindex"}, status=404)


def choices_of(labels: dict[str, str], selected: str) -> list[dict[str, Any]]:
    """Return the options of a select box."""
    return [{"value": value, "label": label, "selected": value == selected} for value, label in labels.items()]
