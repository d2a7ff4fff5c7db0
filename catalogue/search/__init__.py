"""Finding papers by words: the query language, search documents, what a query finds and in which order."""

from catalogue.search.documents import document, fold
from catalogue.search.indexing import index_papers, rebuild
from catalogue.search.matching import Search, matching
from catalogue.search.query import Query
from catalogue.search.reading import parse

__all__ = ["Query", "Search", "document", "fold", "index_papers", "matching", "parse", "rebuild"]
