"""One's own account: what it is, all that is kept about it, the end of it."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
    EmailVerificationProcess,
)
from allauth.account.views import email_verification_sent
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalogue.access import forget, reader_of, shows
from catalogue.accounts import close_account
from catalogue.exports import account_data as data_of
from catalogue.models import AssertionState, LastSuperuser, Reader, ReadingList, Report
from catalogue.views.own_tags import said_of

REPORTS_SHOWN = 50
ANSWERS_SHOWN = 20


def address_verify(request: HttpRequest) -> HttpResponse:
    """The page that asks for the code sent by mail; where the code is too old, say so before signing in is asked."""
    waiting = request.session.get(EMAIL_VERIFICATION_CODE_SESSION_KEY)
    if waiting and not EmailVerificationProcess(request, waiting).is_valid():
        messages.error(request, "That code is too old. Once you sign in, a new one is sent.")
    return email_verification_sent(request)


@require_safe
@never_cache
def account_detail(request: HttpRequest) -> HttpResponse:
    """Who one is here and the ways to change it; without an account, what this browser keeps."""
    connected = request.user.is_authenticated and SocialAccount.objects.filter(user=request.user).exists()
    reader = reader_of(request)
    context = {
        "other_sites": connected or bool(settings.SOCIALACCOUNT_PROVIDERS),
        "lists": reader.reading_lists.count() if reader else 0,
        "tags": reader.own_taggings.values("tag").distinct().count() if reader else 0,
        "report_count": reader.reports.count() if reader else 0,
        "reports": _reports(request, reader) if reader else [],
        "answers": _answers(request, reader) if reader else [],
        "robots": "noindex",
    }
    return render(request, "catalogue/account_detail.html", context)


def _reports(request: HttpRequest, reader: Reader) -> list[Report]:
    """Return the latest reports; `shown` says whether the paper may be named."""
    reports = list(reader.reports.select_related("paper").defer("paper__abstract_source")[:REPORTS_SHOWN])
    for each in reports:
        each.shown = shows(request, each.paper)
    return reports


def _answers(request: HttpRequest, reader: Reader) -> list[dict[str, Any]]:
    """Return what became of the tags that the reader proposed, the latest answer first."""
    rows = reader.own_taggings.filter(tag__owner=None).exclude(state=AssertionState.PROPOSED)
    rows = rows.filter(decided_by__isnull=False).order_by("-decided_at", "-pk")
    found = rows.select_related("tag", "paper").defer("paper__abstract_source")[:ANSWERS_SHOWN]
    return [{"row": row, "said": said_of(row), "shown": shows(request, row.paper)} for row in found]


@require_safe
@never_cache
def account_data(request: HttpRequest) -> HttpResponse:
    """All of one's data, as a file."""
    return JsonResponse(
        data_of(request.user if request.user.is_authenticated else None, reader_of(request)),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="carrel-account.json"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@reauthentication_required(enabled=lambda request: request.user.is_authenticated)
def account_close(request: HttpRequest) -> HttpResponse:
    """Say what goes with the account, or with what this browser keeps, then delete it. The last superuser stays."""
    if request.method == "POST" and _close(request):
        return redirect("home")
    handed_on = ReadingList.objects.owned_by(reader_of(request)).filter(memberships__role="editor").distinct()
    context = {"handed_on": handed_on, "robots": "noindex"}
    return render(request, "catalogue/account_close.html", context, status=409 if request.method == "POST" else 200)


def _close(request: HttpRequest) -> bool:
    """Delete the account, or what the browser keeps without one; return whether that was done."""
    user = request.user
    if user.is_anonymous:
        forget(request)
        messages.success(request, "What this browser kept is deleted.")
        return True
    try:
        close_account(request, user)
    except LastSuperuser:
        return False
    logout(request)
    messages.success(request, "Your account is closed.")
    return True
