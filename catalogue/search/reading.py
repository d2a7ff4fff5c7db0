"""Reading a query: from characters to signs, from signs to a tree. Lenient by rule: no text is an error.

What closes nothing, excludes nothing or joins nothing is left out; an operator that stands alone is a word; a quote
that nobody closed closes at the end; a field that is unknown is text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from catalogue.search.documents import query_words, words
from catalogue.search.query import (
    BEGINNINGS_AT_MOST,
    FILTER_FIELDS,
    HAS,
    TERMS_AT_MOST,
    TEXT_FIELDS,
    WORDS_IN_TERM,
    And,
    Filter,
    Node,
    Not,
    Or,
    Query,
    Term,
    Years,
    map_tree,
)

DEPTH_AT_MOST = 20
# A text of more words is prose; one in capitals throughout sooner.
LONG, SHORT = 40, 6
# What stands alone in any text and is no cause for a note.
_PUNCTUATION = frozenset(".,;:!?-–—…'&/+=")
_JOINTS = frozenset(("AND", "OR"))
_OPERATORS = _JOINTS | {"NOT"}
_SIGNS = str.maketrans("“”„‟«»″＂（）：＊－", '""""""""():*-')
_FIELD = re.compile(r"([A-Za-z]+):(?=\S)")
_YEARS = re.compile(r"(\d{4})?(\.\.|-|–|…)?(\d{4})?")


@dataclass(slots=True)
class _Sign:
    """A bracket, an operator (AND, OR, NOT, - as NOT) or a leaf, with its place in the text."""

    kind: str
    start: int
    end: int
    node: Node | None = None
    field: str = ""

    @property
    def begins(self) -> bool:
        """Whether a part of a query can begin here."""
        return self.kind in ("leaf", "(", "NOT", "-")


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(_SIGNS)
        self.notes: list[str] = []
        self.signs: list[_Sign] = []
        self.at = 0
        self.beginnings = 0
        # Whoever pastes a paragraph means no operators by its brackets and dashes, nor by AND in a title of capitals;
        # but reviewers of literature write long queries with OR and AND.
        typed = text.split()
        self.has_joints = not text.isupper() and not _JOINTS.isdisjoint(typed)
        self.is_prose = len(typed) > (SHORT if text.isupper() else LONG) and not self.has_joints

    def read(self) -> Query:
        self.signs = self._operators(self._brackets(list(self._scan())))
        pieces: list[tuple[int, int, Node]] = []
        node = self._either(pieces)
        if node is None:
            return Query(self.text, notes=tuple(dict.fromkeys(self.notes)))
        if len(pieces) < 2 or isinstance(node, Or):
            pieces = [(0, len(self.text), node)]
        # Chinese has no spaces: what counts is what documents take for words.
        is_prose = not self.has_joints and len(words(self.text)) > LONG
        return Query(self.text, node, tuple(pieces), tuple(dict.fromkeys(self.notes)), is_prose)

    # --- From characters to signs ---------------------------------------------------------------
    def _scan(self) -> Iterator[_Sign]:
        at, terms = 0, 0
        while at < len(self.plain):
            letter = self.plain[at]
            following = self.plain[at + 1 : at + 2]
            if letter.isspace() or (self.is_prose and letter in "()-"):
                at += 1
            elif letter in "()":
                yield _Sign(letter, at, at + 1)
                at += 1
            elif letter == "-" and following.strip("- "):
                yield _Sign("-", at, at + 1)
                at += 1
            else:
                sign = self._leaf(at)
                at = max(sign.end, at + 1)
                if sign.kind != "leaf" or sign.node is not None:
                    terms += sign.kind == "leaf"
                    if terms > TERMS_AT_MOST:
                        self.notes.append(f"Only the first {TERMS_AT_MOST} words were used.")
                        return
                    yield sign

    def _leaf(self, at: int) -> _Sign:
        """Read a word, a phrase, an operator, or a field with its value."""
        found = _FIELD.match(self.plain, at)
        name = found[1].lower() if found else ""
        if found and (name in TEXT_FIELDS or name in FILTER_FIELDS or name == "year"):
            if self.plain[found.end()] == "(" and name != "year":
                return _Sign("(", at, found.end() + 1, field=name)
            value, end, quoted = self._value(found.end())
            node = self._in_field(name, value, quoted, self.text[at:end])
            return _Sign("leaf", at, end, node)
        value, end, quoted = self._value(at)
        if value in _OPERATORS and not quoted and not self.is_prose:
            return _Sign(value, at, end)
        return _Sign("leaf", at, end, self._term(value, "", quoted))

    def _value(self, at: int) -> tuple[str, int, bool]:
        """Return what stands at a place (a phrase or a run of characters), where it ends, and whether it is quoted."""
        if self.plain[at] == '"':
            end = self.plain.find('"', at + 1)
            end = len(self.plain) if end < 0 else end
            return self.text[at + 1 : end].strip(), end + 1, True
        end, opened = at, 0
        while end < len(self.plain) and not self.plain[end].isspace() and self.plain[end] != '"':
            opened += (self.plain[end] == "(") - (self.plain[end] == ")")
            if opened < 0:
                break
            end += 1
        return self.text[at:end], end, False

    def _term(self, value: str, field: str, quoted: bool) -> Term | None:
        stripped = value.rstrip("*＊") if not quoted else value
        words = len(query_words(stripped))
        if words:
            if words > WORDS_IN_TERM:
                self.notes.append(f"Of “{value[:60]}…” only the first {WORDS_IN_TERM} words were used.")
            return Term(stripped, field, quoted, prefix=stripped != value and words <= WORDS_IN_TERM and self._begins())
        if set(value) - _PUNCTUATION and value.strip():
            self.notes.append(f"“{value[:60]}” holds no letters or digits; it was left out.")
        return None

    def _begins(self) -> bool:
        """Whether one more word may stand for all that begin with it."""
        self.beginnings += 1
        if self.beginnings > BEGINNINGS_AT_MOST:
            self.notes.append(f"Only the first {BEGINNINGS_AT_MOST} words with * stand for all that begin so.")
        return self.beginnings <= BEGINNINGS_AT_MOST

    def _in_field(self, name: str, value: str, quoted: bool, typed: str) -> Node | None:
        if name in TEXT_FIELDS:
            return self._term(value, name, quoted)
        if name == "year":
            years = _YEARS.fullmatch(value)
            first, last = (years[1], years[3]) if years else (None, None)
            if years and (first or last) and (years[2] or not last):
                begin, end = int(first) if first else None, int(last) if last else None
                end = end if years[2] else begin
                return Years(end, begin) if begin and end and end < begin else Years(begin, end)
        elif value.strip() and (name != "has" or value.lower() in HAS):
            return Filter(name, value.lower() if name == "has" else value)
        elif not value.strip():
            return None
        self.notes.append(f"“{typed[:60]}” was read as text: “{value[:40]}” is not known after {name}:.")
        return self._term(typed, "", quoted=False)

    # --- What the signs mean --------------------------------------------------------------------
    def _brackets(self, signs: list[_Sign]) -> list[_Sign]:
        """Drop brackets that have no partner or lie too deep, and close what is open at the end."""
        kept: list[_Sign] = []
        opened: list[bool] = []
        for sign in signs:
            if sign.kind == "(":
                opened.append(sum(opened) < DEPTH_AT_MOST)
            if sign.kind == ")" and not opened:
                self.notes.append("A bracket closes nothing; it was left out.")
                continue
            if sign.kind not in ("(", ")") or (opened[-1] if sign.kind == "(" else opened.pop()):
                kept.append(sign)
        kept += [_Sign(")", len(self.text), len(self.text)) for each in opened if each]
        return kept

    def _operators(self, signs: list[_Sign]) -> list[_Sign]:
        """Make words of the operators that join or exclude nothing; drop lone signs."""
        kept: list[_Sign] = []
        for sign in reversed(signs):
            if sign.kind in ("AND", "OR", "NOT", "-") and not (kept and kept[-1].begins):
                if sign.kind == "-":
                    self.notes.append("A “-” excludes nothing; it was left out.")
                    continue
                sign = self._word(sign)
            kept.append(sign)
        signs, kept = kept[::-1], []
        for sign in signs:
            if sign.kind in ("AND", "OR") and not (kept and kept[-1].kind in ("leaf", ")")):
                sign = self._word(sign)
            kept.append(sign)
        return kept

    def _word(self, sign: _Sign) -> _Sign:
        return _Sign("leaf", sign.start, sign.end, Term(self.text[sign.start : sign.end]))

    # --- From signs to a tree -------------------------------------------------------------------
    def _next(self) -> str:
        return self.signs[self.at].kind if self.at < len(self.signs) else ""

    def _either(self, pieces: list[tuple[int, int, Node]] | None = None) -> Node | None:
        parts = [self._every(pieces)]
        while self._next() == "OR":
            self.at += 1
            parts.append(self._every())
        found = [part for part in parts if part is not None]
        return _flat(Or, found) if found else None

    def _every(self, pieces: list[tuple[int, int, Node]] | None = None) -> Node | None:
        found = []
        while self._next() not in ("", ")", "OR"):
            if self._next() == "AND":
                self.at += 1
                continue
            start = self.signs[self.at].start
            node = self._one()
            if node is not None:
                found.append(node)
                if pieces is not None:
                    pieces.append((start, self.signs[self.at - 1].end, node))
        return _flat(And, found) if found else None

    def _one(self) -> Node | None:
        excluded = False
        while self._next() in ("NOT", "-"):
            excluded = not excluded
            self.at += 1
        sign = self.signs[self.at]
        self.at += 1
        node = sign.node
        if sign.kind == "(":
            node = self._either()
            self.at += 1
            if node is not None and sign.field:
                node = map_tree(node, lambda leaf: self._placed(leaf, sign.field))
        return Not(node) if node is not None and excluded else node

    def _placed(self, leaf: Node, field: str) -> Node:
        """Put a word of a bracket after `field:` into that field."""
        if not isinstance(leaf, Term) or leaf.field:
            return leaf
        if field in TEXT_FIELDS:
            return replace(leaf, field=field)
        return self._in_field(field, leaf.text + "*" * leaf.prefix, leaf.quoted, f"{field}:{leaf.text}") or leaf


def _flat(kind: type[And] | type[Or], parts: list[Node]) -> Node:
    flat: list[Node] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else [part]
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def parse(text: str) -> Query:
    """Return a query as it is read. Every text can be read."""
    return _Reader(text).read()
