"""The vocabulary and its tags."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.access import edit_url
from catalogue.exports import VOCABULARY_FORMATS
from catalogue.facets import Links, current, facet_named
from catalogue.models import Paper, Tag, TagKind
from catalogue.paging import NoSuchPage, page_of
from catalogue.search import fold
from catalogue.views.listing import beyond, choices_of, own_papers

TAGS_OF_A_KIND = 24
TAGS_A_PAGE = 100
ORDERS = {"count": "Most papers first", "label": "A–Z"}


@require_safe
def tag_list(request: HttpRequest) -> HttpResponse:
    """Every kind of tag with its most frequent ones, of those that papers have."""
    by_kind: dict[str, list[Tag]] = {kind: [] for kind in TagKind.values}
    every = counted(Tag.objects.public(), "count")
    for tag in used(every):
        by_kind[tag.kind].append(tag)
    kinds = [
        {
            "kind": kind,
            "label": TagKind(kind).plural,
            "count": len(tags),
            "url": reverse("tag_kind", args=[kind]),
            "tags": tags[:TAGS_OF_A_KIND],
        }
        for kind, tags in by_kind.items()
        if tags
    ]
    context = {
        "section": "tags",
        "kinds": kinds,
        "tag_formats": VOCABULARY_FORMATS,
        "tags_exist": bool(every),
        "canonical": request.build_absolute_uri(request.path),
    }
    return render(request, "catalogue/tag_list.html", context)


@require_safe
def tag_kind(request: HttpRequest, kind: str) -> HttpResponse:
    """The tags of a kind that papers have, with `unused=1` all of them; the filter box looks at every label."""
    if kind not in TagKind.values:
        raise Http404("There is no such kind of tag.")
    text, order, unused = _asked(request)
    tags = counted(Tag.objects.public().filter(kind=kind).labelled_like(text), order)
    shown = tags if unused else used(tags)
    links = Links(request.path).setting("text", text).setting("order", order if order != "count" else "")
    try:
        page, pages = page_of(shown, TAGS_A_PAGE, request.GET.get("page", ""), links.setting("unused", unused))
    except NoSuchPage as missing:
        return beyond(request, missing)
    listed = {"tags": page.object_list, "page": page, "pages": pages, "total": len(shown), "filter_text": text}
    around = {"order_choices": choices_of(ORDERS, order), "robots": "noindex" if text or unused else ""}
    rest = {
        "unused_count": len(tags) - len(used(tags)),
        "unused_url": links.setting("unused", "" if unused else "1").url(),
        "kept": [("unused", unused)] if unused else [],
    }
    named = {"section": "tags", "kind": kind, "kind_label": TagKind(kind).plural, "tag_formats": VOCABULARY_FORMATS}
    return render(request, "catalogue/tag_kind.html", named | listed | around | rest)


def _asked(request: HttpRequest) -> tuple[str, str, str]:
    """Return the text to filter by, the order, and "1" if tags without papers are wanted."""
    order = request.GET.get("order", "")
    unused = "1" if request.GET.get("unused") == "1" else ""
    return request.GET.get("text", "").strip()[:200], order if order in ORDERS else "count", unused


def counted(tags: QuerySet[Tag], order: str) -> list[Tag]:
    """Return the tags with `paper_count` (listed papers, those of narrower tags included) in one of ORDERS."""
    index = current()
    counts = {kind: index.counts(facet_named(kind), index.listed) for kind in TagKind.values}
    found = list(tags.select_related("broader").only("kind", "label", "slug", "broader__label"))
    for tag in found:
        tag.paper_count = counts[tag.kind].get(tag.pk, 0)
    if order == "label":
        return sorted(found, key=lambda tag: (fold(tag.label), tag.pk))
    return sorted(found, key=lambda tag: (-tag.paper_count, fold(tag.label), tag.pk))


def used(tags: list[Tag]) -> list[Tag]:
    """Return those of counted tags that papers have."""
    return [tag for tag in tags if tag.paper_count]


@require_safe
def tag_detail(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """A tag with its papers. Old addresses, and its id in place of the slug, redirect."""
    tag = tag_at(kind, slug)
    if (kind, slug) != (tag.kind, tag.slug):
        return redirect(tag, permanent=True)
    try:
        papers = own_papers(request, _papers_with(tag))
    except NoSuchPage as missing:
        return beyond(request, missing)
    context: dict[str, Any] = {
        "section": "tags",
        "tag": tag,
        "alternative_labels": tag.alternative_labels,
        "broader": [wider for wider in tag.wider_tags() if wider.is_public],
        "narrower": counted(Tag.objects.public().filter(broader=tag), "label"),
        "browse_url": Links(reverse("paper_list")).adding(tag.kind, tag.slug).url(),
        "edit_url": edit_url(request, tag),
        "canonical": request.build_absolute_uri(request.path),
        **papers,
    }
    return render(request, "catalogue/tag_detail.html", context)


def tag_at(kind: str, slug: str) -> Tag:
    """Return the public tag at an address, present or former, or with that id."""
    tags = Tag.objects.public().select_related("broader").prefetch_related("labels")
    tag = tags.filter(addresses__kind=kind, addresses__slug=slug).first()
    if tag is None and slug.isascii() and slug.isdigit() and len(slug) < 10:
        tag = tags.filter(kind=kind, pk=int(slug)).first()
    if tag is None:
        raise Http404("There is no such tag.")
    return tag


def _papers_with(tag: Tag) -> QuerySet[Paper]:
    return Paper.objects.listed().among(current().holding(facet_named(tag.kind), [tag.pk]))
