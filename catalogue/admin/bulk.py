"""Tags of many papers at once: on the papers of an admin list, or of a pasted list of keys and addresses."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from pyroaring import BitMap

from catalogue.access import readable_list
from catalogue.admin.desk import event_url
from catalogue.admin.forms import LinesField, checked_name
from catalogue.curation import BulkAct, BulkDone, Change, Meant, TagRefused, bulk_effect, change_tags, meant
from catalogue.importing import matches_of
from catalogue.models import Paper, Tag, TagKind, TagState, text_hash
from catalogue.sources import LIST_ENTRIES, clean_text, entry_of_line

TAGS_AT_ONCE = 20
NOT_FOUND_SHOWN = 200
PAGE = "admin/catalogue/paper/bulk.html"
PLACE = "Tags of many papers"
_SIGNER = Signer(salt="papers chosen on the desk")
_LIST = re.compile(r"/lists/(?:s/(?P<secret>[\w-]{8,})|(?P<public_id>[\w-]+))/?(?:[?#]\S*)?$", re.ASCII)


def urls(model_admin: Any) -> list[Any]:
    """Return the addresses of these pages."""

    def bulk(request: HttpRequest) -> HttpResponse:
        _refuse_others(model_admin, request)
        if request.method == "POST" and "pasted" in request.POST:
            return _pasted(model_admin, request)
        if request.method == "POST":
            return _go_on(model_admin, request)
        return _page(model_admin, request, BitMap(), {"asks_for_papers": True})

    return [path("tags/", model_admin.admin_site.admin_view(bulk), name="catalogue_paper_tags")]


@admin.action(description="Tags of the selected: add, remove, replace", permissions=["change"])
def tags_of_selected(model_admin: Any, request: HttpRequest, queryset: QuerySet[Paper]) -> HttpResponse:
    """Ask which tags the papers of a list get or lose. These papers stay the chosen ones, whatever the list becomes."""
    _refuse_others(model_admin, request)
    papers = BitMap(queryset.order_by().values_list("pk", flat=True))
    return _page(model_admin, request, papers, {"back": request.get_full_path()})


class BulkForm(forms.Form):
    """Which tags to add, to remove, or to replace by which; as labels."""

    act = forms.ChoiceField(label="What to do", choices=BulkAct, widget=forms.RadioSelect, initial=BulkAct.ADD)
    tags = LinesField(
        label="Tags",
        widget=forms.Textarea(attrs={"rows": 4, "cols": 40}),
        help_text="One a line, by any of their labels; “method: LoRA” says the kind.",
    )
    by = forms.CharField(label="Replace them by", required=False, max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.asked: list[Ask] = []

    def clean_by(self) -> str:
        return checked_name(self.cleaned_data["by"]) if self.cleaned_data["by"].strip() else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        labels, by = cleaned.get("tags", []), cleaned.get("by", "")
        if len(labels) > TAGS_AT_ONCE:
            self.add_error("tags", f"At most {TAGS_AT_ONCE} tags at once.")
        replaces = cleaned.get("act") == BulkAct.REPLACE
        if replaces and not by:
            self.add_error("by", "Which tag takes their place?")
        if not self.errors:
            giving = cleaned["act"] == BulkAct.ADD
            self.asked = [Ask(self, each, giving) for each in meant(labels)]
            self.asked += [Ask(self, each, True) for each in meant([by])] if replaces else []
            self._refuse_doubles()
        return cleaned

    def _refuse_doubles(self) -> None:
        found = [each.tag.pk for each in self.asked if each.tag and each.tag.pk]
        if self.cleaned_data["act"] == BulkAct.REPLACE and self.by_tag and found.count(self.by_tag.pk) > 1:
            self.add_error("by", "A tag cannot take its own place.")

    @property
    def is_decided(self) -> bool:
        """Whether it is known for each label which tag is meant."""
        return self.is_valid() and all(each.tag for each in self.asked)

    @property
    def chosen(self) -> list[Tag]:
        """The tags, each once."""
        asked = self.asked[:-1] if self.cleaned_data["act"] == BulkAct.REPLACE else self.asked
        tags = {(each.tag.kind, each.tag.label): each.tag for each in asked}
        return list(tags.values())

    @property
    def by_tag(self) -> Tag | None:
        """The tag that takes the place of the others."""
        return self.asked[-1].tag if self.cleaned_data["act"] == BulkAct.REPLACE else None


class Ask:
    """A label that was typed, and the tag it is: as decided in the form, or as there is only one. A new one has no id.

    `choices` are the tags it may be; `may_be_new` says whether one can be made.
    """

    def __init__(self, form: BulkForm, typed: Meant, giving: bool) -> None:
        self.typed = typed
        # By the label, not by its place: other lines may be typed before the form is sent again.
        self.field = f"pick-{text_hash(typed.typed)[:10]}"
        self.choices = typed.tags or typed.near
        self.retired = typed.retired if giving and not typed.tags else None
        self.may_be_new = giving and not typed.tags and not typed.retired
        self.kinds = [typed.kind] if typed.kind else list(TagKind.values)
        self.is_lost = not self.choices and not self.may_be_new
        self.tag = self._decided(form.data, giving)

    def _decided(self, data: Any, giving: bool) -> Tag | None:
        pick = data.get(self.field, "")
        if pick.isascii() and pick.isdigit() and len(pick) < 16:
            usable = Tag.objects.shared().exclude(state=TagState.RETIRED) if giving else Tag.objects.shared()
            return usable.filter(pk=pick).first()
        if pick in self.kinds and self.may_be_new:
            return Tag(kind=pick, label=self.typed.label)
        if not giving and self.typed.retired and not self.typed.tags:
            return self.typed.retired
        return self.typed.tags[0] if len(self.typed.tags) == 1 else None

    @property
    def pick(self) -> str:
        """What the form says once it is decided."""
        return str(self.tag.pk or self.tag.kind) if self.tag else ""


def _refuse_others(model_admin: Any, request: HttpRequest) -> None:
    if not model_admin.has_change_permission(request):
        raise PermissionDenied


def _page(model_admin: Any, request: HttpRequest, papers: BitMap, more: dict[str, Any]) -> HttpResponse:
    context = model_admin.admin_site.each_context(request) | {
        "title": "Tags of many papers",
        "opts": model_admin.opts,
        "count": len(papers),
        "papers": signed(papers),
        "back": _back(request),
        "address": reverse("admin:catalogue_paper_tags"),
        "form": BulkForm(),
    }
    return render(request, PAGE, context | more)


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return wanted
    return reverse("admin:catalogue_paper_changelist")


# --- The papers, as they were when the page was shown ----------------------------------------------
def signed(papers: BitMap) -> str:
    """Return a set of papers, compressed, as a text that nobody else can make."""
    papers.run_optimize()
    return _SIGNER.sign(urlsafe_b64encode(papers.serialize()).decode())


def chosen(text: str) -> BitMap:
    """Return the set of papers that `signed` made a text of. Raises BadRequest for any other text."""
    try:
        return BitMap.deserialize(urlsafe_b64decode(_SIGNER.unsign(text)))
    except (BadSignature, ValueError) as error:
        raise BadRequest("What was sent does not say which papers are meant.") from error


def _pasted(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Find the papers that pasted lines name. Those that name none are shown with their number."""
    lines = [line.strip() for line in clean_text(request.POST["pasted"]).split("\n")]
    named = [(number, line) for number, line in enumerate(lines, start=1) if line]
    papers, missing = BitMap(), [(number, line, "not looked for") for number, line in named[LIST_ENTRIES:]]
    entries = []
    for number, line in named[:LIST_ENTRIES]:
        found = _of_list(request, line)
        if found is None:
            entries.append((number, line, entry_of_line(line, number)))
        elif found:
            papers |= found
        else:
            missing.append((number, line, "no list with papers that you may read"))
    for (number, line, _), match in zip(
        entries, matches_of([entry for _, _, entry in entries], Paper.objects.all()), strict=True
    ):
        if match.paper:
            papers.add(match.paper)
        else:
            missing.append((number, line, "several papers may be meant" if match.candidates else "no such paper"))
    more = {"missing": sorted(missing)[:NOT_FOUND_SHOWN], "missing_count": len(missing), "asks_for_papers": not papers}
    return _page(model_admin, request, papers, more | {"pasted": request.POST["pasted"] if not papers else ""})


