"""Collections: what papers appeared in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.access import edit_url
from catalogue.facets import Links
from catalogue.models import Collection, Paper
from catalogue.paging import NoSuchPage, page_of
from catalogue.views.listing import beyond, own_papers


@require_safe
def collection_list(request: HttpRequest) -> HttpResponse:
    """All collections, the latest year first."""
    collections = Collection.objects.with_paper_counts()
    try:
        page, pages = page_of(collections, 100, request.GET.get("page", ""), Links(request.path))
    except NoSuchPage as missing:
        return beyond(request, missing)
    context = {"section": "collections", "collections": page.object_list, "page": page, "pages": pages}
    return render(request, "catalogue/collection_list.html", context)


@require_safe
def collection_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A collection with its files and its papers."""
    collection = get_object_or_404(Collection, slug=slug)
    try:
        papers = own_papers(request, Paper.objects.listed().in_collection(collection))
    except NoSuchPage as missing:
        return beyond(request, missing)
    context = {
        "section": "collections",
        "collection": collection,
        "sources": collection.sources.all(),
        "browse_url": Links(reverse("paper_list")).adding("collection", collection.slug).url(),
        "edit_url": edit_url(request, collection),
        "canonical": request.build_absolute_uri(request.path),
        **papers,
    }
    return render(request, "catalogue/collection_detail.html", context)
