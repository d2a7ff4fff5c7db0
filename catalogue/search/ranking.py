"""Papers in the order in which they answer a query, and what that order rests on."""

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection
from pyroaring import BitMap

from catalogue.facets import WORDS, FacetIndex
from catalogue.models import SearchTerm
from catalogue.search.documents import Document
from catalogue.search.indexing import LENGTHS, PAPERS
from catalogue.search.matching import Search
from catalogue.search.query import Query
from catalogue.search.scores import Scorer
from catalogue.search.stop_words import is_stop_word

# So many hits are put in order one by one; of more, those with one of the rarest words, or else the latest.
RANKED_AT_MOST = 20_000
WITH_RARE_WORDS = 5_000
LATEST = 2_000
# A paragraph takes longer to compare; of the papers with its rarest words a third will do.
MANY_WORDS = 20
AT_ONCE = 5_000
# The scores of so many queries are remembered, and of so many papers each.
QUERIES_REMEMBERED = 8
WORDS_REMEMBERED = 20_000
SCORES_REMEMBERED = 2 * RANKED_AT_MOST


class Ranked:
    """The papers `found` that answer a query best first; those not ranked and equal ones latest first.

    `exact` says whether every hit was ranked, `ranked` how many were.
    """

    def __init__(self, search: Search, found: BitMap) -> None:
        self.exact = len(found) <= RANKED_AT_MOST
        candidates = found if self.exact else _promising(search, found)
        scores = _scores(search, candidates)
        self._first = sorted(candidates, key=lambda pk: (-scores.get(pk, 0.0), -pk))
        self._others = found - candidates
        self.ranked = len(self._first)

    def __len__(self) -> int:
        return self.ranked + len(self._others)

    def places(self, start: int, stop: int) -> list[int]:
        """Return the ids at places `start` to `stop` of the order."""
        beyond, others = max(start - self.ranked, 0), len(self._others)
        end = max(stop - self.ranked, 0)
        later = self._others[max(others - end, 0) : max(others - beyond, 0)] if end > beyond else ()
        return self._first[start:stop] + sorted(later, reverse=True)


def words_of(query: Query) -> tuple[list[str], list[str]]:
    """Return the words that speak for a paper, in their order, and the beginnings of words.

    Words that say nothing are left out, unless there are no others.
    """
    words: list[str] = []
    beginnings: list[str] = []
    for term in query.terms:
        found = term.words
        if term.open:
            beginnings.append(found[-1])
            found = found[:-1]
        words += [*found, term.joined] if term.joined else found
    telling = [word for word in words if not is_stop_word(word)]
    return (telling or words) if not beginnings else telling, beginnings


def _documents(ids: Sequence[int]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the words of papers by field. Read past the ORM: most of ranking would be spent in it."""
    wanted = ",".join(map(str, ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT paper_id, title, authors, abstract FROM catalogue_searchdocument WHERE paper_id IN ({wanted})"  # noqa: S608 - numbers
        )
        yield from cursor.fetchall()


def _counts(index: FacetIndex, words: Iterable[str]) -> dict[str, int]:
    """Return in how many documents words occur, and the sums over all documents."""

    def ask(terms: list[str]) -> dict[str, int]:
        known = SearchTerm.objects.filter(term__in=terms).values_list("term", "papers")
        return dict.fromkeys(terms, 0) | dict(known)

    return index.memory(WORDS).answers("counts", dict.fromkeys([*words, *LENGTHS, PAPERS]), ask, WORDS_REMEMBERED)


def _promising(search: Search, found: BitMap) -> BitMap:
    """Return those of many papers that hold one of the rarest words, as many as can be ranked; else the latest."""
    words, beginnings = words_of(search.query)
    counts = _counts(search.index, [*words, *beginnings])
    rare: list[str] = []
    room = WITH_RARE_WORDS if len(words) <= MANY_WORDS else WITH_RARE_WORDS // 3
    for word in sorted(set(words), key=lambda word: (counts[word], word)):
        room -= counts[word]
        if room < 0:
            break
        rare.append(word)
    holding = found & search.holding(rare) if rare else BitMap()
    return holding or found[-LATEST:]


def _scores(search: Search, papers: BitMap) -> dict[int, float]:
    """Return the scores of papers; those of the last queries are remembered."""
    words, beginnings = words_of(search.query)
    scores: dict[int, float] = search.index.memory(WORDS).once(
        "scores", (tuple(words), tuple(beginnings)), dict, QUERIES_REMEMBERED
    )
    if len(scores) > SCORES_REMEMBERED:
        scores.clear()
    missing = [pk for pk in papers if pk not in scores]
    if missing:
        counts = _counts(search.index, [*words, *beginnings])
        documents = max(counts[PAPERS], 1)
        average = sum(counts[name] for name in LENGTHS) / documents
        scorer = Scorer(words, counts, documents, average, beginnings)
        for first in range(0, len(missing), AT_ONCE):
            for pk, *fields in _documents(missing[first : first + AT_ONCE]):
                scores[pk] = scorer.score(Document(*fields))
    return scores
