"""Pages of the desk that show what an act on tags will change, and then do it: merge, rename, move, retire, split."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join

from catalogue.admin.forms import with_merge
from catalogue.admin.tag_forms import MergeForm, MoveForm, NameForm, StateForm
from catalogue.curation import (
    CannotMerge,
    Care,
    Effect,
    TagRefused,
    add_labels,
    bring_back,
    merge,
    merge_effect,
    move,
    put_under,
    rename,
    retire,
    why_not,
)
from catalogue.facets import current, facet_named
from catalogue.models import Tag, TagEvent, TagState, User, text_hash

DESK = "the desk"
NOT_SENT = ("mark", "csrfmiddlewaretoken", "page")


@dataclass(slots=True)
class Preview:
    """What an act will change: lines of facts, warnings, and the act itself. `mark` stands for what was shown and
    the `rest` of what counts."""

    facts: list[str]
    act: Callable[[User], TagEvent]
    button: str
    then: Tag | None = None
    warnings: list[str] = field(default_factory=list)
    rest: str = ""

    @property
    def mark(self) -> str:
        return text_hash(repr((self.facts, self.warnings, self.rest)))


def act_page(
    request: HttpRequest, admin: Any, title: str, form: Form, preview: Callable[[dict[str, Any]], Preview], **more: Any
) -> HttpResponse:
    """Show the form; once it is filled in what would change; and when that is sent back unchanged, do it."""
    if not admin.has_change_permission(request):
        raise PermissionDenied
    shown = None
    if form.is_bound and form.is_valid():
        try:
            shown = preview(form.cleaned_data)
            if request.method == "POST" and request.POST.get("mark") == shown.mark:
                return done(request, shown.act(request.user), shown.then)
            if request.method == "POST":
                messages.warning(request, "Something changed since this was shown. Look again: nothing is done yet.")
        except (CannotMerge, TagRefused) as refused:
            form.add_error(None, refusal(refused))
            shown = None
    data = request.POST or request.GET
    sent = [(name, value) for name in data if name not in NOT_SENT for value in data.getlist(name)]
    context = {"title": title, "form": form, "preview": shown, "opts": admin.opts, "sent": sent, "hide": (), **more}
    return render(request, "admin/catalogue/tag/act.html", admin.admin_site.each_context(request) | context)


def done(request: HttpRequest, event: TagEvent, tag: Tag | None) -> HttpResponse:
    """Say what was done, offer to undo it, and go to the tag that is there now."""
    if event.pk:
        url = reverse("admin:catalogue_tagevent_undo", args=[event.pk])
        messages.success(request, format_html('{}. <a href="{}">Undo</a>', event.said, url))
    else:
        messages.info(request, "That is so already: nothing was changed.")
    if tag:
        return redirect("admin:catalogue_tag_change", tag.pk)
    return redirect("admin:catalogue_tag_changelist")


def refusal(refused: Exception) -> str:
    """Return why an act was refused; where another tag has the name, with a link to merge them."""
    tag, clash = getattr(refused, "tag", None), getattr(refused, "clash", None)
    return with_merge(str(refused), tag, clash) if tag and clash else str(refused)


def tag_link(tag: Tag) -> str:
    """Return a link to the form of a tag."""
    return format_html('<a href="{}">{}</a>', reverse("admin:catalogue_tag_change", args=[tag.pk]), tag.label)


def papers(number: int) -> str:
    return f"{number:,} paper" + ("" if number == 1 else "s")


def merge_page(admin: Any, request: HttpRequest) -> HttpResponse:
    """Merge several tags into one of them."""
    form = MergeForm(request.POST or request.GET)
    tags = form.cleaned_data.get("tags", []) if form.is_valid() or hasattr(form, "cleaned_data") else []
    care = Care()
    for tag in tags:
        tag.paper_count = care.papers(tag.pk)
    counted = sorted(tags, key=lambda tag: (-tag.paper_count, tag.pk))

    def preview(cleaned: dict[str, Any]) -> Preview:
        kept = cleaned["into"]
        sources = [tag for tag in cleaned["tags"] if tag != kept]
        if kept is None or (problem := why_not(sources, kept)):
            raise CannotMerge("Choose another tag to merge with." if kept is None else problem)
        effect = merge_effect(sources, kept)
        return Preview(
            merge_facts(effect), lambda user: merge(sources, kept, user, DESK), "Merge", kept, effect.warnings
        )

    chosen = str(request.POST.get("into") or request.GET.get("into") or "")
    more = {"tags": counted, "ids": ",".join(str(tag.pk) for tag in tags), "chosen": chosen, "hide": ("tags", "into")}
    return act_page(request, admin, "Merge tags", form, preview, **more)


def merge_facts(effect: Effect) -> list[str]:
    """Say what a merge will change, in lines."""
    kept = effect.target
    before = format_html_join(", ", "{}: {}", ((tag.label, papers(effect.papers[tag.pk])) for tag in effect.sources))
    facts = [
        format_html(
            "{}; {}: {}. Together {} ({} shared).",
            before,
            kept.label,
            papers(effect.papers[kept.pk]),
            papers(effect.together),
            f"{effect.shared:,}",
        )
    ]
    lists = (
        ("Alternative labels that “{}” gets: {}.", effect.labels),
        ("Patterns that “{}” gets: {}.", effect.patterns),
        ("Narrower tags that move under “{}”: {}.", [tag.label for tag in effect.narrower]),
        ("Addresses that lead to “{}” then: {}.", [f"/tags/{each.kind}/{each.slug}/" for each in effect.addresses]),
    )
    facts += [format_html(words, kept.label, ", ".join(names)) for words, names in lists if names]
    if effect.readers:
        facts.append(f"Readers whose own taggings move: {effect.readers:,}.")
    return facts


def name_page(admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Give a tag another name, or one more."""
    if not admin.has_change_permission(request):
        raise PermissionDenied
    tag = get_object_or_404(Tag.objects.shared().with_paper_counts(), pk=pk)
    form = NameForm(request.POST or request.GET or None, initial={"label": tag.label})

    def preview(cleaned: dict[str, Any]) -> Preview:
        label = cleaned["label"]
        if clashes := tag.label_clashes([label]):
            clash = clashes[0]
            raise TagRefused(f"The {clash.kind} “{clash.tag.label}” is called “{clash.label}” already.", clash.tag, tag)
        if cleaned["make_it"] == "alternative":
            facts = [format_html("“{}” is found under “{}” too; its name and address stay.", tag.label, label)]
            return Preview(facts, lambda user: add_labels(tag, [label], user, DESK), "Add the label", tag)
        facts = [
            format_html("{} show “{}” instead of “{}”.", papers(tag.paper_count), label, tag.label),
            format_html("“{}” stays an alternative label: imports and searches find the tag by it.", tag.label),
            format_html("{} redirects to the new address.", tag.get_absolute_url()),
        ]
        return Preview(facts, lambda user: rename(tag, label, user, DESK), "Rename", tag)

    return act_page(request, admin, f"Rename “{tag.label}”", form, preview, tag=tag)


