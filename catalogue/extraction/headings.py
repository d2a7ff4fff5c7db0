"""The display heading of a paper without a title: what the paper contributes, in the words of its abstract."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from catalogue.extraction.evidence import Evidence, Found, Text, quoted
from catalogue.extraction.expansions import spelled_before
from catalogue.extraction.first_sentence import HEADING_LENGTH, first_sentence_heading
from catalogue.extraction.shapes import occurrences
from catalogue.extraction.phrases import phrase_end, without_reference
from catalogue.extraction.sentences import Role, Sentence

__all__ = ["HEADING_LENGTH", "Heading", "first_sentence_heading", "heading"]

# A heading with the name that weighs so much is not beaten by one without.
_GOOD = 3.7
_KINDS = (
    r"(?:frameworks?|methods?|models?|algorithms?|approach(?:es)?|systems?|techniques?|strateg(?:y|ies)|mechanisms?|paradigms?|solutions?|schemes?|"
    r"benchmarks?|datasets?|metrics?|pipelines?|procedures?|study|analysis|perspective|formulation|variants?|tools?|suite|resource|collection|step|attempt)"
)
_NOVEL = r"(?:(?:very |fundamentally |conceptually )?(?:novel|new|simple|innovative|insightful|brand-new|surprising|practical)(?:,? (?:and|but|yet|novel|new|simple|effective|efficient|general|powerful|practical|elegant|insightful))*,? )"
_ARTICLE = re.compile(rf"(?P<article>(?:an?|the|our) )?(?P<first>(?:(?:very |to our knowledge, (?:the )?)?first(?:-ever| of its kind)?,? ))?(?P<novel>{_NOVEL})?", re.IGNORECASE)
_VOWEL = re.compile(r"[AEFHILMNORSX](?=[A-Z0-9])|(?![A-Z][A-Z])(?!uni|use|eu|one)[aeiouAEIOU]")
_ABBREVIATION = re.compile(r" \((?:[A-Z][\w&-]{1,9}s?|[A-Z]\w*-[A-Z]\w*)\)")
_MAKING = (
    r"(?:propos(?:e|es|ing)|introduc(?:e|es|ing)|present(?:s|ing)?|develop(?:s|ing)?|design(?:s|ing)?|build|construct(?:s)?|create|release|curate|contribute|"
    r"devise|unveil|offer|provide|put forward|describe|formulate|initiate|conduct|perform|undertake|establish|derive)"
)
_STUDYING = (
    r"(?:study|studies|investigat(?:e|es)|analy[sz]es?|examin(?:e|es)|explor(?:e|es)|revisits?|characteri[sz]es?|address(?:es)?|tackles?|considers?|evaluat(?:e|es)|"
    r"reexamines?|re-examines?|rethinks?|formali[sz]es?|quantif(?:y|ies)|focus(?:es)? on|benchmarks?|uncovers?|reveals?|understands?|compares?|extends?|generali[sz]es?|elucidates?|reformulates?|benchmarked|understand|shed light on|systemati[sz]es?|survey|review|model)"
)
_STATING = r"(?:shows?|proves?|finds?|demonstrates?|argues?|observes?|identif(?:y|ies)|establish(?:es)?|posits?|hypothesi[sz]es?|reveals?)"
_WE = r"(?:\b[Ww]e|\b[Tt]his (?:paper|work|study|article|survey|report)|\b[Oo]ur (?:work|paper|study|analysis|main result|main contribution))"
_ADVERBS = r"(?:(?:\w+ly|also|then|first|instead|here|further|thus|therefore|hence|comprehensively|aim to|seek to|will) )*"
_MADE = re.compile(rf"{_WE} {_ADVERBS}(?:[^,.;]{{0,60}} and )?{_MAKING} ")
_STUDIED = re.compile(rf"{_WE} {_ADVERBS}(?:[^,.;]{{0,60}} and )?{_STUDYING} (?!whether|how|why|what|that|this|these|it\b)")
_STATED = re.compile(rf"{_WE} {_ADVERBS}{_STATING},? (?:however, |theoretically |empirically )?that,? ")
_FOUND = re.compile(rf"{_WE} {_ADVERBS}(?:identif(?:y|ies)|uncovers?|discovers?|reports?(?:, for the first time,)?|observes?|posits?) (?=(?:an?|the|that the) )(?!that)")
_USED = re.compile(rf"{_WE} {_ADVERBS}(?!are\b|have\b|can\b|will\b|do\b|then\b|also\b|show\b|find\b|hope\b|believe\b|ask\b)[a-z]{{3,}} (?=(?:an?|the) )")
_FIRST_OF = re.compile(r"\b(?:[Tt]his|[Ii]t|[Oo]urs) is the (?=first )")
_IS_MADE = re.compile(r"^(?P<what>An? [^,;:]{8,100}?) (?:is|are) (?:proposed|introduced|presented|developed)\b")
_SELF = re.compile(r"\b(?:we|our|us|this paper|this work)\b", re.IGNORECASE)
_BACK = re.compile(r"^(?:this|these|those|it|its|that|them|such|both|several|some|other|(?:two|three|four|five) (?:core|key|main|major|new|novel|complementary|simple|important|methodological)|extensive|detailed|further|additional|empirical evidence|evidence|code|theoretical guarantees|insights?|results?|experiments?|answers?)\b", re.IGNORECASE)
_VERB_AFTER = re.compile(
    r"(?:,? (?:which|that)|,)? (?=(?:\w+ly )?(?!is\b|was\b|has\b|as\b|does\b|this\b|its\b|thus\b|us\b|less\b|plus\b|across\b|versus\b|consists?\b|outperforms\b|achieves\b|surpasses\b|shows\b|demonstrates\b|improves\b|reaches\b|attains\b|exceeds\b|yields\b)[a-z]{3,}(?:[^s]s|ches|shes|sses|xes) (?!of\b|and\b|or\b|in\b|are\b|is\b|for\b|with\b|from\b|by\b|,))"
)
_ANALYSIS = re.compile(r"\b(?:analysis|study|investigation|survey|review|evaluation|theory|proof|examination|characteri[sz]ation)\b", re.IGNORECASE)
_NO_MORE_THAN_A_KIND = re.compile(rf"(?:[\w-]+ ){{0,2}}{_KINDS}")
_A_KIND = re.compile(rf"(?:an? )?(?:[\w-]+ )?{_KINDS}(?: called \S+)?")
_VAGUE = re.compile(r"\b(?:this|these|those|such)\b")
_SAYS_FOR_WHAT = re.compile(r" (?:for|in|of|that|which|by|using|via|to|where) ")
_PREPOSITION = re.compile(r"(?:across|on|in|with|by|under|over|against|for|from|at|as|into|through|via|using|and|or|of|if|more|how|why|what|whether|when)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in pieces: stretches of the abstract, and the joiners between them. `capitalised` unless a name begins it."""

    pieces: tuple[tuple[int, int] | str, ...]
    rule: str
    evidence: Evidence
    capitalised: bool = True

    def text(self, abstract: str) -> str:
        """Return the heading, of `abstract`, that it was made of: one line of at most 120 characters."""
        whole = "".join(piece if isinstance(piece, str) else abstract[slice(*piece)] for piece in self.pieces)
        line = " ".join(whole.split())
        return line[:1].upper() + line[1:] if self.capitalised and len(line[:1].upper()) == 1 else line


