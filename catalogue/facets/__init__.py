"""Facets: what papers can be narrowed by, how many papers each value gives, and the links that choose it.

All of it is plain data that any template can draw. The counts are SQL.
"""

from catalogue.facets.choices import NONE, Choice, restrict
from catalogue.facets.counts import tag_counts
from catalogue.facets.definitions import FACETS, Facet, facet_named
from catalogue.facets.links import Links
from catalogue.facets.panels import Browse, FacetPanel, FacetValue, all_values, panels

__all__ = [
    "FACETS",
    "NONE",
    "Browse",
    "Choice",
    "Facet",
    "FacetPanel",
    "FacetValue",
    "Links",
    "all_values",
    "facet_named",
    "panels",
    "restrict",
    "tag_counts",
]
