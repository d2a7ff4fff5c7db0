"""Which papers hold the words of a query."""

from django.db.models import Exists, OuterRef, QuerySet

from catalogue.models import Paper, SearchDocument
from catalogue.search.documents import fold

WORDS_AT_MOST = 30


def matching(papers: QuerySet[Paper], query: str) -> QuerySet[Paper]:
    """Return the papers of which the search document holds every word of `query` (the first 30 count)."""
    documents = SearchDocument.objects.filter(paper=OuterRef("pk"))
    for word in fold(query).split()[:WORDS_AT_MOST]:
        documents = documents.filter(text__contains=word)
    return papers.filter(Exists(documents))
