"""People: the authors of the papers."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue.access import edit_url
from catalogue.facets import Links, current, facet_named
from catalogue.models import Paper, Person, name_key
from catalogue.paging import NoSuchPage, page_of
from catalogue.views.listing import beyond, own_papers


@require_safe
def person_list(request: HttpRequest) -> HttpResponse:
    """Everybody who wrote a listed paper, by name."""
    text = request.GET.get("text", "").strip()[:200]
    people = Person.objects.with_papers()
    if text:
        people = people.filter(name_key__contains=name_key(text))
    links = Links(request.path).setting("text", text)
    try:
        page, pages = page_of(people, 100, request.GET.get("page", ""), links)
    except NoSuchPage as missing:
        return beyond(request, missing)
    context = {
        "section": "people",
        "people": _counted(page.object_list),
        "page": page,
        "pages": pages,
        "total": page.paginator.count,
        "filter_text": text,
        "robots": "noindex" if text else "",
    }
    return render(request, "catalogue/person_list.html", context)


def _counted(people: Iterable[Person]) -> list[Person]:
    """Return the people with `paper_count`: in SQL the people of all earlier pages would be counted too."""
    index, author = current(), facet_named("author")
    found = list(people)
    for person in found:
        person.paper_count = index.holding(author, [person.pk]).intersection_cardinality(index.listed)
    return found


@require_safe
def person_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """A person with their papers."""
    person = get_object_or_404(Person, slug=slug)
    try:
        papers = own_papers(request, Paper.objects.listed().written_by(person))
    except NoSuchPage as missing:
        return beyond(request, missing)
    context = {
        "section": "people",
        "person": person,
        "browse_url": Links(reverse("paper_list")).adding("author", person.slug).url(),
        "edit_url": edit_url(request, person),
        "canonical": request.build_absolute_uri(request.path),
        **papers,
    }
    return render(request, "catalogue/person_detail.html", context)
