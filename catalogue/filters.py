"""The query string of the results page, validated. Whatever does not fit is dropped and noted, never an error."""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.datastructures import MultiValueDict

from catalogue.facets import FACETS, Choice, Facet, Links, facet_named, restrict
from catalogue.models import Paper
from catalogue.search import Query, Ranked, Search, parse

VALUES_AT_MOST = 40
TEXT_AT_MOST = 5000
PER_PAGE = 20
PER_PAGE_AT_MOST = 100
RELEVANCE = "relevance"
SORTS = {
    RELEVANCE: ("Best match", None),
    "newest": ("Newest", lambda papers: papers.newest_first()),
    "oldest": ("Oldest", lambda papers: papers.oldest_first()),
    "added": ("Recently added", lambda papers: papers.recently_added()),
    "heading": ("Heading A–Z", lambda papers: papers.by_heading()),
}
OTHER_PARAMETERS = ("page",)


class LenientField(forms.Field):
    """A field that reads all values of a parameter and never fails: what it cannot read it leaves out."""

    widget = forms.MultipleHiddenInput

    def __init__(self, read: Any, **kwargs: Any) -> None:
        self.read = read
        super().__init__(required=False)

    def clean(self, value: list[str] | None) -> Any:
        return self.read([text.strip() for text in value or []])


class ParameterFilter(django_filters.Filter):
    """A parameter of the address: `read` turns its values into what is kept, `apply` narrows the papers by that."""

    field_class = LenientField

    def __init__(self, read: Any, apply: Any = None) -> None:
        self.apply = apply
        super().__init__(read=read)

    def filter(self, qs: QuerySet[Paper], value: Any) -> QuerySet[Paper]:
        return self.apply(qs, value) if self.apply and value else qs


class FacetFilter(ParameterFilter):
    """The values of a facet that are chosen, or with `excluding` those that are excluded."""

    def __init__(self, facet: Facet, excluding: bool = False) -> None:
        self.facet = facet
        self.excluding = excluding
        super().__init__(lambda tokens: Choice.of(facet, tokens))

    def filter(self, qs: QuerySet[Paper], value: Choice) -> QuerySet[Paper]:
        match_all = self.facet.name in self.parent.match_all
        return restrict(qs, self.facet, value, match_all=match_all, exclude=self.excluding)


class TextFilter(ParameterFilter):
    """The words of the query. How they were read is `PaperFilter.search`."""

    def __init__(self) -> None:
        super().__init__(lambda texts: " ".join(texts)[:TEXT_AT_MOST].strip())

    def filter(self, qs: QuerySet[Paper], value: str) -> QuerySet[Paper]:
        return self.parent.search.among(qs) if value else qs


def _last(texts: list[str]) -> str:
    return texts[-1] if texts else ""


def _year(texts: list[str]) -> int | None:
    text = _last(texts)
    return int(text) if len(text) == 4 and text.isascii() and text.isdigit() else None


def _kinds(texts: list[str]) -> frozenset[str]:
    names = {name for text in texts for name in text.split(",")}
    return frozenset(facet.name for facet in FACETS if facet.is_of_tags and facet.name in names)


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
    {facet.name: FacetFilter(facet) for facet in FACETS}
    | {f"not_{facet.name}": FacetFilter(facet, excluding=True) for facet in FACETS},
)


