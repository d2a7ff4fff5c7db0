"""Which papers a query finds: the tree of a query as a condition of a queryset, the same on both databases.

Tags and collections are not in the search documents: a word that spells a label of a tag, or stands in the name of a
collection, is also satisfied by the papers that carry it. Merging and renaming them touches no document.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import chain
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from catalogue.models import Appearance, Finding, FindingKind, Paper, PaperLink, SearchWord, Tagging
from catalogue.models import Collection as PaperCollection
from catalogue.search import postgresql, sqlite
from catalogue.search.documents import words
from catalogue.search.labels import spelled_tags, tags_called
from catalogue.search.query import And, Filter, Node, Not, Or, Query, Term, Words, Years
from catalogue.search.reading import parse

NOTHING = Q(pk__in=[])
Tagged = Callable[[Collection[int]], QuerySet[Any]]


def carriers(tags: Collection[int]) -> QuerySet[Any]:
    """Return the ids of the papers that carry one of some tags publicly."""
    return Tagging.objects.public().filter(tag__in=tags).order_by().values("paper")


def matching(papers: QuerySet[Paper], text: str) -> QuerySet[Paper]:
    """Return the papers that a query finds."""
    return Search(parse(text)).among(papers)


class Search:
    """A query and what it means in this catalogue. `tagged` gives the ids of the papers that carry one of some tags."""

    def __init__(self, query: Query, tagged: Tagged = carriers) -> None:
        self.query = query
        self.tagged = tagged
        self.notes = list(query.notes)
        self._expressions: dict[Node, str | None] = {}
        self.engine = postgresql if connection.vendor == "postgresql" else sqlite

    def among(self, papers: QuerySet[Paper]) -> QuerySet[Paper]:
        """Return those of `papers` that the query finds; all of them if it asks for nothing."""
        return papers.filter(self.condition) if self.query else papers

    def ids(self, papers: QuerySet[Paper] | None = None) -> "array[int]":
        """Return the ids of `among(papers)`, in ascending order; by default of all papers, the hidden ones too.

        Where the full-text index can answer alone, it does: the quickest way to the hits of a frequent word.
        """
        expression = self._expression(self.query.tree) if papers is None and self.query.tree is not None else None
        if expression is not None:
            with connection.cursor() as cursor:
                cursor.execute(self.engine.MATCHING, [expression])
                return array("I", sorted(chain.from_iterable(cursor.fetchall())))
        found = self.among(Paper.objects.all() if papers is None else papers)
        return array("I", sorted(found.order_by().values_list("pk", flat=True)))

    def holding(self, words: Collection[str]) -> Q:
        """Return the condition that the document of a paper holds one of some words."""
        return self._matches(self.engine.some([self.engine.phrase([word]) for word in words]))

    @cached_property
    def condition(self) -> Q:
        """The condition that a paper is found."""
        return self._condition(self.query.tree) if self.query.tree is not None else Q()

    @cached_property
    def covers(self) -> dict[Term, list[Q]]:
        """What satisfies a term beside the text of a paper: tags and collections."""
        found: dict[Term, list[Q]] = defaultdict(list)
        runs = self.query.plain_terms
        conditions: dict[frozenset[int], Q] = {}
        for term, tags in spelled_tags(runs).items():
            known = frozenset(tags)
            if known not in conditions:
                conditions[known] = Q(pk__in=self.tagged(sorted(tags)))
            found[term].append(conditions[known])
        terms = {term for run in runs for term in run if not term.prefix}
        names = self._collection_names if terms else {}
        for term in terms:
            wanted = set(term.words)
            called = [pk for pk, texts in names.items() if any(wanted <= text for text in texts)]
            if called:
                found[term].append(_appeared_in(called))
        return dict(found)

    @cached_property
    def _collection_names(self) -> dict[int, list[set[str]]]:
        """The words of the names that collections have or had."""
        names: dict[int, list[set[str]]] = defaultdict(list)
        for pk, *texts in PaperCollection.objects.order_by().values_list("pk", "name", "venue", "names__name"):
            names[pk] += [set(words(text)) for text in texts if text]
        return names

    # --- The tree as a condition ----------------------------------------------------------------
    def _condition(self, node: Node) -> Q:
        expression = self._expression(node)
        if expression is not None:
            return self._matches(expression)
        if isinstance(node, And | Or):
            return self._joined(node)
        if isinstance(node, Not):
            return ~self._condition(node.part)
        if isinstance(node, Term):
            return self._or(self._matches(self._term(node)), self.covers[node])
        if isinstance(node, Words):
            covers = [cover for term in node.terms for cover in self.covers.get(term, [])]
            return self._or(self._matches(self._words(node)), dict.fromkeys(covers))
        if isinstance(node, Years):
            return _of_years(node)
        return self._filter(node)

    def _joined(self, node: And | Or) -> Q:
        """Join conditions; what the full-text index can answer goes to it as one question."""
        texts = [each for part in node.parts if (each := self._expression(part)) is not None]
        others = [part for part in node.parts if self._expression(part) is None]
        if isinstance(node, Or):
            return self._or(self._matches(self.engine.some(texts)) if texts else NOTHING, map(self._condition, others))
        found = Q()
        if texts:
            excluded = [self._expression(part.part) for part in others if isinstance(part, Not)]
            found = self._matches(self.engine.every(texts, [each for each in excluded if each is not None]))
            others = [p for p in others if not (isinstance(p, Not) and self._expression(p.part) is not None)]
        for part in others:
            found &= self._condition(part)
        return found

    @staticmethod
    def _or(first: Q, others: Iterable[Q]) -> Q:
        for other in others:
            first |= other
        return first

    def _matches(self, expression: str) -> Q:
        return Q(pk__in=RawSQL(self.engine.MATCHING, [expression]))  # noqa: S611 - the expression is a parameter

    # --- The tree as an expression of the full-text index ---------------------------------------
    def _expression(self, node: Node) -> str | None:
        """Return the expression for a part of the tree, None where the index alone cannot answer it."""
        if node not in self._expressions:
            self._expressions[node] = self._made(node)
        return self._expressions[node]

    def _made(self, node: Node) -> str | None:
        if isinstance(node, Term):
            return None if node in self.covers else self._term(node)
        if isinstance(node, Words):
            return None if any(term in self.covers for term in node.terms) else self._words(node)
        if not isinstance(node, And | Or):
            return None
        found = [self._expression(part) for part in node.parts]
        texts = [each for each in found if each is not None]
        if len(texts) < len(found):
            return None
        return self.engine.every(texts) if isinstance(node, And) else self.engine.some(texts)

    def _words(self, node: Words) -> str:
        return self.engine.some([self.engine.phrase([word]) for word in node.words])

    def _term(self, term: Term) -> str:
        """Return the expression for a term: its words together, as one word if they are hyphenated, or begun so."""
        found = [self.engine.phrase(term.words, term.field, open_end=term.open)]
        if term.joined:
            found.append(self.engine.phrase([term.joined], term.field))
        if term.prefix:
            *before, beginning = term.words
            found += [self.engine.phrase([*before, ending], term.field) for ending in _shorter_stems(beginning)]
        return self.engine.some(found) if len(found) > 1 else found[0]

    # --- What a paper must be -------------------------------------------------------------------
    def _filter(self, node: Filter) -> Q:
        if node.field == "has":
            return _HAVING[node.value]()
        if node.field == "collection":
            wanted = set(words(node.value))
            called = [pk for pk, texts in self._collection_names.items() if any(wanted <= text for text in texts)]
            return self._known(node, _appeared_in(called) if wanted and called else None)
        if node.field == "list":
            return self._known(node, None)
        kind = {"tag": "", "is": "contribution"}.get(node.field, node.field)
        tags = tags_called(node.value, kind)
        return self._known(node, Q(pk__in=self.tagged(tags)) if tags else None)

    def _known(self, node: Filter, condition: Q | None) -> Q:
        if condition is None:
            self.notes.append(f"There is no {_KINDS.get(node.field, node.field)} “{node.value[:60]}”.")
        return NOTHING if condition is None else condition


_KINDS = {"is": "contribution", "list": "list"}


def _appeared_in(collections: Collection[int]) -> Q:
    return Q(pk__in=Appearance.objects.filter(collection__in=collections).order_by().values("paper"))


def _of_years(years: Years) -> Q:
    condition = Q(year__isnull=False)
    if years.first is not None:
        condition &= Q(year__gte=years.first)
    return condition & Q(year__lte=years.last) if years.last is not None else condition


def _shorter_stems(beginning: str) -> list[str]:
    """Return what search documents have for words that begin so, where it begins otherwise (`optimiz`: `optim`)."""
    known = SearchWord.objects.filter(**beginning_with("word", beginning))
    return sorted({term for term in known.values_list("term", flat=True) if not term.startswith(beginning)})


def beginning_with(column: str, text: str) -> dict[str, str]:
    """Return the lookup for texts that begin with `text`, in the form for which the database has an index."""
    if connection.vendor == "postgresql":
        return {f"{column}__startswith": text}
    return {f"{column}__gte": text, f"{column}__lt": text + chr(0x10FFFF)}


def _linked(kind: str) -> Q:
    return Q(Exists(PaperLink.objects.accepted().filter(kind=kind, paper=OuterRef("pk")).order_by()))


def _promised() -> Q:
    promises = Finding.objects.accepted().of_kind(FindingKind.CODE_PROMISED)
    return Q(Exists(promises.filter(paper=OuterRef("pk")).order_by()))


# What `has:` asks for, by its value.
_HAVING: dict[str, Callable[[], Q]] = {
    "code": lambda: _linked("code") | _promised(),
    "data": lambda: _linked("data"),
    "project": lambda: _linked("project"),
    "pdf": lambda: _linked("pdf") | ~Q(pdf_url=""),
    "doi": lambda: ~Q(doi=""),
    "arxiv": lambda: ~Q(arxiv_id=""),
    "title": lambda: ~Q(title=""),
    "abstract": lambda: ~Q(abstract_source=""),
    "year": lambda: Q(year__isnull=False),
    "tags": lambda: Q(Exists(Tagging.objects.public().filter(paper=OuterRef("pk")).order_by())),
}
