"""Writing search documents, and what is counted over all of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from django.db import connection, transaction

from catalogue.facets import compact
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
FILL_AGAIN = {
    "sqlite": ["INSERT INTO catalogue_searchindex(catalogue_searchindex) VALUES ('rebuild')"],
    "postgresql": [
        "DELETE FROM catalogue_searchindex",
        "INSERT INTO catalogue_searchindex SELECT paper_id, catalogue_searchindex_vector(title, authors, abstract) "
        "FROM catalogue_searchdocument",
    ],
}
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

    Batches of 500 papers, each in a transaction; `advanced` is told how many are done. Safe to run at any time.
    """
    counts: Counter[str] = Counter()
    spelled = Spelled()
    last = done = changed = 0
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in FILL_AGAIN[connection.vendor]:
            cursor.execute(statement)
    while ids := list(Paper.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            wanted = _documents(ids, spelled)
            stored = {pk: Document(*rest) for pk, *rest in _stored(ids)}
            differing = {pk: found for pk, found in wanted.items() if stored.get(pk) != found}
            _save(differing)
        counts.update(_counts(wanted.values()))
        last, done, changed = ids[-1], done + len(ids), changed + len(differing)
        advanced(done)
    with transaction.atomic(), connection.cursor() as cursor:
        SearchTerm.objects.all().delete()
        SearchWord.objects.all().delete()
        SearchName.objects.all().delete()
        _remember(spelled)
        cursor.executemany(COUNT, sorted(counts.items()))
    # A new snapshot, however little changed: all processes read it and forget what they remember of the old counts.
    compact(-1)
    return changed


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


def _stored(ids: Collection[int]) -> Iterable[tuple[int, str, str, str]]:
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
