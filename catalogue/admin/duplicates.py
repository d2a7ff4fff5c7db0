"""Papers that may be one: the list of pairs, and two texts side by side with what differs marked."""

from difflib import SequenceMatcher
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from catalogue.admin.desk import event_url, log_together
from catalogue.importing import CannotMergePapers, merge_papers
from catalogue.models import Paper, PossibleDuplicate

PAIRS_A_PAGE = 50
# Words of a text that are compared: more would keep somebody waiting.
WORDS_COMPARED = 3000
DESK = "desk: papers that may be one"
IDENTIFIERS = {"doi": "DOI", "arxiv_id": "arXiv", "openreview_id": "OpenReview"}


def duplicate_paths(desk: Any) -> list[Any]:
    """Return the addresses of these pages; `desk` is the ModelAdmin of papers."""
    return [
        path("duplicates/", _for_mergers(desk, pairs), name="catalogue_paper_duplicates"),
        path("duplicates/<int:pk>/", _for_mergers(desk, pair), name="catalogue_paper_duplicate"),
    ]


def may_merge(request: HttpRequest) -> bool:
    """Merging takes one of two papers away: whoever may delete papers may do it."""
    return request.user.has_perm("catalogue.delete_paper")


def _for_mergers(desk: Any, view: Any) -> Any:
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_merge(request):
            raise PermissionDenied
        answer: HttpResponse = view(
            request, desk.admin_site.each_context(request) | {"opts": desk.opts}, *args, **kwargs
        )
        return answer

    return desk.admin_site.admin_view(page)


@require_safe
def pairs(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the pairs that nobody has decided about."""
    waiting = PossibleDuplicate.objects.waiting().select_related("paper", "other")
    page = Paginator(waiting, PAIRS_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "admin/catalogue/paper/duplicates.html", shown | {"title": "Papers that may be one", "page": page}
    )


def pair(request: HttpRequest, shown: dict[str, Any], pk: int) -> HttpResponse:
    """Show two papers side by side; POST merges them into one of them, or keeps them apart."""
    found = get_object_or_404(PossibleDuplicate.objects.select_related("paper", "other"), pk=pk)
    if request.method == "POST":
        return _decide(request, found)
    texts = differing(found.paper.abstract_text, found.other.abstract_text)
    sides = [
        {"paper": paper, "text": text, "facts": facts(paper)}
        for paper, text in zip((found.paper, found.other), texts, strict=True)
    ]
    shown |= {"title": "Are these two papers one?", "pair": found, "sides": sides}
    return render(request, "admin/catalogue/paper/duplicate.html", shown)


def _decide(request: HttpRequest, found: PossibleDuplicate) -> HttpResponse:
    kept = {str(found.paper_id): found.paper, str(found.other_id): found.other}.get(request.POST.get("keep", ""))
    if kept:
        gone = found.other if kept == found.paper else found.paper
        try:
            event = merge_papers(gone.pk, kept.pk, request.user, DESK)
        except CannotMergePapers as error:
            messages.error(request, str(error))
            return redirect("admin:catalogue_paper_duplicates")
        log_together(request, Paper, [kept.pk], event.said)
        said = 'Merged into <a href="{}">{}</a>. <a href="{}">See what changed, or undo it</a>.'
        messages.success(request, format_html(said, kept.get_absolute_url(), kept.heading, event_url(event)))
    elif "apart" in request.POST:
        PossibleDuplicate.objects.filter(pk=found.pk).update(decided_by=request.user, decided_at=timezone.now())
        messages.success(request, "They stay two papers, and are not asked about again.")
    else:
        messages.error(request, "Choose which paper stays, or keep them apart.")
        return redirect(request.path)
    following = PossibleDuplicate.objects.waiting().first()
    return (
        redirect("admin:catalogue_paper_duplicate", following.pk)
        if following
        else redirect("admin:catalogue_paper_duplicates")
    )


def facts(paper: Paper) -> list[tuple[str, str]]:
    """Return what is known of a paper, as names and values."""
    places = paper.appearances.select_related("collection", "source").order_by("pk")
    tags = paper.taggings.public().select_related("tag").order_by("tag__kind", "tag__label")
    known = [
        ("Title", paper.title),
        ("Authors", ", ".join(author.name for author in paper.authorships.all())),
        ("Year", str(paper.year or "")),
        *((label, getattr(paper, name)) for name, label in IDENTIFIERS.items()),
        ("Appeared in", "; ".join(f"{each.collection} ({each.source}, line {each.line})" for each in places)),
        ("Tags", ", ".join(tagging.tag.label for tagging in tags)),
        ("In lists", str(paper.items.count() or "")),
        ("Locked", ", ".join(name.removesuffix("_source") for name in paper.locked_fields)),
        ("Address", paper.url),
    ]
    return [(name, value) for name, value in known if value]


def differing(one: str, other: str) -> tuple[SafeString, SafeString]:
    """Return two texts as HTML, the words that the other has not marked."""
    words = one.split()[:WORDS_COMPARED], other.split()[:WORDS_COMPARED]
    marked: tuple[list[str], list[str]] = ([], [])
    for act, start, end, start_other, end_other in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        for side, some in ((0, words[0][start:end]), (1, words[1][start_other:end_other])):
            if some:
                text = conditional_escape(" ".join(some))
                marked[side].append(text if act == "equal" else format_html("<mark>{}</mark>", text))
    # Every piece is escaped.
    return mark_safe(" ".join(marked[0])), mark_safe(" ".join(marked[1]))  # noqa: S308


def compare_selected(request: HttpRequest, queryset: QuerySet[Paper]) -> HttpResponse | None:
    """Show the two selected papers side by side."""
    ids = sorted(queryset.values_list("pk", flat=True)[:3])
    if len(ids) != 2:
        messages.error(request, "Select two papers that are one.")
        return None
    found, _ = PossibleDuplicate.objects.get_or_create(
        paper_id=ids[0], other_id=ids[1], defaults={"reason": "been chosen by a curator"}
    )
    return redirect(reverse("admin:catalogue_paper_duplicate", args=[found.pk]))
