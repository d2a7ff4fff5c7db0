"""The vocabulary as files to take along."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from catalogue.exports import VOCABULARY_FORMATS, vocabulary_of
from catalogue.models import Tag, TagKind


@require_safe
def tag_file(request: HttpRequest, format: str, kind: str = "") -> HttpResponse:
    """The public tags, all or of one kind, in one of VOCABULARY_FORMATS."""
    if kind not in ("", *TagKind.values):
        raise Http404("There is no such kind of tag.")
    tags = Tag.objects.public()
    return vocabulary_file(request, tags.filter(kind=kind) if kind else tags, format, kind or "tags")


def vocabulary_file(
    request: HttpRequest, tags: QuerySet[Tag], format: str, name: str, *, whole: bool = False
) -> HttpResponse:
    """Return shared tags as a file to be saved as `name`, with an ending. `whole` as in `vocabulary_of`."""
    if format not in VOCABULARY_FORMATS:
        raise Http404("There is no such format.")
    wanted = VOCABULARY_FORMATS[format]
    site = request.build_absolute_uri("/").removesuffix("/")
    text = wanted.write(vocabulary_of(tags, site, whole=whole))
    saved = {"Content-Disposition": f'attachment; filename="{name}.{format}"', "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=wanted.media_type, headers=saved)
