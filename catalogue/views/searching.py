"""What the results page says of a text: marks where its words stand, and what to try if little is found."""

from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.facets import Links
from catalogue.filters import PaperFilter
from catalogue.markup import Rendered
from catalogue.models import Paper
from catalogue.models.paper import EXCERPT_LENGTH
from catalogue.search import did_you_mean, found_excerpt, marked, suggest, words_of
from catalogue.views.reading import chips_of

# A text of more words is rather a paragraph: it may be asked for what is similar.
LONG = 12
# A text of more parts is not mended by leaving out one.
PIECES_AT_MOST = 8


@require_safe
def name_list(request: HttpRequest) -> HttpResponse:
    """Tags, introduced names, authors and collections that hold a text."""
    text = request.GET.get("text", "").strip()[:200]
    results = Links(reverse("paper_list"))
    found = [
        {"kind": each.kind, "label": each.label, "url": each.url or results.setting("q", f'name:"{each.label}"').url()}
        for each in suggest(text)
    ]
    context = {"found": found, "filter_text": text, "robots": "noindex" if text else ""}
    return render(request, "catalogue/name_list.html", context)


def show_found(page: Page[Paper], selection: PaperFilter) -> None:
    """Mark the words of the text in the papers of a page, and show the stretch of the abstract where they stand."""
    if not selection.value("q"):
        return
    words, beginnings = words_of(selection.search.query)
    for paper in page:
        abstract = Rendered(paper.abstract_html, paper.abstract_text)
        found = found_excerpt(abstract, words, beginnings, EXCERPT_LENGTH)
        paper.excerpt = found or marked(paper.excerpt, words, beginnings)
        paper.heading_html = marked(Rendered(paper.heading_html, paper.heading), words, beginnings).html


def help_with(selection: PaperFilter, links: Links, total: int) -> dict[str, Any]:
    """Return what the page offers around a text: the switch between all and some words, and help if all found none."""
    query = selection.search.query
    switch = ""
    similar = Links(reverse("similar_list")).setting("text", query.text).url() if len(query.terms) > LONG else ""
    if selection.value("words") == "any":
        switch = links.removing("words").url()
    elif selection.value("q") and not selection.fell_back and query.loosened() is not query:
        switch = links.setting("words", "any").url()
    if total and not selection.fell_back:
        return {"switch_url": switch, "similar_url": similar, "takes_any": selection.takes_any}
    meant = did_you_mean(query) if selection.value("q") else ""
    return {
        "switch_url": switch,
        "similar_url": similar,
        "takes_any": selection.takes_any,
        "fell_back": selection.fell_back,
        "suggestions": _shorter_texts(selection, links) + ([] if total else _fewer_filters(selection, links)),
        "meant": _instead(selection, links, meant, meant) if meant else None,
    }


def not_ranked(selection: PaperFilter) -> str:
    """Return what to say where only some of the hits were put in order by how well they match."""
    ranked = selection.ranked
    if ranked is None or ranked.exact:
        return ""
    return f"Of {len(ranked):,} papers the {ranked.ranked:,} likeliest were compared; the others follow, latest first."


def _shorter_texts(selection: PaperFilter, links: Links) -> list[dict[str, Any]]:
    """Return the texts without one of their parts that give papers, with how many."""
    pieces = selection.search.query.pieces
    found = []
    for piece in pieces if 1 < len(pieces) <= PIECES_AT_MOST else ():
        said = _instead(selection, links, selection.search.query.without(piece), f"Without {piece[2]}")
        found += [said] if said else []
    return found


def _instead(selection: PaperFilter, links: Links, text: str, said: str) -> dict[str, Any] | None:
    count = len(selection.with_text(text))
    url = links.setting("q", text).removing("words").url()
    return {"text": said, "url": url, "count": count} if count else None


def _fewer_filters(selection: PaperFilter, links: Links) -> list[dict[str, Any]]:
    """Return, for a selection without results, which part to drop and how many papers that would give."""
    found = []
    for chip in chips_of(selection, links):
        count = len(selection.without(*chip.params))
        if count:
            found.append({"text": f"Without the filter “{chip}”", "url": chip.remove_url, "count": count})
    return found
