"""Papers kept from wherever they are shown: saved, put on lists, tagged – one, a selection, or a whole result set."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from catalogue.access import editable_list, reader_of, reader_to_write
from catalogue.curation import TagsRefused, own_tags_typed, tag_papers, untag_papers
from catalogue.facets import Links
from catalogue.filters import PER_PAGE_AT_MOST, PaperFilter
from catalogue.forms import OneLineField
from catalogue.models import ListIsFull, Paper, Reader, ReadingList
from catalogue.views.small_forms import back, refuse_null_characters, tell_visitor

TITLE = OneLineField(ReadingList._meta.get_field("title"), required=False)


class NothingChosen(Exception):
    """What was asked cannot be done with what was sent; says why."""


@require_POST
@refuse_null_characters
def list_saved(request: HttpRequest) -> HttpResponse:
    """Save a paper (`save`, its key) or take it from the saved ones (`unsave`)."""
    key = request.POST.get("save") or request.POST.get("unsave", "")
    paper = Paper.objects.listed().filter(key=key).first()
    if paper is None:
        messages.error(request, "That paper is no longer here.")
        return back(request)
    try:
        saved = ReadingList.saved_by(reader_to_write(request))
        if "save" in request.POST:
            saved.add([paper.pk], by=saved.owner)
            tell_visitor(request)
        else:
            saved.remove([paper.pk])
    except ListIsFull as full:
        messages.error(request, str(full))
    return back(request, f"paper-{paper.key}")


@require_POST
@refuse_null_characters
def paper_selection(request: HttpRequest) -> HttpResponse:
    """Put papers on a list (`act=list`), tag (`tag`) or untag (`untag`) them: those of `paper`, or with `scope=all`
    all results of `query`.
    """
    acts = {"list": _put_on_list, "tag": _tag, "untag": _untag}
    act = acts.get(request.POST.get("act", "").replace("enter", _typed(request)))
    try:
        if act is None:
            raise NothingChosen("Choose what to do with the papers.")
        act(request, _chosen(request))
        tell_visitor(request)
    except (NothingChosen, ListIsFull, TagsRefused) as refused:
        messages.error(request, str(refused))
    return back(request)


def _typed(request: HttpRequest) -> str:
    """Return what the key Enter is for: the field that something was typed in."""
    return "tag" if request.POST.get("tags", "").strip() else "list" if request.POST.get("title", "").strip() else ""


def _chosen(request: HttpRequest) -> list[int]:
    """Return the ids of the papers that are meant, in the order in which they are shown."""
    query = QueryDict(request.POST.get("query", ""))
    if request.POST.get("scope") == "all":
        shown = PaperFilter(query, reader_of(request)).in_order()
        return shown.ids(0, len(shown))
    on_page = request.POST.get("page", "").split()[:PER_PAGE_AT_MOST]
    keys = on_page if request.POST.get("scope") == "page" else request.POST.getlist("paper")
    of_key = dict(Paper.objects.listed().filter(key__in=keys).values_list("key", "pk"))
    if not of_key:
        raise NothingChosen("Select papers first: tick them, or choose all results.")
    return [of_key[key] for key in keys if key in of_key]


def _put_on_list(request: HttpRequest, papers: list[int]) -> None:
    reader = reader_to_write(request)
    with transaction.atomic():
        chosen = _list_meant(request, reader)
        new = chosen.add(papers, by=reader)
    link = format_html('<a href="{}">{}</a>', chosen.get_absolute_url(), chosen.title)
    there = len(papers) - new
    also = f"; {there:,} {'was' if there == 1 else 'were'} there already" if there else ""
    messages.success(request, format_html("{} added to {}{}.", counted(new), link, also))


def _list_meant(request: HttpRequest, reader: Reader) -> ReadingList:
    """Return the list of the form: a new one (`title`), one that may be changed (`list`), else that of saved papers."""
    title, wanted = TITLE.clean(request.POST.get("title", "")[: TITLE.max_length]), request.POST.get("list", "")
    if wanted == "new" or (title and not wanted):
        if not title:
            raise NothingChosen("Give the new list a title.")
        return ReadingList.create(reader, title)
    return editable_list(request, wanted) if wanted not in ("", "saved") else ReadingList.saved_by(reader)


def _tag(request: HttpRequest, papers: list[int]) -> None:
    done = tag_papers(papers, request.POST.get("tags", ""), reader_to_write(request), mine_only="mine" in request.POST)
    messages.success(request, said_of_tags(done, len(papers)))


def _untag(request: HttpRequest, papers: list[int]) -> None:
    reader = reader_of(request)
    tags = own_tags_typed(request.POST.get("tags", ""), reader) if reader else []
    if not tags:
        raise TagsRefused("None of these is a tag of yours.")
    gone = untag_papers(papers, tags, reader)
    said = f"Your tag was taken from {counted(gone)}." if gone else "None of them had that tag of yours."
    messages.success(request, said)


def said_of_tags(done: Any, papers: int) -> str:
    """Return what to tell of tags that were given."""
    labels = ", ".join(f"“{tag.label}”" for tag in done.tags)
    on = f" on {counted(papers)}" if papers > 1 else ""
    asked = " The curators are asked whether it is for everybody." if done.proposed else ""
    return f"You tagged {labels}{on}.{asked}"


def counted(papers: int) -> str:
    """Return a number of papers in words."""
    return f"{papers:,} paper{'' if papers == 1 else 's'}"


def selecting(page: Page[Paper], selection: PaperFilter, links: Links) -> dict[str, Any]:
    """Return what the form for many papers needs: the lists they can be put on, and what stands for all results."""
    lists = sorted(selection.index.own_named("list"))
    keys = " ".join(paper.key for paper in page)
    return {"selectable": True, "own_lists": lists, "query_string": links.url().partition("?")[2], "keys_on_page": keys}


def show_lists(page: Page[Paper], selection: PaperFilter, links: Links) -> dict[str, Any]:
    """Where the most listed come first: tell each paper on how many public lists it is, and link to those that are."""
    if selection.order != "listed":
        return {}
    for paper in page:
        paper.on_lists = selection.public_lists.get(paper.pk, 0)
    return {} if selection.value("on_lists") else {"listed_url": links.setting("on_lists", "1").url()}
