"""What a reader chose in a facet, and the papers that leaves."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from catalogue.facets.definitions import Facet
from catalogue.facets.families import narrower_too
from catalogue.models import Paper

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
    def of(cls, facet: Facet, tokens: Iterable[str]) -> "Choice":
        """Read the tokens of an address. Old slugs and ids give the token that is used today."""
        tokens = list(dict.fromkeys(token for token in tokens if token))
        wanted = [token for token in tokens if token != NONE]
        resolved = facet.resolve(wanted) if wanted else {}
        described = facet.describe(resolved.values()) if resolved else {}
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


def holding(facet: Facet, values: Iterable[Any]) -> Exists:
    """Return the condition that a paper has one of `values`, or for tags one narrower than these."""
    wanted = narrower_too(values) if facet.is_of_tags else list(values)
    rows = facet.rows().filter(**{f"{facet.value}__in": wanted, facet.paper: OuterRef("pk")})
    return Exists(rows.order_by())


def holding_nothing(facet: Facet) -> Q:
    """Return the condition that a paper has no value of the facet."""
    return Q(~Exists(facet.rows().filter(**{facet.paper: OuterRef("pk")}).order_by()))


def restrict(
    papers: QuerySet[Paper], facet: Facet, choice: Choice, *, match_all: bool = False, exclude: bool = False
) -> QuerySet[Paper]:
    """Return the papers that have any (or all) of the chosen values; with `exclude`, those that have none of them."""
    if not choice:
        return papers
    if match_all and not exclude:
        for value in choice.values.values():
            papers = papers.filter(holding(facet, [value]))
        return papers.filter(holding_nothing(facet)) if choice.none else papers
    condition = Q(holding(facet, choice.values.values())) if choice.values else Q()
    if choice.none:
        condition |= holding_nothing(facet)
    return papers.exclude(condition) if exclude else papers.filter(condition)
