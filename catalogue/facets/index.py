"""The facet index: a bitmap of papers for each value of each facet, and what pages ask of them."""

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from pyroaring import BitMap

from catalogue.facets.definitions import Facet, facet_named
from catalogue.facets.log import Version, changes_since, counted, in_transaction, stored
from catalogue.facets.postings import Change, Postings
from catalogue.facets.tables import NAMES

NAMES_REMEMBERED = 100_000
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
        self._labels: dict[tuple[str, Any], tuple[str, str]] = {}
        self._values: dict[tuple[str, str], Any] = {}

    def after(self, version: Version, changes: list[Change], own: bool = False) -> "FacetIndex":
        """Return the index after changes of the log. What they leave as it is is not worked out again.

        With `own` they are those of an open transaction, and so may be the names that are looked up later.
        """
        index = FacetIndex(version, self.postings.after(c for c in changes if c[0] != NAMES))
        index._found = dict(self._found)
        if not own and all(change[0] != NAMES for change in changes):
            index._labels, index._values = self._labels, self._values
        return index

    @property
    def listed(self) -> BitMap:
        """The papers that everybody sees."""
        return self._once("listed", ("listed",), lambda: self.postings.of("listed").get(0, BitMap()))

    def values(self, facet: Facet) -> dict[Any, BitMap]:
        """Return the papers of every value of a facet, unlisted ones too; those of a tag include its narrower ones'."""
        return self._once(facet.name, facet.sources, lambda: facet.members(self.postings))

    def having(self, facet: Facet) -> BitMap:
        """Return the papers that have any value of the facet."""
        return self._once(
            f"any {facet.name}", facet.sources, lambda: BitMap.union(BitMap(), *self.values(facet).values())
        )

    def holding(self, facet: Facet, values: Iterable[Any]) -> BitMap:
        """Return the papers that have one of `values`."""
        of_value = self.values(facet)
        return BitMap.union(BitMap(), *(of_value[value] for value in values if value in of_value))

    def counts(self, facet: Facet, papers: BitMap) -> dict[Any, int]:
        """Return how many of `papers` have each value of the facet; values without any are left out."""
        if papers is self.listed:
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
        """Return label and token of the values that everybody sees."""
        return _remembered(self._labels, facet.name, values, facet.describe)

    def resolved(self, facet: Facet, tokens: Iterable[str]) -> dict[str, Any]:
        """Return the values that tokens of an address stand for; unknown ones are missing."""
        return _remembered(self._values, facet.name, tokens, facet.resolve)

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


def _remembered(
    memory: dict[tuple[str, Any], Any], name: str, keys: Iterable[Any], ask: Callable[[Iterable[Any]], dict[Any, Any]]
) -> dict[Any, Any]:
    """Return the answers for `keys`; those that `memory` lacks are asked for, many at a time."""
    keys = list(keys)
    known = {key: memory.get((name, key)) for key in keys}
    asked = [key for key, answer in known.items() if answer is None]
    if len(memory) > NAMES_REMEMBERED:
        memory.clear()
    for start in range(0, len(asked), ASKED_AT_ONCE):
        answers = ask(asked[start : start + ASKED_AT_ONCE])
        memory.update({(name, key): answer for key, answer in answers.items()})
        known.update(answers)
    return {key: answer for key, answer in known.items() if answer is not None}


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
