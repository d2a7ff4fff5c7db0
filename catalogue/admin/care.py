"""The pages of what needs care: the lines on the desk's front page, pairs of tags, rules against hand decisions."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, path, reverse
from django.views.decorators.http import require_safe

from catalogue.admin.queue import PARTS, waiting_numbers
from catalogue.curation import Care, KnownTag, Need, disagreements
from catalogue.models import NotTwins, Paper, Tag, TagKind

PAIRS_A_PAGE = 50
LINES = {
    "twins": "Pairs of tags that are probably one",
    "same": "Pairs of tags on almost the same papers",
    "inside": "Tags whose papers almost all have another: perhaps a broader one",
    "never": "Tags that no listed paper has",
    "once": "Tags that one listed paper has",
    "disagreements": "Tags whose rules disagree with what curators decided",
    "runs": "Changed patterns whose application stopped before its end",
    "imports": "Imports with problems that nobody has looked at",
    "duplicates": "Pairs of papers that may be one",
    "heading": "Papers without a title whose heading is only the first words",
    "markup": "Papers with left-over markup",
    "without": "Papers without {kind}",
}
PLACES = {
    "twins": ("catalogue_tag_twins", ""),
    "same": ("catalogue_tag_overlaps", ""),
    "inside": ("catalogue_tag_overlaps", "inside=1"),
    "never": ("catalogue_tag_changelist", "used=never"),
    "once": ("catalogue_tag_changelist", "used=once"),
    "disagreements": ("catalogue_tag_disagreements", ""),
    "runs": ("catalogue_tag_runs", ""),
    "imports": ("catalogue_importrun_changelist", "seen=no"),
    "duplicates": ("catalogue_paper_duplicates", ""),
    "heading": ("catalogue_paper_changelist", "heading=first"),
    "markup": ("catalogue_paper_changelist", "markup=odd"),
}


def for_curators(desk: Any, view: Any) -> Any:
    """Return a view of the desk for those who may change what `desk`, a ModelAdmin, looks after."""

    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not desk.has_change_permission(request):
            raise PermissionDenied
        shown = desk.admin_site.each_context(request) | {"opts": desk.opts}
        answer: HttpResponse = view(request, shown, *args, **kwargs)
        return answer

    return desk.admin_site.admin_view(page)


def care_paths(desk: Any) -> list[Any]:
    """Return the addresses of these pages; `desk` is the ModelAdmin of tags."""
    return [
        path("care/", for_curators(desk, care), name="catalogue_tag_care"),
        path("care/twins/", for_curators(desk, twins), name="catalogue_tag_twins"),
        path("care/overlaps/", for_curators(desk, overlapping), name="catalogue_tag_overlaps"),
        path("care/rules/", for_curators(desk, rules), name="catalogue_tag_disagreements"),
    ]


def lines() -> list[dict[str, Any]]:
    """Return the lines of what needs care, each with its number, where to do it, and how many papers it is about."""
    return [
        {"text": _text(need), "url": _place(need), "number": need.number, "papers": need.papers}
        for need in Care().needs()
    ]


def _text(need: Need) -> str:
    article = "an" if need.kind[:1] in "aeiou" else "a"
    return LINES[need.name].format(kind=f"{article} {need.kind}")


def _place(need: Need) -> str:
    if need.kind:
        return f"{reverse('admin:catalogue_paper_changelist')}?{urlencode({'without': need.kind})}"
    name, query = PLACES[need.name]
    return reverse(f"admin:{name}") + (f"?{query}" if query else "")


@require_safe
def care(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show all lines."""
    return render(request, "admin/catalogue/tag/care.html", shown | {"title": "What needs care", "lines": lines()})


