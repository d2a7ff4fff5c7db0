"""A text in sentences, and what each sentence does in an abstract."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

# A full stop ends a sentence where a capital, a digit, an opening bracket or quote follows, with or without a space
# between ("deployments.Our"); the marks of Chinese and Japanese end it by themselves.
# Every end begins with one of a few characters, which is what makes it fast to look for.
_END = re.compile(
    r"[.!?…。！？\n](?:"
    r"(?<=[.!?…])(?<![.!?…].)[.!?…]*+[”’\"')\]]*+(?=\s+[\[(“‘\"']*[^\W\d_a-zß-öø-ÿ]|\s+[\[(“‘\"'*]*[0-9])"
    r"|(?<=[a-z)\]][a-z)\]][.!?])(?=(?:We|Our|This|These|The|In|To|However|Code|It|Experiments|Extensive|Project)\b)"
    r"|(?<=[。！？])[。！？]*[”’」』）]*|(?<=\n)\n*)"
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
# Like `_END`, this begins with one of a few characters.
_ACTOR = re.compile(
    r"[WwIiTtOo](?:e(?<=\b[Ww]e)|n this(?<=\b[Ii]n this) (?:\w+ )?(?:paper|work|study|article|survey|report)"
    r"|his(?<=\b[Tt]his) (?:paper|work|study|article|survey)"
    r"|ur(?<=\b[Oo]ur) (?:paper|work|study|key|main|method|approach|framework|contribution\w*|goal|aim))\b"
)
_DEED = re.compile(rf"\b(?:{_PROPOSING})")
# How far after the actor the deed begins, and how long the longest of them is.
_REACH, _LONGEST = 80, 12
_AIM = re.compile(
    r"(?:Here[ ,]+|To (?:address|overcome|tackle|mitigate|bridge|fill|solve|this end|close|resolve|remedy)\b[^.]*?[ ,])"
    r"(?:we|our|this (?:paper|work))\b"
)
_PASSIVE = re.compile(r"\b(?:[Ii]s|[Aa]re) (?:proposed|introduced|presented)\b")
_PASSIVE_PIECES = ("s proposed", "s introduced", "s presented", "re proposed", "re introduced", "re presented")
_RESULT = re.compile(
    r"\b(?:[Ee]xperiment\w*|[Ee]mpirical(?:ly| results)|[Ee]valuations?|[Rr]esults|outperform\w*|surpass\w*|"
    r"state-of-the-art|SOTA|[Ee]xtensive|benchmarks? (?:show|demonstrate)|achiev\w+|improv(?:es|ing) \w+ by)\b"
)
# A piece of every word of it: looked for before the pattern is tried.
_RESULT_PIECES = (
    *("xperiment", "mpirical", "valuation", "esults", "outperform", "surpass", "state-of-the-art", "SOTA", "xtensive"),
    *("benchmark", "achiev", "improv"),
)
# The unit is looked for first: it is rarer than what a figure may begin with.
_AMOUNT = re.compile(r"[%×xp](?:(?<=\d.)|(?<=\d\s.))(?:(?<=[%×])|(?<=x)\b|(?<=p)ercent)")
_ON_TOOLS = re.compile(r"\b(?:[Cc]ode|https?://|available at|publicly available|open-source[d]?)\b")
_TOOLS_PIECES = ("code", "Code", "http", "available", "open-source")


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text in order, each with its role."""
    found: list[Sentence] = []
    proposed = False
    for start, end in _spans(text):
        words = text[start:end]
        if proposed and _tells_a_result(words):
            role = Role.RESULT
        elif _contributes(words):
            role, proposed = Role.CONTRIBUTION, True
        elif proposed:
            role = Role.RESULT if _is_on_tools(words) else Role.BODY
        else:
            role = Role.BACKGROUND
        found.append(Sentence(start, end, words, role))
    return found


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence begins and ends in which the characters `start` to `end` of a text stand."""
    around = [span for span in _spans(text) if span[0] < end and span[1] > start]
    return (min(start, around[0][0]), max(end, around[-1][1])) if around else (start, end)


def _contributes(words: str) -> bool:
    for actor in _ACTOR.finditer(words):
        begin = actor.end()
        stop = words.find(".", begin, begin + _REACH + _LONGEST)
        deed = _DEED.search(words, begin, stop if stop >= 0 else begin + _REACH + _LONGEST)
        if deed and deed.start() <= begin + _REACH:
            return True
    if words.startswith(("Here", "To ")) and _AIM.match(words):
        return True
    return any(piece in words for piece in _PASSIVE_PIECES) and _PASSIVE.search(words) is not None


def _tells_a_result(words: str) -> bool:
    if any(piece in words for piece in _RESULT_PIECES) and _RESULT.search(words):
        return True
    return _AMOUNT.search(words) is not None


def _is_on_tools(words: str) -> bool:
    return any(piece in words for piece in _TOOLS_PIECES) and _ON_TOOLS.search(words) is not None


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
        piece = text[start:end].rstrip()
        if piece:
            yield start + len(piece) - len(piece.lstrip()), start + len(piece)
        start = end


def _in_an_address(text: str, start: int, end: int) -> bool:
    """Tell whether the full stop before `end`, with a letter right after it, belongs to a web address."""
    return text[end : end + 1].isalpha() and "/" in text[start:end].rsplit(maxsplit=1)[-1]
