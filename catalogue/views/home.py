"""The start page, the help page, and what machines ask."""

from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalogue.facets import FacetIndex, Links, current, facet_named
from catalogue.models import Collection, Paper, TagKind, with_cards

SHOWN = 5
WAYS_IN = (TagKind.AREA, TagKind.CONTRIBUTION)
VALUES_SHOWN = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is here and the ways in."""
    index = current()
    in_collection = index.counts(facet_named("collection"), index.listed)
    counts = _tag_counts(index)
    context = {
        "paper_count": len(index.listed),
        "tag_count": sum(map(len, counts.values())),
        "collection_count": len(in_collection),
        "collections": _collections(in_collection),
        "recent": with_cards(Paper.objects.listed().recently_added()[:SHOWN]),
        "ways_in": [_way_in(index, kind, counts[kind]) for kind in WAYS_IN if kind in counts],
        "kinds": [
            (kind, kind.plural, len(counts[kind]), reverse("tag_kind", args=[kind]))
            for kind in TagKind
            if kind in counts
        ],
        "canonical": request.build_absolute_uri(request.path),
    }
    return render(request, "home.html", context)


def _collections(counts: dict[int, int]) -> list[Collection]:
    """Return the latest collections that have papers, with `paper_count`."""
    collections = list(Collection.objects.filter(pk__in=counts)[:SHOWN])
    for collection in collections:
        collection.paper_count = counts[collection.pk]
    return collections


def _tag_counts(index: FacetIndex) -> dict[str, dict[int, int]]:
    """Return how many papers each public tag that has any gives, by kind."""
    counts = {kind.value: index.counts(facet_named(kind), index.listed) for kind in TagKind}
    return {kind: tags for kind, tags in counts.items() if tags}


def _way_in(index: FacetIndex, kind: TagKind, counts: dict[int, int]) -> dict[str, Any]:
    """Return the most frequent tags of a kind as links to their papers."""
    described = index.described(facet_named(kind), counts)
    most = sorted(described, key=lambda tag: (-counts[tag], described[tag]))[:VALUES_SHOWN]
    results = Links(reverse("paper_list"))
    values = [
        {
            "label": label,
            "slug": slug,
            "count": counts[tag],
            "share": round(100 * counts[tag] / counts[most[0]]),
            "url": results.adding(kind, slug).url(),
        }
        for tag in most
        for label, slug in [described[tag]]
    ]
    return {"kind": kind, "title": kind.plural, "distinct": len(counts), "values": values}


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How searching, facets and counts work."""
    return render(request, "help.html", {"canonical": request.build_absolute_uri(request.path)})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What crawlers may read: pages, not the endless combinations of filters."""
    closed = [reverse("admin:index"), "/accounts/", reverse("account"), f"{reverse('paper_list')}?"]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the database answers; what a monitor asks."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
