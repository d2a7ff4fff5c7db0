"""The facet index: a bitmap of papers for each value of each facet, and what pages ask of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from threading import Lock
from typing import Any

from django.db.models import Value
from pyroaring import BitMap

from catalogue.facets.definitions import Facet, facet_named
from catalogue.facets.log import Version, changes_since, counted, in_transaction, stored
from catalogue.facets.memory import Memory
from catalogue.facets.overlaps import Overlap, overlaps
from catalogue.facets.own import NOTHING, OwnValues
from catalogue.facets.postings import Change, Postings
from catalogue.facets.tables import NAMES, WORDS
from catalogue.models import TagKind

ASKED_AT_ONCE = 10_000
TRIES = 5


class FacetIndex:
    """The values of all facets at one version of the log. It never changes: a page reads all its counts off one.

    Sets of papers are bitmaps of their ids. What is asked for must be a subset of `listed`.
    """

    def __init__(self, version: Version, postings: Postings) -> None:
        self.version = version
        self.postings = postings
        self._found: dict[str, tuple[list[Any], Any]] = {}
        self._memories = {NAMES: Memory(), WORDS: Memory()}
        self._own: Mapping[str, OwnValues] = {}

    def with_own(self, own: Mapping[str, OwnValues]) -> "FacetIndex":
        """Return the same index with what one reader made; what is worked out on either serves both, but for that."""
        index = copy(self)
        index._own = own
        return index

    def own(self, facet: Facet) -> OwnValues:
        """Return what the index knows of one reader's values of a facet."""
        return self._own.get(facet.name, NOTHING)

    def own_named(self, name: str) -> list[tuple[str, str]]:
        """Return label and token of each of one reader's values of the facet called `name`."""
        return list(self._own.get(name, NOTHING).named.values())

    def after(self, version: Version, changes: list[Change], own: bool = False) -> "FacetIndex":
        """Return the index after changes of the log. What they leave as it is is not worked out again.

        With `own` they are those of an open transaction, and so may be the names that are looked up later.
        """
        index = FacetIndex(version, self.postings.after(change for change in changes if change[3]))
        index._found = dict(self._found)
        if not own:
            changed = {change[0] for change in changes}
            index._memories |= {of: memory for of, memory in self._memories.items() if of not in changed}
        return index

    def memory(self, of: str) -> Memory:
        """Return what to remember answers in that hold until what papers are found by changes (WORDS), or what tags,
        people, collections and files are called (NAMES).
        """
        return self._memories[of]

    @property
    def listed(self) -> BitMap:
        """The papers that everybody sees."""
        return self._once("listed", ("listed",), lambda: self.postings.of("listed").get(0, BitMap()))

    def values(self, facet: Facet) -> dict[Any, BitMap]:
        """Return the papers of every value of a facet, unlisted ones too; those of a tag include its narrower ones'."""
        if facet.is_own:
            return self.own(facet).papers
        return self._once(facet.name, facet.sources, lambda: facet.members(self.postings))

    def having(self, facet: Facet) -> BitMap:
        """Return the papers that have any value of the facet."""
        if facet.is_own:
            return BitMap.union(BitMap(), *self.own(facet).papers.values())
        return self._once(
            f"any {facet.name}", facet.sources, lambda: BitMap.union(BitMap(), *self.values(facet).values())
        )

    def holding(self, facet: Facet, values: Iterable[Any]) -> BitMap:
        """Return the papers that have one of `values`."""
        of_value = self.values(facet)
        return BitMap.union(BitMap(), *(of_value[value] for value in values if value in of_value))

    def tags(self, kind: str = "") -> BitMap:
        """Return the public tags, of one kind or of all."""
        kinds = [kind] if kind else TagKind.values
        return BitMap.union(BitMap(), *(tags for kind in kinds for tags in self.postings.of(kind).values()))

    def overlapping(self) -> list[Overlap]:
        """Return the public tags that stand on almost the same listed papers, or one inside the other.

        A tag's own papers count, without those of narrower ones; a tag and one that is broader are no pair. Across
        kinds only almost the same papers make a pair.
        """
        sources = ("tag", "listed", "broader", *TagKind.values)
        return self._once("overlapping tags", sources, lambda: list(self._overlaps()))

    def _overlaps(self) -> Iterator[Overlap]:
        papers, kinds = self.postings.of("tag"), {tag: kind for kind in TagKind.values for tag in self.tags(kind)}
        broader = {tag: wider for wider, tags in self.postings.of("broader").items() for tag in tags}
        for found in overlaps({tag: papers[tag] for tag in kinds if tag in papers}, self.listed):
            related = {found.one, found.other} & {*_chain(found.one, broader), *_chain(found.other, broader)}
            if not related and (found.same or kinds[found.one] == kinds[found.other]):
                yield found

    def counts(self, facet: Facet, papers: BitMap) -> dict[Any, int]:
        """Return how many of `papers` have each value of the facet; values without any are left out."""
        if papers is self.listed and not facet.is_own:
            return self._once(f"counts {facet.name}", (*facet.sources, "listed"), lambda: self._counted(facet, papers))
        return self._counted(facet, papers)

    def none_count(self, facet: Facet, papers: BitMap) -> int:
        """Return how many of `papers` have no value of the facet."""
        return papers.difference_cardinality(self.having(facet))

    def by_year(self, papers: BitMap, start: int, stop: int, newest: bool = True) -> list[int]:
        """Return places `start` to `stop` of `papers` by year, then id, both falling with `newest`, else rising.

        Papers without a year come last.
        """
        facet = facet_named("year")
        assert facet is not None
        of_year = self.values(facet)
        found: list[int] = []
        for year in [*sorted(of_year, reverse=newest), None]:
            here = papers - self.having(facet) if year is None else papers & of_year[year]
            first, last = max(start, 0), min(stop, len(here))
            if first < last:
                places = slice(len(here) - last, len(here) - first) if newest else slice(first, last)
                found += sorted(here[places], reverse=newest)
            start, stop = start - len(here), stop - len(here)
            if stop <= 0:
                break
        return found

    def described(self, facet: Facet, values: Iterable[Any]) -> dict[Any, tuple[str, str]]:
        """Return label and token of the values that everybody sees, or whoever the index was made for."""
        if facet.is_own:
            named = self.own(facet).named
            return {value: named[value] for value in values if value in named}
        return self._named(_labels(facet), values, facet.describe)

    def learn(self, values: Mapping[Facet, Iterable[Any]]) -> None:
        """Look up, in one query, what values of several facets are called: `described` then has them at hand."""
        rows = []
        values = {facet: list(wanted) for facet, wanted in values.items() if not facet.is_own}
        for facet, wanted in values.items():
            known = self._named(_labels(facet), wanted, lambda _: {})
            unknown = [value for value in wanted if value not in known]
            if unknown and facet.named:
                rows.append(facet.named(unknown, Value(facet.name)))
        found: dict[str, dict[Any, tuple[str, str]]] = {facet.name: {} for facet in values}
        for value, label, token, name in rows[0].union(*rows[1:], all=True) if rows else ():
            found[name][value] = (label, token)
        for facet in values:
            self._named(_labels(facet), found[facet.name], lambda _, answers=found[facet.name]: answers)

    def resolved(self, facet: Facet, tokens: Iterable[str]) -> dict[str, Any]:
        """Return the values that tokens of an address stand for; unknown ones are missing."""
        if facet.is_own:
            of_token = {token: value for value, (_, token) in self.own(facet).named.items()}
            return {token: of_token[token] for token in tokens if token in of_token}
        return self._named(f"values of {facet.name}", tokens, facet.resolve)

    def _named(self, name: str, keys: Iterable[Any], ask: Callable[[Iterable[Any]], dict[Any, Any]]) -> dict[Any, Any]:
        keys, found = list(keys), {}
        for start in range(0, len(keys), ASKED_AT_ONCE):
            found.update(self.memory(NAMES).answers(name, keys[start : start + ASKED_AT_ONCE], ask))
        return found

    def _counted(self, facet: Facet, papers: BitMap) -> dict[Any, int]:
        counted = ((value, members.intersection_cardinality(papers)) for value, members in self.values(facet).items())
        return {value: n for value, n in counted if n}

    def _once(self, name: str, sources: tuple[str, ...], work: Callable[[], Any]) -> Any:
        """Return what `work` gave when the sources were what they are now."""
        now = [self.postings.source(source) for source in sources]
        then = self._found.get(name)
        if then is None or any(a is not b for a, b in zip(then[0], now, strict=True)):
            then = self._found[name] = (now, work())
        return then[1]


