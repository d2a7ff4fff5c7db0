"""A text in sentences, and what each sentence does in an abstract."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

# A full stop ends a sentence where a capital, a digit, an opening bracket or quote follows, with or without a space
# between ("deployments.Our"); the marks of Chinese and Japanese end it by themselves.
_END = re.compile(
    r"[.!?…]+[”’\"')\]]*(?=\s+[\[(“‘\"']*[^\W\d_a-zß-öø-ÿ]|\s+[\[(“‘\"'*]*[0-9])"
    r"|(?<=[a-z)\]][a-z)\]])[.!?](?=(?:We|Our|This|These|The|In|To|However|Code|It|Experiments|Extensive|Project)\b)"
    r"|[。！？]+[”’」』）]*|\n{1,}"
)
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|cf|vs|etc|et al|resp|approx|w\.r\.t|a\.k\.a|viz"
    r"|Fig|Figs|Eq|Eqs|Sec|Tab|Thm|Lem|No|Dr|Prof|St|Mr|Ms|[A-Z])\.$"
)


class Role(Enum):
    """What a sentence is there for."""

    BACKGROUND = "background"
    CONTRIBUTION = "contribution"
    BODY = "body"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence at `start` to `end` of its text, without the white space around it."""

    start: int
    end: int
    text: str
    role: Role


_PROPOSING = (
    "propose|introduce|present|develop|describe|design|build|construct|create|release|curate|contribute|establish|"
    "formulate|devise|unveil|offer|provide|put forward|"
    "study|investigate|analy[sz]e|examine|explore|revisit|characteri[sz]e|show|prove|demonstrate|address|"
    "tackle|ask|find|identify|derive|argue|initiate|consider|conduct|formali[sz]e|propos|evaluat"
)
_US = (
    r"\b(?:[Ww]e|[Ii]n this (?:\w+ )?(?:paper|work|study|article|survey|report)"
    r"|[Tt]his (?:paper|work|study|article|survey)"
    r"|[Oo]ur (?:paper|work|study|key|main|method|approach|framework|contribution\w*|goal|aim))\b"
)
_CONTRIBUTION = re.compile(
    rf"{_US}[^.]{{0,80}}?\b(?:{_PROPOSING})\w*"
    r"|^(?:Here|To (?:address|overcome|tackle|mitigate|bridge|fill|solve|this end|close|resolve|remedy)\b[^.]*?)[ ,]+"
    r"(?:we|our|this (?:paper|work))\b"
    r"|\b(?:[Ii]s|[Aa]re) (?:proposed|introduced|presented)\b"
)
_RESULT = re.compile(
    r"\b(?:[Ee]xperiment\w*|[Ee]mpirical(?:ly| results)|[Ee]valuations?|[Rr]esults|outperform\w*|surpass\w*|"
    r"state-of-the-art|SOTA|[Ee]xtensive|benchmarks? (?:show|demonstrate)|achiev\w+|improv(?:es|ing) \w+ by)\b"
    r"|\d(?:\.\d+)?\s?(?:%|×|x\b|percent)"
)
_ON_TOOLS = re.compile(r"\b(?:[Cc]ode|https?://|available at|publicly available|open-source[d]?)\b")


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text in order, each with its role."""
    found: list[Sentence] = []
    proposed = False
    for start, end in _spans(text):
        words = text[start:end]
        if _CONTRIBUTION.search(words) and not (proposed and _RESULT.search(words)):
            role, proposed = Role.CONTRIBUTION, True
        elif proposed:
            role = Role.RESULT if _RESULT.search(words) or _ON_TOOLS.search(words) else Role.BODY
        else:
            role = Role.BACKGROUND
        found.append(Sentence(start, end, words, role))
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in [*_END.finditer(text), None]:
        end = match.end() if match else len(text)
        if (
            match
            and match.group()[0] == "."
            and (_ABBREVIATION.search(text, max(start, end - 12), end) or _in_an_address(text, start, end))
        ):
            continue
        piece = text[start:end]
        left = len(piece) - len(piece.lstrip())
        if piece.strip():
            yield start + left, start + len(piece.rstrip())
        start = end


def _in_an_address(text: str, start: int, end: int) -> bool:
    """Tell whether the full stop before `end`, with a letter right after it, belongs to a web address."""
    return text[end : end + 1].isalpha() and "/" in text[start:end].rsplit(maxsplit=1)[-1]
