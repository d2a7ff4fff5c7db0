"""Reading lists from files and pasted texts."""

from dataclasses import asdict
from itertools import groupby
from typing import Any

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from catalogue.access import editable_list, reader_of, reader_to_write
from catalogue.forms import OneLineField
from catalogue.importing import ListReport, import_list
from catalogue.models import ListIsFull, Paper, Reader, ReadingList, secret
from catalogue.sources import LIST_BYTES, LIST_ENTRIES, ListRecord, read_list
from catalogue.views.small_forms import tell_visitor

KEPT = 7 * 24 * 3600  # seconds that a report can be read
NOTICES_KEPT = 1000
NO_TITLE = "Imported list"
TITLE, DESCRIPTION = ReadingList._meta.get_field("title"), ReadingList._meta.get_field("description")
# The notices of a report in the order in which they matter.
KINDS = ("missing", "ambiguous", "problem", "kept", "shortened")


class ListImportForm(forms.Form):
    """A file or a pasted text, and the list that it goes into."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        help_text=f"CSV, JSON, Markdown or plain text, up to {LIST_BYTES // 1_000_000} MB and {LIST_ENTRIES:,} papers.",
    )
    text = forms.CharField(
        label="Or a pasted list",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text="One paper a line: title, DOI, arXiv, OpenReview or web address, or key. Rows of a spreadsheet too.",
    )
    into = forms.ModelChoiceField(
        ReadingList.objects.none(),
        label="Into",
        required=False,
        to_field_name="public_id",
        empty_label="A new list",
        error_messages={"invalid_choice": "That list is not there any more. Choose another one."},
    )
    title = OneLineField(
        TITLE, label="Title of the new list", required=False, help_text="Without one, the title that the file gives."
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST or None, request.FILES or None, initial={"into": request.GET.get("list", "")})
        self.fields["into"].queryset = ReadingList.objects.edited_by(reader_of(request))

    def clean(self) -> dict[str, Any]:
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        if not file and not text.strip():
            raise forms.ValidationError("Choose a file, or paste a list.")
        # What is too large is not read to its end.
        self.record = read_list(file.read(LIST_BYTES + 1) if file else text.encode("utf-8", "replace"))
        if not self.record.entries:
            raise forms.ValidationError([problem.message for problem in self.record.problems[:5]])
        return self.cleaned_data


@require_http_methods(["GET", "HEAD", "POST"])
def list_import(request: HttpRequest) -> HttpResponse:
    """The form that takes a file or a pasted text, and what it does."""
    form = ListImportForm(request)
    if form.is_valid():
        ratelimit.consume(request, action="import", raise_exception=True)
        try:
            return _imported(request, form.record, form.cleaned_data["into"], form.cleaned_data["title"])
        except ListIsFull as full:
            form.add_error(None, str(full))
    context = {"section": "lists", "form": form, "robots": "noindex"}
    return render(request, "catalogue/list_import.html", context, status=400 if form.errors else 200)


def _imported(request: HttpRequest, record: ListRecord, into: ReadingList | None, title: str) -> HttpResponse:
    """Import what was read; lead to the list, or where there is more to say to the report."""
    reader = reader_to_write(request)
    chosen = editable_list(request, into.public_id) if into else _new_list(reader, record, title)
    report = import_list(chosen, record, reader)
    if not into and not report.added and not any(notice.papers for notice in report.notices):
        chosen.delete()
    tell_visitor(request)
    if report.notices:
        return redirect("list_import_report", _keep(report, reader, chosen))
    messages.success(request, f"{summary(report)}.")
    return redirect(chosen)


@require_http_methods(["GET", "HEAD", "POST"])
def list_import_report(request: HttpRequest, name: str) -> HttpResponse:
    """What became of each line of an imported file, for whoever imported it. A POST adds a paper that it suggests."""
    said, reader = cache.get(f"list-report:{name}"), reader_of(request)
    if said is None or reader is None or said["reader"] != reader.pk:
        raise Http404("There is no report at this address. A report can be read for a week by who imported the list.")
    groups = [(kind, list(of_kind)) for kind, of_kind in groupby(said["notices"], lambda notice: notice["kind"])]
    reading_list = ReadingList.objects.edited_by(reader).filter(pk=said["list"]).first()
    if request.method == "POST":
        _add(request, said["notices"], reading_list, reader)
        return redirect("list_import_report", name)
    context = {"section": "lists", "report": said, "groups": groups, "list": reading_list, "robots": "noindex"}
    return render(request, "catalogue/list_import_report.html", context)


def _add(request: HttpRequest, notices: list[Any], reading_list: ReadingList | None, reader: Reader) -> None:
    """Add the paper `key` of those that `line` may mean, with what the line says of it."""
    key, line = request.POST.get("key", ""), request.POST.get("line", "")
    meant = [each for each in notices if str(each["line"]) == line and key in dict(each["papers"])]
    paper = Paper.objects.listed().filter(key=key).first() if meant else None
    if reading_list is None or paper is None:
        messages.error(request, "That is not here any more.")
        return
    said = {name: meant[0][name] for name in ("section", "note", "state")}
    try:
        new = reading_list.add([paper.pk], by=reader, **said)
    except ListIsFull as full:
        messages.error(request, str(full))
        return
    messages.success(request, f"Added “{paper.heading}”." if new else f"“{paper.heading}” is on the list already.")


def _new_list(reader: Reader, record: ListRecord, title: str) -> ReadingList:
    title = " ".join((title or record.title or NO_TITLE).split())[: TITLE.max_length]
    return ReadingList.create(reader, title or NO_TITLE, description=record.description[: DESCRIPTION.max_length])


def _keep(report: ListReport, reader: Reader, reading_list: ReadingList) -> str:
    """Keep a report for a week and return the name of its page: a reload shows it again."""
    name = secret()
    notices = sorted(map(asdict, report.notices), key=lambda notice: KINDS.index(notice["kind"]))
    said = {"reader": reader.pk, "list": reading_list.pk, "summary": summary(report), "place": report.place}
    said |= {"notices": notices[:NOTICES_KEPT], "left_out": len(notices[NOTICES_KEPT:])}
    cache.set(f"list-report:{name}", said, KEPT)
    return name


def summary(report: ListReport) -> str:
    """Return in words how many papers came in."""
    said = [f"{report.added:,} paper{'' if report.added == 1 else 's'} added"]
    if report.there:
        filled = f" ({report.filled:,} got what the file says of them)" if report.filled else ""
        said.append(f"{report.there:,} {'was' if report.there == 1 else 'were'} there already{filled}")
    return ", ".join(said)
