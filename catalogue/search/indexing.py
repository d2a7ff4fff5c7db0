"""Writing search documents, and what is counted over all of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, QuerySet

from catalogue.facets import LONG_LOG, compact
from catalogue.models import (
    Authorship,
    Finding,
    FindingKind,
    Paper,
    SearchDocument,
    SearchName,
    SearchTerm,
    SearchWord,
    slug_of,
)
from catalogue.search.documents import BORDER, Document, document, spelled_words, stem

BATCH = 500
# Fields of which the lengths are counted, and the term that counts the documents.
LENGTHS = ("#title", "#authors", "#abstract")
PAPERS = "#papers"
COUNT = """
INSERT INTO catalogue_searchterm (term, papers) VALUES (%s, %s)
ON CONFLICT (term) DO UPDATE SET papers = catalogue_searchterm.papers + excluded.papers
"""
REMEMBER = "INSERT INTO catalogue_searchword (word, term) VALUES (%s, %s) ON CONFLICT DO NOTHING"
REMEMBER_NAME = "INSERT INTO catalogue_searchname (name, slug) VALUES (%s, %s) ON CONFLICT DO NOTHING"
# The full-text index of all documents again (SQLite), of some of them (PostgreSQL), and what no document stands for.
FILL_AGAIN = "INSERT INTO catalogue_searchindex(catalogue_searchindex) VALUES ('rebuild')"
FILL_SOME = (
    "DELETE FROM catalogue_searchindex WHERE paper_id = ANY(%s)",
    "INSERT INTO catalogue_searchindex SELECT paper_id, catalogue_searchindex_vector(title, authors, abstract) "
    "FROM catalogue_searchdocument WHERE paper_id = ANY(%s)",
)
DROP_ORPHANS = (
    "DELETE FROM catalogue_searchindex AS i "
    "WHERE NOT EXISTS (SELECT 1 FROM catalogue_searchdocument AS d WHERE d.paper_id = i.paper_id)"
)
_NAMING = (FindingKind.NAME, FindingKind.EXPANSION)


@dataclass(slots=True)
class Spelled:
    """How things are spelled in papers: words, folded, and the names that are introduced."""

    words: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)


def index_papers(ids: Collection[int]) -> None:
    """Write the search documents of papers from what is stored of them, in the transaction of the caller.

    To be called after anything a document is made of has changed: heading, names, authors, abstract. A document is
    counted when it is new.
    """
    spelled = Spelled()
    wanted = _documents(ids, spelled)
    stored = {pk: Document(*rest) for pk, *rest in _stored(ids)}
    changed = {pk: found for pk, found in wanted.items() if stored.get(pk) != found}
    _save(changed)
    _remember(spelled)
    counts = _counts(found for pk, found in changed.items() if pk not in stored)
    with connection.cursor() as cursor:
        # In one order everywhere, so that two writers wait for each other and never lock each other out.
        cursor.executemany(COUNT, sorted(counts.items()))


def rebuild(advanced: Callable[[int], None]) -> int:
    """Write all search documents, the databases' index and the counts again. Returns how many documents changed.

    Batches of 500 papers, each in a transaction; `advanced` is told how many are done. Safe to run at any time: what
    is added meanwhile stays, and is counted by whoever adds it.
    """
    before, counts, spelled = _counted(), Counter[str](), Spelled()
    top = Paper.objects.aggregate(top=Max("pk"))["top"] or 0
    last = done = changed = 0
    with connection.cursor() as cursor:
        cursor.execute(FILL_AGAIN if connection.vendor == "sqlite" else DROP_ORPHANS)
    papers = Paper.objects.filter(pk__lte=top).order_by("pk").values_list("pk", flat=True)
    while ids := list(papers.filter(pk__gt=last)[:BATCH]):
        documents, differing = _written_again(ids, spelled)
        counts.update(_counts(documents))
        last, done, changed = ids[-1], done + len(ids), changed + differing
        compact(LONG_LOG)
        advanced(done)
    with transaction.atomic():
        _recount(before, counts, spelled)
    # A new snapshot, however little changed: all processes read it and forget what they remember of the old counts.
    compact(-1)
    return changed


@transaction.atomic
def _written_again(ids: list[int], spelled: Spelled) -> tuple[Iterable[Document], int]:
    """Write documents that differ from what they should be. Returns all of them, and how many differed."""
    # Locked before papers are read: what somebody writes at the same moment is read here or written after.
    stored = {pk: Document(*rest) for pk, *rest in _stored(ids).select_for_update().order_by("pk")}
    wanted = _documents(ids, spelled)
    differing = {pk: found for pk, found in wanted.items() if stored.get(pk) != found}
    _save(differing)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for statement in FILL_SOME:
                cursor.execute(statement, [ids])
    return wanted.values(), len(differing)


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted and remembered at one moment."""

    papers: dict[str, int]
    words: set[str]
    names: set[str]