@dataclass(frozen=True, slots=True)
class _Draft:
    """A possible heading and how well it would do."""

    pieces: tuple[tuple[int, int] | str, ...]
    rule: str
    start: int
    end: int
    weight: float
    named: bool = False


def heading(text: Text, sentences: list[Sentence], names: list[Found]) -> Heading | None:
    """Return the heading of a paper by its abstract; None only for an abstract without a visible character.

    `names` are the paper's names and expansions, headline name first. The pieces are stretches of the abstract; words are
    left out between them, none is added.
    """
    abstract = text.abstract
    drafts: list[_Draft] = []
    head = next((found for found in names if found.kind == "name" and found.evidence.field == "abstract"), None)
    if head:
        spelled = next((found for found in names if found.kind == "expansion" and found.about == head.value), None)
        drafts += _named(abstract, sentences, head, spelled)
    if max((draft.weight for draft in drafts), default=0.0) < _GOOD:
        drafts += _unnamed(abstract, sentences, head)
    low = abstract.lower()
    best = max(drafts, key=lambda draft: draft.weight + _aptness(abstract, low, draft), default=None)
    if best is None:
        return _first_sentence(abstract)
    best = _completed(abstract, sentences, best, head)
    return Heading(best.pieces, best.rule, quoted(abstract, best.start, best.end), not best.named)


