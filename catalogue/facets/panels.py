"""What the page draws: a panel a facet, a value a line, as plain data."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest, nsmallest
from typing import Any

from pyroaring import BitMap

from catalogue.facets.choices import NONE, Choice
from catalogue.facets.definitions import EVERY_FACET, Facet
from catalogue.facets.index import ASKED_AT_ONCE, FacetIndex
from catalogue.facets.links import Links
from catalogue.models import slug_of

VALUES_SHOWN = 5
NONE_LABEL = "None"
Counts = dict[Any, int]
OfLabel = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value with its count by the rule of the help page and the link that chooses or removes it.

    `adds` is set where the facet has a selection in any mode: how many papers the value would add to the results.
    `share` is the count as a part of the facet's largest one: `40%`.
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
    share: str = "0%"

    # As texts: a page shows hundreds, and a template takes its time over numbers.
    @property
    def number(self) -> str:
        """The count for programs."""
        return str(self.count)

    @property
    def shown(self) -> str:
        """The count for readers."""
        return f"{self.count:,}"

    @property
    def state(self) -> str:
        """What is to be said of the value beside its count; empty if nothing."""
        if self.selected:
            return ", selected: remove"
        if self.excluded:
            return ", excluded: stop excluding"
        return "" if self.adds is None else f", adds {self.adds:,} paper{'' if self.adds == 1 else 's'}"


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
    """Return the panels that have anything to choose, in the order of EVERY_FACET."""
    of_facet = {facet: _counted(facet, browse) for facet in EVERY_FACET if facet.in_panel}
    shown = {facet: _shown(facet, counted) for facet, counted in of_facet.items()}
    browse.index.learn(shown)
    result = []
    for facet, counted in of_facet.items():
        if counted.counts or browse.chosen[facet.name] or browse.excluded[facet.name]:
            lines = _lines(facet, browse, counted, shown[facet])
            if not facet.by_value:
                lines.sort(key=_by_count)
            lines += _lines(facet, browse, counted, counted.bucket)
            more = more_url(facet.name) if len(counted.counts) > VALUES_SHOWN else ""
            result.append(_panel(facet, browse, len(counted.counts), lines, more))
    return result


def _shown(facet: Facet, counted: "_Counted") -> list[Any]:
    first = _first(facet, counted.counts, VALUES_SHOWN)
    return [*first, *(value for value in counted.picked if value not in first)]


def all_values(
    facet: Facet, browse: Browse, keep: OfLabel | None = None, by_label: OfLabel | None = None
) -> "AllValues":
    """Return every value of a facet, the most frequent first, or with `by_label` in the order of what that gives.

    With `keep` only values whose label it accepts.
    """
    counted = _counted(facet, browse)
    first = _first(facet, counted.counts, None)
    values = [*first, *(value for value in counted.picked if value not in counted.counts)]
    if keep or by_label or len(values) <= ASKED_AT_ONCE:
        labels = {value: label for value, (label, _) in browse.index.described(facet, values).items()}
        values = [value for value in values if value in labels and (keep is None or keep(labels[value]))]
        if by_label:
            values.sort(key=lambda value: by_label(labels[value]))
        elif not facet.by_value:
            values.sort(key=lambda value: (-counted.counts.get(value, 0), slug_of(labels[value]), labels[value]))
    bucket = [value for value in counted.bucket if keep is None or keep(NONE_LABEL)]
    return AllValues(facet, browse, counted, [*values, *bucket])


@dataclass(frozen=True, slots=True)
class AllValues:
    """The values of one facet, to be cut into pages: a line is made for what is shown."""

    facet: Facet
    browse: Browse
    counted: "_Counted"
    values: list[Any]

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, places: slice) -> list[FacetValue]:
        return _lines(self.facet, self.browse, self.counted, self.values[places])

    def panel(self, shown: list[FacetValue]) -> FacetPanel:
        """Return the panel with the lines that are shown."""
        return _panel(self.facet, self.browse, len(self.counted.counts), shown, "")


@dataclass(frozen=True, slots=True)
class _Counted:
    """The counts of a facet, what is chosen or excluded, and the bucket "none" where it is to be shown."""

    base: BitMap
    counts: Counts
    none: int
    picked: list[Any]
    bucket: list[str]


def _counted(facet: Facet, browse: Browse) -> _Counted:
    base = browse.base(facet)
    counts, none = browse.index.counts(facet, base), browse.index.none_count(facet, base)
    chosen, excluded = browse.chosen[facet.name], browse.excluded[facet.name]
    picked = dict.fromkeys([*chosen.values.values(), *excluded.values.values()])
    return _Counted(base, counts, none, list(picked), [NONE] if none or chosen.none or excluded.none else [])


def _panel(facet: Facet, browse: Browse, distinct: int, values: list[FacetValue], more_url: str) -> FacetPanel:
    mode = mode_url = ""
    if facet.has_modes and (browse.chosen[facet.name] or facet.name in browse.match_all):
        mode = "all" if facet.name in browse.match_all else "any"
        names = sorted(browse.match_all ^ {facet.name})
        mode_url = browse.links.setting("match", ",".join(names)).url()
    return FacetPanel(facet.name, facet.title, distinct, values, mode, mode_url, more_url)


def _lines(facet: Facet, browse: Browse, counted: _Counted, values: list[Any]) -> list[FacetValue]:
    """Return the lines of some values, in their order; a value that nobody may see has none."""
    largest = max([*counted.counts.values(), counted.none, 1])
    described = browse.index.described(facet, (value for value in values if value != NONE))
    lines = []
    for value in values:
        if value == NONE:
            line = _line(facet, browse, NONE_LABEL, NONE, counted.none, largest)
            lines.append(replace(line, is_none=True, adds=_adds(facet, browse, line, counted.base, None)))
        elif value in described:
            line = _line(facet, browse, *described[value], counted.counts.get(value, 0), largest)
            lines.append(replace(line, adds=_adds(facet, browse, line, counted.base, value)))
    return lines


def _by_count(line: FacetValue) -> tuple[int, str, str]:
    return -line.count, slug_of(line.label), line.label


def _first(facet: Facet, counts: Counts, most: int | None) -> list[Any]:
    """Return the `most` first values: the latest ones of numbers, else those with the most papers."""
    if most is None:
        return sorted(counts, reverse=True) if facet.by_value else sorted(counts, key=lambda v: (-counts[v], v))
    return nlargest(most, counts) if facet.by_value else nsmallest(most, counts, key=lambda v: (-counts[v], v))


def _adds(facet: Facet, browse: Browse, line: FacetValue, base: BitMap, value: Any) -> int | None:
    """Return, in any mode, how many papers the value (None: the bucket) adds to the results; None elsewhere."""
    if line.selected or not browse.widens(facet):
        return None
    papers = base - browse.index.having(facet) if value is None else base & browse.index.holding(facet, [value])
    return papers.difference_cardinality(browse.results)


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
        share=f"{round(100 * count / largest)}%",
    )
