"""Reading lists as they are read: mine, public ones, one on the screen and on paper."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from catalogue.access import (
    OWNER,
    PUBLIC,
    is_curator,
    may_edit,
    readable_list,
    reader_of,
    reader_to_write,
)
from catalogue.facets import Links
from catalogue.forms import ListForm
from catalogue.models import Item, ListIsFull, Membership, ReadingList, ReadState
from catalogue.paging import NoSuchPage, page_of
from catalogue.search import fold
from catalogue.views.list_showing import addresses, dressed, in_sections, outline, papers_shown, with_papers
from catalogue.views.listing import beyond, choices_of

LISTS_A_PAGE = 50
ORDERS = {"changed": "Last changed first", "papers": "Most papers first"}
PRINTED_AT_ONCE = 500
# As many as a query of either database takes.
FOUND_AT_MOST = 10_000


# --- Lists of lists -----------------------------------------------------------------------------
@require_safe
def list_list(request: HttpRequest) -> HttpResponse:
    """The reader's own lists, and those of others to which they were invited."""
    return _list_list(request, ListForm())


def _list_list(request: HttpRequest, form: ListForm) -> HttpResponse:
    reader = reader_of(request)
    role = Membership.objects.filter(reading_list=OuterRef("pk"), reader=reader).values("role")
    shared = ReadingList.objects.shared_with(reader).annotate(role=Subquery(role)).select_related("owner__user")
    context = {
        "section": "lists",
        "own": ReadingList.objects.owned_by(reader).with_progress(),
        "shared": shared.with_progress(),
        "form": form,
        "is_visitor": not request.user.is_authenticated,
        "robots": "noindex",
    }
    return render(request, "catalogue/list_list.html", context)


@require_POST
def list_create(request: HttpRequest) -> HttpResponse:
    """Make a list."""
    form = ListForm(request.POST)
    if not form.is_valid():
        return _list_list(request, form)
    try:
        made = ReadingList.create(reader_to_write(request), **form.cleaned_data)
    except ListIsFull as full:
        messages.error(request, str(full))
        return redirect("list_list")
    return redirect(made)


@require_safe
def public_lists(request: HttpRequest) -> HttpResponse:
    """Lists that everybody may read; the filter box looks for words of their titles."""
    text = request.GET.get("text", "").strip()[:200]
    order = request.GET.get("order") if request.GET.get("order") in ORDERS else "changed"
    lists = _titled(ReadingList.objects.public(), text).with_progress().select_related("owner__user")
    lists = lists.order_by(*(["-item_count"] if order == "papers" else []), "-changed", "-pk")
    links = Links(request.path).setting("text", text).setting("order", order if order != "changed" else "")
    try:
        page, pages = page_of(lists, LISTS_A_PAGE, request.GET.get("page", ""), links)
    except NoSuchPage as missing:
        return beyond(request, missing)
    context = {
        "section": "lists",
        "page": page,
        "pages": pages,
        "total": page.paginator.count,
        "filter_text": text,
        "order_choices": choices_of(ORDERS, order),
        "robots": "noindex" if text else "",
    }
    return render(request, "catalogue/public_lists.html", context)


def _titled(lists: QuerySet[ReadingList], text: str) -> Any:
    """Return the lists with every word of `text` in their titles, case and accents ignored as everywhere."""
    words = fold(text).split()
    if not words:
        return lists
    titles = ((pk, fold(title)) for pk, title in lists.order_by().values_list("pk", "title"))
    found = [pk for pk, title in titles if all(word in title for word in words)]
    return lists.filter(pk__in=found[:FOUND_AT_MOST])


# --- One list -----------------------------------------------------------------------------------
@require_safe
def list_detail(request: HttpRequest, **of: str) -> HttpResponse:
    """A list, by its name or the secret of its link; its editors change it here."""
    reading_list = readable_list(request, **of)
    urls = addresses(reading_list)
    try:
        papers = papers_shown(reading_list, request.GET, urls["list_url"], is_curator(request))
    except NoSuchPage as missing:
        return beyond(request, missing)
    edits = may_edit(reading_list)
    context = {
        "section": "lists",
        "list": reading_list,
        "may_edit": edits,
        "is_owner": reading_list.role == OWNER,
        "is_member": reading_list.role in Membership.Role.values,
        "is_visitors": reading_list.owner.is_visitor,
        "others": _other_lists(request, reading_list) if edits else (),
        "states": ReadState.choices,
        "robots": "" if reading_list.role == PUBLIC and not papers["is_narrowed"] else "noindex",
    }
    return render(request, "catalogue/list_detail.html", context | papers | urls)


def _other_lists(request: HttpRequest, reading_list: ReadingList) -> QuerySet[ReadingList]:
    """Return the lists to which papers of this one can be added."""
    return ReadingList.objects.edited_by(reader_of(request)).exclude(pk=reading_list.pk).only("public_id", "title")


@require_safe
def list_print(request: HttpRequest, **of: str) -> HttpResponse:
    """The whole list on one page, for paper; `abstracts=on` with the abstracts."""
    reading_list = readable_list(request, **of)
    abstracts = request.GET.get("abstracts") == "on"
    sections = outline(reading_list)
    items = list(_printed(with_papers(reading_list.items.all(), abstracts), is_curator(request)))
    context = {
        "section": "lists",
        "list": reading_list,
        "parts": in_sections(items, sections),
        "item_count": sum(section.listed for section in sections),
        "abstracts": abstracts,
        "robots": "noindex",
    }
    return render(request, "catalogue/list_print.html", context | addresses(reading_list))


def _printed(items: QuerySet[Item], sees_all: bool) -> Iterator[Item]:
    """Yield items with the cards of their papers, fetched for so many at a time as a query takes."""
    rows = list(items)
    for start in range(0, len(rows), PRINTED_AT_ONCE):
        yield from dressed(rows[start : start + PRINTED_AT_ONCE], sees_all)


@require_POST
def list_copy(request: HttpRequest, **of: str) -> HttpResponse:
    """Make the reader a private copy of a list that they may read."""
    reading_list = readable_list(request, **of)
    try:
        copy = reading_list.copy_for(reader_to_write(request))
    except ListIsFull as full:
        messages.error(request, str(full))
        return redirect(addresses(reading_list)["list_url"])
    messages.success(request, "This is your own copy. Nobody else sees it.")
    return redirect(copy)
