"""Which papers hold the words of a query."""

import re

from django.db.models import Exists, OuterRef, QuerySet

from catalogue.models import Paper, SearchDocument
from catalogue.search.documents import fold

WORDS_AT_MOST = 30


def terms(query: str) -> list[str]:
    """Return the words of a query as typed; what stands between quotes is one term, a lone quote is none."""
    straight = query.translate(str.maketrans("“”„", '"""'))
    found = [phrase.strip() or word for phrase, word in re.findall(r'"([^"]*)"|([^\s"]+)', straight)]
    return [term for term in found if fold(term)]


def matching(papers: QuerySet[Paper], query: str) -> QuerySet[Paper]:
    """Return the papers of which the search document holds every one of `terms(query)`, the first 30 of them."""
    documents = SearchDocument.objects.filter(paper=OuterRef("pk"))
    for term in terms(query)[:WORDS_AT_MOST]:
        documents = documents.filter(text__contains=fold(term))
    return papers.filter(Exists(documents))