def _chain(tag: int, broader: Mapping[int, int]) -> Iterator[int]:
    """Yield the tags that are broader than a tag, the nearest first; a circle ends where it closes."""
    seen = {tag}
    while (tag := broader.get(tag, tag)) not in seen:
        seen.add(tag)
        yield tag


def _labels(facet: Facet) -> str:
    return f"labels of {facet.name}"


_lock = Lock()
_shared: list[FacetIndex] = []


def current() -> FacetIndex:
    """Return the index as it is now, in one query where nothing or little changed.

    What a transaction sees before its end stays with whoever asked: all others share an index of what is committed.
    """
    if in_transaction():
        return _renewed(_shared[0] if _shared else None, own=True)
    with _lock:
        _shared[:] = [_renewed(_shared[0] if _shared else None)]
        return _shared[0]


def _renewed(index: FacetIndex | None, own: bool = False) -> FacetIndex:
    for _ in range(TRIES):
        if index is None:
            found = stored()
            if found is None:
                return FacetIndex(*counted())
            index = FacetIndex(*found)
        news = changes_since(index.version)
        if news is not None:
            version, changes = news
            return index.after(version, changes, own) if changes or own else index
        index = None  # another log than the one it has read: from the start
    raise RuntimeError("The facet index was replaced again and again while it was read.")
