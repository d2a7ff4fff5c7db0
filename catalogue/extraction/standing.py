"""How a term stands in a text: what tells the field a paper serves from the technique it borrows."""

import re
from collections.abc import Sequence
from math import exp, log

from catalogue.extraction.evidence import Text
from catalogue.extraction.features import Passage
from catalogue.extraction.sentences import Role

# What a paper is for stands after one of these, what it makes use of after one of those.
_LEADS = re.compile(
    r"\b(?:(?P<purpose>for|to|of|in|on|towards?)|via|using|with|by|through|based on|from|inspired by"
    r"|leverag\w+|employ\w+)\b",
    re.IGNORECASE,
)
_LEAD_REACH = 60
SIGNS = ("given", "primary", "surely given", "surely primary", "opening", "contribution", "lateness", "count")
PURPOSES = ("purpose", "means", "plain")


class Standing:
    """Where the terms of a text are named, as signs that put them in order: `signs(term id, score, primary score)`."""

    def __init__(self, text: Text, passages: Sequence[Passage]) -> None:
        self._signs: dict[int, dict[str, float]] = {}
        length = max(len(text.abstract), 1)
        for passage in passages:
            for match in passage.matches:
                signs = self._signs.setdefault(match.term.id, {"lateness": 1.0, "count": 0.0})
                signs["count"] += 1
                place = match.start / length if passage.field == "abstract" else 0.0
                signs["lateness"] = min(signs["lateness"], place)
                if passage.opening:
                    signs["opening"] = 1.0
                if passage.role is Role.CONTRIBUTION:
                    signs["contribution"] = 1.0
                    signs[_lead(text.field(passage.field), passage.words[0].start, match.start)] = 1.0

    def signs(self, term: int, given: float, primary: float) -> dict[str, float]:
        """Return the signs of a term: its scores, and where it stands."""
        found = dict(self._signs.get(term, {"lateness": 1.0, "count": 0.0}))
        found["count"] = log(1 + found["count"])
        found["given"], found["primary"] = given / 3, primary / 3
        found["surely given"], found["surely primary"] = 2 / (1 + exp(-given)), 2 / (1 + exp(-primary))
        return found


def _lead(text: str, begin: int, start: int) -> str:
    last = None
    for last in _LEADS.finditer(text, max(begin, start - _LEAD_REACH), start):  # noqa: B007
        pass
    if last is None:
        return "plain"
    return "purpose" if last["purpose"] else "means"
