"""Files of papers on the desk: sent, tried, looked at, loaded."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path

from catalogue.importing import TRIED_AT_MOST, drop_upload, keep_upload, start_on_upload
from catalogue.models import Upload, UploadState
from catalogue.sources import FIELDS, FORMATS

MOST_BYTES = 1_000_000_000
SECONDS_BETWEEN_LOOKS = 2
NOTICES_SHOWN = 50
UPLOADS_SHOWN = 30
# What of the notices of a trial is shown, in this order, and under which heading.
SECTIONS = {
    "problem": "Entries that cannot be loaded",
    "doubtful": "New papers that may be others: you are asked after the load",
    "kept": "Values that are not written, since a curator locked the field",
    "changed": "What changes in papers that are here",
    "left_out": "Values that no field can take; the rest of the entry is taken",
    "duplicate": "The same paper twice",
    "gone": "Papers that are no longer in this file; they stay",
}


class UploadForm(forms.Form):
    """A file of papers, and what it does not say itself."""

    file = forms.FileField(help_text=f"Up to {MOST_BYTES // 1_000_000:,} MB; .gz, .xz and .zip are unpacked.")
    format = forms.ChoiceField(
        choices=[("", "Found out from the content"), *FORMATS.items()], required=False, label="Format"
    )
    collection = forms.CharField(
        max_length=200,
        required=False,
        help_text="What all the papers appeared in, “ICLR 2026”. Left empty: what the entries or the heading of the "
        "file name, else the name of the file.",
    )

    def clean_file(self) -> Any:
        sent = self.cleaned_data["file"]
        if sent.size > MOST_BYTES:
            raise forms.ValidationError(
                f"The file is larger than {MOST_BYTES // 1_000_000:,} MB: load it on the server."
            )
        return sent


def upload_paths(desk: Any) -> list[Any]:
    """Return the addresses of these pages; `desk` is the ModelAdmin of imports."""
    return [
        path("upload/", _for_loaders(desk, upload_list), name="catalogue_importrun_upload"),
        path("upload/<int:pk>/", _for_loaders(desk, upload_detail), name="catalogue_importrun_uploaded"),
    ]


def _for_loaders(desk: Any, view: Any) -> Any:
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm("catalogue.add_importrun"):
            raise PermissionDenied
        answer: HttpResponse = view(
            request, desk.admin_site.each_context(request) | {"opts": desk.opts}, *args, **kwargs
        )
        return answer

    return desk.admin_site.admin_view(page)


def upload_list(request: HttpRequest, shown: dict[str, Any]) -> HttpResponse:
    """Show the form and the files that were sent; POST takes one."""
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_valid():
        sent, said = form.cleaned_data["file"], form.cleaned_data
        upload = keep_upload(
            sent.name, sent.chunks(), sent.size, request.user, format=said["format"], collection=said["collection"]
        )
        return redirect("admin:catalogue_importrun_uploaded", upload.pk)
    uploads = Upload.objects.select_related("user")[:UPLOADS_SHOWN]
    shown |= {"title": "Load a file of papers", "form": form, "uploads": uploads}
    return render(request, "admin/catalogue/importrun/upload.html", shown)


def upload_detail(request: HttpRequest, shown: dict[str, Any], pk: int) -> HttpResponse:
    """Show what became of a file, again every few seconds while somebody works on it; POST says what to do with it."""
    upload = get_object_or_404(Upload.objects.select_related("user", "run"), pk=pk)
    if request.method == "POST":
        return _do(request, upload)
    shown |= {
        "title": upload.name,
        "upload": upload,
        "sections": _sections(upload.report),
        "columns": _columns(upload.report),
        "fields": FIELDS,
        "tried_at_most": TRIED_AT_MOST,
    }
    response = render(request, "admin/catalogue/importrun/uploaded.html", shown)
    if upload.is_at_work:
        response["Refresh"] = str(SECONDS_BETWEEN_LOOKS)
    return response


def _do(request: HttpRequest, upload: Upload) -> HttpResponse:
    idle = Upload.objects.filter(pk=upload.pk, state__in=(UploadState.TRIED, UploadState.FAILED))
    if "drop" in request.POST and not upload.is_at_work:
        drop_upload(upload)
        messages.success(request, f"“{upload.name}” was thrown away. Nothing that is loaded changed.")
        return redirect("admin:catalogue_importrun_upload")
    if "load" in request.POST and idle.update(state=UploadState.TO_LOAD, beat=None, offset=0):
        start_on_upload(upload)
    elif "again" in request.POST:
        columns = {
            column: request.POST[f"column-{number}"]
            for number, (column, _) in enumerate(_columns(upload.report))
            if request.POST.get(f"column-{number}") in ("", *FIELDS)
        }
        if idle.update(state=UploadState.TO_TRY, beat=None, columns=columns):
            start_on_upload(upload)
    elif "on" in request.POST and upload.is_dead:
        start_on_upload(upload)
    else:
        messages.warning(request, "Somebody else was faster: this is how it is now.")
    return redirect(request.path)


def _columns(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the columns of a table that was tried, with the fields they fill."""
    files = report.get("files", [])
    return [(column, field) for column, field in files[0].get("columns", ())] if len(files) == 1 else []


def _sections(report: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the notices of a report by kind, the first of each, with how many there are."""
    found: dict[str, list[Any]] = {}
    for notice in report.get("notices", []):
        found.setdefault(notice["kind"], []).append(notice)
    return [
        {"title": title, "notices": found[kind][:NOTICES_SHOWN], "more": max(0, len(found[kind]) - NOTICES_SHOWN)}
        for kind, title in SECTIONS.items()
        if kind in found
    ]