def _completed(abstract: str, sentences: list[Sentence], draft: _Draft, head: Found | None) -> _Draft:
    """Return the draft with the name before it, or with what it is for after it, where there is room."""
    line = "".join(piece if isinstance(piece, str) else abstract[slice(*piece)] for piece in draft.pieces)
    if head and not draft.named and draft.rule == "what is made" and head.value not in line and not _ANALYSIS.search(line):
        if len(line) + len(head.value) + 2 <= HEADING_LENGTH:
            name = (head.evidence.start, head.evidence.end)
            return replace(draft, pieces=(name, ": ", *draft.pieces), named=True)
        return draft
    if draft.rule not in ("what is made", "what is studied", "name, what it is", "name, spelled out", "what it is, name"):
        return draft
    topic = _topic(abstract, sentences) if len(line) < 70 and not _SAYS_FOR_WHAT.search(line) and not line.endswith(")") else None
    if topic and len(line) + topic[1] - topic[0] + 5 <= HEADING_LENGTH and abstract[slice(*topic)].lower() not in line.lower():
        return replace(draft, pieces=(*draft.pieces, " for ", topic))
    return draft


def _first_sentence(abstract: str) -> Heading | None:
    """Return the beginning of the first sentence, the last resort."""
    line = first_sentence_heading(abstract)
    start = len(abstract) - len(abstract.lstrip())
    length = len(line.removesuffix("…")) if abstract[start:].startswith(line.removesuffix("…")) else 0
    if not abstract.strip():
        return None
    end = start + (length or min(HEADING_LENGTH - 1, len(abstract.strip())))
    pieces: tuple[tuple[int, int] | str, ...] = ((start, end), "…") if line.endswith("…") else ((start, end),)
    return Heading(pieces, "first sentence", quoted(abstract, start, end), False)


def _named(abstract: str, sentences: list[Sentence], head: Found, spelled: Found | None) -> Iterator[_Draft]:
    """Yield headings that begin with the headline name."""
    name = (head.evidence.start, head.evidence.end)
    room = HEADING_LENGTH - (name[1] - name[0]) - 2
    for count, at in enumerate(occurrences(abstract, head.value, 7)):
        sentence = _sentence_at(sentences, at)
        match = _SAID.match(abstract, at + len(head.value))
        if sentence is None:
            break
        if match is None:
            continue
        if match["after"]:
            prior = 3.0 if count == 0 or at == name[0] else 2.4
            draft = _described(abstract, sentence, name, match.end(), room, "name, what it is", prior - (0.4 if " is" in match["after"] else 0))
            if draft:
                yield draft
        else:
            yield from _doing(abstract, sentence, name, match.end("after"), count)
    if spelled is None or spelled.evidence.start > name[0]:
        yield from _before(abstract, sentences, head, name, room)
    if spelled:
        yield from _spelled(abstract, sentences, name, spelled, room)


_SAID = re.compile(
    rf"[”\"'’)]*(?: \([^()]{{2,90}}\))?(?: {_KINDS}\b)?(?P<after>(?:,| —| –| -|—|:)\s?(?=(?:an?|the|our) )|,? is (?=(?:an?|the|our) )|(?=[ ,]))"
)
_PURPOSE = re.compile(r" (?=(?:to [a-z]+|for) )")
_MAKING_BEFORE = re.compile(rf"\b{_MAKING} $")
_POINTED = re.compile(r"\b(?:this|these|both|such)\b")
_WEAK_OBJECT = re.compile(r"\w+ (?:two|three|four|several|both|this|these|superior|strong|state|competitive)\b")


def _described(abstract: str, sentence: Sentence, name: tuple[int, int], start: int, room: int, rule: str, weight: float) -> _Draft | None:
    """Return `NAME: what it is` of the noun phrase at `start`."""
    article, begin = _without_novelty(abstract, start, sentence.end)
    lead = article[1] - article[0] if article else 0
    if begin >= sentence.end:
        return None
    kept, end, quality = _kept(abstract, begin, sentence.end, room - lead)
    if end - begin < 8 or _SELF.match(abstract, begin):
        return None
    pieces: tuple[tuple[int, int] | str, ...] = (name, ": ", *((article,) if article else ()), *kept)
    return _Draft(pieces, rule, start, end, weight + quality, True)


def _without_novelty(abstract: str, start: int, limit: int) -> tuple[tuple[int, int] | None, int]:
    """Return the article to keep, if any, and where the noun phrase goes on after "a novel", "the first"."""
    match = _ARTICLE.match(abstract, start, limit)
    if match is None or match.end() == start:
        return None, start
    if match["article"] and match["article"].strip().lower() in ("a", "an") and not match["first"]:
        vowel = _VOWEL.match(abstract, match.end()) is not None
        if (match["article"].strip().lower() == "an") == vowel or not match["novel"]:
            return (match.start("article"), match.end("article")), match.end()
    return None, match.end()


def _kept(abstract: str, begin: int, limit: int, room: int) -> tuple[list[tuple[int, int] | str], int, float]:
    """Return the phrase from `begin` in pieces, without abbreviations in brackets; where it ends, and how well."""
    end, quality = phrase_end(abstract, begin, limit, room)
    end = without_reference(abstract, begin, end, 24)
    dropped = sum(len(match[0]) for match in _ABBREVIATION.finditer(abstract, begin, min(limit, begin + room + 24)))
    if dropped and quality < 1.0:
        longer, better = phrase_end(abstract, begin, limit, room + dropped)
        if longer - begin - sum(len(match[0]) for match in _ABBREVIATION.finditer(abstract, begin, longer)) <= room:
            end, quality = longer, better
    pieces: list[tuple[int, int] | str] = []
    at = begin
    for match in _ABBREVIATION.finditer(abstract, begin, end):
        if match.start() > at:
            pieces.append((at, match.start()))
        at = match.end()
    if at < end:
        pieces.append((at, end))
    return pieces, end, quality


def _doing(abstract: str, sentence: Sentence, name: tuple[int, int], at: int, count: int) -> Iterator[_Draft]:
    """Yield `NAME does something`, from "NAME, which does something" or a sentence that says so."""
    match = _VERB_AFTER.match(abstract, at, sentence.end)
    if match and (match[0].strip() or abstract[sentence.start : at].strip() == abstract[slice(*name)]):
        room = HEADING_LENGTH - (name[1] - name[0]) - 1
        kept, end, quality = _kept(abstract, match.end(), sentence.end, room)
        if end - match.end() > 15 and not _WEAK_OBJECT.match(abstract, match.end(), end):
            yield _Draft((name, " ", *kept), "name, what it does", at, end, 1.0 + quality - 0.2 * min(count, 3), True)
    opened = _PURPOSE.match(abstract, at, sentence.end)
    if opened and _MAKING_BEFORE.search(abstract, max(0, name[0] - 20), name[0]) and at <= name[1] + 2:
        kept, end, quality = _kept(abstract, opened.end(), sentence.end, HEADING_LENGTH - (name[1] - name[0]) - 1)
        if end - opened.end() > 15 and not _POINTED.search(abstract, opened.end(), end):
            yield _Draft((name, " ", *kept), "name, what it is for", at, end, 0.9 + quality - 0.2 * count, True)