def _of_list(request: HttpRequest, line: str) -> BitMap | None:
    """Return the papers of the reading list whose address a line is: none if it cannot be read; None if it is none."""
    address = _LIST.search(line)
    if not address:
        return None
    try:
        found = readable_list(request, address["public_id"] or "", address["secret"] or "")
    except Http404:
        return BitMap()
    return BitMap(found.items.values_list("paper", flat=True))


# --- What changes, and doing it --------------------------------------------------------------------
def _go_on(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show what will change, or do it once that was shown."""
    papers, form = chosen(request.POST.get("papers", "")), BulkForm(request.POST)
    if not form.is_decided:
        return _page(model_admin, request, papers, {"form": form, "asks": form.is_valid()})
    if refused := _not_theirs(request, form):
        messages.error(request, refused)
        return _page(model_admin, request, papers, {"form": form})
    if "sure" not in request.POST:
        changes = bulk_effect(form.cleaned_data["act"], papers, form.chosen, form.by_tag)
        return _page(model_admin, request, papers, {"form": form, "changes": changes, "says": _says(changes)})
    try:
        done = change_tags(form.cleaned_data["act"], papers, form.chosen, form.by_tag, request.user, PLACE)
    except TagRefused as refused:
        messages.error(request, str(refused))
        return redirect(_back(request))
    _tell(request, done, request.POST.get("says", ""))
    return redirect(_back(request))


def _not_theirs(request: HttpRequest, form: BulkForm) -> str:
    """Return why somebody who looks after papers alone may not give these tags, or an empty string.

    A new or proposed tag becomes one for everybody by it: that is a change of the vocabulary.
    """
    if request.user.has_perm("catalogue.change_tag"):
        return ""
    given = form.chosen if form.cleaned_data["act"] == BulkAct.ADD else [form.by_tag] if form.by_tag else []
    new = [tag.label for tag in given if tag.pk is None or tag.state == TagState.PROPOSED]
    names = ", ".join(f"“{label}”" for label in new)
    return f"Only curators make tags for everybody: {names}. Nothing was done." if new else ""


def _says(changes: Sequence[Change]) -> str:
    return ",".join(str(each.gains + each.loses) for each in changes)


def _tell(request: HttpRequest, done: BulkDone, shown: str) -> None:
    """Say what was done, and what came between the page and the button."""
    sentences = []
    for each in done.changes:
        if each.loses or not (each.gains or each.has):
            sentences.append(f"Papers that lost “{each.tag.label}”: {each.loses:,}.")
        else:
            had = f" {each.has:,} had it already." if each.has else ""
            sentences.append(f"Papers that gained “{each.tag.label}”: {each.gains:,}.{had}")
    if done.gone:
        sentences.append(f"Papers that are gone since the page was shown: {done.gone:,}.")
    elif shown and shown != _says(done.changes):
        sentences.append("Others changed some of these tags since the page was shown.")
    link = event_url(done.event)
    text = " ".join(sentences)
    messages.success(request, format_html('{} <a href="{}">Look at it or undo it</a>', text, link) if link else text)
