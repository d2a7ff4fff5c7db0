"""Finding papers by words. Every word of a query must occur in a paper's search document."""

from catalogue.search.documents import document_text, fold
from catalogue.search.matching import matching, terms

__all__ = ["document_text", "fold", "matching", "terms"]
