"""One's own account: what it is, all that is kept about it, the end of it."""

from allauth.account.adapter import get_adapter
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
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalogue.access import is_last_superuser
from catalogue.exports import account_data as data_of


def address_verify(request: HttpRequest) -> HttpResponse:
    """The page that asks for the code sent by mail; where the code is too old, say so before signing in is asked."""
    waiting = request.session.get(EMAIL_VERIFICATION_CODE_SESSION_KEY)
    if waiting and not EmailVerificationProcess(request, waiting).is_valid():
        messages.error(request, "That code is too old. Once you sign in, a new one is sent.")
    return email_verification_sent(request)


@require_safe
@never_cache
@login_required
def account_detail(request: HttpRequest) -> HttpResponse:
    """Who one is here, and the ways to change it."""
    context = {
        "other_sites": bool(settings.SOCIALACCOUNT_PROVIDERS)
        or SocialAccount.objects.filter(user=request.user).exists(),
        "robots": "noindex",
    }
    return render(request, "catalogue/account_detail.html", context)


@require_safe
@never_cache
@login_required
def account_data(request: HttpRequest) -> HttpResponse:
    """All of one's data, as a file."""
    return JsonResponse(
        data_of(request.user),
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": 'attachment; filename="carrel-account.json"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required()
def account_close(request: HttpRequest) -> HttpResponse:
    """Say what goes with the account, then delete it. The last superuser stays."""
    user, stays = request.user, is_last_superuser(request.user)
    if request.method != "POST" or stays:
        context = {"stays": stays, "robots": "noindex"}
        return render(request, "catalogue/account_close.html", context, status=409 if request.method == "POST" else 200)
    address, username = user.email, user.username
    user.delete()
    logout(request)
    if address:
        get_adapter().send_mail("account/email/account_closed", address, {"username": username})
    messages.success(request, "Your account is closed.")
    return redirect("home")
