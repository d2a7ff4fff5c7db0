"""A reader's own tags: on a paper, all of them, and names while one is typed."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from catalogue.access import listed_paper, reader_of, reader_to_write
from catalogue.curation import TagsRefused, tag_papers, untag_papers
from catalogue.facets import Links
from catalogue.models import AssertionState, Paper, Reader, Tag, Tagging, TagState
from catalogue.search import suggest_tags
from catalogue.views.saving import said_of_tags
from catalogue.views.small_forms import back, refuse_null_characters, tell_visitor

TYPED_AT_MOST = 200


def own_tags_of(paper: Paper, reader: Reader | None) -> list[dict[str, Any]]:
    """Return a reader's tags on a paper, with what became of each."""
    if reader is None:
        return []
    rows = reader.own_taggings.filter(paper=paper).select_related("tag").order_by("tag__label", "pk")
    return [{"tag": row.tag, "url": _papers_url(row.tag), "said": said_of(row)} for row in rows]


def said_of(row: Tagging) -> str:
    """Return what became of a reader's tag on a paper, in words."""
    if row.tag.owner_id:
        return "only yours"
    if row.tag.state == TagState.RETIRED:
        return "no longer used, so only yours"
    said = {
        AssertionState.PROPOSED: "proposed",
        AssertionState.ACCEPTED: "for everybody",
        AssertionState.REJECTED: "not taken over, so only yours",
    }
    as_what = f"proposed as “{row.asked_as}”, " if row.asked_as else ""
    return as_what + said[AssertionState(row.state)]


def _papers_url(tag: Tag) -> str:
    return Links(reverse("paper_list")).adding("mytag", str(tag.pk)).url()


@require_POST
@refuse_null_characters
def paper_tags(request: HttpRequest, key: str) -> HttpResponse:
    """Tag a paper (`tags`, parted by commas, with `mine` for the reader only), or take a tag of one's own from it."""
    paper = listed_paper(key)
    fallback, reader = paper.get_absolute_url(), reader_to_write(request)
    try:
        if "remove" in request.POST:
            untag_papers([paper.pk], _own(reader, request.POST["remove"]), reader)
        else:
            done = tag_papers([paper.pk], request.POST.get("tags", ""), reader, mine_only="mine" in request.POST)
            messages.success(request, said_of_tags(done, 1))
            tell_visitor(request)
    except TagsRefused as refused:
        messages.error(request, str(refused))
    return back(request, "your-tags", fallback)


def _own(reader: Reader | None, pk: str) -> list[Tag]:
    """Return the tag of a reader's own with an id, or none."""
    is_id = pk.isascii() and pk.isdigit() and len(pk) < 10
    return list(Tag.objects.filter(pk=pk, taggings__owner=reader).distinct()) if reader and is_id else []


@require_safe
def own_tags(request: HttpRequest) -> HttpResponse:
    """All tags of the reader, with how many papers have each and what became of those proposed."""
    reader = reader_of(request)
    of_state = {state: Count("taggings", Q(taggings__state=state)) for state in AssertionState.values}
    asked_as = Max("taggings__asked_as")
    mine = Tag.objects.filter(taggings__owner=reader).annotate(papers=Count("taggings"), asked_as=asked_as, **of_state)
    tags = [{"tag": tag, "url": _papers_url(tag)} for tag in mine.order_by("label", "pk")] if reader else []
    return render(request, "catalogue/own_tags.html", {"tags": tags, "section": "lists", "robots": "noindex"})


@require_POST
def own_tag_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a tag of the reader's own from all papers."""
    reader = reader_of(request)
    tag = Tag.objects.filter(pk=pk, taggings__owner=reader).first() if reader else None
    if tag is None:
        raise Http404("There is no such tag of yours.")
    papers = list(reader.own_taggings.filter(tag=tag).values_list("paper", flat=True))
    untag_papers(papers, [tag], reader)
    messages.success(request, f"You have no tag “{tag.label}” any more.")
    return back(request, fallback=reverse("own_tags"))


@require_safe
def tag_names(request: HttpRequest) -> HttpResponse:
    """The tags whose name holds `q`, as options for the field that tags are typed in."""
    typed = request.GET.get("q", "").strip()[:TYPED_AT_MOST]
    found = suggest_tags(typed, reader_of(request))
    labels = [each.label for each in found]
    names = [
        {"name": each, "typed": f"{each.kind}: {each.label}" if labels.count(each.label) > 1 else each.label}
        for each in found
    ]
    response = render(request, "catalogue/_tag_names.html", {"names": names})
    response["Cache-Control"] = "private, max-age=60"
    return response