class PaperFilter(FacetFilters):
    """The results page's filters: text, facets (chosen and excluded), years, and how the results are shown."""

    q = TextFilter()
    words = ParameterFilter(_some_or_all)
    match = ParameterFilter(_kinds)
    year_from = ParameterFilter(_year, lambda papers, year: papers.filter(year__gte=year))
    year_to = ParameterFilter(_year, lambda papers, year: papers.filter(year__lte=year))
    sort = ParameterFilter(_sort)
    per_page = ParameterFilter(_per_page)

    def __init__(self, data: MultiValueDict[str, str], queryset: QuerySet[Paper]) -> None:
        self.sent = data
        self.notes: list[str] = []
        super().__init__(self._capped(data), queryset)
        self.form.full_clean()
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
            value = self.form.cleaned_data.get(name)
            if name not in self.base_filters:
                self.notes.append(f"“{name[:60]}” is not a filter here; it was left out.")
            elif isinstance(value, Choice):
                for token in value.unknown:
                    self.notes.append(f"There is no {_title(name).lower()} “{token[:60]}”; it was left out.")
            elif not value and any(text.strip() for text in texts):
                self.notes.append(f"“{name}={texts[-1][:60]}” could not be read; it was left out.")
        if len(" ".join(self.sent.getlist("q"))) > TEXT_AT_MOST:
            self.notes.append(f"Only the first {TEXT_AT_MOST:,} characters of the text were used.")
        wanted = self.sent.get("per_page", "").strip()
        if self.page_size != PER_PAGE and wanted != str(self.page_size):
            self.notes.append(f"A page shows at most {PER_PAGE_AT_MOST} papers.")

    def value(self, name: str) -> Any:
        """Return what was read from a parameter."""
        return self.form.cleaned_data[name]

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
        """Whether some of the words are enough."""
        return self.value("words") == "any" or self.fell_back

    @cached_property
    def fell_back(self) -> bool:
        """Whether some of the words are taken though all were asked for, because no paper has all."""
        query = self._strict.query
        loosened = query.loosened()
        if self.value("words") == "any" or loosened is query:
            return False
        listed = Paper.objects.listed()
        return not self._strict.among(listed).exists() and self._searching(loosened).among(listed).exists()

    def _searching(self, query: Query) -> Search:
        return Search(query, papers_tagged)

    def with_text(self, text: str) -> QuerySet[Paper]:
        """Return the results as if `text` stood in place of the text, all of its words asked for."""
        return self._searching(parse(text)).among(self.without("q"))

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
        return {facet.name: self.value(facet.name) for facet in FACETS}

    @property
    def excluded(self) -> dict[str, Choice]:
        """What is excluded, by facet."""
        return {facet.name: self.value(f"not_{facet.name}") for facet in FACETS}

    def filter_queryset(self, queryset: QuerySet[Paper], leaving_out: str = "") -> QuerySet[Paper]:
        """Apply every filter but the one called `leaving_out`."""
        for name, value in self.form.cleaned_data.items():
            if name != leaving_out:
                queryset = self.filters[name].filter(queryset, value)
        return queryset

    def without(self, name: str) -> QuerySet[Paper]:
        """Return the papers as if nothing were chosen in one facet; what it excludes stays excluded."""
        return self.filter_queryset(self.queryset, leaving_out=name)

    def in_order(self, papers: QuerySet[Paper]) -> QuerySet[Paper] | Ranked:
        """Return the papers, which the filters have left, in the chosen order."""
        return Ranked(self.search, papers) if self.order == RELEVANCE else SORTS[self.order][1](papers)

    def params(self) -> Iterable[tuple[str, str]]:
        """Return the parameters that count, each once, in a fixed order."""
        if self.value("q"):
            yield "q", self.value("q")
            if self.value("words") == "any":
                yield "words", "any"
        for facet in FACETS:
            for name in (facet.name, f"not_{facet.name}"):
                for token in self.value(name).tokens:
                    yield name, token
        if self.match_all:
            yield "match", ",".join(sorted(self.match_all))
        for name in ("year_from", "year_to", "sort", "per_page"):
            if self.value(name):
                yield name, str(self.value(name))

    def links(self, path: str) -> Links:
        """Return the addresses around the present state of the page at `path`."""
        return Links(path, tuple(self.params()))


def _title(name: str) -> str:
    facet = facet_named(name.removeprefix("not_"))
    return facet.title if facet else name


def papers_tagged(tags: Collection[int]) -> QuerySet[Paper]:
    """Return the ids of the papers that carry one of some tags, or one narrower than these."""
    chosen = Choice(values={str(tag): tag for tag in tags})
    return restrict(Paper.objects.order_by(), facet_named("tag"), chosen).values("pk")
