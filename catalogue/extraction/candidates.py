"""Names under consideration, and what their spelled-out forms add to their weight."""

import re
from dataclasses import dataclass, field

from catalogue.extraction.expansions import spelled_after, spelled_before
from catalogue.extraction.mentions import STRONG_NAMING, Mention
from catalogue.extraction.shapes import is_strong
from catalogue.extraction.signs import (
    CALLED,
    CLAUSE,
    DIRECT,
    KIND,
    KIND_NEXT,
    LED,
    LISTED,
    PASSIVE,
    TASK,
    USED,
    is_subject,
    signs,
)

_AFTER_BRACKETS = re.compile(r"[)\],;:.]")
_NEW = re.compile(r"\b(?:[Aa]n?|novel|new|first)\s+(?:[\w-]+ ){0,2}$")
_APPOSITION = re.compile(r"\),? (?:an?|the first|our|which) ")
_LETTER_BEFORE = re.compile(r"[A-Z][\w-]+ [A-Z][\w-]+, $")
_IN_TURN = re.compile(
    r"\b(?:First|Second|Third|Finally|Furthermore|Additionally|Moreover|[Ii]n addition),? (?:the |an? )?$"
)
_OUR = re.compile(r"\b[Oo]ur (?:[\w-]+,? ){0,4}$")
_SPELLED_END = re.compile(r"[,.;:(]|\b(?:that|which|where|to)\b")
_SPELLED_START = re.compile(r"(?:an? |the |short for |which stands for |stands for |\w+ing )?")
_IN_SMALL_LETTERS = re.compile(
    r"(?:propos|introduc|present|develop)(?:es?|s|) [“\"'‘]?(?P<name>[a-z]\w+(?:-[a-z]\w+)?)[”\"'’]?(?:,| -| —|—)\s?"
    rf"(?:an?|the first) (?:[\w-]+,? ){{0,7}}?{KIND}\b"
)


@dataclass(slots=True)
class Candidate:
    """A name under consideration: what it weighs, where it stands, and where the words that tell the most stand."""

    name: str
    start: int
    end: int
    # Whether it is one word, written as only names are.
    strong: bool
    rule: str = ""
    weight: float = 0.0
    # The heaviest of its signs.
    best: float = 0.0
    spelled: tuple[int, int] | None = None
    # How often it does something: "X improves …".
    subject: int = 0
    places: list[int] = field(default_factory=list)

    def add(self, weight: float, rule: str, mention: Mention) -> None:
        """Add a sign. The heaviest one counts in full and gives the rule and the evidence; every other one a third."""
        if weight < 0 or not self.best:
            self.weight += weight
        else:
            self.weight += weight / 3 + max(weight - self.best, 0.0) * 2 / 3
        if weight > self.best:
            self.best, self.rule, self.start, self.end = weight, rule, mention.start, mention.end


def weigh(text: str, mention: Mention, candidates: dict[str, Candidate]) -> None:
    """Add what the words around a mention say to the candidate it names."""
    candidate = candidates.get(mention.name)
    if candidate is None:
        candidate = candidates[mention.name] = Candidate(mention.name, mention.start, mention.end, mention.strong)
    candidate.places.append(mention.start)
    bracketed = mention.left.endswith("(") or (
        mention.strong and mention.left.endswith(", ") and _LETTER_BEFORE.search(mention.left)
    )
    if not (bracketed and _abbreviates(text, mention, candidate)):
        for rule, weight in signs(mention):
            candidate.add(weight, rule, mention)
            if rule == "called" and mention.strong and candidate.spelled is None:
                candidate.spelled = _before_called(text, mention)
    if candidate.spelled is None and " " not in mention.name:
        if mention.right.startswith(" ("):
            _in_brackets(text, mention, candidate)
        elif mention.strong and candidate.best >= 2 and mention.right.startswith((", ", ": ")):
            candidate.spelled = _in_apposition(text, mention)
    candidate.subject += is_subject(mention)


def weigh_small_letters(text: str, start: int, candidates: dict[str, Candidate]) -> None:
    """Add the names in small letters, which only the words around them tell: "we propose driftless, a new loss"."""
    for match in _IN_SMALL_LETTERS.finditer(text, start):
        name = match["name"]
        if name not in candidates and len(name) > 3 and not name.endswith(("ing", "ed", "ly")):
            at, end = match.span("name")
            candidates[name] = Candidate(name, at, end, False, "introduced", 3.2, 3.2, places=[at])


