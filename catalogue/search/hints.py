"""What may have been meant: words of the catalogue that are spelled like one that no paper holds."""

import re

from django.db.models.functions import Length
from rapidfuzz.distance import DamerauLevenshtein

from catalogue.models import SearchTerm, SearchWord
from catalogue.search.documents import fold, spelled_words, stem
from catalogue.search.endings import beginning_with
from catalogue.search.query import Query

CANDIDATES_AT_MOST = 50_000
WORDS_AT_MOST = 5
# Words of so many letters may differ by two changes, shorter ones by one, those under four by none.
LONG, SHORT = 6, 4


def did_you_mean(query: Query) -> str:
    """Return the text of a query with every word that no paper holds replaced by the likeliest one that some do.

    Empty if nothing can be said.
    """
    unknown = _unknown(query)
    meant = {word: found for word in unknown if (found := _likeliest(word))}
    if not meant:
        return ""
    return re.sub(r"\w+", lambda match: meant.get(fold(match[0]), match[0]), query.text).rstrip(" ?!.")


def _unknown(query: Query) -> list[str]:
    spelled = {word for term in query.terms if not term.prefix for word in spelled_words(term.text)}
    spelled = {word for word in spelled if len(word) >= SHORT and not word.isdigit()}
    known = set(SearchTerm.objects.filter(term__in=map(stem, spelled)).values_list("term", flat=True))
    return sorted(word for word in spelled if stem(word) not in known)[:WORDS_AT_MOST]


def _likeliest(word: str) -> str:
    """Return the word with the fewest changes that begins alike, the most frequent of several; or an empty string."""
    most = 2 if len(word) >= LONG else 1
    near = SearchWord.objects.filter(**beginning_with("word", word[0])).annotate(length=Length("word"))
    near = near.filter(length__range=(len(word) - most, len(word) + most))
    found: dict[str, list[str]] = {}
    best = most
    for candidate, term in near.values_list("word", "term")[:CANDIDATES_AT_MOST]:
        distance = DamerauLevenshtein.distance(word, candidate, score_cutoff=best)
        if distance < best:
            best, found = distance, {}
        if distance == best:
            found.setdefault(term, []).append(candidate)
    if not found:
        return ""
    papers = dict(SearchTerm.objects.filter(term__in=found).values_list("term", "papers"))
    term = max(sorted(found), key=lambda each: papers.get(each, 0))
    return min(found[term], key=lambda each: (DamerauLevenshtein.distance(word, each), each))
