"""The query string of the results page, validated. Whatever does not fit is dropped and noted, never an error."""

from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from typing import Any, Self

import django_filters
from django.db.models import Count, QuerySet
from django.utils.datastructures import MultiValueDict
from pyroaring import BitMap

from catalogue.facets import EVERY_FACET, Choice, Facet, Links, current, facet_named, own_values, restrict
from catalogue.models import Item, ListVisibility, Paper, Reader, with_cards
from catalogue.search import Query, Ranked, Search, parse

VALUES_AT_MOST = 40
TEXT_AT_MOST = 5000
PER_PAGE = 20
PER_PAGE_AT_MOST = 100
RELEVANCE = "relevance"


def _by_year(newest: bool) -> Any:
    return lambda selection: lambda start, stop: selection.index.by_year(selection.papers, start, stop, newest)


def _in_sql(order: Any) -> Any:
    def in_order(selection: "PaperFilter") -> Any:
        papers = selection.papers
        found = order(Paper.objects.listed() if papers == selection.index.listed else Paper.objects.among(papers))
        return lambda start, stop: list(found.values_list("pk", flat=True)[start:stop])

    return in_order


def _most_listed(selection: "PaperFilter") -> Any:
    counts, index, papers = selection.public_lists, selection.index, selection.papers
    first = sorted((pk for pk in counts if pk in papers), key=lambda pk: (-counts[pk], -pk))
    others = papers - BitMap(first)

    def in_order(start: int, stop: int) -> list[int]:
        later = range(max(start - len(first), 0), max(stop - len(first), 0))
        return first[start:stop] + index.by_year(others, later.start, later.stop)

    return in_order


# What gives the ids at some places: the bitmaps know years and ids, the database the rest.
SORTS = {
    RELEVANCE: ("Best match", None),
    "newest": ("Newest", _by_year(newest=True)),
    "oldest": ("Oldest", _by_year(newest=False)),
    "added": ("Recently added", _in_sql(lambda papers: papers.recently_added())),
    "listed": ("Most listed", _most_listed),
    "heading": ("Heading A–Z", _in_sql(lambda papers: papers.by_heading())),
}
OTHER_PARAMETERS = ("page",)


class ParameterFilter(django_filters.Filter):
    """A parameter of the address: `reading` turns its values into what is kept, and never fails.

    `among(filters, value)` gives the papers that have it; without it the parameter leaves out none.
    """

    def __init__(self, reading: Callable[[list[str]], Any] | None = None, among: Any = None) -> None:
        self.reading = reading
        self.among = among
        super().__init__()

    def read(self, texts: list[str]) -> Any:
        """Return what is kept of the values that were sent."""
        assert self.reading
        return self.reading(texts)

    def __deepcopy__(self, memo: Any) -> Self:
        """Each set of filters gets its own, to know whose they are; copying all that is in them took a millisecond."""
        return copy(self)

    def filter(self, qs: BitMap, value: Any) -> BitMap:
        return qs & self.among(self.parent, value) if self.among and value else qs


class FacetFilter(ParameterFilter):
    """The values of a facet that are chosen, or with `excluding` those that are excluded."""

    def __init__(self, facet: Facet, excluding: bool = False) -> None:
        self.facet = facet
        self.excluding = excluding
        super().__init__()

    def read(self, texts: list[str]) -> Choice:
        """Return the choice, as the index knows its values."""
        return Choice.of(self.parent.index, self.facet, texts)

    def filter(self, qs: BitMap, value: Choice) -> BitMap:
        match_all = self.facet.name in self.parent.match_all
        return restrict(self.parent.index, qs, self.facet, value, match_all=match_all, exclude=self.excluding)


def _last(texts: list[str]) -> str:
    return texts[-1] if texts else ""


def _year(texts: list[str]) -> int | None:
    text = _last(texts)
    return int(text) if len(text) == 4 and text.isascii() and text.isdigit() else None


def _number(texts: list[str]) -> int | None:
    text = _last(texts)
    return int(text) if len(text) < 4 and text.isascii() and text.isdigit() and text.strip("0") else None


def _kinds(texts: list[str]) -> frozenset[str]:
    names = {name for text in texts for name in text.split(",")}
    return frozenset(facet.name for facet in EVERY_FACET if facet.has_modes and facet.name in names)


def _some_or_all(texts: list[str]) -> str:
    return _last(texts) if _last(texts) in ("any", "all") else ""


def _sort(texts: list[str]) -> str:
    return _last(texts) if _last(texts) in SORTS else ""


def _per_page(texts: list[str]) -> int | None:
    text = _last(texts)
    if not (text.isascii() and text.isdigit()) or not text.strip("0"):
        return None
    return min(int(text[:9]), PER_PAGE_AT_MOST)


