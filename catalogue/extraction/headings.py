"""The display heading of a paper without a title: what the paper contributes, in the words of its abstract."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from catalogue.extraction.drafts import Draft, Pieces
from catalogue.extraction.evidence import Evidence, Found, Text, quoted
from catalogue.extraction.first_sentence import HEADING_LENGTH, first_sentence_heading
from catalogue.extraction.looks import looks
from catalogue.extraction.named_headings import named
from catalogue.extraction.patterns import Match
from catalogue.extraction.phrases import may_end
from catalogue.extraction.sentence_headings import ANALYSIS, from_sentences, understood
from catalogue.extraction.sentences import Sentence
from catalogue.extraction.topics import Topics

__all__ = ["HEADING_LENGTH", "Heading", "first_sentence_heading", "heading"]

# A heading with the name that does so well is not beaten by one without, unless that one tells of an analysis.
_GOOD = 3.0
# One that does so well needs no other beside it.
_EXCELLENT = 6.0
_NONE = float("-inf")
_GOOD_OVER_ANALYSIS = 6.0
_ANALYSING = ("analysis", "study ", "investigation", "survey", "review", "theory", "proof", "examination", "characteri")
# How much it counts how a heading looks, beside what made it.
_LOOKS = 0.7
# What a longer heading made of the same must look better by, and a shorter one.
_LONGER, _SHORTER = 0.4, 0.8
# So many drafts, the heaviest, are tried behind a topic.
_PREFIXED = 4
# How much a name with what it is for weighs.
_ALONE = 0.5
_SMALL_WORD = re.compile(r"[^\W\d_]{2,}(?=[\s,:;–’'-]|$)|a(?= )")
_SAYS_FOR_WHAT = re.compile(
    r" (?:for|in|of|on|with|from|under|over|across|between|against|as|that|which|by|using|via|to|where) "
)
# What may be left out at the end, behind a phrase of so many characters.
_LAST_CLAUSE = re.compile(r",? (?:that|which|where|to|designed|trained|consisting|as well) ")
_LEAST = 12
# A heading that does worse is hardly one.
_POOR = 1.0
_TOO_LONG = 70
_TAKES_A_TASK = {"what is made", "what is studied", "name, what it is", "name, spelled out", "what it is, name"}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in pieces: stretches of the abstract and joiners. `capitalised` unless a name begins it."""

    pieces: Pieces
    rule: str
    evidence: Evidence
    capitalised: bool = True

    def text(self, abstract: str) -> str:
        """Return the heading of the abstract that it was made of: one line of at most 120 characters."""
        whole = "".join(piece if isinstance(piece, str) else abstract[slice(*piece)] for piece in self.pieces)
        line = " ".join(whole.split())
        word = _SMALL_WORD.match(line) if self.capitalised else None
        return line[0].upper() + line[1:] if word and word[0].islower() and len(line[0].upper()) == 1 else line


def heading(text: Text, sentences: list[Sentence], names: list[Found], matches: Sequence[Match] = ()) -> Heading | None:
    """Return the heading of a paper by its abstract; None only for an abstract without a visible character.

    `names` are the paper's names and expansions, headline name first; `matches` the terms of the vocabulary in the
    abstract. The pieces are stretches of the abstract; words are left out between them, none is added.
    """
    abstract = text.abstract
    head = next((found for found in names if found.kind == "name" and found.evidence.field == "abstract"), None)
    topics = Topics(abstract, sentences, matches)
    best, score = _named(topics, names, head) if head else (None, _NONE)
    if not (head and score >= _enough(abstract, head)):
        others = list(from_sentences(abstract, sentences, head))
        others += _without_clause(abstract, others)
        more = [
            *_name_alone(topics, head),
            *others,
            *_for_tasks(topics, others),
            *_behind_topics(topics, others),
            *_behind_name(topics, others, head),
        ]
        best, score = _best(abstract, more, best, score)
    if score < _POOR:
        last = list(understood(abstract, sentences))
        best, score = _best(abstract, [*last, *_behind_topics(topics, last)], best, score)
    if best is None and sentences and (term := topics.recurring("")):
        best = Draft((term,), "its topic", *term, 0.0)
    if best is None:
        return plain_heading(abstract)
    return Heading(best.pieces, best.rule, quoted(abstract, best.start, best.end), not best.named)


def _named(topics: Topics, names: list[Found], head: Found) -> tuple[Draft | None, float]:
    """Return the best draft that begins with the headline name, and how well it does."""
    spelled = next((found for found in names if found.kind == "expansion" and found.about == head.value), None)
    drafts: list[Draft] = []
    best, score = None, _NONE
    for draft in named(topics, head, spelled):
        drafts.append(draft)
        best, score = _best(topics.abstract, [draft], best, score)
        if score >= _EXCELLENT:
            return best, score
    drafts += _without_clause(topics.abstract, drafts)
    return _best(topics.abstract, [*drafts, *_for_tasks(topics, drafts)], best, score)


