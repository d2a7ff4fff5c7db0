"""Which papers a query finds: the tree of a query, worked out on bitmaps of papers, the same on both databases.

What is text is asked of the full-text index, all of a query at once, and remembered until a document changes. Tags and
collections are not in the documents: a word that spells a label of a tag, or stands in the name of a collection, is
also satisfied by the papers that the facet index has for it. Merging and renaming them touches no document.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cached_property, reduce
from itertools import islice
from json import loads
from operator import and_, or_
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from pyroaring import BitMap

from catalogue.facets import WORDS, FacetIndex, current, facet_named
from catalogue.models import Paper, PaperLink
from catalogue.search import postgresql, sqlite
from catalogue.search.endings import shorter_stems
from catalogue.search.labels import collections_called, spelled_collections, spelled_tags, tags_called
from catalogue.search.query import And, Filter, Node, Not, Or, Query, Term, Words, Years, leaves
from catalogue.search.reading import parse

TEXTS_REMEMBERED = 200
TEXTS_AT_ONCE = 200
Papers = Callable[[], BitMap]
# Tags and collections that satisfy a word: the name of the facet, the value.
Cover = frozenset[tuple[str, int]]


def engine() -> Any:
    """Return what writes expressions for the full-text index of the database."""
    return postgresql if connection.vendor == "postgresql" else sqlite


def looked_up(expressions: Iterable[str]) -> dict[str, BitMap]:
    """Ask the full-text index for papers. The ids come as one text: a row for each hit took twice the time."""
    found: dict[str, BitMap] = {}
    rest = iter(expressions)
    while some := list(islice(rest, TEXTS_AT_ONCE)):
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join(f"SELECT {at}, {engine().HITS}" for at in range(len(some))), some)
            found |= {some[at]: BitMap(array("I", loads(f"[{ids or ''}]"))) for at, ids in cursor.fetchall()}
    return found


def matching(papers: QuerySet[Paper], text: str) -> QuerySet[Paper]:
    """Return the papers that a query finds."""
    search = Search(parse(text), current())
    return papers.among(search.found) if search.query else papers


class Search:
    """A query and what it means in this catalogue, at one version of the facet index.

    `everything` are the papers among which those without something are looked for; by default all there are.
    `having` keeps what `has:` gave, for several searches of one page.
    """

    def __init__(
        self,
        query: Query,
        index: FacetIndex,
        everything: BitMap | None = None,
        having: dict[str, BitMap] | None = None,
    ) -> None:
        self.query = query
        self.index = index
        self._had = {} if having is None else having
        self.engine = engine()
        self._everything = everything
        self._notes = list(query.notes)
        self._expressions: dict[Node, str | None] = {}
        self._asked: list[str] = []
        self._texts: dict[str, BitMap] = {}

    @cached_property
    def found(self) -> BitMap:
        """The papers that the query finds, unlisted ones too; all there are if it asks for nothing. Never change it."""
        papers = self._plan
        self._texts = self._hits(self._asked)
        return papers()

    @property
    def notes(self) -> list[str]:
        """What was left out or read otherwise than it may have been meant, and what is unknown."""
        assert self._plan
        return self._notes

    @cached_property
    def everything(self) -> BitMap:
        """The papers there are."""
        return BitMap(Paper.objects.values_list("pk", flat=True)) if self._everything is None else self._everything

    def holding(self, words: Collection[str]) -> BitMap:
        """Return the papers whose documents hold one of some words."""
        expression = self.engine.some([self.engine.phrase([word]) for word in words])
        return self._hits([expression])[expression]

    @cached_property
    def covers(self) -> dict[Term, Cover]:
        """What satisfies a term beside the text of a paper."""
        found: dict[Term, set[tuple[str, int]]] = defaultdict(set)
        for facet, spelled in (("tag", spelled_tags), ("collection", spelled_collections)):
            for term, values in spelled(self.index, self.query.plain_terms).items():
                found[term].update((facet, value) for value in values)
        return {term: frozenset(values) for term, values in found.items() if values}

    # --- The tree as bitmaps: first what is to be asked of the full-text index, then the papers --
    @cached_property
    def _plan(self) -> Papers:
        return (lambda: self.everything) if self.query.tree is None else self._papers(self.query.tree)

    def _papers(self, node: Node) -> Papers:
        expression = self._expression(node)
        if expression is not None:
            return self._text(expression)
        if isinstance(node, And):
            return self._all(node)
        if isinstance(node, Or):
            return self._some(node)
        if isinstance(node, Not):
            without = self._papers(node.part)
            return lambda: self.everything - without()
        if isinstance(node, Term):
            return self._covered(self._term(node), self.covers[node])
        if isinstance(node, Words):
            covers = [self.covers[term] for term in node.terms if term in self.covers]
            return self._covered(self._words(node), frozenset().union(*covers))
        return self._filter(node)

    def _all(self, node: And) -> Papers:
        """Join what must hold; what the full-text index can answer goes to it as one question."""
        wanted = [part for part in node.parts if not isinstance(part, Not)]
        unwanted = [part.part for part in node.parts if isinstance(part, Not)]
        texts = [each for part in wanted if (each := self._expression(part)) is not None]
        found: list[Papers] = []
        if texts:
            excluded = [each for part in unwanted if (each := self._expression(part)) is not None]
            found.append(self._text(self.engine.every(texts, excluded)))
            unwanted = [part for part in unwanted if self._expression(part) is None]
        # Words that the same tags satisfy, such as those of its label, are one question as well.
        alike: dict[Cover, list[str]] = defaultdict(list)
        for part in wanted:
            if isinstance(part, Term) and part in self.covers:
                alike[self.covers[part]].append(self._term(part))
            elif self._expression(part) is None:
                found.append(self._papers(part))
        found += [self._covered(self.engine.every(terms), cover) for cover, terms in alike.items()]
        without = [self._papers(part) for part in unwanted]

        def papers() -> BitMap:
            kept = reduce(and_, (each() for each in found)) if found else self.everything
            return reduce(lambda left, each: left - each(), without, kept)

        return papers

    def _some(self, node: Or) -> Papers:
        texts = [each for part in node.parts if (each := self._expression(part)) is not None]
        found = [self._text(self.engine.some(texts))] if texts else []
        found += [self._papers(part) for part in node.parts if self._expression(part) is None]
        return lambda: reduce(or_, (each() for each in found))

    def _covered(self, expression: str, cover: Cover) -> Papers:
        text = self._text(expression)
        return lambda: text() | BitMap.union(*(self._of_facet(facet, [value]) for facet, value in cover))

    def _of_facet(self, facet: str, values: Iterable[int]) -> BitMap:
        return self.index.holding(facet_named(facet), values)

    def _text(self, expression: str) -> Papers:
        self._asked.append(expression)
        return lambda: self._texts[expression]

    def _hits(self, expressions: list[str]) -> dict[str, BitMap]:
        """Return the papers for expressions of the full-text index, remembered ones and others."""
        return self.index.memory(WORDS).answers("texts", dict.fromkeys(expressions), looked_up, TEXTS_REMEMBERED)

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
            found += [self.engine.phrase([*before, ending], term.field) for ending in self._endings[beginning]]
        return self.engine.some(found) if len(found) > 1 else found[0]

    @cached_property
    def _endings(self) -> dict[str, list[str]]:
        return shorter_stems(self.index, [leaf.words[-1] for leaf in self._leaves if _is_prefix(leaf)])

    @cached_property
    def _leaves(self) -> list[Node]:
        return [] if self.query.tree is None else list(leaves(self.query.tree))

    # --- What a paper must be -------------------------------------------------------------------
    def _filter(self, node: Filter | Years) -> Papers:
        if isinstance(node, Years):
            return lambda: self._of_years(node)
        if node.field == "has":
            return lambda: self._having(node.value)
        facet = "collection" if node.field == "collection" else "tag"
        values = self._called.get(node, [])
        if not values:
            self._notes.append(f"There is no {_KINDS.get(node.field, node.field)} “{node.value[:60]}”.")
        return lambda: self._of_facet(facet, values)

    @cached_property
    def _called(self) -> dict[Filter, list[int]]:
        """The values that what a paper must be names."""
        of_tags = {}
        found: dict[Filter, list[int]] = {}
        for leaf in self._leaves:
            if isinstance(leaf, Filter) and leaf.field == "collection":
                found[leaf] = collections_called(self.index, leaf.value)
            elif isinstance(leaf, Filter) and leaf.field not in ("has", "list"):
                of_tags[leaf] = (leaf.value, _OF_KIND.get(leaf.field, leaf.field))
        tags = tags_called(self.index, of_tags.values())
        return found | {leaf: tags[called] for leaf, called in of_tags.items()}

    def _having(self, value: str) -> BitMap:
        """Return the papers that have what `has:` asks for."""
        facet = _FACETS_HAD.get(value)
        if facet is not None:
            return self.index.having(facet_named(facet))
        if value not in self._had:
            self._had[value] = BitMap(Paper.objects.filter(_HAVING[value]()).order_by().values_list("pk", flat=True))
        return self._had[value]

    def _of_years(self, years: Years) -> BitMap:
        of_year = self.index.values(facet_named("year"))
        first, last = years.first or 0, 9999 if years.last is None else years.last
        return BitMap.union(BitMap(), *(papers for year, papers in of_year.items() if first <= year <= last))


_KINDS = {"is": "contribution"}
_OF_KIND = {"tag": "", "is": "contribution"}


def _is_prefix(leaf: Node) -> bool:
    return isinstance(leaf, Term) and leaf.prefix


def _linked(kind: str) -> Q:
    return Q(pk__in=PaperLink.objects.accepted().filter(kind=kind).order_by().values("paper"))


_FACETS_HAD = {"code": "code", "year": "year", "tags": "tag"}
_HAVING: dict[str, Callable[[], Q]] = {
    "data": lambda: _linked("data"),
    "project": lambda: _linked("project"),
    "pdf": lambda: _linked("pdf") | ~Q(pdf_url=""),
    "doi": lambda: ~Q(doi=""),
    "arxiv": lambda: ~Q(arxiv_id=""),
    "title": lambda: ~Q(title=""),
    "abstract": lambda: ~Q(abstract_source=""),
}
