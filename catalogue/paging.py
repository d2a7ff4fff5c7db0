"""Pages of a list: one rule everywhere. A page that is not there is a 404 that knows the way back."""

import re
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from catalogue.facets import Links


@dataclass(frozen=True, slots=True)
class Pages:
    """The links around a page: `links` holds {number, url, current, gap}; a gap stands for pages left out."""

    links: list[dict[str, Any]] = field(default_factory=list)
    previous_url: str = ""
    next_url: str = ""


class NoSuchPage(Exception):
    """The address names a page that the list does not have."""

    def __init__(self, total: int, last_page: int, links: Links) -> None:
        super().__init__(f"{last_page} pages")
        self.total = total
        self.last_page = last_page
        self.first_url = links.removing("page").url()
        self.last_url = _page_url(links, last_page)


def page_of(objects: QuerySet[Any] | list[Any], per_page: int, wanted: str, links: Links) -> tuple[Page[Any], Pages]:
    """Return page `wanted` (as it stands in the address, empty for the first) and the links around it."""
    paginator = Paginator(objects, per_page)
    if (wanted and not re.fullmatch(r"[1-9][0-9]{0,8}", wanted)) or int(wanted or 1) > paginator.num_pages:
        raise NoSuchPage(paginator.count, paginator.num_pages, links)
    page = paginator.page(int(wanted or 1))
    return page, _pages(page, links)


def _pages(page: Page[Any], links: Links) -> Pages:
    if page.paginator.num_pages == 1:
        return Pages()
    shown = [
        {"gap": True}
        if number == Paginator.ELLIPSIS
        else {"number": number, "url": _page_url(links, int(number)), "current": number == page.number, "gap": False}
        for number in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)
    ]
    return Pages(
        shown,
        _page_url(links, page.number - 1) if page.has_previous() else "",
        _page_url(links, page.number + 1) if page.has_next() else "",
    )


def _page_url(links: Links, number: int) -> str:
    return links.setting("page", str(number)).url() if number > 1 else links.removing("page").url()
