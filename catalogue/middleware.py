"""What every request passes through."""

import logging
from collections.abc import Callable
from urllib.parse import unquote

from allauth.core.ratelimit import RateLimited, respond_429
from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import DataError, IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.access import VISITOR_COOKIE
from catalogue.models import ReadingList
from catalogue.models.reader import KEPT

log = logging.getLogger(__name__)

# Where an address holds a secret: a list shared by link, an invitation. Also as the page to go to after signing in.
SECRET_PLACES = ("/lists/s/", "/lists/join/")
# Where pages show what somebody keeps. No browser keeps these: who signs out on a shared machine leaves none behind.
OWN_PLACES = ("/lists/", "/account/", "/tags/mine/")
# Who has one of these may keep something: what is his stands on results pages too.
OWN_COOKIES = {settings.SESSION_COOKIE_NAME, VISITOR_COOKIE}

Handler = Callable[[HttpRequest], HttpResponse]


def refuse_null_characters(get_response: Handler) -> Handler:
    """Answer 400 to a NUL byte in the path, the query string or a cookie: PostgreSQL stores none, nobody types one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = [request.path, *request.COOKIES.values()]
        for name, values in request.GET.lists():
            sent += [name, *values]
        if any("\0" in text for text in sent):
            raise BadRequest("The address holds a NUL character.")
        return get_response(request)

    return middleware


def visitor_cookie(get_response: Handler) -> Handler:
    """Give a browser that keeps something without an account its cookie, and take it away when an account took over.

    It is not the session: that changes its key and is cleared away.
    """
    cookie = {"httponly": True, "samesite": "Lax", "secure": settings.SESSION_COOKIE_SECURE}

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        token = getattr(request, "visitor_token", "")
        if token:
            age = {"max_age": KEPT}
            response.set_signed_cookie(VISITOR_COOKIE, token, salt=VISITOR_COOKIE, **age, **cookie)
        elif token is None:
            response.delete_cookie(VISITOR_COOKIE, samesite="Lax")
        return response

    return middleware


def hide_secrets(get_response: Handler) -> Handler:
    """Let no page whose address holds a secret of a list tell it to the pages it leads to, nor to search engines.

    Not `no-referrer`: browsers would then send the page's own forms without saying where they come from.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if any(place in unquote(request.get_full_path()) for place in SECRET_PLACES):
            response["Referrer-Policy"] = "strict-origin"
            response["X-Robots-Tag"] = "noindex"
        if request.path.startswith(OWN_PLACES) or (request.COOKIES.keys() & OWN_COOKIES):
            response["Cache-Control"] = "private, no-store"
        return response

    return middleware


def ask_again(get_response: Handler) -> Handler:
    """Let browsers ask again every time, unless a view said something else.

    Redirects, 404 and 410 are kept by browsers that are told nothing: a renamed tag could never get its old name
    back, a withdrawn paper never be listed again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    return middleware


def _in_the_way(error: OperationalError) -> bool:
    """Whether others were writing for too long: SQLite is locked; PostgreSQL found a deadlock or gave up waiting."""
    return "locked" in str(error) or getattr(error.__cause__, "sqlstate", "") in ("40P01", "40001", "55P03")


def answer_plainly(get_response: Handler) -> Handler:
    """Turn four kinds of failure into answers that say what happened.

    The admin passes numbers and dates from the address on as they are; one that no column can hold is the sender's
    mistake: 400. Two curators who store one thing at the same moment collide in the database: 409 for the second. A
    SQLite file on which somebody else has been writing for too long is worth another try: 503. Too much of one thing
    from one network: 429. A list that its owner deletes while somebody changes it is not there any more: 404.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, RateLimited):
            return respond_429(request)
        in_admin = request.resolver_match is not None and request.resolver_match.app_name == "admin"
        # A regular expression in an address that is none: SQLite calls it an operational error.
        no_pattern = isinstance(error, OperationalError) and "user-defined function" in str(error)
        if in_admin and (no_pattern or isinstance(error, ValueError | OverflowError | DataError)):
            log.warning("%s %s: %s", request.method, request.path, error, exc_info=error)
            return render(request, "400.html", status=400)
        if isinstance(error, ReadingList.DoesNotExist):
            return render(request, "404.html", status=404)
        collided = isinstance(error, IntegrityError)
        if collided or (isinstance(error, OperationalError) and _in_the_way(error)):
            log.error("%s %s: %s", request.method, request.path, error)
            status = 409 if collided else 503
            response = render(request, "503.html", {"code": status}, status=status)
            response["Retry-After"] = "30"
            return response
        return None

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware
