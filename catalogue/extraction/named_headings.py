"""Headings that begin with the name of what a paper introduces: "Tern: a sparse index for …"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from catalogue.extraction.drafts import (
    KINDS,
    MAKING,
    SELF,
    THINGS,
    Draft,
    Pieces,
    Span,
    phrase,
    sentence_at,
    without_novelty,
)
from catalogue.extraction.evidence import Found
from catalogue.extraction.first_sentence import HEADING_LENGTH
from catalogue.extraction.looks import is_thin
from catalogue.extraction.sentences import Sentence
from catalogue.extraction.shapes import occurrences
from catalogue.extraction.topics import Topics

# A heading of some length that weighs so much makes others needless.
_SURE = 3.9
_SAID = re.compile(
    rf"[”\"'’)]*(?: \([^()]{{2,90}}\))?(?: {KINDS}\b)?"
    r"(?P<after>(?:,| —| –| -|—|:)\s?(?=(?:[Aa]n?|the|our) )|:\s?(?=[A-Za-z])|,? is (?=(?:an?|the|our) )|(?=[ ,]))"
)
# A verb in the third person with an object; not one that reports how well the thing does.
_VERB = re.compile(
    r"(?:,? (?:which|that)|,)? (?=(?:\w+ly )?(?!(?:is|was|has|as|does|this|its|thus|us|less|plus|across|versus|"
    r"excels|includes|consists?|outperforms|achieves|surpasses|shows|"
    r"demonstrates|improves|reaches|attains|exceeds|"
    r"yields)\b)[a-z]{3,}(?:[^s]s|ches|shes|sses|xes) (?!(?:of|and|or|in|are|is|for|with|from|by)\b|,))"
)
# What stands before a name that is not explained: "In Tern, the index …", "unlike Tern, an index …".
_WITHIN = re.compile(r"(?:^|[,;:] )(?:in|on|for|with|unlike|like|under) $", re.IGNORECASE)
# A clause of its own, and not what something is.
_CLAUSE = re.compile(
    r"(?:(?!that|which|where|whose|who)[\w-]+ ){1,4}(?:is|are|was|were|has|have|can|will|outperforms?|achieves?|"
    r"surpass(?:es)?|reach(?:es)?|attains?|exceeds?) "
)
# What "a framework that" does, said of the name itself.
_THAT_DOES = re.compile(
    rf"[^,.;:()]{{0,50}}?\b(?:{KINDS}|{THINGS}),? (?:that|which) (?=(?:\w+ly )?(?!(?:is|was|has|consists|"
    rf"does)\b)[a-z]{{2,}}s )"
)
# What "our method", or "it", does.
_OURS = re.compile(
    rf"(?:It|(?:Our|The|This)(?: proposed)? (?:{KINDS}|{THINGS})) "
    r"(?=(?:\w+ly )?(?!(?:is|was|has|does|consists|achieves|outperforms|shows|demonstrates|improves|provides|offers|"
    r"reveals|yields|serves|comprises|includes|contains)\b)"
    r"[a-z]{2,}s )"
)
_SUBJECT_NEXT = re.compile(r"^$|, $|\bthat $")
# What goes before the parts of a thing: "which consists of two modules: a tree and …".
_PARTS = re.compile(r"[^.:()]{0,90}?\b(?:two|three|four) [^.:()]{0,40}: (?=an? |[a-z]+-)")
_EMPTY_OBJECT = re.compile(
    r"(?:\w+ly )?\w+ (?:two|three|four|several|both|this|these|superior|strong|state|competitive)\b"
)
_PURPOSE = re.compile(r" (?=(?:to [a-z]+|for) )")
_MAKING_BEFORE = re.compile(rf"\b{MAKING} $")
_POINTING = re.compile(r"\b(?:this|these|both|such)\b")
_MAKES = re.compile(rf"\b{MAKING} (?=(?:an?|the|our) )")
_NAMED_BY = re.compile(
    r",? ?\(?(?:which (?:we|is) )?(?:called|named|termed|dubbed|coined(?: as)?|namely|call|denoted as|"
    r"referred to as)?,? ?[\[(“\"'‘]?$"
)
_COUNTED = re.compile(r"\b(?:this|these|both|such|(?:two|three|four|five|several) (?:\w+ )?(?:core|key|main|\w+s))\b")
_KIND_COMMA = re.compile(rf"{KINDS}, ")
_NOT_WHOLE = re.compile(
    r"[.;:]| (?:and|that|which|the) ?$| and (?:propose|present|introduce|develop|design|build|release)\b"
    r"|\b(?:this|these)\b"
)
_GOES_ON = re.compile(r"[)”\"'’]*(?P<comma>,?) ?(?=(?:that|which|for|to) )(?!which (?:is|are|was) )")
_SPELLED_THING = re.compile(
    rf" (?:(?!and|or|for|as|to|that|which|can|an?|the|is|in|by|with|on|of|we)[a-z-]+ ){{0,2}}?(?:{KINDS}|{THINGS}|"
    rf"loss|objective|regularization|training|learning|scaling|sampling|sampler|"
    r"inference|policy|process|theory|estimator|criterion|score|index|bound|space|attack|attention)\b"
)
_AFTER_SPELLED = re.compile(r",? ?(?=(?:for|of) )|, (?=[a-z]+ing (?!and\b))")
_PLURAL = re.compile(r"[A-Z]s$")
_NOT_SPELLED = re.compile(r"(?:is|are|for|of|and|to|in|with|on|this|these|our|the) ")


@dataclass(frozen=True, slots=True)
class _Named:
    """The name of a heading to be, and how many characters are left after "name: "."""

    abstract: str
    sentences: list[Sentence]
    value: str
    name: Span
    topics: Topics

    @property
    def room(self) -> int:
        return HEADING_LENGTH - (self.name[1] - self.name[0]) - 2


def named(topics: Topics, head: Found, spelled: Found | None) -> Iterator[Draft]:
    """Yield headings that begin with the headline name; `spelled` is its spelled-out form."""
    abstract, sentences = topics.abstract, topics.sentences
    made = _Named(abstract, sentences, head.value, (head.evidence.start, head.evidence.end), topics)
    for count, at in enumerate(occurrences(abstract, head.value, 7)):
        sentence = sentence_at(sentences, at)
        match = _SAID.match(abstract, at + len(head.value))
        if sentence is None or match is None:
            continue
        if match["after"]:
            if _WITHIN.search(abstract[max(sentence.start, at - 9) : at]):
                continue
            weight = (3.0 if count == 0 or at == made.name[0] else 2.4) - (0.4 if " is" in match["after"] else 0.0)
            for draft in _being(made, sentence, match.end(), weight):
                yield draft
                if draft.weight >= _SURE and draft.end - match.end() > 60:
                    return
        else:
            yield from _doing(made, sentence, match.end(), count)
    yield from _later(made)
    if spelled is None or spelled.evidence.start > made.name[0]:
        yield from _before(made)
    if spelled:
        yield from _spelled(made, (spelled.evidence.start, spelled.evidence.end))


def _being(made: _Named, sentence: Sentence, start: int, weight: float) -> Iterator[Draft]:
    """Yield `NAME: what it is` of the noun phrase at `start`."""
    article, begin = without_novelty(made.abstract, start, sentence.end)
    if begin >= sentence.end or SELF.match(made.abstract, begin) or _CLAUSE.match(made.abstract, begin):
        return
    said = phrase(made.abstract, begin, sentence.end, made.room - (article[1] - article[0] if article else 0))
    if said.end - begin >= 6:
        pieces = (made.name, ": ", *((article,) if article else ()), *said.pieces)
        yield Draft(pieces, "name, what it is", start, said.end, weight + said.quality, True)
        if said.end + 12 < sentence.end and is_thin(made.abstract[begin : said.end]):
            yield from _more(made, sentence, (start, begin, said.end), article, weight)
    parts = _PARTS.match(made.abstract, begin, sentence.end)
    if parts:
        said = phrase(made.abstract, parts.end(), sentence.end, made.room)
        if said.quality == 1.0 and " and " in made.abstract[parts.end() : said.end]:
            yield Draft((made.name, ": ", *said.pieces), "name, its parts", start, said.end, weight - 0.6, True)
    does = _THAT_DOES.match(made.abstract, begin, sentence.end)
    if does and not _EMPTY_OBJECT.match(made.abstract, does.end()):
        said = phrase(made.abstract, does.end(), sentence.end, made.room + 1)
        if said.end - does.end() > 25:
            weight += said.quality - 1.7
            yield Draft((made.name, " ", *said.pieces), "name, what it does", start, said.end, weight, True)


def _more(
    made: _Named, sentence: Sentence, places: tuple[int, int, int], article: Span | None, weight: float
) -> Iterator[Draft]:
    """Yield `NAME: what it is` that goes on where `_being` stopped, the last of the places."""
    start, begin, end = places
    said = phrase(made.abstract, begin, sentence.end, made.room, end - begin + 12)
    if said.end >= end + 12 and said.quality > 0:
        fits = article and said.end - begin + article[1] - article[0] <= made.room
        pieces = (made.name, ": ", *((article,) if article and fits else ()), *said.pieces)
        yield Draft(pieces, "name, what it is", start, said.end, weight + said.quality, True)


def _doing(made: _Named, sentence: Sentence, at: int, count: int) -> Iterator[Draft]:
    """Yield `NAME does something`, from "NAME, which does it" or a sentence that says so; and `NAME to do it`."""
    abstract, room = made.abstract, made.room + 1
    match = _VERB.match(abstract, at, sentence.end)
    before = abstract[max(sentence.start, at - len(made.value) - 7) : at - len(made.value)]
    if match and (match[0].strip() or _SUBJECT_NEXT.search(before)):
        said = phrase(abstract, match.end(), sentence.end, room)
        if said.end - match.end() > 15 and not _EMPTY_OBJECT.match(abstract, match.end(), said.end):
            weight = (0.2 if match[0].strip() else -0.4 if before else -0.2) + said.quality - 0.2 * min(count, 3)
            yield Draft((made.name, " ", *said.pieces), "name, what it does", at, said.end, weight, True)
    match = _PURPOSE.match(abstract, at, sentence.end)
    start = made.name[0]
    if match and at <= made.name[1] + 2 and _MAKING_BEFORE.search(abstract, max(0, start - 20), start):
        said = phrase(abstract, match.end(), sentence.end, room)
        if said.end - match.end() > 15 and not _POINTING.search(abstract, match.end(), said.end):
            yield Draft((made.name, " ", *said.pieces), "name, what it is for", at, said.end, 0.3 + said.quality, True)


def _later(made: _Named) -> Iterator[Draft]:
    """Yield `NAME does something` from "Our method does it", "It does it" in a sentence after the name."""
    after = (sentence for sentence in made.sentences if sentence.start > made.name[1])
    for sentence in islice(after, 3):
        match = _OURS.match(made.abstract, sentence.start, sentence.end)
        if match is None or _EMPTY_OBJECT.match(made.abstract, match.end()):
            continue
        said = phrase(made.abstract, match.end(), sentence.end, made.room + 1)
        if said.end - match.end() > 25:
            weight = said.quality - 0.3
            yield Draft((made.name, " ", *said.pieces), "name, what it does", sentence.start, said.end, weight, True)


def _before(made: _Named) -> Iterator[Draft]:
    """Yield `NAME: what it is` from "a method for something, called NAME, which …"."""
    abstract, name = made.abstract, made.name
    sentence = sentence_at(made.sentences, name[0])
    if sentence is None:
        return
    lead = abstract[sentence.start : name[0]]
    verbs = [match.end() for match in _MAKES.finditer(lead)]
    if not verbs:
        return
    called = _NAMED_BY.search(lead)
    start, stop = sentence.start + verbs[-1], name[0] - len(called[0] if called else "")
    article, begin = without_novelty(abstract, start, stop)
    while stop > begin and abstract[stop - 1] in " ,:–—-":
        stop -= 1
    if kind := _KIND_COMMA.match(abstract, begin, stop):
        article, begin = None, kind.end()
    used = stop - begin + (article[1] - article[0] if article else 0)
    if stop - begin < 8 or used > made.room or _NOT_WHOLE.search(abstract, begin, stop):
        return
    pieces: list[Span | str] = [name, ": ", *([article] if article else []), (begin, stop)]
    quality, end = 1.0, name[1]
    tail = _GOES_ON.match(abstract, name[1], sentence.end)
    if tail and made.room - used > 30:
        said = phrase(abstract, tail.end(), sentence.end, made.room - used - 2)
        counted = _COUNTED.search(abstract, tail.end(), said.end)
        if said.quality > 0.4 and not counted and said.end - tail.end() > 12:
            joiner = ", " if tail["comma"] and not abstract.startswith(("to ", "for "), tail.end()) else " "
            pieces += [joiner, *said.pieces]
            quality, end = said.quality, said.end
    yield Draft(tuple(pieces), "what it is, name", start, end, 2.6 + quality, True)
    parts = _PARTS.match(abstract, name[1], sentence.end)
    if parts:
        said = phrase(abstract, parts.end(), sentence.end, made.room)
        if said.quality == 1.0 and " and " in made.abstract[parts.end() : said.end]:
            yield Draft((made.name, ": ", *said.pieces), "name, its parts", name[0], said.end, 2.4, True)


def _spelled(made: _Named, spelled: Span) -> Iterator[Draft]:
    """Yield `NAME: its spelled-out form`, with what it is for."""
    abstract, (begin, end) = made.abstract, spelled
    while end > begin and abstract[end - 1] in ".,;: ":
        end -= 1
    spelled = (begin, end)
    left = made.room - (end - begin)
    form = abstract[begin:end].lower()
    if left < 0 or _NOT_SPELLED.match(form) or not _balanced(form):
        return
    pieces: Pieces = (made.name, ": ", spelled)
    # A plural, or what the vocabulary knows, is no thing of the paper's own: "CNFs: continuous normalizing flows".
    weight = 2.0 if _PLURAL.search(made.value) or made.topics.knows(spelled) else 3.5
    sentence = sentence_at(made.sentences, end)
    tail = _AFTER_SPELLED.match(abstract, _behind_name(made, end), sentence.end if sentence else end)
    if sentence and tail and tail.end() > end and left > 25:
        said = phrase(abstract, tail.end(), sentence.end, left - 1)
        if said.quality >= 0.5 and said.end - tail.end() > 8:
            joiner = ", " if tail[0] == ", " and not abstract.startswith(("for ", "of "), tail.end()) else " "
            yield Draft(
                (*pieces, joiner, *said.pieces), "name, spelled out", begin, said.end, weight + said.quality, True
            )
            return
    tail = _SPELLED_THING.match(abstract, _behind_name(made, end), sentence.end if sentence else end)
    if sentence and tail and left > tail.end() - tail.start():
        said = phrase(abstract, tail.start() + 1, sentence.end, left - 1)
        pieces, left = (*pieces, " ", (tail.start() + 1, tail.end())), left - (tail.end() - tail.start())
        if said.end > tail.end() + 8:
            pieces = (*pieces[:-1], *said.pieces)
            yield Draft(pieces, "name, spelled out", begin, said.end, weight + said.quality, True)
            return
    yield from _spelled_alone(made, (begin, end), pieces, left, weight)


def _spelled_alone(made: _Named, spelled: Span, pieces: Pieces, left: int, weight: float) -> Iterator[Draft]:
    """Yield `NAME: its spelled-out form`, which are the `pieces`, with the task that it is for and without."""
    (begin, end), form = spelled, made.abstract[slice(*spelled)]
    joints = form.count(" ") + form.count("-")
    term = made.topics.task(f"{made.value} {form}") if " for " not in form.lower() else None
    said_twice = term and made.abstract[slice(*term)].lower().split()[-1][:6] in form.lower()
    if term and not said_twice and left >= term[1] - term[0] + 5:
        more = 1.0 if joints > 1 else 0.6
        yield Draft((*pieces, " for ", term), "name, spelled out", begin, end, weight + more, True)
    yield Draft(pieces, "name, spelled out", begin, end, weight - (0.0 if joints > 2 else 0.4), True)


def _balanced(text: str) -> bool:
    """Tell whether brackets and quotation marks come in pairs."""
    return all(text.count(one) == text.count(other) for one, other in ("()", "[]", "“”")) and text.count('"') % 2 == 0


def _behind_name(made: _Named, at: int) -> int:
    """Return the place after " (NAME)"."""
    stop = at + 3
    while at < min(stop, len(made.abstract)) and not made.abstract[at].isalnum():
        at += 1
    if made.abstract.startswith(made.value, at):
        at += len(made.value)
    return at + made.abstract.startswith(")", at)