def twins(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the pairs of tags that are probably one; POST says that two are not."""
    if request.method == "POST":
        return _not_twins(request)
    reason = request.GET.get("reason", "")
    pairs = Care().twins()
    reasons = list(dict.fromkeys(pair.twin.reason for pair in pairs))
    pairs = [pair for pair in pairs if reason in ("", pair.twin.reason)]
    page = Paginator(pairs, PAIRS_A_PAGE).get_page(request.GET.get("page"))
    rows = [{"pair": pair, "merge": merge_url(pair.gone, pair.stays)} for pair in page]
    shown |= {"title": "Tags that are probably one", "rows": rows, "page": page, "reason": reason, "reasons": reasons}
    return render(request, "admin/catalogue/tag/twins.html", shown)


def overlapping(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the tags on almost the same papers, or those inside others; POST says that two are not one."""
    if request.method == "POST":
        return _not_twins(request)
    inside = "inside" in request.GET
    pairs = [pair for pair in Care().overlaps() if pair.overlap.same != inside]
    page = Paginator(pairs, PAIRS_A_PAGE).get_page(request.GET.get("page"))
    rows = [{"pair": pair, "act": _under_url(pair.one) if inside else _merging(pair.one, pair.other)} for pair in page]
    title = "Tags inside others" if inside else "Tags on almost the same papers"
    shown |= {"title": title, "rows": rows, "page": page, "inside": inside}
    return render(request, "admin/catalogue/tag/overlaps.html", shown)


@require_safe
def rules(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the tags whose rules and hand decisions disagree."""
    page = Paginator(disagreements(), PAIRS_A_PAGE).get_page(request.GET.get("page"))
    shown |= {"title": "Rules and hand decisions", "page": page}
    return render(request, "admin/catalogue/tag/disagreements.html", shown)


def _not_twins(request: HttpRequest) -> HttpResponse:
    """Remember that two tags are two, and show the same page again."""
    try:
        one, other = sorted(int(request.POST.get(name, "")[:18]) for name in ("one", "other"))
    except ValueError:
        raise Http404 from None
    tags = Tag.objects.shared().in_bulk([one, other])
    if len(tags) < 2:
        messages.warning(request, "One of the two tags is no longer here.")
    else:
        NotTwins.say(one, other, request.user)
        messages.success(request, f"“{tags[one].label}” and “{tags[other].label}” are two: they are not shown again.")
    return redirect(request.get_full_path())


def merge_url(gone: KnownTag, stays: KnownTag) -> str:
    """Return where one tag is merged into another."""
    try:
        merge = reverse("admin:catalogue_tag_merge")
    except NoReverseMatch:  # as long as there is no such page
        return reverse("admin:catalogue_tag_change", args=[gone.id])
    return f"{merge}?tags={gone.id},{stays.id}&into={stays.id}"


def _merging(one: KnownTag, other: KnownTag) -> str:
    gone, stays = sorted((one, other), key=lambda tag: tag.rank)
    return merge_url(gone, stays)


def _under_url(tag: KnownTag) -> str:
    """Return where a tag is given a broader one."""
    return f"{reverse('admin:catalogue_tag_change', args=[tag.id])}#id_broader"


# --- The front page ---------------------------------------------------------------------------------
_index = admin.site.index


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The desk's front page: what waits in the queue and what needs care come first, for those who may do it."""
    waiting = []
    numbers, url = waiting_numbers(), reverse("admin:catalogue_tag_queue")
    if request.user.has_perm(PARTS["tags"]):
        waiting.append(("Tags that are proposed", url, numbers["tags"]))
    if request.user.has_perm(PARTS["reports"]):
        waiting.append(("Mistakes that readers report", f"{url}?of=reports", numbers["reports"]))
    needs = lines() if request.user.has_perm("catalogue.change_tag") else []
    return _index(request, {"waiting": waiting, "needs": needs} | (extra_context or {}))


admin.site.index = index


# --- Filters of the lists that the lines lead to ----------------------------------------------------
class WithoutFilter(admin.SimpleListFilter):
    """Listed papers without any tag of a kind."""

    title = "without"
    parameter_name = "without"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.value, kind.label) for kind in TagKind]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Paper]) -> QuerySet[Paper]:
        return queryset.among(Care().without(self.value())) if self.value() in TagKind.values else queryset


class FlagFilter(admin.SimpleListFilter):
    """Listed papers of which a column says that a curator may want to mend something."""

    flag = choice = word = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(self.choice, self.word)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Paper]) -> QuerySet[Paper]:
        return queryset.among(Care().flagged(self.flag)) if self.value() == self.choice else queryset


class HeadingFilter(FlagFilter):
    title = parameter_name = "heading"
    flag, choice, word = "plain_heading", "first", "only the first words"


class MarkupFilter(FlagFilter):
    title = parameter_name = "markup"
    flag, choice, word = "odd_markup", "odd", "left over"


class UsedFilter(admin.SimpleListFilter):
    """Tags, not retired, by how many listed papers have them themselves."""

    title = parameter_name = "used"
    times = {"never": 0, "once": 1}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("never", "never"), ("once", "once")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Tag]) -> QuerySet[Tag]:
        times = self.times.get(self.value() or "")
        return queryset if times is None else queryset.among(Care().used(times))


class SeenFilter(admin.SimpleListFilter):
    """Imports with problems: whether somebody has looked at them."""

    title = "problems looked at"
    parameter_name = "seen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("no", "not yet"), ("yes", "yes")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("no", "yes"):
            return queryset
        return queryset.filter(problems__gt=0, seen_at__isnull=self.value() == "no")
