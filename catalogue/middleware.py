"""What every request passes through."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

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
