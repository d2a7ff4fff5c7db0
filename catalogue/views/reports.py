"""Reporting a mistake in what is said of a paper."""

from datetime import timedelta

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from catalogue.access import listed_paper, reader_of, reader_to_write
from catalogue.models import Report

A_DAY = timedelta(days=1)
REPORTS_A_DAY = 20


class ReportForm(forms.ModelForm):
    class Meta:
        model = Report
        fields = ("subject", "text", "email")
        widgets = {"subject": forms.RadioSelect, "text": forms.Textarea(attrs={"rows": 5})}
        help_texts = {"email": "Only if you want an answer. Curators see it, nobody else."}

    def clean_text(self) -> str:
        text = self.cleaned_data["text"].replace("\0", "").strip()
        if not text:
            raise forms.ValidationError("Say what is wrong.")
        return text


@require_http_methods(["GET", "HEAD", "POST"])
def paper_report(request: HttpRequest, key: str) -> HttpResponse:
    """A form that tells the curators what is wrong with a paper's page."""
    paper = listed_paper(key)
    reader = reader_of(request)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if reader and reader.reports.filter(added__gt=timezone.now() - A_DAY).count() >= REPORTS_A_DAY:
            form.add_error(None, f"That makes more than {REPORTS_A_DAY} reports in a day. Please go on tomorrow.")
        else:
            ratelimit.consume(request, action="report", raise_exception=True)
            form.instance.paper, form.instance.reader = paper, reader_to_write(request)
            form.save()
            messages.success(
                request,
                "Thank you: the curators have it now. This page will say what becomes of it.",
            )
            return redirect(paper)
    context = {"paper": paper, "form": form, "section": "papers", "robots": "noindex"}
    return render(request, "catalogue/paper_report.html", context, status=400 if form.errors else 200)
