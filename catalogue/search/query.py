"""The query language: what somebody types, as a tree. Every text can be read; what means nothing is named and left out.

words              all of them        "a phrase"        words that stand together
-word, NOT word    without it         a OR b, ( )       one of them; AND binds closer
begin*             any ending         title: abstract: name: author: …   where it must stand
tag: area: collection: year:2024..2026 has:code is:theory list:…         what the paper must be
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from catalogue.search.documents import is_open, joined, query_words, spelled_words
from catalogue.search.stop_words import is_stop_word

TERMS_AT_MOST = 400
# Words that must stand together, and words that may go on, cost the databases most.
WORDS_IN_TERM = 40
BEGINNINGS_AT_MOST = 5
TEXT_FIELDS = {"title": "title", "abstract": "abstract", "name": "names", "author": "authors"}
TAG_FIELDS = ("tag", "area", "contribution", "task", "method", "dataset", "model", "modality", "keyword")
HAS = ("code", "data", "project", "pdf", "doi", "arxiv", "title", "abstract", "year", "tags")
FILTER_FIELDS = (*TAG_FIELDS, "collection", "is", "list", "has")
FIELDS = (*TEXT_FIELDS, *FILTER_FIELDS, "year")


@dataclass(frozen=True, slots=True)
class Term:
    """Words that must stand together, in one field or in any. With `prefix` the last one may go on."""

    text: str
    field: str = ""
    quoted: bool = False
    prefix: bool = False

    @property
    def words(self) -> list[str]:
        """The words as they stand in a search document; one that may go on is as it was typed."""
        found = query_words(self.text)[:WORDS_IN_TERM]
        return [*found[:-1], list(spelled_words(self.text))[-1]] if found and self.prefix else found

    @property
    def open(self) -> bool:
        """Whether the last word stands for all that begin with it."""
        return self.prefix or is_open(self.words[-1])

    @property
    def joined(self) -> str:
        """The form written as one word, of a single hyphenated word; else an empty string."""
        found = joined(self.text)
        return found[0] if len(found) == 1 and not self.prefix and len(self.text.split()) == 1 else ""

    def __str__(self) -> str:
        shown = f"“{self.text}{'…' if self.prefix else ''}”"
        return f"{shown} in the {TEXT_FIELDS[self.field]}" if self.field else shown


@dataclass(frozen=True, slots=True)
class Filter:
    """What is said of a paper beside its text: a tag, a collection, that it has code, that it is in a list."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field} “{self.value}”"


@dataclass(frozen=True, slots=True)
class Years:
    """A range of years, both ends included; None leaves an end open."""

    first: int | None
    last: int | None

    def __str__(self) -> str:
        if self.first == self.last:
            return f"year {self.first}"
        if self.first and self.last:
            return f"year {self.first} to {self.last}"
        return f"year {self.first} or later" if self.first else f"year {self.last} or earlier"


@dataclass(frozen=True, slots=True)
class Words:
    """Some of these words, each of them as it stands in a search document: what `words=any` makes of a query."""

    words: tuple[str, ...]
    terms: "tuple[Term, ...]"

    def __str__(self) -> str:
        return "some of " + ", ".join(map(str, self.terms))


@dataclass(frozen=True, slots=True)
class Not:
    part: "Node"

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"


@dataclass(frozen=True, slots=True)
class And:
    parts: "tuple[Node, ...]"

    def __str__(self) -> str:
        return " and ".join(map(_bracketed, self.parts))


@dataclass(frozen=True, slots=True)
class Or:
    parts: "tuple[Node, ...]"

    def __str__(self) -> str:
        return " or ".join(map(_bracketed, self.parts))


Node = Term | Filter | Years | Words | Not | And | Or


