"""What the page draws: a panel a facet, a value a line, as plain data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest, nsmallest
from typing import Any

from pyroaring import BitMap

from catalogue.facets.choices import NONE, Choice
from catalogue.facets.definitions import FACETS, Facet
from catalogue.facets.index import FacetIndex
from catalogue.facets.links import Links
from catalogue.models import slug_of

VALUES_SHOWN = 5
Counts = dict[Any, int]


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value with its count by the rule of the help page and the link that chooses or removes it.

    `adds` is set where the facet has a selection in any mode: how many papers the value would add to the results.
    `share` is the count in percent of the facet's largest one.
    """

    label: str
    value: str
    count: int
    toggle_url: str
    exclude_url: str
    selected: bool = False
    excluded: bool = False
    is_none: bool = False
    adds: int | None = None
    share: int = 0


@dataclass(frozen=True, slots=True)
class FacetPanel:
    """A facet with the values to show. `distinct` counts all its values; `mode` is any, all or empty (no switch, as
    long as nothing is chosen).
    """

    name: str
    title: str
    distinct: int
    values: list[FacetValue]
    mode: str = ""
    mode_url: str = ""
    more_url: str = ""

    @property
    def id(self) -> str:
        """An id for the page."""
        return f"facet-{self.name}"


@dataclass(frozen=True, slots=True)
class Browse:
    """The state of a results page, as far as facets need it.

    `without(name)` are the results as if nothing were chosen in that facet; exclusions stay.
    """

    index: FacetIndex
    results: BitMap
    without: Callable[[str], BitMap]
    chosen: Mapping[str, Choice]
    excluded: Mapping[str, Choice]
    match_all: frozenset[str]
    links: Links

    def base(self, facet: Facet) -> BitMap:
        """Return the papers among which the facet's values are counted (rule 3)."""
        return self.without(facet.name) if self.widens(facet) else self.results

    def widens(self, facet: Facet) -> bool:
        """Whether choosing one more value gives more papers: something is chosen, in any mode."""
        return bool(self.chosen[facet.name]) and facet.name not in self.match_all


def panels(browse: Browse, more_url: Callable[[str], str]) -> list[FacetPanel]:
    """Return the panels that have anything to choose, in the order of FACETS."""
    result = []
    for facet in FACETS:
        if facet.in_panel:
            counts, values = _counted(facet, browse, VALUES_SHOWN)
            if counts or browse.chosen[facet.name] or browse.excluded[facet.name]:
                more = more_url(facet.name) if len(counts) > VALUES_SHOWN else ""
                result.append(_panel(facet, browse, len(counts), values, more))
    return result


def all_values(facet: Facet, browse: Browse) -> FacetPanel:
    """Return the panel of one facet with every value it has."""
    counts, values = _counted(facet, browse, None)
    return _panel(facet, browse, len(counts), values, "")


def _counted(facet: Facet, browse: Browse, most: int | None) -> tuple[Counts, list[FacetValue]]:
    """Return the counts of a facet and its lines: the `most` frequent values and what is chosen or excluded."""
    base = browse.base(facet)
    counts, none = browse.index.counts(facet, base), browse.index.none_count(facet, base)
    return counts, _values(facet, browse, counts, none, most)


def _panel(facet: Facet, browse: Browse, distinct: int, values: list[FacetValue], more_url: str) -> FacetPanel:
    mode = mode_url = ""
    if facet.is_of_tags and (browse.chosen[facet.name] or facet.name in browse.match_all):
        mode = "all" if facet.name in browse.match_all else "any"
        names = sorted(browse.match_all ^ {facet.name})
        mode_url = browse.links.setting("match", ",".join(names)).url()
    return FacetPanel(facet.name, facet.title, distinct, values, mode, mode_url, more_url)


def _values(facet: Facet, browse: Browse, counts: Counts, none: int, most: int | None) -> list[FacetValue]:
    """Return the values to show: the most frequent ones, whatever is chosen or excluded, and the bucket "none"."""
    chosen, excluded = browse.chosen[facet.name], browse.excluded[facet.name]
    picked = [*chosen.values.values(), *excluded.values.values()]
    shown = list(dict.fromkeys([*_first(facet, counts, most), *picked]))
    largest = max([*counts.values(), none, 1])
    described = browse.index.described(facet, shown)
    values = []
    for value in (value for value in shown if value in described):
        label, token = described[value]
        line = _line(facet, browse, label, token, counts.get(value, 0), largest)
        values.append(replace(line, adds=_adds(facet, browse, line, value)))
    if not facet.by_value:
        values.sort(key=lambda line: (-line.count, slug_of(line.label), line.label))
    if none or chosen.none or excluded.none:
        line = _line(facet, browse, "None", NONE, none, largest)
        adds = none if browse.widens(facet) and not line.selected else None
        values.append(replace(line, is_none=True, adds=adds))
    return values


def _first(facet: Facet, counts: Counts, most: int | None) -> list[Any]:
    """Return the `most` first values: the latest ones of numbers, else those with the most papers."""
    if most is None:
        return sorted(counts, reverse=True) if facet.by_value else sorted(counts, key=lambda v: (-counts[v], v))
    return nlargest(most, counts) if facet.by_value else nsmallest(most, counts, key=lambda v: (-counts[v], v))


def _adds(facet: Facet, browse: Browse, line: FacetValue, value: Any) -> int | None:
    """Return, in any mode, how many papers the value would add to the results; None elsewhere."""
    if line.selected or not browse.widens(facet):
        return None
    return (browse.index.holding(facet, [value]) & browse.base(facet)).difference_cardinality(browse.results)


def _line(facet: Facet, browse: Browse, label: str, token: str, count: int, largest: int) -> FacetValue:
    links, name = browse.links, facet.name
    excluding = f"not_{name}"
    # Excluding what is chosen takes the choice away; what is excluded can only be given back.
    exclude_url = links.removing(name, token).toggling(excluding, token).url()
    return FacetValue(
        label=label,
        value=token,
        count=count,
        toggle_url=exclude_url if links.has(excluding, token) else links.toggling(name, token).url(),
        exclude_url=exclude_url,
        selected=links.has(name, token),
        excluded=links.has(excluding, token),
        share=round(100 * count / largest),
    )