FacetFilters = type(
    "FacetFilters",
    (django_filters.FilterSet,),
    {facet.name: FacetFilter(facet) for facet in EVERY_FACET}
    | {f"not_{facet.name}": FacetFilter(facet, excluding=True) for facet in EVERY_FACET},
)


class PaperFilter(FacetFilters):
    """The results page's filters: text, facets (chosen and excluded), years, and how the results are shown."""

    q = ParameterFilter(lambda texts: " ".join(texts)[:TEXT_AT_MOST].strip(), lambda filters, _: filters.found)
    words = ParameterFilter(_some_or_all)
    match = ParameterFilter(_kinds)
    year_from = ParameterFilter(_year, lambda filters, year: filters.of_years(first=year))
    year_to = ParameterFilter(_year, lambda filters, year: filters.of_years(last=year))
    on_lists = ParameterFilter(_number, lambda filters, least: filters.on_public_lists(least))
    sort = ParameterFilter(_sort)
    per_page = ParameterFilter(_per_page)

    def __init__(self, data: MultiValueDict[str, str], reader: Reader | None = None) -> None:
        self.sent = data
        self.index = current().with_own(own_values(reader)) if reader else current()
        self.notes: list[str] = []
        self._having: dict[str, BitMap] = {}
        kept = self._capped(data)
        super().__init__(kept, Paper.objects.none())
        # Not by a form, which takes a millisecond and refuses: what makes no sense is left out.
        self.values = {
            name: each.read([text.strip() for text in kept.getlist(name)]) for name, each in self.filters.items()
        }
        self._note_what_was_dropped()

    def _capped(self, data: MultiValueDict[str, str]) -> MultiValueDict[str, str]:
        """Keep the known parameters and the first values of the facets, up to the cap."""
        kept: MultiValueDict[str, str] = MultiValueDict()
        room = VALUES_AT_MOST
        for name, values in data.lists():
            if name in self.base_filters:
                is_facet = isinstance(self.base_filters[name], FacetFilter)
                kept.setlist(name, values[:room] if is_facet else values)
                room -= len(values[:room]) if is_facet else 0
        if room == 0 and sum(map(len, kept.values())) < sum(len(v) for k, v in data.lists() if k in kept):
            self.notes.append(f"Only the first {VALUES_AT_MOST} chosen values were used.")
        return kept

    def _note_what_was_dropped(self) -> None:
        for name, texts in self.sent.lists():
            if name in OTHER_PARAMETERS:
                continue
            value = self.values.get(name)
            if name not in self.base_filters:
                self.notes.append(f"“{name[:60]}” is not a filter here; it was left out.")
            elif isinstance(value, Choice):
                for token in value.unknown:
                    self.notes.append(f"There is no {_noun(name)} “{token[:60]}”; it was left out.")
            elif not value and any(text.strip() for text in texts):
                self.notes.append(f"“{name}={texts[-1][:60]}” could not be read; it was left out.")
        if self.value("year_from") and self.value("year_to") and self.value("year_from") > self.value("year_to"):
            self.notes.append(f"No year is {self.value('year_from')} or later and {self.value('year_to')} or earlier.")
        if len(" ".join(self.sent.getlist("q"))) > TEXT_AT_MOST:
            self.notes.append(f"Only the first {TEXT_AT_MOST:,} characters of the text were used.")
        wanted = self.sent.get("per_page", "").strip()
        if self.page_size != PER_PAGE and wanted != str(self.page_size):
            self.notes.append(f"A page shows at most {PER_PAGE_AT_MOST} papers.")

    def value(self, name: str) -> Any:
        """Return what was read from a parameter."""
        return self.values[name]

    @cached_property
    def match_all(self) -> frozenset[str]:
        """The tag kinds in which all chosen values must be there."""
        return self.value("match")

    @cached_property
    def search(self) -> Search:
        """What is looked for: all words, or some of them if that is asked for or no paper has all."""
        return self._searching(self._strict.query.loosened()) if self.takes_any else self._strict

    @cached_property
    def _strict(self) -> Search:
        return self._searching(parse(self.value("q")))

    @cached_property
    def takes_any(self) -> bool:
        """Whether some of the words are enough: as was asked, of a paragraph, or because no paper has all."""
        return self._asks_for_any or self.fell_back

    @property
    def _asks_for_any(self) -> bool:
        return self.value("words") == "any" or (self._strict.query.is_prose and self.value("words") != "all")

    @cached_property
    def fell_back(self) -> bool:
        """Whether some of the words are taken though all were asked for, because no paper has all."""
        loosened = self._strict.query.loosened()
        if self._asks_for_any or loosened is self._strict.query:
            return False
        return not self._strictly_found and bool(self._found(self._searching(loosened)))

    @cached_property
    def found(self) -> BitMap:
        """The papers that the text finds."""
        return self._strictly_found if self.search is self._strict else self._found(self.search)

    @cached_property
    def _strictly_found(self) -> BitMap:
        return self._found(self._strict)

    def _found(self, search: Search) -> BitMap:
        return search.found & self.index.listed if search.query else self.index.listed

    def _searching(self, query: Query) -> Search:
        return Search(query, self.index, self.index.listed, self._having)

    def with_text(self, text: str) -> BitMap:
        """Return the results as if `text` stood in place of the text: with all words, or some if none has all."""
        query = parse(text)
        loosened = query.loosened()
        found = self._found(self._searching(query))
        if not found and loosened is not query:
            found = self._found(self._searching(loosened))
        return found & self.without("q")

    @property
    def page_size(self) -> int:
        """How many papers a page shows."""
        return self.value("per_page") or PER_PAGE

    @property
    def order(self) -> str:
        """The name of the order; with a text that is how well papers match it, unless another was chosen."""
        sort = self.value("sort")
        if self.value("q") and self.search.query:
            return sort or RELEVANCE
        return "newest" if sort in ("", RELEVANCE) else sort

    @property
    def chosen(self) -> dict[str, Choice]:
        """What is chosen, by facet."""
        return {facet.name: self.value(facet.name) for facet in EVERY_FACET}

    @property
    def excluded(self) -> dict[str, Choice]:
        """What is excluded, by facet."""
        return {facet.name: self.value(f"not_{facet.name}") for facet in EVERY_FACET}

    def of_years(self, first: int = 0, last: int = 9999) -> BitMap:
        """Return the papers of the years from `first` to `last`."""
        year = facet_named("year")
        return self.index.holding(year, (of for of in self.index.values(year) if first <= of <= last))

    @cached_property
    def public_lists(self) -> dict[int, int]:
        """On how many public lists papers are; those on none are missing."""
        items = Item.objects.filter(reading_list__visibility=ListVisibility.PUBLIC).order_by()
        return dict(items.values_list("paper").annotate(n=Count("pk")))

    def on_public_lists(self, least: int) -> BitMap:
        """Return the papers that are on so many public lists or more."""
        return BitMap(pk for pk, n in self.public_lists.items() if n >= least)

    def without(self, *names: str) -> BitMap:
        """Return the papers as if these parameters were not there; what a facet excludes is another than it chooses."""
        papers = self.index.listed
        for other, value in self.values.items():
            if other not in names:
                papers = self.filters[other].filter(papers, value)
        return papers

    @cached_property
    def papers(self) -> BitMap:
        """The papers that every filter leaves."""
        return self.without()

    @property
    def qs(self) -> QuerySet[Paper]:
        """The same papers as a queryset."""
        return Paper.objects.among(self.papers)

    def in_order(self) -> "CardsInOrder":
        """Return the papers with their cards, in the chosen order."""
        if self.ranked is not None:
            return CardsInOrder(self.papers, self.ranked.places)
        return CardsInOrder(self.papers, SORTS[self.order][1](self))

    @cached_property
    def ranked(self) -> Ranked | None:
        """The papers by how well they match the text, where that is their order."""
        return Ranked(self.search, self.papers) if self.order == RELEVANCE else None

    def params(self) -> Iterable[tuple[str, str]]:
        """Return the parameters that count, each once, in a fixed order."""
        if self.value("q"):
            yield "q", self.value("q")
            if self.value("words") == ("all" if self._strict.query.is_prose else "any"):
                yield "words", self.value("words")
        for facet in EVERY_FACET:
            for name in (facet.name, f"not_{facet.name}"):
                for token in self.value(name).tokens:
                    yield name, token
        if self.match_all:
            yield "match", ",".join(sorted(self.match_all))
        for name in ("year_from", "year_to", "on_lists", "sort", "per_page"):
            if self.value(name):
                yield name, str(self.value(name))

    def links(self, path: str) -> Links:
        """Return the addresses around the present state of the page at `path`."""
        return Links(path, tuple(self.params()))


class CardsInOrder:
    """Papers with what their cards show, fetched a page at a time. `ids(start, stop)` gives the ids at some places."""

    def __init__(self, papers: BitMap, ids: Callable[[int, int], list[int]]) -> None:
        self.papers = papers
        self.ids = ids

    def __len__(self) -> int:
        return len(self.papers)

    def __getitem__(self, places: slice) -> list[Paper]:
        ids = self.ids(places.start, places.stop)
        found = Paper.objects.listed().in_bulk(ids)
        return with_cards(found[pk] for pk in ids if pk in found)


def _noun(name: str) -> str:
    facet = facet_named(name.removeprefix("not_"))
    if facet and facet.is_own:
        return "list of yours" if facet.name == "list" else "tag of yours"
    return facet.title.lower() if facet else name
