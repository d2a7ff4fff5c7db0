"""Papers in the order in which they answer a query, and what that order rests on."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, connections
from django.db.models import QuerySet

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


class Ranked(Sequence[Paper]):
    """The papers that a query has found, best first; those with one score and those not ranked latest first.

    `found` are these papers, as `search.among` gives them.

    Slices fetch only what they hold. `exact` says whether every hit was ranked.
    """

    def __init__(self, search: Search, found: QuerySet[Paper]) -> None:
        self.papers = found
        ids = _ids(found)
        words, beginnings = words_of(search.query)
        candidates = ids
        counts = _counts([*words, *beginnings])
        self.exact = len(ids) <= RANKED_AT_MOST
        if not self.exact:
            candidates = _promising(search, found, words, counts) or ids[:LATEST]
        scored = _scored(candidates, words, beginnings, counts)
        order = sorted(candidates, key=lambda pk: (-scored.get(pk, 0.0), -pk))
        ranked = set(order) if not self.exact else set()
        self.ids = order if self.exact else [*order, *(pk for pk in ids if pk not in ranked)]
        self.ranked = len(order)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            return self[at : at + 1][0]
        ids = self.ids[at]
        found = self.papers.in_bulk(ids)
        return [found[pk] for pk in ids if pk in found]

    def __iter__(self) -> Iterator[Paper]:
        for first in range(0, len(self), AT_ONCE):
            yield from self[first : first + AT_ONCE]


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


def _ids(papers: QuerySet[Paper]) -> list[int]:
    """Return the ids of papers, the latest first. Read past the ORM: there may be a million."""
    try:
        sql, params = papers.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:  # a condition that nothing can fulfil
        return []
    with connections[papers.db].cursor() as cursor:
        cursor.execute(sql, params)
        return sorted((pk for (pk,) in cursor.fetchall()), reverse=True)


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


def _promising(search: Search, found: QuerySet[Paper], words: list[str], counts: dict[str, int]) -> list[int]:
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
    return _ids(found.filter(search.holding(rare)))


def _scored(ids: Sequence[int], words: list[str], beginnings: list[str], counts: dict[str, int]) -> dict[int, float]:
    papers = max(counts.get(PAPERS, 0), 1)
    average = sum(counts.get(name, 0) for name in LENGTHS) / papers
    scorer = Scorer(words, counts, papers, average, beginnings)
    scores: dict[int, float] = {}
    for first in range(0, len(ids), AT_ONCE):
        for pk, *fields in _documents(ids[first : first + AT_ONCE]):
            scores[pk] = scorer.score(Document(*fields))
    return scores
