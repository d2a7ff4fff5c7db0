"""What the results page says of a text: marks where its words stand, and what to try if little is found."""

import re
from itertools import groupby
from typing import Any

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.facets import Links
from catalogue.filters import PaperFilter
from catalogue.markup import Rendered
from catalogue.models import Paper, slug_of
from catalogue.models.paper import EXCERPT_LENGTH
from catalogue.search import Suggestion, did_you_mean, finder, found_excerpt, marked, suggest, words_of
from catalogue.views.reading import chips_of

# A text of more words is rather a paragraph: it may be asked for what is similar.
LONG = 12
# A text of more parts is not mended by leaving out one. Each part costs a query, and one with beginnings a dear one.
PIECES_AT_MOST = 8
BEGINNINGS_AT_MOST = 1
TYPED_AT_MOST = 200
SUGGESTIONS_OF_A_SORT = 4
QUOTES = re.compile('["“”„‟«»″＂]')
GROUPS = {"name": "Introduced names", "author": "Authors", "collection": "Collections"}


@require_safe
def name_list(request: HttpRequest) -> HttpResponse:
    """Tags, introduced names, authors and collections that hold a text; for the search box, what it goes on with."""
    if "q" in request.GET:
        return _suggestions(request)
    text = request.GET.get("text", "").strip()[:TYPED_AT_MOST]
    results = Links(reverse("paper_list"))
    found = [
        {"kind": each.kind, "label": each.label, "url": each.url or results.setting("q", _named(each.value)).url()}
        for each in suggest([text])
    ]
    context = {"found": found, "filter_text": text, "robots": "noindex" if text else ""}
    return render(request, "catalogue/name_list.html", context)


def _suggestions(request: HttpRequest) -> HttpResponse:
    """Answer what is typed in the search box, `q` beside the selection, with links that put a name for it.

    The name is for the whole text or for its last word. The part of the page is kept by browsers for a minute.
    """
    typed = request.GET["q"].strip()[:TYPED_AT_MOST]
    kept = [(name, value) for name, values in request.GET.lists() if name not in ("q", "page") for value in values]
    selection = Links(reverse("paper_list"), tuple(kept))
    rest, _, last = typed.rpartition(" ")
    groups: dict[str, list[dict[str, Any]]] = {}
    # One letter of a last word is in too many names to mean any of them.
    texts = [typed, *([last] if len(slug_of(last)) > 1 or not last.isascii() else [])]
    for each in suggest([] if last.startswith("-") else texts, SUGGESTIONS_OF_A_SORT):
        url = _chosen(selection, each, "" if each.typed == typed else rest.strip())
        groups.setdefault(GROUPS.get(each.kind, "Tags"), []).append({"name": each, "url": url})
    response = render(request, "catalogue/_suggestions.html", {"groups": groups})
    response["Cache-Control"] = "private, max-age=60"
    return response


def _chosen(selection: Links, name: Suggestion, rest: str) -> str:
    """Return the address of the selection with a name and the rest of the text."""
    if name.kind == "name":
        return selection.setting("q", f"{rest} {_named(name.value)}".strip()).url()
    chosen = selection.removing(f"not_{name.kind}", name.value).removing(name.kind, name.value)
    return chosen.adding(name.kind, name.value).setting("q", rest).url()


def _named(name: str) -> str:
    """Return the query for the papers that introduce a name."""
    return f'name:"{QUOTES.sub(" ", name)}"'


def show_found(page: Page[Paper], selection: PaperFilter) -> None:
    """Mark the words of the text in the papers of a page, and show the stretch of the abstract where they stand."""
    if not selection.value("q"):
        return
    of_query = finder(*map(tuple, words_of(selection.search.query)))
    for paper in page:
        abstract = Rendered(paper.abstract_html, paper.abstract_text)
        found = found_excerpt(abstract, of_query, EXCERPT_LENGTH)
        paper.excerpt = found or marked(paper.excerpt, of_query)
        paper.heading_html = marked(Rendered(paper.heading_html, paper.heading), of_query).html


def help_with(selection: PaperFilter, links: Links, total: int) -> dict[str, Any]:
    """Return what the page offers around a text: the switch between all and some words, and help if all found none."""
    query = selection.search.query
    switch = _other_words(selection, links)
    similar = Links(reverse("similar_list")).setting("text", query.text).url() if len(query.terms) > LONG else ""
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


def _other_words(selection: PaperFilter, links: Links) -> str:
    """Return where all words are looked for instead of some, or some instead of all; empty if that is the same."""
    query = selection.search.query
    if not selection.value("q") or selection.fell_back or not (selection.takes_any or query.loosened() is not query):
        return ""
    if selection.takes_any is not query.is_prose:
        return links.removing("words").url()
    return links.setting("words", "all" if query.is_prose else "any").url()


def not_ranked(selection: PaperFilter) -> str:
    """Return what to say where only some of the hits were put in order by how well they match."""
    ranked = selection.ranked
    if ranked is None or ranked.exact:
        return ""
    return f"Of {len(ranked):,} papers the {ranked.ranked:,} likeliest were compared; the others follow, latest first."


def _shorter_texts(selection: PaperFilter, links: Links) -> list[dict[str, Any]]:
    """Return the texts without one of their parts that give papers, with how many."""
    query = selection.search.query
    few = len(query.pieces) <= PIECES_AT_MOST and sum(term.prefix for term in query.terms) <= BEGINNINGS_AT_MOST
    found = []
    for piece in query.pieces if few and len(query.pieces) > 1 else ():
        said = _instead(selection, links, query.without(piece), f"Without {piece[2]}")
        found += [said] if said else []
    return found


def _instead(selection: PaperFilter, links: Links, text: str, said: str) -> dict[str, Any] | None:
    count = len(selection.with_text(text))
    url = links.setting("q", text).removing("words").url()
    return {"text": said, "url": url, "count": count} if count else None


def _fewer_filters(selection: PaperFilter, links: Links) -> list[dict[str, Any]]:
    """Return, for a selection without results, which part to drop and how many papers that would give."""
    found = []
    for params, group in groupby(chips_of(selection, links), key=lambda chip: chip.params):
        chips = list(group)
        count = len(selection.without(*params))
        if count:
            said = f"Without the filter “{', '.join([str(chips[0]), *(chip.text for chip in chips[1:])])}”"
            url = Links(links.path, tuple(links.without(params))).url()
            found.append({"text": said, "url": url, "count": count})
    return found
