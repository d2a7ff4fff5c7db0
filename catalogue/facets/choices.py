"""What a reader chose in a facet, and the papers that leaves."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyroaring import BitMap

from catalogue.facets.definitions import Facet
from catalogue.facets.index import FacetIndex

NONE = "~none"


@dataclass(frozen=True, slots=True)
class Choice:
    """Values of one facet, by the token that stands for them in the address; `none` is the bucket "has none"."""

    values: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    none: bool = False
    unknown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.values or self.none)

    @classmethod
    def of(cls, index: FacetIndex, facet: Facet, tokens: Iterable[str]) -> "Choice":
        """Read the tokens of an address. Old slugs and ids give the token that is used today."""
        tokens = list(dict.fromkeys(token for token in tokens if token))
        wanted = [token for token in tokens if token != NONE]
        resolved = index.resolved(facet, wanted)
        described = index.described(facet, resolved.values())
        found = dict.fromkeys(resolved[token] for token in wanted if resolved.get(token) in described)
        return cls(
            values={described[value][1]: value for value in found},
            labels={described[value][1]: described[value][0] for value in found},
            none=NONE in tokens,
            unknown=tuple(token for token in wanted if resolved.get(token) not in described),
        )

    @property
    def tokens(self) -> list[str]:
        """The tokens that count, as they go into an address."""
        return [*self.values, *([NONE] if self.none else [])]

    @property
    def names(self) -> list[str]:
        """The labels of what is chosen."""
        return [*self.labels.values(), *(["none"] if self.none else [])]


def restrict(
    index: FacetIndex, papers: BitMap, facet: Facet, choice: Choice, *, match_all: bool = False, exclude: bool = False
) -> BitMap:
    """Return the papers that have any (or all) of the chosen values; with `exclude`, those that have none of them."""
    if not choice:
        return papers
    if match_all and not exclude:
        for value in choice.values.values():
            papers = papers & index.holding(facet, [value])
        return papers - index.having(facet) if choice.none else papers
    found = papers & index.holding(facet, choice.values.values())
    if choice.none:
        found |= papers - index.having(facet)
    return papers - found if exclude else found
