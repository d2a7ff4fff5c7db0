"""Finding papers by words: the query language, search documents, what a query finds and in which order."""

from catalogue.search.documents import Finder, document, finder, fold
from catalogue.search.excerpts import found_excerpt, marked
from catalogue.search.hints import did_you_mean
from catalogue.search.indexing import index_papers, rebuild, words_are_counted
from catalogue.search.matching import Search, matching
from catalogue.search.naming import named_alike
from catalogue.search.phrases import holding_some
from catalogue.search.query import Query
from catalogue.search.ranking import Ranked, words_of
from catalogue.search.reading import parse
from catalogue.search.similar import Similar, similar_to_paper, similar_to_text
from catalogue.search.suggestions import Suggestion, suggest, suggest_tags

__all__ = [
    "Finder",
    "Query",
    "Ranked",
    "Search",
    "Similar",
    "Suggestion",
    "did_you_mean",
    "document",
    "finder",
    "fold",
    "found_excerpt",
    "holding_some",
    "index_papers",
    "marked",
    "matching",
    "named_alike",
    "parse",
    "rebuild",
    "similar_to_paper",
    "similar_to_text",
    "suggest",
    "suggest_tags",
    "words_are_counted",
    "words_of",
]
