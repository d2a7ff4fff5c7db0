"""Papers similar to a paper, or to a text that somebody pastes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogue.access import readable_paper
from catalogue.filters import TEXT_AT_MOST
from catalogue.models import Paper, Visibility, with_cards
from catalogue.search import Similar, similar_to_paper, similar_to_text

ON_PAGE = 6
IN_LIST = 20


@require_safe
def similar_list(request: HttpRequest) -> HttpResponse:
    """The papers most similar to a text (`text`) or else to a paper (`to`, its key), with the words they share."""
    text, key = request.GET.get("text", "").strip(), request.GET.get("to", "").strip()
    asked, notes = text[:TEXT_AT_MOST], []
    if len(text) > TEXT_AT_MOST:
        notes.append(f"Only the first {TEXT_AT_MOST:,} characters of the text were used.")
    paper = _listed(request, key) if key and not asked else None
    if key and not asked and not paper:
        notes.append(f"There is no paper “{key[:60]}”.")
    found = similar_to_paper(paper, IN_LIST) if paper else similar_to_text(asked, IN_LIST)
    context = {
        "section": "papers",
        "papers": with_cards(_with_words(found, Paper.objects.listed())),
        "asked": asked,
        "similar_to": paper,
        "notes": notes,
        "text_at_most": TEXT_AT_MOST,
        "robots": "noindex" if request.GET else "",
    }
    return render(request, "catalogue/similar_list.html", context)


def similar_on_page(paper: Paper) -> list[Any]:
    """Return the few papers that the page of a paper names as similar, each on one line with the words it shares."""
    found = similar_to_paper(paper, ON_PAGE)
    return _with_words(found, Paper.objects.listed().on_one_line()) if found else []


def _listed(request: HttpRequest, key: str) -> Paper | None:
    """Return the paper with a key or an old key, None if the reader may not see one."""
    try:
        paper = readable_paper(request, key)
    except Http404:
        return None
    return None if paper.visibility == Visibility.WITHDRAWN else paper


def _with_words(found: list[Similar], papers: Any) -> list[Any]:
    """Return the papers that were found, in their order, each with the words it shares as `shared`."""
    of_id = papers.in_bulk([each.paper for each in found])
    for each in found:
        if each.paper in of_id:
            of_id[each.paper].shared = each.shared
    return [of_id[each.paper] for each in found if each.paper in of_id]