def _name_alone(topics: Topics, head: Found | None) -> Iterator[Draft]:
    """Yield the name with what it is for, of which alone it is known that the paper makes it."""
    if head:
        name = (head.evidence.start, head.evidence.end)
        if task := topics.task(head.value):
            yield Draft((name, " for ", task), "name, its topic", *name, _ALONE, True)
        else:
            term = topics.before(head.value)
            yield Draft((name, ": ", term) if term else (name,), "name, its topic", *name, 0.0, True)


def _enough(abstract: str, head: Found) -> float:
    """Return how well a heading with the name must do so that those without it need not be looked at."""
    before = abstract[: head.evidence.start].lower()
    return _GOOD_OVER_ANALYSIS if any(word in before for word in _ANALYSING) else _GOOD


def _best(abstract: str, drafts: list[Draft], best: Draft | None, most: float) -> tuple[Draft | None, float]:
    """Return the draft that does best by its weight and its looks, and how well.

    `best` is the one to beat, if any, and `most` how well it does.
    """
    for draft in drafts:
        lead, said, behind = draft.parts(abstract)
        score = draft.weight + _LOOKS * looks(said, behind, draft.rule, lead)
        if score > most:
            best, most = draft, score
    return best, most


def _without_clause(abstract: str, drafts: list[Draft]) -> list[Draft]:
    """Return the drafts that end in a clause without it: "a framework for sorting" of "…, which first sorts birds"."""
    found = []
    for draft in drafts:
        last = draft.pieces[-1]
        if isinstance(last, str) or draft.rule == "what is shown":
            continue
        clause = _LAST_CLAUSE.search(abstract, last[0] + _LEAST, last[1])
        if clause and may_end(abstract, last[0], clause.start()):
            pieces = (*draft.pieces[:-1], (last[0], clause.start()))
            found.append(replace(draft, pieces=pieces, weight=draft.weight - _SHORTER))
    return found


def _for_tasks(topics: Topics, drafts: list[Draft]) -> Iterator[Draft]:
    """Yield the drafts that do not say what for with the task they are for."""
    for draft in drafts:
        line = draft.line(topics.abstract)
        if (
            draft.rule not in _TAKES_A_TASK
            or line.endswith(")")
            or len(line) > _TOO_LONG
            or _SAYS_FOR_WHAT.search(line)
        ):
            continue
        term = topics.task(line)
        if term and len(line) + term[1] - term[0] + 5 <= HEADING_LENGTH:
            yield replace(draft, pieces=(*draft.pieces, " for ", term), weight=draft.weight - _LONGER)


def _behind_topics(topics: Topics, drafts: list[Draft]) -> Iterator[Draft]:
    """Yield `topic: draft` of the heaviest drafts: what says little alone says more behind its topic."""
    for draft in sorted(drafts, key=lambda draft: -draft.weight)[:_PREFIXED]:
        line = draft.line(topics.abstract)
        if ": " in line:
            continue
        term = topics.before(line)
        if term and len(line) + term[1] - term[0] + 2 <= HEADING_LENGTH:
            yield replace(draft, pieces=(term, ": ", *draft.pieces), weight=draft.weight - _LONGER)


def _behind_name(topics: Topics, drafts: list[Draft], head: Found | None) -> Iterator[Draft]:
    """Yield `name: draft` of what is made, unless it tells of an analysis."""
    for draft in drafts if head else ():
        line = draft.line(topics.abstract)
        if head is None or draft.rule != "what is made" or head.value in line or ": " in line or ANALYSIS.search(line):
            continue
        if len(line) + len(head.value) + 2 <= HEADING_LENGTH:
            name = (head.evidence.start, head.evidence.end)
            yield replace(draft, pieces=(name, ": ", *draft.pieces), named=True)


def plain_heading(abstract: str) -> Heading | None:
    """Return the beginning of the first sentence, the last resort."""
    if not abstract.strip():
        return None
    line = first_sentence_heading(abstract)
    start = len(abstract) - len(abstract.lstrip())
    begun = line.removesuffix("…")
    end = start + max(len(begun) if abstract.startswith(begun, start) else HEADING_LENGTH - 1, 1)
    end = min(end, len(abstract))
    pieces: Pieces = ((start, end), "…") if line != begun and end - start < HEADING_LENGTH else ((start, end),)
    return Heading(pieces, "first sentence", quoted(abstract, start, end), False)
