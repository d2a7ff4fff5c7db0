"""The start page, the help page, and what machines ask."""

from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalogue.facets import all_values, facet_named
from catalogue.filters import PaperFilter
from catalogue.models import Collection, Paper, Tag, TagKind
from catalogue.views.reading import browse_of

SHOWN = 5
AREAS_SHOWN = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is here and the ways in."""
    everything = PaperFilter(request.GET.__class__(), Paper.objects.listed())
    links = everything.links(reverse("paper_list"))
    areas = all_values(facet_named("area"), browse_of(everything, links))
    collections = Collection.objects.with_paper_counts().filter(paper_count__gt=0)
    kinds = dict(Tag.objects.public().order_by().values_list("kind").annotate(n=models.Count("pk")))
    context = {
        "paper_count": everything.qs.count(),
        "tag_count": sum(kinds.values()),
        "collection_count": collections.count(),
        "collections": collections[:SHOWN],
        "recent": everything.qs.recently_added().with_card()[:SHOWN],
        "areas": [value for value in areas.values if not value.is_none][:AREAS_SHOWN],
        "kinds": [
            (kind, kind.plural, kinds[kind], reverse("tag_kind", args=[kind])) for kind in TagKind if kind in kinds
        ],
        "canonical": request.build_absolute_uri(request.path),
    }
    return render(request, "home.html", context)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How searching, facets and counts work."""
    return render(request, "help.html", {"canonical": request.build_absolute_uri(request.path)})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What crawlers may read: pages, not the endless combinations of filters."""
    lines = ["User-agent: *", f"Disallow: {reverse('admin:index')}", f"Disallow: {reverse('paper_list')}?", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the database answers; what a monitor asks."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
