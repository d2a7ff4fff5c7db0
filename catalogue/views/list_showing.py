"""What the page of a reading list shows: which of its papers, under which headings, and the links around them."""

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Self

from django.db.models import Count, Min, Q, QuerySet
from django.http import QueryDict
from django.urls import reverse

from catalogue.access import BY_LINK
from catalogue.exports import LIST_FORMATS
from catalogue.facets import Links
from catalogue.models import Item, ReadingList, ReadState, Visibility, with_cards
from catalogue.paging import page_of
from catalogue.search import fold
from catalogue.views.listing import choices_of

SIZES = (50, 100, 200)
# The parameters of the address, kept by whatever changes the list.
PARAMETERS = ("state", "text", "per_page", "page")
# Columns of a paper that no list shows.
NOT_SHOWN = ("abstract_source", "abstract_text", "field_origins", "locked_fields", "extracted")
VISIBLE = Q(paper__visibility=Visibility.LISTED)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of a list's page asks for: the state of the papers, words of their headings, pages of a size."""

    state: str = ""
    text: str = ""
    size: int = SIZES[0]
    page: str = ""

    @classmethod
    def read(cls, params: QueryDict) -> Self:
        """Return what a query string asks for; what it does not have, or has wrong, is as usual."""
        state, size = params.get("state", ""), params.get("per_page", "")
        return cls(
            state if state in ReadState.values else "",
            params.get("text", "").strip()[:200],
            int(size) if size in map(str, SIZES) else SIZES[0],
            params.get("page", ""),
        )

    def links(self, path: str) -> Links:
        """Return addresses that keep what is asked for, but the page."""
        size = str(self.size) if self.size != SIZES[0] else ""
        return Links(path).setting("state", self.state).setting("text", self.text).setting("per_page", size)

    def items(self, reading_list: ReadingList) -> QuerySet[Item]:
        """Return the items that are asked for, in order. Words are looked for in headings that everybody may see."""
        items = reading_list.items.all()
        if self.state:
            items = items.filter(state=self.state)
        for word in fold(self.text).split():
            items = items.filter(VISIBLE, paper__heading_key__contains=word)
        return items

    def url_back(self, reading_list: ReadingList) -> str:
        """Return the address of the page one was at, or of the last one if papers have gone from it."""
        links = self.links(reading_list.get_absolute_url())
        if not re.fullmatch(r"[1-9][0-9]{0,8}", self.page):
            return links.url()
        last = max(-(-self.items(reading_list).count() // self.size), 1)
        page = min(int(self.page), last)
        return links.setting("page", str(page) if page > 1 else "").url()


@dataclass(slots=True)
class Section:
    """A heading of a list with what is under it; `name` is empty for the part before the first heading."""

    name: str
    number: int
    total: int
    listed: int
    read: int
    url: str = ""
    items: list[Item] = field(default_factory=list)


def outline(reading_list: ReadingList) -> list[Section]:
    """Return the sections of a list in order, without their items. One query."""
    counts = {"total": Count("pk"), "listed": Count("pk", VISIBLE), "read": Count("pk", VISIBLE & Q(state="read"))}
    rows = reading_list.items.order_by().values("section").annotate(first=Min("position"), **counts).order_by("first")
    return [
        Section(row["section"], number, row["total"], row["listed"], row["read"]) for number, row in enumerate(rows, 1)
    ]


def with_papers(items: QuerySet[Item], abstracts: bool = False) -> QuerySet[Item]:
    """Fetch with items their papers and who added them."""
    without = NOT_SHOWN if abstracts else ("abstract_html", *NOT_SHOWN)
    return items.select_related("paper", "added_by__user").defer(*(f"paper__{name}" for name in without))


def dressed(items: list[Item], sees_all: bool) -> list[Item]:
    """Return items with the cards of their papers; `shown` says whether the paper may be named."""
    for item in items:
        item.shown = sees_all or item.paper.visibility == Visibility.LISTED
    with_cards(item.paper for item in items if item.shown)
    return items


def in_sections(items: list[Item], sections: list[Section]) -> list[Section]:
    """Return those of the sections that items stand in, with these items."""
    named = {section.name: section for section in sections}
    for name, run in groupby(items, key=lambda item: item.section):
        # One that was made a moment ago, after the sections were read, is as good as a new one.
        section = named.setdefault(name, Section(name, len(named) + 1, 0, 0, 0))
        section.items += run
    return [section for section in named.values() if section.items]


def papers_shown(reading_list: ReadingList, params: QueryDict, path: str, sees_all: bool) -> dict[str, Any]:
    """Return what the page of a list says of its papers. NoSuchPage. A constant number of queries."""
    asked, sections = Asked.read(params), outline(reading_list)
    page, pages = page_of(with_papers(asked.items(reading_list)), asked.size, asked.page, asked.links(path))
    page.object_list = dressed(list(page.object_list), sees_all)
    listed, read = sum(section.listed for section in sections), sum(section.read for section in sections)
    _link(sections, Asked(size=asked.size).links(path), asked.size)
    states = {"": "All"} | dict(ReadState.choices)
    return {
        "page": page,
        "pages": pages,
        "parts": in_sections(page.object_list, sections),
        "contents": [section for section in sections if section.name],
        "section_count": len(sections),
        "item_count": listed,
        "read_count": read,
        "percent": 100 * read // listed if listed else 0,
        "last_position": sum(section.total for section in sections),
        "is_narrowed": bool(asked.state or asked.text),
        "filter_text": asked.text,
        "state_choices": choices_of(states, asked.state),
        "per_page_choices": choices_of({str(size): str(size) for size in SIZES}, str(asked.size)),
        "shown": " ".join(f"{item.paper.key}:{item.position}:{item.state}" for item in page),
        "here": Links("", tuple((name, value) for name, value in params.items() if name in PARAMETERS)).url(),
    }


def _link(sections: list[Section], links: Links, size: int) -> None:
    before = 0
    for section in sections:
        number = before // size + 1
        section.url = f"{links.setting('page', str(number) if number > 1 else '').url()}#section-{section.number}"
        before += section.total


def addresses(reading_list: ReadingList) -> dict[str, Any]:
    """Return where else the list can be read, under its name or, if it was opened by link, under its secret."""
    by_link = reading_list.role == BY_LINK
    name, of = ("_by_secret", reading_list.secret) if by_link else ("", reading_list.public_id)
    places = {"list": "list_by_secret" if by_link else "list_detail"}
    places |= {place: f"list_{place}{name}" for place in ("print", "copy", "versions")}
    files = [(each.label, reverse(f"list_file{name}", args=[of, format])) for format, each in LIST_FORMATS.items()]
    return {"files": files} | {f"{place}_url": reverse(url_name, args=[of]) for place, url_name in places.items()}