_MAKES = re.compile(rf"\b{_MAKING} (?=(?:an?|the|our) )")
_OPEN_END = re.compile(r"[.;:]| (?:and|that|which|the) ?$")
_GOES_ON = re.compile(r"[)”\"'’]*,? ?(?=(?:that|which|for|to) )")
_AFTER_SPELLED = re.compile(r",? ?(?=(?:for|framework|method|of) )")
_SHORT_FORM = re.compile(r" \((?P<short>[A-Z][\w-]*[A-Z])s?\)")
_NAMED_BY = re.compile(r"(?:,? ?\(?(?:which (?:we|is) )?(?:called|named|termed|dubbed|coined|namely|call|denoted as|referred to as)?,? ?[\[(“\"'‘]?)$")


def _before(abstract: str, sentences: list[Sentence], head: Found, name: tuple[int, int], room: int) -> Iterator[_Draft]:
    """Yield `NAME: what it is` from "a method for something, called NAME, which …"."""
    sentence = _sentence_at(sentences, name[0])
    if sentence is None:
        return
    lead = abstract[sentence.start : name[0]]
    made = None
    for made in _MAKES.finditer(lead):
        pass
    if made is None:
        return
    start = sentence.start + made.end()
    stop = name[0] - len(_NAMED_BY.search(lead)[0]) if _NAMED_BY.search(lead) else name[0]
    article, begin = _without_novelty(abstract, start, stop)
    if stop - begin < 8 or stop - begin > room or _OPEN_END.search(abstract, begin, stop):
        return
    pieces: list[tuple[int, int] | str] = [name, ": ", *([article] if article else []), (begin, stop)]
    used = stop - begin + (article[1] - article[0] if article else 0)
    tail = _GOES_ON.match(abstract, name[1], sentence.end)
    quality, end = 1.0, stop
    if tail and room - used > 30:
        kept, end_, quality_ = _kept(abstract, tail.end(), sentence.end, room - used - 1)
        if quality_ > 0.4 and end_ - tail.end() > 12:
            pieces += [" ", *kept]
            quality, end = quality_, end_
    yield _Draft(tuple(pieces), "what it is, name", start, max(end, name[1]), 2.6 + quality, True)


def _spelled(abstract: str, sentences: list[Sentence], name: tuple[int, int], spelled: Found, room: int) -> Iterator[_Draft]:
    """Yield `NAME: its spelled-out form`, with what it is for."""
    begin, end = spelled.evidence.start, spelled.evidence.end
    if end - begin > room:
        return
    pieces: list[tuple[int, int] | str] = [name, ": ", (begin, end)]
    weight = 2.5
    sentence = _sentence_at(sentences, end)
    after = end
    while after < len(abstract) and after < end + 3 and not abstract[after].isalnum():
        after += 1
    if abstract.startswith(abstract[slice(*name)], after):
        after += name[1] - name[0]
    after += abstract.startswith(")", after)
    tail = _AFTER_SPELLED.match(abstract, after, sentence.end if sentence else end)
    topic = _topic(abstract, sentences)
    if sentence and tail and tail.end() > end and room - (end - begin) > 25:
        kept, stop, quality = _kept(abstract, tail.end(), sentence.end, room - (end - begin) - 1)
        if quality >= 0.5 and stop - tail.end() > 8:
            yield _Draft((*pieces, " ", *kept), "name, spelled out", begin, stop, weight + quality, True)
            return
    if topic and room - (end - begin) > topic[1] - topic[0] + 5 and " for " not in abstract[begin:end] and abstract[slice(*topic)].lower() not in abstract[begin:end].lower():
        yield _Draft((*pieces, " for ", topic), "name, spelled out", begin, end, weight + 0.6, True)
    yield _Draft(tuple(pieces), "name, spelled out", begin, end, weight, True)


def _topic(abstract: str, sentences: list[Sentence]) -> tuple[int, int] | None:
    """Return what the paper is about: the first term that the background spells out, and uses again."""
    if " for " not in abstract:
        return None
    for sentence in sentences:
        if sentence.role is not Role.BACKGROUND:
            return None
        for match in _SHORT_FORM.finditer(sentence.text[:600]):
            at = sentence.start + match.start()
            spelled = spelled_before(abstract, at, match["short"], sentence.start)
            if spelled and abstract.count(match["short"]) > 1 and spelled[1] - spelled[0] < 60:
                if spelled[0] == sentence.start and not abstract[slice(*spelled)].istitle():
                    low = abstract.find(abstract[spelled[0]].lower() + abstract[spelled[0] + 1 : spelled[1]], spelled[1])
                    if low < 0:
                        continue
                    spelled = (low, low + spelled[1] - spelled[0])
                return spelled
    return None