def move_page(admin: Any, request: HttpRequest) -> HttpResponse:
    """Put tags under a broader one."""
    form = MoveForm(request.POST or request.GET)
    asked = "under" in (request.POST or request.GET)

    def preview(cleaned: dict[str, Any]) -> Preview:
        tags, broader = cleaned["tags"], cleaned["under"]
        moving = [tag for tag in tags if tag != broader and tag.broader_id != (broader and broader.pk)]
        if not moving:
            raise TagRefused("They are there already.")
        for tag in moving:
            put_under(Tag.objects.get(pk=tag.pk), broader)
        return Preview(
            move_facts(moving, broader), lambda user: move(moving, broader, user, DESK), "Move", broader or moving[0]
        )

    tags = form.fields["tags"].to_python(form.data.get("tags"))
    names = ", ".join(f"“{tag.label}”" for tag in tags[:10]) or "tags"
    if not asked:
        form = MoveForm(initial={"tags": tags})
    return act_page(request, admin, f"Move {names}", form, preview)


def move_facts(tags: list[Tag], broader: Tag | None) -> list[str]:
    """Say what a move changes: the counts of the tags above, before and after."""
    index = current()
    facet = facet_named(tags[0].kind)
    facts = []
    for tag in tags:
        place = (
            "under “" + " › ".join(wider.label for wider in tag.wider_tags()) + "”" if tag.broader_id else "at the top"
        )
        facts.append(format_html("{} is {} now.", tag_link(tag), place))
    if broader:
        before = index.holding(facet, [broader.pk]) & index.listed
        after = before | (index.holding(facet, [tag.pk for tag in tags]) & index.listed)
        facts.append(
            format_html("“{}” counts {} now, {} then.", broader.label, papers(len(before)), papers(len(after)))
        )
    return facts


def state_page(admin: Any, request: HttpRequest) -> HttpResponse:
    """Take tags off the site, or bring back what is retired or was proposed."""
    form = StateForm(request.POST or request.GET)
    back = (request.POST or request.GET).get("to") == TagState.ACCEPTED

    def preview(cleaned: dict[str, Any]) -> Preview:
        ids = [tag.pk for tag in cleaned["tags"]]
        tags = list(Tag.objects.filter(pk__in=ids).with_paper_counts().prefetch_related("narrower"))
        shown = format_html_join(", ", "{}", ((tag_link(tag),) for tag in tags))
        if back:
            facts = [format_html("Everybody sees these tags, on the papers that have them: {}.", shown)]
            return Preview(facts, lambda user: bring_back(tags, user, DESK), "Accept", tags[0])
        facts = [
            format_html("Nobody but curators sees these tags any more: {}.", shown),
            f"{papers(sum(tag.paper_count for tag in tags))} lose one from their pages; the rows are kept.",
            "Their rules give nothing, and their addresses say that there is no such tag.",
        ]
        children = [child.label for tag in tags for child in tag.narrower.all() if child.pk not in ids]
        if children:
            facts.append(format_html("Narrower tags that move one step up: {}.", ", ".join(children)))
        return Preview(facts, lambda user: retire(tags, user, DESK), "Retire")

    title = "Accept tags" if back else "Retire tags"
    return act_page(request, admin, title, form, preview, to=TagState.ACCEPTED if back else "")


def desk_page(admin: Any, route: str, view: Callable[..., HttpResponse], name: str) -> Any:
    """Return the address of a page of the desk below an admin's own."""

    def shown(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return view(admin, request, **kwargs)

    return path(route, admin.admin_site.admin_view(shown), name=name)


def urls(admin: Any) -> list[Any]:
    """Return the addresses of these pages."""
    return [
        desk_page(admin, "merge/", merge_page, "catalogue_tag_merge"),
        desk_page(admin, "move/", move_page, "catalogue_tag_move"),
        desk_page(admin, "retire/", state_page, "catalogue_tag_retire"),
        desk_page(admin, "<int:pk>/rename/", name_page, "catalogue_tag_rename"),
    ]
