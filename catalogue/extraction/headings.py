"""The display heading of a paper without a title: what the paper contributes, in the words of its abstract."""

import re
from dataclasses import dataclass, replace

from catalogue.extraction.drafts import KINDS, THINGS, Draft, Pieces
from catalogue.extraction.evidence import Evidence, Found, Text, quoted
from catalogue.extraction.first_sentence import HEADING_LENGTH, first_sentence_heading
from catalogue.extraction.looks import blemishes, emptiness
from catalogue.extraction.named_headings import named
from catalogue.extraction.sentence_headings import ANALYSIS, from_sentences
from catalogue.extraction.sentences import Sentence
from catalogue.extraction.topics import recurring, topic

__all__ = ["HEADING_LENGTH", "Heading", "first_sentence_heading", "heading"]

# A heading with the name that does so well is not beaten by one without, unless that one tells of an analysis.
_GOOD = 2.2
_GOOD_OVER_ANALYSIS = 4.4
_HEAVY_ENOUGH = 1.2
_HEAVY = 3.7
_ANALYSING = ("analysis", "study ", "investigation", "survey", "review", "theory", "proof", "examination", "characteri")
# A heading that does no better is worth less than the mere topic.
_POOR = 0.1
# The most that words add to the weight of a heading.
_MOST_APT = 0.75
_SMALL_WORD = re.compile(r"[^\W\d_]{2,}(?=[\s,:;–-]|$)|a(?= )")
_A_KIND = re.compile(rf"(?:an? )?(?:[\w-]+ )?(?:{KINDS}|{THINGS})(?: called \S+)?")
_THIN = re.compile(rf"(?:an? )?(?:(?!of |for |in |on |to |from |via )[\w,-]+ ){{0,4}}(?:{KINDS}|{THINGS})")
_SAYS_FOR_WHAT = re.compile(
    r" (?:for|in|of|on|with|from|under|over|across|between|against|as|that|which|by|using|via|to|where) "
)
_TAKES_A_TOPIC = {"what is made", "what is studied", "name, what it is", "name, spelled out", "what it is, name"}


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


def heading(text: Text, sentences: list[Sentence], names: list[Found]) -> Heading | None:
    """Return the heading of a paper by its abstract; None only for an abstract without a visible character.

    `names` are the paper's names and expansions, headline name first. The pieces are stretches of the abstract; words
    are left out between them, none is added.
    """
    abstract = text.abstract
    head = next((found for found in names if found.kind == "name"), None)
    drafts: list[Draft] = []
    if head and head.evidence.field == "abstract":
        spelled = next((found for found in names if found.kind == "expansion" and found.about == head.value), None)
        drafts += named(abstract, sentences, head, spelled)
    else:
        head = None
    best, score = _best(abstract, drafts)
    if not (head and best and score >= _enough(abstract, best, head)):
        others = list(from_sentences(abstract, sentences, head))
        best, score = _best(abstract, others, best, score)
    if sentences and score < _POOR and (about := _topic_alone(abstract, sentences, head)):
        best = about
    if best is None and head and (term := topic(abstract, sentences, head.value)):
        name = (head.evidence.start, head.evidence.end)
        best = Draft((name, " for ", term), "name, its topic", *name, 0.0, True)
    if best is None:
        return plain_heading(abstract)
    best = _completed(abstract, sentences, best, head)
    return Heading(best.pieces, best.rule, quoted(abstract, best.start, best.end), not best.named)


def _topic_alone(abstract: str, sentences: list[Sentence], head: Found | None) -> Draft | None:
    """Return what the paper is about, behind its name if it has one."""
    said = head.value if head else ""
    term = recurring(abstract, sentences, said)
    if term is None:
        return None
    if head and " for " in abstract:
        name = (head.evidence.start, head.evidence.end)
        return Draft((name, " for ", term), "name, its topic", *name, 0.0, True)
    return Draft((term,), "its topic", *term, 0.0)


def _enough(abstract: str, best: Draft, head: Found) -> float:
    """Return how well a heading with the name must do so that those without it need not be looked at."""
    if best.weight >= _HEAVY:
        return _HEAVY_ENOUGH
    before = abstract[: head.evidence.start].lower()
    return _GOOD_OVER_ANALYSIS if any(word in before for word in _ANALYSING) else _GOOD


def _best(
    abstract: str, drafts: list[Draft], best: Draft | None = None, most: float = float("-inf")
) -> tuple[Draft | None, float]:
    """Return the draft that does best by its weight and its words, and how well; the too light are not looked at.

    `best` is the one to beat, if any, and `most` how well it does.
    """
    low = abstract.lower()
    for draft in sorted(drafts, key=lambda draft: -draft.weight):
        if draft.weight + _MOST_APT <= most:
            break
        score = draft.weight + _aptness(abstract, low, draft)
        if score > most:
            best, most = draft, score
    return best, most


def _aptness(abstract: str, low: str, draft: Draft) -> float:
    """Return how much a draft says: words that the abstract (`low` in small letters) repeats, neither few nor vague."""
    said = "".join(abstract[slice(*piece)] for piece in draft.pieces[draft.named :] if not isinstance(piece, str))
    words = {word.strip(",;()") for word in said.lower().split() if len(word) > 3}
    repeated = sum(1 for word in words if low.find(word, low.find(word) + 1) >= 0)
    bare = not draft.named and not _SAYS_FOR_WHAT.search(said)
    short = 0.9 if bare and len(said) < 30 else 0.5 if len(said) < 30 else 0.2 if len(said) < 45 else 0.0
    if _THIN.fullmatch(said):
        short = 2.6 if _A_KIND.fullmatch(said) else 1.3
    return min(repeated, 5) * 0.15 - max(short, emptiness(words)) - blemishes(said)


def _completed(abstract: str, sentences: list[Sentence], draft: Draft, head: Found | None) -> Draft:
    """Return the draft with the name before it, or with what it is for after it, where there is room."""
    line = draft.line(abstract)
    if (
        head
        and not draft.named
        and draft.rule == "what is made"
        and head.value not in line
        and ": " not in line
        and not ANALYSIS.search(line)
    ):
        if len(line) + len(head.value) + 2 > HEADING_LENGTH:
            return draft
        return replace(draft, pieces=((head.evidence.start, head.evidence.end), ": ", *draft.pieces), named=True)
    if draft.rule not in _TAKES_A_TOPIC or len(line) >= 70 or line.endswith(")"):
        return draft
    if _SAYS_FOR_WHAT.search(line):
        return draft
    term = topic(abstract, sentences, line)
    if (
        term is None
        or len(line) + term[1] - term[0] + 5 > HEADING_LENGTH
        or abstract[slice(*term)].lower().split()[-1][:6] in line.lower()
    ):
        return draft
    return replace(draft, pieces=(*draft.pieces, " for ", term))


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