def _unnamed(abstract: str, sentences: list[Sentence], head: Found | None) -> Iterator[_Draft]:
    """Yield headings made of the noun phrase, or the statement, of a sentence that says what the paper does."""
    penalty = 1.6 if head else 0.0
    order = 0
    for sentence in sentences:
        if sentence.role is Role.BACKGROUND and not _SELF.search(sentence.text):
            continue
        order += 1
        if order > 6:
            break
        late = 0.4 * order + penalty
        for pattern, rule, weight in ((_MADE, "what is made", 2.4), (_STUDIED, "what is studied", 2.2), (_FIRST_OF, "the first", 2.4), (_FOUND, "what is found", 1.6), (_USED, "what is used", 0.6)):
            match = pattern.search(abstract, sentence.start, sentence.end)
            if match:
                draft = _phrase(abstract, sentence, match.end(), rule, weight - late)
                if draft and penalty and head and head.evidence.start > sentence.end and _ANALYSIS.search(abstract, match.end(), match.end() + 50):
                    draft = replace(draft, weight=draft.weight + penalty + 0.5)
                if draft:
                    yield draft
        match = _STATED.search(abstract, sentence.start, sentence.end)
        if match and not _BACK.match(abstract[match.end() : match.end() + 30]):
            kept, end, quality = _kept(abstract, match.end(), sentence.end, HEADING_LENGTH)
            if quality > 0.5 and abstract.count(" ", match.end(), end) > 5 and not _SELF.match(abstract, match.end()):
                yield _Draft(tuple(kept), "what is shown", match.start(), end, 1.0 + quality * 1.2 - late)
        match = _IS_MADE.match(sentence.text)
        if match:
            draft = _phrase(abstract, sentence, sentence.start, "what is made", 2.2 - late, sentence.start + match.end("what"))
            if draft:
                yield draft


def _phrase(abstract: str, sentence: Sentence, start: int, rule: str, weight: float, limit: int = 0) -> _Draft | None:
    article, begin = _without_novelty(abstract, start, sentence.end)
    limit = limit or sentence.end
    if _BACK.match(abstract[begin : begin + 40]) or _SELF.match(abstract, begin):
        return None
    kept, end, quality = _kept(abstract, begin, limit, HEADING_LENGTH)
    said = abstract[begin:end]
    if len(said) < 12 or _NO_MORE_THAN_A_KIND.fullmatch(said):
        return None
    if said.startswith("to ") and isinstance(kept[0], tuple):
        kept[0] = (kept[0][0] + 3, kept[0][1])
        rule = "what is done"
        weight -= 1.0
    elif _PREPOSITION.match(said):
        return None
    return _Draft(tuple(kept), rule, start, end, weight + quality)


def _aptness(abstract: str, low: str, draft: _Draft) -> float:
    """Return how much a draft says: words the abstract repeats, neither too short nor cut."""
    said = " ".join(abstract[slice(*piece)] for piece in draft.pieces[draft.named :] if not isinstance(piece, str))
    words = {word.strip(",;()") for word in said.lower().split() if len(word) > 3}
    repeated = sum(1 for word in words if low.find(word, low.find(word) + 1) >= 0)
    length = len(said)
    if _A_KIND.fullmatch(" ".join(said.split())):
        length = 0
    vague = 0.7 if _VAGUE.search(said) else 0.0
    return min(repeated, 5) * 0.15 - (1.3 if length == 0 else 0.5 if length < 30 else 0.2 if length < 45 else 0.0) - vague


def _sentence_at(sentences: list[Sentence], at: int) -> Sentence | None:
    return next((each for each in sentences if each.start <= at < each.end), None)