def _abbreviates(text: str, mention: Mention, candidate: Candidate) -> bool:
    """Weigh a name in brackets by the words before it, and tell whether they spell it out."""
    if not _AFTER_BRACKETS.match(mention.right):
        return False
    least = max(mention.sentence.start, mention.start - 150)
    spelled = spelled_before(text, mention.start, mention.name, least)
    if spelled is None:
        return False
    candidate.spelled = spelled
    candidate.add(_spelled_weight(text, mention, spelled), "spelled out", mention)
    return True


def _spelled_weight(text: str, mention: Mention, spelled: tuple[int, int]) -> float:
    """Return what an abbreviation in brackets weighs by what stands before its spelled-out form."""
    before = text[max(mention.sentence.start, spelled[0] - 60) : spelled[0]]
    if USED.search(before) or TASK.match(mention.right):
        return -1.5
    words = text[slice(*spelled)].split()
    titled = (
        is_strong(words[0]) or sum(word[0].isupper() for word in words) >= 2 or not mention.name.rstrip("s").isupper()
    )
    weight = 1.0 if titled else 0.0
    gap = mention.gap
    if gap is not None and not CALLED.search(mention.left[-30:]):
        sure = bool(STRONG_NAMING.match(mention.naming))
        gap = gap[: max(0, len(gap) - (mention.start - spelled[0]))]
        if DIRECT.match(gap):
            weight = 4.5 if sure else 2.5
        elif not CLAUSE.search(gap) and titled:
            weight = (1.8 if sure else 1.2) if LED.search(before) else (4.0 if sure else 2.4)
        elif not CLAUSE.search(gap) and not LED.search(before):
            weight = 1.5
    if PASSIVE.match(mention.right) or CALLED.search(before):
        return 4.0
    if weight >= 3:
        return weight
    if titled and gap is not None and _APPOSITION.match(mention.right) and not LED.search(before):
        return 3.2
    if LISTED.search(before):
        return 3.4 if titled else 2.2
    if titled and _NEW.search(before):
        if "novel" in before or "new" in before:
            return 3.2
        return 3.1 if KIND_NEXT.match(mention.right) else 2.8 if gap is not None else 2.0
    if titled and _IN_TURN.search(before):
        return 3.1
    return 3.4 if _OUR.search(before) else weight


def _before_called(text: str, mention: Mention) -> tuple[int, int] | None:
    """Return the words before "called" if they spell the name out: "gated swap mixing, dubbed GSM"."""
    called = CALLED.search(text, max(mention.sentence.start, mention.start - 40), mention.start)
    if called is None:
        return None
    reach = mention.verb if mention.verb > 0 else 150
    return spelled_before(
        text, called.start(), mention.name, max(mention.sentence.start, mention.start - min(reach, 150))
    )


def _in_brackets(text: str, mention: Mention, candidate: Candidate) -> None:
    """Take what stands in brackets after the name for its spelled-out form, if the letters fit."""
    opened = mention.end + (6 if text.startswith("for ", mention.end + 2) else 2)
    closed = text.find(")", opened, mention.end + 140)
    if closed < 0:
        return
    stop = min(
        (at for at in (text.find(";", opened, closed), text.find(":", opened, closed)) if at >= 0), default=closed
    )
    candidate.spelled = spelled_after(text, opened, stop, mention.name)
    if candidate.spelled:
        candidate.add(2.5 if mention.verb < 0 else 3.5, "spelled out after", mention)


def _in_apposition(text: str, mention: Mention) -> tuple[int, int] | None:
    """Return the words after the comma if their capitals are the letters of the name."""
    wanted = "".join(letter for letter in mention.name if letter.isupper())
    if len(wanted) < 2:
        return None
    start = mention.end + 2
    stop = _SPELLED_END.search(text, start, mention.sentence.end)
    head = _SPELLED_START.match(text, start)
    start = head.end() if head else start
    stretch = text[start : stop.start() if stop else mention.sentence.end].rstrip()
    capitals = "".join(letter for letter in stretch if letter.isupper())
    if " " not in stretch or len(capitals) < 2:
        return None
    end = start + len(stretch)
    if capitals.startswith(wanted):
        return start, end
    return spelled_after(text, start, end, mention.name) if stretch[0].isupper() else None
