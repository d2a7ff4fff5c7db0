"""Facets: what papers can be narrowed by, how many papers each value gives, and the links that choose it.

All of it is plain data that any template can draw. Counts come from an index of bitmaps (`current`), which triggers
on the tables keep right; the same counts in SQL check it (`differences`).
"""

from catalogue.facets.choices import NONE, Choice, restrict
from catalogue.facets.definitions import EVERY_FACET, FACETS, Facet, facet_named
from catalogue.facets.index import FacetIndex, current
from catalogue.facets.links import Links
from catalogue.facets.overlaps import Overlap
from catalogue.facets.own import own_values
from catalogue.facets.panels import Browse, FacetPanel, FacetValue, all_values, panels
from catalogue.facets.snapshots import LONG_LOG, compact, differences, rebuild
from catalogue.facets.tables import NAMES, POSTINGS, WORDS, install_triggers, remove_triggers

__all__ = [
    "EVERY_FACET",
    "FACETS",
    "LONG_LOG",
    "NAMES",
    "NONE",
    "POSTINGS",
    "WORDS",
    "Browse",
    "Choice",
    "Facet",
    "FacetIndex",
    "FacetPanel",
    "FacetValue",
    "Links",
    "Overlap",
    "all_values",
    "compact",
    "current",
    "differences",
    "facet_named",
    "install_triggers",
    "own_values",
    "panels",
    "rebuild",
    "remove_triggers",
    "restrict",
]
