"""How a term stands in a text: what tells the field a paper serves from the technique it borrows."""

from bisect import bisect_left
from collections.abc import Sequence
from math import exp, log

from catalogue.extraction.evidence import Text
from catalogue.extraction.features import Passage
from catalogue.extraction.patterns import Match
from catalogue.extraction.sentences import Role
from catalogue.extraction.words import Words

# What a paper is for stands after one of these, what it makes use of after one of those: the last one counts.
_TOWARDS = frozenset("for to of in on toward towards".split())
_THROUGH = frozenset("via using with by through from".split())
# The first letters of the verbs for it; "employ" itself is none.
_MAKING_USE = ("leverag", "employe", "employi", "employm", "employs")
_LEAD_REACH = 60
SIGNS = ("given", "primary", "surely given", "surely primary", "opening", "contribution", "lateness", "count")
PURPOSES = ("purpose", "means", "plain")


class Standing:
    """Where the terms of a text are named, as signs that put them in order: `signs(term id, score, primary score)`."""

    def __init__(self, text: Text, passages: Sequence[Passage]) -> None:
        self._text = text
        # By the id of a term.
        self.matches: dict[int, list[tuple[Passage, Match]]] = {}
        for passage in passages:
            for match in passage.matches:
                self.matches.setdefault(match.term.id, []).append((passage, match))

    def signs(self, term: int, given: float, primary: float) -> dict[str, float]:
        """Return the signs of a term: its scores, and where it stands."""
        named = self.matches.get(term, [])
        found = {"lateness": 1.0, "count": log(1 + len(named))}
        length = max(len(self._text.abstract), 1)
        for passage, match in named:
            place = match.start / length if passage.field == "abstract" else 0.0
            found["lateness"] = min(found["lateness"], place)
            if passage.opening:
                found["opening"] = 1.0
            if passage.role is Role.CONTRIBUTION:
                found["contribution"] = 1.0
                found[_lead(passage.words, match.start)] = 1.0
        found["given"], found["primary"] = given / 3, primary / 3
        found["surely given"], found["surely primary"] = 2 / (1 + exp(-given)), 2 / (1 + exp(-primary))
        return found


def _lead(words: Words, start: int) -> str:
    """Tell what the last of the words that lead to `start` says: whether a purpose or a means follows."""
    texts, starts = words.texts, words.starts
    at = bisect_left(starts, start)
    while at and starts[at - 1] >= start - _LEAD_REACH:
        at -= 1
        word = texts[at].lower()
        if word in _THROUGH or word.startswith(_MAKING_USE):
            return "means"
        if word in _TOWARDS:
            based = word == "on" and at and texts[at - 1].lower() == "based"
            return "means" if based else "purpose"
    return "plain"
