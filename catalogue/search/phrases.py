"""Which papers hold a phrase, for those who look closer themselves: more may be found than is meant, none is missed."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, product

from pyroaring import BitMap

from catalogue.search.documents import is_open, query_words
from catalogue.search.matching import engine, looked_up

PHRASES_AT_ONCE = 100
SPELLINGS_AT_MOST = 100


def holding_some(phrases: Iterable[Sequence[Collection[str]]]) -> BitMap:
    """Return the papers, listed or not, in whose search documents one of some phrases stands, whatever its endings.

    A phrase is a run of words, each of which may be spelled in several ways (empty: left out). Letters may follow on
    figures at its end.
    """
    spelled = dict.fromkeys(words for phrase in phrases for words in _spelled(phrase))
    each = [engine().phrase(words, open_end=is_open(words[-1]) or words[-1].isdigit()) for words in spelled]
    some = [engine().some(each[at : at + PHRASES_AT_ONCE]) for at in range(0, len(each), PHRASES_AT_ONCE)]
    return BitMap.union(BitMap(), *looked_up(some).values())


def _spelled(phrase: Sequence[Collection[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the words of search documents that a phrase may be."""
    forms = [dict.fromkeys(tuple(query_words(each)) for each in word) for word in phrase]
    for some in islice(product(*forms), SPELLINGS_AT_MOST):
        if words := tuple(word for form in some for word in form):
            yield words
