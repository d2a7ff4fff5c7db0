"""Small forms: what is taken from them, and where they lead: back to the page they stand on."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme

from catalogue.access import is_new_visitor


def refuse_null_characters(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 400 to a NUL byte in what is posted, where no form of Django's looks for it."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if any("\0" in text for _, texts in request.POST.lists() for text in texts):
            raise BadRequest("The form holds a NUL character.")
        return view(request, *args, **kwargs)

    return wrapped


def back(request: HttpRequest, anchor: str = "", fallback: str = "") -> HttpResponse:
    """Redirect to the page of this site that the form names (`next`), at `anchor`; else to `fallback` or the lists."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    url = wanted if ours and wanted.startswith("/") else fallback or reverse("list_list")
    response = HttpResponseRedirect(f"{url.partition('#')[0]}#{anchor}" if anchor else url)
    response.status_code = 303
    return response


def tell_visitor(request: HttpRequest) -> None:
    """Say once, to a browser that begins to keep something without an account, where that is kept."""
    if is_new_visitor(request):
        sign_up = format_html('<a href="{}">sign up</a>', reverse("account_signup"))
        messages.info(
            request,
            format_html(
                "What you keep is tied to this browser: clearing its cookies loses it, and so do 400 days without a "
                "change. To keep it for good, {}; it comes along.",
                sign_up,
            ),
        )
