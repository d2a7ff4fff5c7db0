"""The page of the desk that gives a part of a tag's papers a tag of their own."""

import re
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html

from catalogue.access import readable_list
from catalogue.admin.tag_acts import DESK, Preview, act_page, desk_page, papers
from catalogue.admin.tag_forms import SplitForm
from catalogue.curation import TagRefused, papers_by_rule, split
from catalogue.importing import matches_of
from catalogue.models import AssertionState, Item, Paper, Tag, TagLabel, name_key
from catalogue.sources import read_list

PAPERS_A_PAGE = 50
NAMED_AT_MOST = 10
LIST_ADDRESS = re.compile(r"^\S*/lists/(?!s/)([0-9a-z]+)/?\S*$")


def split_page(admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Choose papers of a tag, by rule, by list or by hand, and give them another tag."""
    if not admin.has_change_permission(request):
        raise PermissionDenied
    tag = get_object_or_404(Tag.objects.shared(), pk=pk)
    data = request.POST or request.GET
    form = SplitForm(data if "label" in data else None)
    own = Paper.objects.filter(taggings__tag=tag, taggings__owner=None, taggings__state=AssertionState.ACCEPTED)
    picked = [key for key in data.getlist("picked") if key]

    def preview(cleaned: dict[str, Any]) -> Preview:
        chosen, facts, warnings = _chosen(request, tag, own, cleaned, picked)
        if not chosen:
            raise TagRefused("None of the tag’s papers is chosen." + (f" {warnings[0]}" if warnings else ""))
        label, keep = cleaned["label"], cleaned["keep"]
        other = TagLabel.objects.filter(owner=None, kind=tag.kind, key=name_key(label)).select_related("tag").first()
        to = f"the {tag.kind} “{other.tag.label}”, which is there" if other else f"a new {tag.kind} “{label}”"
        stay = (
            "they keep this one too"
            if keep
            else f"“{tag.label}” is rejected there, so that no rule or file gives it again"
        )
        facts.append(format_html("{} of {} get {}; {}.", f"{len(chosen):,}", papers(own.count()), to, stay))
        if cleaned["patterns"] and other:
            warnings.append(f"“{other.tag.label}” keeps its own patterns.")
        return Preview(
            facts,
            lambda user: split(tag, chosen, label, user, patterns=cleaned["patterns"], keep=keep, place=DESK),
            "Split",
            tag,
            warnings,
            repr(sorted(chosen)),
        )

    page = Paginator(own.order_by("-pk").only("key", "heading"), PAPERS_A_PAGE).get_page(data.get("page"))
    shown = {paper.key for paper in page}
    more = {"tag": tag, "page": page, "picked": picked, "elsewhere": [key for key in picked if key not in shown]}
    return act_page(request, admin, f"Split “{tag.label}”", form, preview, **more)


def _chosen(
    request: HttpRequest, tag: Tag, own: QuerySet[Paper], cleaned: dict[str, Any], picked: list[str]
) -> tuple[set[int], list[str], list[str]]:
    """Return the chosen papers of a tag, how many each way gave, and what was not found."""
    facts, warnings = [], []
    by_rule = set(papers_by_rule(tag, cleaned["patterns"])) if cleaned["patterns"] else set()
    by_list, unknown = _named(request, own, cleaned["papers"])
    by_hand = set(own.filter(key__in=picked).values_list("pk", flat=True))
    for way, found in (("by rule", by_rule), ("by list", by_list), ("by hand", by_hand)):
        if found:
            facts.append(f"{papers(len(found))} {way}.")
    if unknown:
        rest = f" and {len(unknown) - NAMED_AT_MOST:,} more" if len(unknown) > NAMED_AT_MOST else ""
        warnings.append(f"Not among the tag’s papers: {'; '.join(unknown[:NAMED_AT_MOST])}{rest}.")
    return by_rule | by_list | by_hand, facts, warnings


def _named(request: HttpRequest, own: QuerySet[Paper], lines: list[str]) -> tuple[set[int], list[str]]:
    """Return those of a tag's papers that lines name, and the lines that name none."""
    found: set[int] = set()
    rest = []
    for line in lines:
        address = LIST_ADDRESS.match(line)
        if not address:
            rest.append(line)
            continue
        try:
            items = Item.objects.filter(reading_list=readable_list(request, address[1]), paper__in=own)
            found |= set(items.values_list("paper", flat=True))
        except Http404:
            rest.append(line)
    entries = read_list("\n".join(rest).encode()).entries if rest else []
    matches = matches_of(entries, own) if entries else []
    unknown = [entry.text for entry, match in zip(entries, matches, strict=True) if match.paper is None]
    return found | {match.paper for match in matches if match.paper is not None}, unknown


def urls(admin: Any) -> list[Any]:
    """Return the address of this page."""
    return [desk_page(admin, "<int:pk>/split/", split_page, "catalogue_tag_split")]
