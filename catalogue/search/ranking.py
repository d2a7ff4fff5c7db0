"""Papers in the order in which they answer a query, and what that order rests on."""

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection

from catalogue.models import Paper, SearchTerm
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
AT_ONCE = 5_000


class Ranked:
    """The papers `found`, by their `ids`, that answer a query best first; those not ranked and equal ones latest first.

    `exact` says whether every hit was ranked, `ranked` how many were.
    """

    def __init__(self, search: Search, found: Iterable[int]) -> None:
        ids = sorted(found, reverse=True)
        words, beginnings = words_of(search.query)
        candidates = ids
        counts = _counts([*words, *beginnings])
        self.exact = len(ids) <= RANKED_AT_MOST
        if not self.exact:
            candidates = _promising(search, ids, words, counts) or ids[:LATEST]
        scored = _scored(candidates, words, beginnings, counts)
        order = sorted(candidates, key=lambda pk: (-scored.get(pk, 0.0), -pk))
        ranked = set(order) if not self.exact else set()
        self.ids = order if self.exact else [*order, *(pk for pk in ids if pk not in ranked)]
        self.ranked = len(order)

    def __len__(self) -> int:
        return len(self.ids)


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


def _counts(words: Sequence[str]) -> dict[str, int]:
    wanted = {*words, *LENGTHS, PAPERS}
    return dict(SearchTerm.objects.filter(term__in=wanted).values_list("term", "papers"))


def _promising(search: Search, ids: Iterable[int], words: list[str], counts: dict[str, int]) -> list[int]:
    """Return those of many papers that hold one of the rarest words, as many as can be ranked."""
    rare: list[str] = []
    room = WITH_RARE_WORDS
    for word in sorted(set(words), key=lambda word: (counts.get(word, 0), word)):
        room -= counts.get(word, 0)
        if room < 0:
            break
        rare.append(word)
    if not rare:
        return []
    holding = Paper.objects.filter(search.holding(rare)).order_by()
    return sorted(set(ids).intersection(holding.values_list("pk", flat=True)), reverse=True)


def _scored(ids: Sequence[int], words: list[str], beginnings: list[str], counts: dict[str, int]) -> dict[int, float]:
    papers = max(counts.get(PAPERS, 0), 1)
    average = sum(counts.get(name, 0) for name in LENGTHS) / papers
    scorer = Scorer(words, counts, papers, average, beginnings)
    scores: dict[int, float] = {}
    for first in range(0, len(ids), AT_ONCE):
        for pk, *fields in _documents(ids[first : first + AT_ONCE]):
            scores[pk] = scorer.score(Document(*fields))
    return scores