@dataclass(frozen=True)
class Query:
    """A query as it was read. `tree` is None where nothing in it can be looked for.

    `pieces` are the parts that all must hold, each with its place (start, end) in `text`; `notes` say what was
    left out and what was read otherwise than it may have been meant. `is_prose`: somebody pasted a paragraph, in which
    brackets and dashes are no operators, and of which some words are enough.
    """

    text: str
    tree: Node | None = None
    pieces: tuple[tuple[int, int, Node], ...] = ()
    notes: tuple[str, ...] = ()
    is_prose: bool = False

    def __str__(self) -> str:
        return "" if self.tree is None else str(self.tree)

    def __bool__(self) -> bool:
        return self.tree is not None

    @cached_property
    def terms(self) -> list[Term]:
        """The terms that speak for a paper, in their order, repeated ones too."""
        return [] if self.tree is None else list(_positive(self.tree))

    @cached_property
    def plain_terms(self) -> list[list[Term]]:
        """Runs of terms without a field that stand side by side: together they may spell a name."""
        return [] if self.tree is None else list(_runs(self.tree))

    def without(self, piece: tuple[int, int, Node]) -> str:
        """Return the text of the query without one of its pieces."""
        start, end, _ = piece
        return " ".join(f"{self.text[:start]} {self.text[end:]}".split())

    def loosened(self) -> "Query":
        """Return the query that some of the words are enough for; what is no word still must hold."""
        needed = [node for _, _, piece in self.pieces for node in _parts(piece)]
        plain = [node for node in needed if isinstance(node, Term) and not node.field]
        bag = [word for term in plain for word in ([] if term.quoted else term.words) if not is_stop_word(word)]
        if len(plain) < 2 and len(bag) < 2:
            return self
        phrases = [term for term in plain if term.quoted]
        if not bag and not phrases:
            bag = [word for term in plain for word in term.words]
        together = [word for term in plain if not term.quoted and (word := term.joined)]
        some: list[Node] = [Words(tuple(dict.fromkeys(bag + together)), tuple(dict.fromkeys(plain)))] if bag else []
        parts: list[Node] = [_one_of([*some, *phrases])]
        parts += [node for node in needed if not (isinstance(node, Term) and not node.field)]
        return replace(self, tree=_all_of(parts))


def map_tree(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a tree whose leaves are changed."""
    if isinstance(node, And | Or):
        return type(node)(tuple(map_tree(part, change) for part in node.parts))
    return Not(map_tree(node.part, change)) if isinstance(node, Not) else change(node)


def leaves(node: Node) -> Iterator[Node]:
    """Yield the leaves of a tree."""
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from leaves(part)
    elif isinstance(node, Not):
        yield from leaves(node.part)
    else:
        yield node


def _parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, And) else (node,)


def _all_of(parts: list[Node]) -> Node:
    flat = [each for part in parts for each in _parts(part)]
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def _one_of(parts: list[Node]) -> Node:
    flat = [each for part in parts for each in (part.parts if isinstance(part, Or) else (part,))]
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def _bracketed(node: Node) -> str:
    return f"({node})" if isinstance(node, And | Or) else str(node)


def _positive(node: Node) -> Iterator[Term]:
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from _positive(part)
    elif isinstance(node, Words):
        yield from node.terms
    elif isinstance(node, Term):
        yield node


def _runs(node: Node) -> Iterator[list[Term]]:
    """Yield the runs of plain terms under a node."""
    if isinstance(node, Words):
        yield list(node.terms)
        return
    if not isinstance(node, And | Or | Not):
        node = And((node,))
    parts = (node.part,) if isinstance(node, Not) else node.parts
    run: list[Term] = []
    for part in parts:
        if isinstance(part, Term) and not part.field and not isinstance(node, Or):
            run.append(part)
            continue
        if run:
            yield run
            run = []
        yield from [[part]] if isinstance(part, Term) and not part.field else _below(part)
    if run:
        yield run


def _below(node: Node) -> Iterator[list[Term]]:
    if isinstance(node, And | Or | Not | Words):
        yield from _runs(node)
