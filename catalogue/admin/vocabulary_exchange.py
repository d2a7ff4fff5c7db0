"""The vocabulary in and out on the desk: files to download, and files that are tried before they change anything."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path

from catalogue.admin.tag_acts import done
from catalogue.exports import VOCABULARY_FORMATS
from catalogue.importing import VocabularyChanged, import_terms, try_terms
from catalogue.models import TagKind, secret
from catalogue.sources import TERM_BYTES, TERMS_AT_MOST, SourceError, TermFile, read_terms
from catalogue.views.tag_files import vocabulary_file

KEPT = 24 * 3600  # seconds that an uploaded file waits for its import
ENTRIES_A_PAGE = 100


class VocabularyUploadForm(forms.Form):
    """A vocabulary file, read when the form is checked."""

    file = forms.FileField(
        help_text=f"CSV, or SKOS as Turtle or JSON-LD, up to {TERM_BYTES // 1_000_000} MB and {TERMS_AT_MOST:,} tags."
    )
    kind = forms.ChoiceField(
        label="Kind of tags without one",
        choices=[("", "None: leave them out"), *TagKind.choices],
        required=False,
        help_text="For files of others, whose schemes are none of the kinds here.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            kinds = {kind: TagKind(kind).plural for kind in TagKind.values}
            try:
                # What is too large is not read to its end.
                data = cleaned["file"].read(TERM_BYTES + 1)
                self.terms = read_terms(data, kinds, kind=cleaned["kind"])
            except SourceError as error:
                self.add_error("file", f"The file {error.message}.")
        return cleaned


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that waits: of whom, what it is called, what it states."""

    user: int
    name: str
    terms: TermFile


class VocabularyExchange:
    """The pages below `/admin/catalogue/tag/exchange/`."""

    def __init__(self, tag_admin: admin.ModelAdmin) -> None:
        self.admin = tag_admin

    def urls(self) -> list[Any]:
        view = self.admin.admin_site.admin_view
        return [
            path("exchange/", view(self.exchange), name="catalogue_tag_exchange"),
            path("exchange/tags.<slug:format>", view(self.download), name="catalogue_tag_download"),
            path("exchange/<str:name>/", view(self.trial), name="catalogue_tag_exchange_trial"),
        ]

    def exchange(self, request: HttpRequest) -> HttpResponse:
        """Files to download, and the form that takes one."""
        self._check(request)
        form = VocabularyUploadForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            name = secret()
            upload = Upload(request.user.pk, form.cleaned_data["file"].name, form.terms)
            cache.set(f"vocabulary:{name}", upload, KEPT)
            return redirect("admin:catalogue_tag_exchange_trial", name)
        context = {"title": "Vocabulary in and out", "form": form, "formats": VOCABULARY_FORMATS}
        return self._page(request, "exchange", context)

    def download(self, request: HttpRequest, format: str) -> HttpResponse:
        """The tags of the list of tags, filtered by what stands in the address as the list is; whole."""
        if not self.admin.has_view_permission(request):
            raise PermissionDenied
        try:
            tags = self.admin.get_changelist_instance(request).queryset
        except IncorrectLookupParameters:
            raise Http404("There is no such list of tags.") from None
        return vocabulary_file(request, tags, format, "vocabulary", whole=True)

    def trial(self, request: HttpRequest, name: str) -> HttpResponse:
        """What a file would change, tag by tag; a POST does just that, unless the vocabulary has changed meanwhile."""
        self._check(request)
        upload = cache.get(f"vocabulary:{name}")
        if upload is None or upload.user != request.user.pk:
            messages.error(request, "That file is not here any more. Choose it again.")
            return redirect("admin:catalogue_tag_exchange")
        if request.method == "POST":
            return self._import(request, name, upload)
        exchange = try_terms(upload.terms)
        show = request.GET.get("show", "")
        groups = {
            "changed": exchange.changed, "new": exchange.created, "unchanged": exchange.unchanged,
            "problems": exchange.problems, "remarks": exchange.remarks,
        }  # fmt: skip
        show = show if show in groups else next((name for name, of in groups.items() if of), "unchanged")
        page = Paginator(groups[show], ENTRIES_A_PAGE).get_page(request.GET.get("page"))
        counts = {name: len(of) for name, of in groups.items()}
        losing = sum(any(change.loses for change in entry.changes) for entry in exchange.changed)
        context = {"title": f"What {upload.name} would change", "exchange": exchange, "counts": counts}
        return self._page(request, "exchange_trial", context | {"show": show, "page": page, "losing": losing})

    def _import(self, request: HttpRequest, name: str, upload: Upload) -> HttpResponse:
        seen = request.POST.get("seen") or "none"
        try:
            exchange = import_terms(upload.terms, seen, request.user, upload.name)
        except VocabularyChanged:
            messages.error(request, "Somebody changed the vocabulary meanwhile, so nothing was done. Look again.")
            return redirect("admin:catalogue_tag_exchange_trial", name)
        cache.delete(f"vocabulary:{name}")
        if exchange.event:
            when = "at the next start of the site, or when its operator runs extract_findings"
            messages.info(request, f"Papers follow changed patterns {when}.")
        return done(request, exchange.event, None) if exchange.event else redirect("admin:catalogue_tag_changelist")

    def _check(self, request: HttpRequest) -> None:
        if not (self.admin.has_change_permission(request) and self.admin.has_add_permission(request)):
            raise PermissionDenied

    def _page(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        around = self.admin.admin_site.each_context(request) | {"opts": self.admin.opts}
        return render(request, f"admin/catalogue/tag/{template}.html", around | context)
