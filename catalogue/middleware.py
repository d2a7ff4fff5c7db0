"""What every request passes through."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse


def refuse_null_characters(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 400 to a NUL byte in the path, the query string or a cookie: PostgreSQL stores none, nobody types one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = [request.path, *request.COOKIES.values()]
        for name, values in request.GET.lists():
            sent += [name, *values]
        if any("\0" in text for text in sent):
            raise BadRequest("The address holds a NUL character.")
        return get_response(request)

    return middleware
