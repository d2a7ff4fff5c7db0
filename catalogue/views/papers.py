"""The results page, the values of a facet, a paper."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.access import edit_url, readable_paper, reader_of
from catalogue.facets import Links, all_values, facet_named, panels
from catalogue.filters import PER_PAGE, RELEVANCE, SORTS, PaperFilter
from catalogue.models import Paper, ReadingList, Visibility, with_cards
from catalogue.paging import NoSuchPage, page_of
from catalogue.search import fold
from catalogue.views.listing import beyond, choices_of
from catalogue.views.own_tags import own_tags_of
from catalogue.views.reading import browse_of, in_words
from catalogue.views.saving import selecting, show_lists
from catalogue.views.searching import help_with, not_ranked, show_found
from catalogue.views.similar import similar_on_page
from catalogue.views.why import reasons_of

PLAIN_TEXT = "text/plain; charset=utf-8"
VALUES_A_PAGE = 100
LISTS_SHOWN = 5
VALUE_ORDERS = {"count": "Most papers first", "label": "A–Z"}


@require_safe
def paper_list(request: HttpRequest) -> HttpResponse:
    """Faceted browsing: the query string is the whole state."""
    selection = PaperFilter(request.GET, reader_of(request))
    links = selection.links(request.path)
    try:
        page, pages = page_of(selection.in_order(), selection.page_size, request.GET.get("page", ""), links)
    except NoSuchPage as missing:
        return beyond(request, missing)
    show_found(page, selection)
    context = {
        "section": "papers",
        "page": page,
        "pages": pages,
        "total": page.paginator.count,
        "panels": panels(browse_of(selection, links), lambda name: _values_url(name, links)),
        **help_with(selection, links, page.paginator.count),
        "robots": "noindex" if links.params else "",
        "canonical": request.build_absolute_uri(request.path),
        "not_ranked": not_ranked(selection),
        **in_words(selection, links),
        **selecting(page, selection, links),
        **show_lists(page, selection, links),
        **_how_shown(selection, links),
    }
    return render(request, "catalogue/paper_list.html", context)


def _values_url(name: str, links: Links) -> str:
    return Links(reverse("facet_values", args=[name]), links.params).url()


def _how_shown(selection: PaperFilter, links: Links) -> dict[str, Any]:
    """Return what the forms for the order and the years need: what they offer, and the parameters they keep."""
    sizes = sorted({PER_PAGE, 50, 100, selection.page_size})
    sorts = {name: label for name, (label, _) in SORTS.items() if name != RELEVANCE or selection.value("q")}
    return {
        "sort_choices": choices_of(sorts, selection.order),
        "per_page_choices": choices_of({str(size): str(size) for size in sizes}, str(selection.page_size)),
        "kept": links.without(["sort", "per_page"]),
        "years": {
            "path": links.path,
            "first": selection.value("year_from") or "",
            "last": selection.value("year_to") or "",
            "kept": links.without(["year_from", "year_to"]),
        },
    }


@require_safe
def facet_values(request: HttpRequest, name: str) -> HttpResponse:
    """Every value of one facet, with the rest of the selection kept."""
    facet = facet_named(name)
    if facet is None or not facet.in_panel:
        raise Http404("There is no such facet.")
    params, text, order = _text_and_order(request)
    selection = PaperFilter(params, reader_of(request))
    results = selection.links(reverse("paper_list"))
    keep = (lambda label: fold(text) in fold(label)) if text else None
    values = all_values(facet, browse_of(selection, results), keep, fold if order == "label" else None)
    own = Links(request.path, results.params).setting("text", text).setting("order", order)
    try:
        page, pages = page_of(values, VALUES_A_PAGE, request.GET.get("page", ""), own)
    except NoSuchPage as missing:
        return beyond(request, missing)
    shown = {"panel": values.panel(page.object_list), "page": page, "pages": pages}
    asked = {"filter_text": text, "order_choices": choices_of(VALUE_ORDERS, order or "count")}
    around = {"kept": results.params, "back_url": results.url(), "section": "papers", "robots": "noindex"}
    return render(request, "catalogue/facet_values.html", shown | asked | around | in_words(selection, results))


def _text_and_order(request: HttpRequest) -> tuple[QueryDict, str, str]:
    """Take the page's own parameters out of the address; the rest is the selection."""
    params = request.GET.copy()
    text, order = params.pop("text", [""])[-1].strip(), params.pop("order", [""])[-1]
    return params, text, order if order == "label" else ""


@require_safe
def paper_detail(request: HttpRequest, key: str, slug: str = "") -> HttpResponse:
    """One paper. A wrong or missing slug, and the key of a merged paper, redirect to its address.

    `show` marks the words that speak for one thing in the text.
    """
    paper = readable_paper(request, key)
    if (key, slug) != (paper.key, paper.slug):
        return redirect(paper, permanent=True)
    if paper.visibility == Visibility.WITHDRAWN:
        said = {"paper": paper, "edit_url": edit_url(request, paper), "robots": "noindex"}
        return render(request, "catalogue/paper_withdrawn.html", said, status=410)
    context = {
        "section": "papers",
        "paper": with_cards([paper])[0],
        "appearances": paper.appearances.all(),
        **_way_back(request),
        "is_hidden": paper.visibility == Visibility.HIDDEN,
        "edit_url": edit_url(request, paper),
        "canonical": request.build_absolute_uri(paper.get_absolute_url()),
        "robots": "noindex" if "show" in request.GET else "",
        "similar": similar_on_page(paper),
        **_own(request, paper),
        **reasons_of(paper, request.GET.get("show", "")),
    }
    return render(request, "catalogue/paper_detail.html", context)


@require_safe
def paper_source(request: HttpRequest, key: str) -> HttpResponse:
    """Title and abstract as the authors wrote them, to be copied."""
    paper = readable_paper(request, key)
    if paper.key != key:
        return redirect("paper_source", paper.key, permanent=True)
    if paper.visibility == Visibility.WITHDRAWN:
        return HttpResponse("This paper was withdrawn.\n", status=410, content_type=PLAIN_TEXT)
    parts = [part for part in (paper.title, paper.abstract_source) if part]
    return HttpResponse("\n\n".join(parts) + "\n", content_type=PLAIN_TEXT)


def _own(request: HttpRequest, paper: Paper) -> dict[str, Any]:
    """Return what the page shows of whoever reads it: tags, lists and reports of theirs."""
    reader = reader_of(request)
    lists = ReadingList.objects.edited_by(reader)
    on_lists = set(lists.filter(items__paper=paper).values_list("pk", flat=True)) if reader else set()
    return {
        "own_tags": own_tags_of(paper, reader),
        "own_lists": [{"list": each, "holds": each.pk in on_lists} for each in lists],
        "public_lists": ReadingList.objects.public().filter(items__paper=paper).exclude(owner=reader)[:LISTS_SHOWN],
        "reports": reader.reports.filter(paper=paper) if reader else [],
    }


def _way_back(request: HttpRequest) -> dict[str, str]:
    """Return the link to the results page the reader came from; nothing if it was another page."""
    came_from, results = request.headers.get("referer", ""), request.build_absolute_uri(reverse("paper_list"))
    is_results = came_from == results or came_from.startswith(f"{results}?")
    return {"back_url": came_from, "back_label": "Back to the results"} if is_results else {}
