"""A reading list as a document, ready to be written in any of LIST_FORMATS."""

from collections import defaultdict

from django.urls import reverse

from catalogue.exports.reading_lists import ListDocument, ListedPaper
from catalogue.models import Appearance, Authorship, Item, Paper, ReadingList, Visibility

NOT_SHOWN = "A paper that is no longer shown"
SHOWN = ("key", "heading", "title", "year", "doi", "arxiv_id", "openreview_id", "visibility")


def list_document(reading_list: ReadingList, site: str, sees_all: bool = False) -> ListDocument:
    """Return all of a list, in three queries. `site` goes before addresses: `https://catalogue.example`.

    A paper that is not listed keeps its place, its note and its key, so that nothing is lost when the file comes
    back; what it is, is told only where `sees_all`.
    """
    items = reading_list.items.select_related("paper").only(
        "reading_list", "section", "note", "state", *(f"paper__{name}" for name in SHOWN)
    )
    papers = Paper.objects.filter(items__reading_list=reading_list)
    authors: dict[int, list[str]] = defaultdict(list)
    of_papers = Authorship.objects.filter(paper__in=papers).order_by("paper", "position")
    for paper, name in of_papers.values_list("paper_id", "name"):
        authors[paper].append(name)
    first = Appearance.objects.filter(paper__in=papers).order_by("-pk")
    collections = dict(first.values_list("paper_id", "collection__name"))
    rows = (
        _listed(item, authors[item.paper_id], collections.get(item.paper_id, ""), site)
        if sees_all or item.paper.visibility == Visibility.LISTED
        else _not_shown(item, site)
        for item in items
    )
    return ListDocument(reading_list.title, reading_list.description, tuple(rows))


def _listed(item: Item, authors: list[str], collection: str, site: str) -> ListedPaper:
    paper = item.paper
    return ListedPaper(
        key=paper.key,
        heading=_line(paper.heading),
        title=_line(paper.title),
        authors=tuple(map(_line, authors)),
        collection=_line(collection),
        year=paper.year,
        doi=paper.doi,
        arxiv_id=paper.arxiv_id,
        openreview_id=paper.openreview_id,
        url=site + paper.get_absolute_url(),
        section=item.section,
        note=item.note,
        state=item.state,
    )


def _not_shown(item: Item, site: str) -> ListedPaper:
    key = item.paper.key
    url = site + reverse("paper_by_key", args=[key])
    return ListedPaper(key, NOT_SHOWN, url=url, section=item.section, note=item.note, state=item.state)


def _line(text: str) -> str:
    return " ".join(text.split())
