"""Which terms of the vocabulary a paper gets: those it is about are weighed, those it names are matched."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from catalogue.extraction.evidence import Evidence, quoted
from catalogue.extraction.features import ROLE_WEIGHTS
from catalogue.extraction.patterns import Match, Term
from catalogue.extraction.reading import Reading
from catalogue.extraction.subjects import WEIGHED, Weighing
from catalogue.extraction.vocabulary import Vocabulary
from catalogue.extraction.weights import weights

# At most so many of a kind, those that weigh most.
MOST_MATCHED = 12
_WITHOUT = (
    *("unlike", "without", "no", "not", "beyond", "instead of", "rather than", "in contrast to", "as opposed to"),
    *("free of", "eliminating", "avoiding", "obviating", "bypassing"),
)
_BETWEEN = (
    "the any a an need for of on all other using requiring relying existing prior standard traditional conventional "
    "additional extra further costly expensive explicit"
).split()
_SET_APART = re.compile(rf"\b(?:{'|'.join(_WITHOUT)})(?: (?:{'|'.join(_BETWEEN)}))*[ \n]$", re.IGNORECASE)
# How the last of these words ends: looked at before the pattern is tried.
_ENDINGS = frozenset(f" {word}"[-2:] for word in (*_WITHOUT, *_BETWEEN))
_ADDRESS = re.compile(r"://|^www\.|^[\w-]+\.(?:com|org|io|net|app|ai)/", re.IGNORECASE)
_AROUND = "()[]{}“”\"'’‘.,;:!?"
_FREE = re.compile(r"[-‐-–]free\b")


@dataclass(frozen=True, slots=True)
class GivenTerm:
    """A term a paper gets: 1 is the primary one of its kind. `rule` says how it was found."""

    term: Term
    rank: int
    rule: str
    evidence: Evidence


def given_terms(reading: Reading, vocabulary: Vocabulary, names: Collection[str]) -> list[GivenTerm]:
    """Return the terms of a text, by kind. `names` are the names the paper introduces; they are no terms."""
    return weighed_terms(reading, vocabulary, WEIGHED) + matched_terms(reading, names)


def weighed_terms(reading: Reading, vocabulary: Vocabulary, kinds: Collection[str]) -> list[GivenTerm]:
    """Return the terms of the weighed `kinds` that a text is about."""
    weighing = Weighing(reading.text, reading.passages, weights())
    given = []
    for kind, terms in vocabulary.of_kind.items():
        if kind in kinds:
            found = weighing.given(kind, terms)
            given += [GivenTerm(s.term, rank, s.rule, e) for rank, (s, e) in enumerate(found, start=1)]
    return given


def matched_terms(reading: Reading, names: Collection[str]) -> list[GivenTerm]:
    """Return the methods, tasks, datasets, models and keywords that are named, by weight."""
    own = {name.casefold() for name in names}
    weighed: dict[int, float] = {}
    best: dict[int, tuple[float, Evidence, Match]] = {}
    for passage in reading.passages:
        text = reading.text.field(passage.field)
        weight = ROLE_WEIGHTS[passage.role]
        for match in passage.matches:
            if match.term.kind in WEIGHED or (own and text[match.start : match.end].casefold() in own):
                continue
            if _set_apart(text, match) or _part_of_another(text, match, own):
                continue
            weighed[match.term.id] = weighed.get(match.term.id, 0.0) + weight
            if match.term.id not in best or weight > best[match.term.id][0]:
                evidence = quoted(text, match.start, match.end, passage.field)
                best[match.term.id] = (weight, evidence, match)
    ranks: dict[str, int] = {}
    given = []
    for number in sorted(weighed, key=lambda number: -weighed[number]):
        _, evidence, match = best[number]
        rank = ranks[match.term.kind] = ranks.get(match.term.kind, 0) + 1
        if rank <= MOST_MATCHED:
            given.append(GivenTerm(match.term, rank, "pattern", evidence))
    return given


def _part_of_another(text: str, match: Match, own: Collection[str]) -> bool:
    """Tell whether a match is only a part of a web address, or of a name of the paper's own (`MATA-SFT-90K`)."""
    start, end = match.start, match.end
    while start and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    if end - start == match.end - match.start:
        return False
    whole = text[start:end].strip(_AROUND)
    return bool(_ADDRESS.search(whole)) or whole.casefold() in own


def _set_apart(text: str, match: Match) -> bool:
    """Tell whether the words around a match say that the paper does without it (`unlike X`, `X-free`)."""
    start, end = match.start, match.end
    if text[max(start - 3, 0) : max(start - 1, 0)].lower() in _ENDINGS and _SET_APART.search(
        text, max(start - 60, 0), start
    ):
        return True
    return text.startswith("free", end + 1) and _FREE.match(text, end) is not None
