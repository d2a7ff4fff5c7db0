"""Reading lists as files to take along."""

import re
import unicodedata
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from catalogue.access import is_curator, readable_list
from catalogue.exports import LIST_FORMATS, list_document

NAME_LENGTH = 80


@require_safe
def list_file(request: HttpRequest, format: str, **of: str) -> HttpResponse:
    """A list in one of LIST_FORMATS, for whoever may read it, by its name or the secret of its link."""
    reading_list = readable_list(request, **of)
    if format not in LIST_FORMATS:
        raise Http404("There is no such format.")
    wanted = LIST_FORMATS[format]
    site = request.build_absolute_uri("/").removesuffix("/")
    text = wanted.write(list_document(reading_list, site, is_curator(request)))
    name = content_disposition(reading_list.title, wanted.suffix)
    headers = {"Content-Disposition": name, "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=wanted.media_type, headers=headers)


def content_disposition(title: str, suffix: str) -> str:
    """Return the header by which a browser saves a file: a name in ASCII, and one as it is for browsers of today."""
    name = re.sub(r'[\x00-\x1f\x7f"*/:<>?\\|]+', " ", title)[:NAME_LENGTH]
    name = " ".join(name.split()).strip(". ") or "reading list"
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w.-]+", "-", plain).strip("-.") or "reading-list"
    return f"attachment; filename=\"{plain}.{suffix}\"; filename*=UTF-8''{quote(name, safe='')}.{suffix}"
