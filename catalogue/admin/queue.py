"""The queue: proposed tags and reported mistakes that wait for a curator's answer."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.html import format_html

from catalogue.admin.desk import event_url
from catalogue.curation import (
    Answered,
    CannotMerge,
    Question,
    TagRefused,
    accept_as,
    accept_proposals,
    answer_reports,
    asked_papers,
    asked_tags,
    meant,
    reject_proposals,
    with_papers,
)
from catalogue.facets import Links
from catalogue.models import Report, ReportState, Tag, TagEvent, Tagging, TagKind, Verb

QUESTIONS_A_PAGE, PAPERS_SHOWN, PAPERS_A_PAGE, REPORTS_A_PAGE = 20, 3, 50, 25
PLACE = "Queue"


def urls(model_admin: Any) -> list[Any]:
    """Return the address of the queue."""

    def queue(request: HttpRequest) -> HttpResponse:
        parts = [part for part in PARTS if request.user.has_perm(PARTS[part])]
        part = request.GET.get("of") if request.GET.get("of") in PARTS else (parts or ["tags"])[0]
        if part not in parts:
            raise PermissionDenied
        if request.method == "POST":
            if request.POST.get("answer") not in ("accept", "reject"):
                raise BadRequest("What was sent neither accepts nor rejects.")
            return _answer_reports(request) if part == "reports" else _answer_tags(request)
        context = _reports(request) if part == "reports" else _tags(request)
        context |= {"title": "Queue", "opts": model_admin.opts, "part": part, "parts": _numbers(parts)}
        return render(request, "admin/catalogue/tag/queue.html", model_admin.admin_site.each_context(request) | context)

    return [path("queue/", model_admin.admin_site.admin_view(queue), name="catalogue_tag_queue")]


# What waits, and who may answer.
PARTS = {"tags": "catalogue.change_tag", "reports": "catalogue.change_report"}


def waiting_numbers() -> dict[str, int]:
    """Return how many questions wait: proposed tags, and reports. Two queries."""
    return {
        "tags": Tagging.objects.waiting().order_by().values("tag").distinct().count(),
        "reports": Report.objects.filter(state=ReportState.OPEN).count(),
    }


def _numbers(parts: list[str]) -> list[tuple[str, str, int]]:
    numbers = waiting_numbers()
    names = {"tags": "Proposed tags", "reports": "Reported mistakes"}
    return [(part, names[part], numbers[part]) for part in parts]


# --- What is shown ---------------------------------------------------------------------------------
def _tags(request: HttpRequest) -> dict[str, Any]:
    """Return the questions of a page, or the one that `tag` names with its papers."""
    tag = _number(request.GET.get("tag", ""))
    if tag:
        return _one_tag(request, tag)
    chosen = {"kind": request.GET.get("kind", ""), "by": request.GET.get("by", "")}
    chosen = {name: value for name, value in chosen.items() if value in (*TagKind.values, "readers", "rules")}
    counted = Paginator(asked_tags(**chosen), QUESTIONS_A_PAGE).get_page(request.GET.get("page"))
    questions = with_papers(counted.object_list, first=PAPERS_SHOWN)
    return {
        "page": counted,
        "links": Links(request.path).setting("kind", chosen.get("kind", "")).setting("by", chosen.get("by", "")),
        "questions": questions,
        "upto": Tagging.objects.waiting().aggregate(last=Max("pk"))["last"],
        "kinds": TagKind.choices,
        **chosen,
    }


def _one_tag(request: HttpRequest, tag: int) -> dict[str, Any]:
    counted = asked_tags().filter(tag=tag)
    papers = Paginator(asked_papers(tag), PAPERS_A_PAGE).get_page(request.GET.get("page"))
    typed = request.GET.get("as", "").strip()[:200]
    found = meant([typed])[0] if typed else None
    return {
        "page": papers,
        "links": Links(request.path).setting("tag", str(tag)),
        "questions": with_papers(counted, papers=papers.object_list),
        "upto": Tagging.objects.waiting().aggregate(last=Max("pk"))["last"],
        "alone": True,
        "typed": typed,
        "near": [each for each in (found.tags or found.near) if each.pk != tag] if found else [],
        "ticked": {_number(each) for each in request.GET.getlist("paper")},
    }


def _reports(request: HttpRequest) -> dict[str, Any]:
    """Return the reports of a page, the oldest first."""
    waiting = Report.objects.filter(state=ReportState.OPEN).order_by("added", "pk")
    found = waiting.select_related("paper", "reader__user").defer("paper__abstract_html", "paper__abstract_source")
    page = Paginator(found, REPORTS_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "links": Links(request.path).setting("of", "reports"), "reports": list(page.object_list)}


# --- Answers ---------------------------------------------------------------------------------------
def _answer_tags(request: HttpRequest) -> HttpResponse:
    """Answer one question, for all its papers or those that are ticked, or several that are ticked."""
    data = request.POST
    verdict, typed = data.get("answer", ""), data.get("as", "").strip()[:200]
    papers = [number for each in data.getlist("paper") if (number := _number(each))]
    asked = [each.partition(":") for each in data.getlist("question")]
    numbers = {_number(tag): _number(shown) for tag, _, shown in asked}
    tags = Tag.objects.shared().in_bulk([pk for pk in numbers if pk])
    into = _number(data.get("into", ""))
    other = Tag.objects.shared().filter(pk=into).first() if into else None
    if verdict == "accept" and typed and not other:
        found = meant([typed])[0].tags
        if len(found) != 1:
            return _ask_which(request, typed, list(numbers), papers)
        other = found[0]
    for pk, shown in numbers.items():
        if pk not in tags:
            messages.warning(request, "A tag that you answered for is gone: somebody merged or deleted it meanwhile.")
            continue
        question = Question(tags[pk], papers or None, _number(data.get("upto", "")) or None)
        _answer_tag(request, question, verdict, other, len(papers) or shown)
    return redirect(_back(request))


def _answer_tag(request: HttpRequest, question: Question, verdict: str, other: Tag | None, shown: int) -> None:
    try:
        if verdict == "reject":
            done = reject_proposals(question, request.user, PLACE)
        elif other:
            done = accept_as(question, other, request.user, PLACE)
        else:
            done = accept_proposals(question, request.user, PLACE)
    except (TagRefused, CannotMerge) as refused:
        messages.error(request, str(refused))
        return
    _tell(request, question.tag, done, shown)


def _tell(request: HttpRequest, tag: Tag, done: Answered, shown: int) -> None:
    """Say what was done; and to the second of two curators, what the first has done already."""
    if done.papers:
        link = event_url(done.event)
        undo = format_html(' <a href="{}">Look at it or undo it</a>', link) if link else ""
        messages.success(request, format_html("{}.{}", done.event.said, undo))
    if done.papers < shown:
        before = TagEvent.objects.of_tag(tag.pk).filter(verb=Verb.ANSWER).exclude(pk=done.event.pk).first()
        missing = "It was" if not done.papers else f"{shown - done.papers:,} of the {shown:,} papers shown were"
        said = f" {before.said}, by {before.user or 'somebody who is gone'}." if before else ""
        messages.warning(request, f"“{tag.label}”: {missing} answered by somebody else meanwhile.{said}")


def _ask_which(request: HttpRequest, typed: str, tags: list[int], papers: list[int]) -> HttpResponse:
    """Where no tag, or several, have a label that was typed: ask on the page of the question."""
    if len(tags) != 1:
        found = meant([typed])[0]
        near = ", ".join(f"“{tag.label}” ({tag.kind})" for tag in found.tags or found.near)
        messages.error(request, f"Not one tag has the label “{typed}”." + (f" There is: {near}." if near else ""))
        return redirect(_back(request))
    query = QueryDict(mutable=True)
    query.update({"tag": str(tags[0]), "as": typed})
    query.setlist("paper", [str(each) for each in papers[:PAPERS_A_PAGE]])
    return redirect(f"{request.path}?{query.urlencode()}")


def _answer_reports(request: HttpRequest) -> HttpResponse:
    """Answer the reports that are named, as one act."""
    ids = [number for each in request.POST.getlist("report") if (number := _number(each))]
    state = ReportState.REJECTED if request.POST.get("answer") == "reject" else ReportState.ACCEPTED
    text = request.POST.get("text", "").strip()[:5000] if len(ids) == 1 else ""
    event, answered = answer_reports(ids, state, text, request.user, PLACE)
    if answered:
        link = event_url(event)
        undo = format_html(' <a href="{}">Look at it or undo it</a>', link) if link else ""
        messages.success(request, format_html("{}.{}", event.said, undo))
    if answered < len(ids):
        messages.warning(request, f"{len(ids) - answered} of these were answered by somebody else meanwhile.")
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    """Return where the queue was: the same page of it, at the question after the one that was answered."""
    query = QueryDict(request.POST.get("here", ""), mutable=True)
    for name in ("as", "paper"):
        query.pop(name, None)
    if request.GET.get("of") == "reports":
        query["of"] = "reports"
    anchor = _number(request.POST.get("next", ""))
    text = f"{request.path}?{query.urlencode()}" if query else request.path
    return f"{text}#q-{anchor}" if anchor else text


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