def _counted() -> Counted:
    return Counted(
        dict(SearchTerm.objects.values_list("term", "papers")),
        set(SearchWord.objects.values_list("word", flat=True)),
        set(SearchName.objects.values_list("name", flat=True)),
    )


def _recount(before: Counted, counts: Counter[str], spelled: Spelled) -> None:
    """Add the difference to what was counted before, and forget the words and names that no paper has any more."""
    differences = {term: counts[term] - before.papers.get(term, 0) for term in counts.keys() | before.papers.keys()}
    with connection.cursor() as cursor:
        changed = {term: count for term, count in differences.items() if count or term not in before.papers}
        cursor.executemany(COUNT, sorted(changed.items()))
    SearchTerm.objects.filter(papers__lte=0).exclude(term__in=[*LENGTHS, PAPERS]).delete()
    _remember(spelled)
    for model, gone in ((SearchWord, before.words - spelled.words), (SearchName, before.names - spelled.names)):
        old = sorted(gone)
        for first in range(0, len(old), BATCH):
            model.objects.filter(pk__in=old[first : first + BATCH]).delete()


def words_are_counted() -> bool:
    """Whether the words of all documents were counted; if not, `rebuild` is due."""
    counted = SearchTerm.objects.filter(term=PAPERS).values_list("papers", flat=True).first()
    return (counted or 0) >= SearchDocument.objects.count()


def _documents(ids: Collection[int], spelled: Spelled) -> dict[int, Document]:
    """Return the documents of papers as they should be; how it is spelled is added to `spelled`."""
    authors: dict[int, list[str]] = defaultdict(list)
    people = Authorship.objects.filter(paper__in=ids).order_by("paper", "position")
    for paper, printed, name in people.values_list("paper_id", "name", "person__name"):
        authors[paper] += dict.fromkeys([printed, name])
    names: dict[int, list[str]] = defaultdict(list)
    findings = Finding.objects.accepted().filter(paper__in=ids, kind__in=_NAMING)
    for paper, kind, value in findings.order_by("paper", "rank", "id").values_list("paper_id", "kind", "value"):
        names[paper].append(value)
        if kind == FindingKind.NAME:
            spelled.names.add(value)
    found = {}
    for pk, heading, abstract, key in Paper.objects.filter(pk__in=ids).values_list(
        "pk", "heading", "abstract_text", "key"
    ):
        found[pk] = document(heading, names[pk], authors[pk], abstract, key)
        for text in (heading, *names[pk], *authors[pk], abstract):
            spelled.words.update(spelled_words(text))
    return found


def _stored(ids: Collection[int]) -> QuerySet[Any]:
    return SearchDocument.objects.filter(pk__in=ids).values_list("pk", *Document._fields)


def _save(documents: dict[int, Document]) -> None:
    SearchDocument.objects.bulk_create(
        [SearchDocument(paper_id=pk, **found._asdict()) for pk, found in documents.items()],
        update_conflicts=True,
        unique_fields=["paper"],
        update_fields=list(Document._fields),
        batch_size=BATCH,
    )


def _remember(spelled: Spelled) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(REMEMBER, [(word, stem(word)) for word in sorted(spelled.words) if not word.isdigit()])
        cursor.executemany(REMEMBER_NAME, [(name, slug_of(name)) for name in sorted(spelled.names)])


def _counts(documents: Iterable[Document]) -> Counter[str]:
    """Return in how many of the documents each word occurs, and their sums."""
    counts: Counter[str] = Counter()
    for found in documents:
        fields = [text.split() for text in found]
        counts.update({word for words in fields for word in words} - {BORDER})
        counts.update({PAPERS: 1} | {name: len(words) for name, words in zip(LENGTHS, fields, strict=True)})
    return counts
