"""The quantitative claims of an abstract, each a stretch of it that reads by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from catalogue.extraction.evidence import Found, Text, quoted
from catalogue.extraction.mentions import zone_start
from catalogue.extraction.sentences import Sentence

RESULT_LENGTH = 160
RESULT_COUNT = 8

_DIGIT = re.compile(r"\d")
# A number that is no part of a word, or a bound.
_BARE = re.compile(r"(?<![\w.-])[~≈∼<>≥≤+$(]?\d|[OΘΩÕÔ]̃?\s?\(|\d[%×]")
_ADDRESS = re.compile(r"https?://|\b(?:github|4open)\.")
# A number: a sign and a figure, or a figure.
_VALUE = r"[\d~≈∼<>≥≤+−-](?<![\w.,/^@-].)(?:(?<=\d)|\d)(?:[\d.,]*\d)?"
# How strong a kind of number is as a claim.
_SIGNS: list[tuple[re.Pattern[str], float, str]] = [
    (re.compile(rf"{_VALUE}\s?(?:×|x\b|[-‑–]?fold\b|times\b)|×\s?{_VALUE}|\bfactor of (?:up to )?\d"), 6, "factor"),
    (
        re.compile(rf"{_VALUE}(?:\s?(?:%|\\%|percent\b|percentage points?\b|points?\b|pp\b|p\.p\.|dB\b|pts\b|bps\b))"),
        5,
        "share",
    ),
    (re.compile(rf"\bfrom {_VALUE}\S* to {_VALUE}"), 5, "change"),
    (
        re.compile(
            r"[OΘΩ]̃?\s?\((?=[^)]*(?:\d|\^|log|√|[a-zϵε]))|[ÕÔ]\s?\(|\b(?:rate|bound|complexity|regret|time)s? of \S*\d"
        ),
        4.5,
        "bound",
    ),
    (
        re.compile(
            rf"\b(?:by|up ?to|over|more than|only|less than|fewer than|under|within|nearly|about|around|"
            rf"approximately|at least|as few as|of) (?:an? )?(?:average |mean )?(?:of )?{_VALUE}"
        ),
        2.5,
        "amount",
    ),
    (re.compile(rf"{_VALUE}\s?(?:[KMBTk]\b|million|billion|trillion|thousand)\+?(?:[- ][A-Za-z])"), 2.5, "size"),
    (re.compile(r"(?<![\w.,/^@-])\d{1,3}(?:[,  ]\d{3})+\+?(?= [a-z])"), 3, "size"),
    (
        re.compile(
            rf"{_VALUE}(?:ms|s|h|hours?|minutes?|seconds?|GB|MB|FPS|fps|GPU\w*|tokens?|bits?|steps?)?\+? (?=[A-Za-z])"
        ),
        1.6,
        "count",
    ),
    (re.compile(rf"{_VALUE}\s?(?:ms|s|h|GB|MB|FPS|fps|bits?)\b"), 2.5, "measure"),
]
_GAIN = re.compile(
    r"\b(?:improv\w+|outperform\w*|surpass\w*|reduc\w+|achiev\w+|speed-?ups?|accelerat\w+|faster|gains?|"
    r"increas\w+|decreas\w+|boost\w*|exceed\w*|"
    r"lower\w*|higher|sav\w+|cut\w*|accuracy|score\w*|rate|error|success|throughput|latency|fewer|smaller|better|"
    r"only|compress\w*|drop\w*)\b",
    re.IGNORECASE,
)
_HELD = re.compile(
    r"\b(?:compris\w+|contain\w*|consist\w*|spann\w*|cover\w*|includ\w+|with|over|across|from|featur\w+|"
    r"annotat\w+|collect\w*|construct\w*|curat\w+|on)\b"
)
# Numbers that claim nothing: years, versions and sizes of models named beside the claim, list marks.
_NO_CLAIM = re.compile(
    r"(?=[\d‑-]|[TSPFLQGC][a-z])(?:(?:(?<=[A-Za-z])[-‑]?|(?<=[\w.][-‑]))\d[\w.]*(?:[-‑]\w+)*|(?<=@)\d+|"
    r"(?<=\()\d(?=\))|(?<=\[)\d+(?:, ?\d+)*(?=\])|(?<![\w.,])(?:19|20)\d\d(?![\d.,%×])|(?<!\w)[0-6]-?D\b|"
    r"(?<!\w)\d+-(?:bit|shot|step|layer|way|dimensional|D)\b|(?<![\w.])\d+(?:\.\d+)?[BM]\b(?=[ ,.)])(?! (?:tokens|"
    r"parameters|pairs|samples|images|videos|examples))|(?:Task|Stage|Phase|Step|Figure|Table|Section|Theorem|"
    r"Level|Llama|Qwen|Gemma|GPT|Claude|Gemini)s? \d[\w.]*)"
)
_BREAK = re.compile(
    r"[;:]\s|\s[—–-]\s|—|,\s(?=(?:and (?=(?:we|it|its|our|the|an?|is|are|can|on|up to|for|with|even|also|only|"
    r"then|show\w*|achiev\w*|reduc\w*|improv\w*|outperform\w*|surpass\w*|[a-z]+s (?:the|an?|up|by|over|from|to|"
    r"\w+ing)) )|while |whereas |yet |but |with |which |who |where |achiev|reduc|improv|outperform|surpass|yield|"
    r"lead|result|deliver|demonstrat|maintain|enabl|preserv|boost|includ|compris|requir|cut|even |as well|exceed|"
    r"attain|provid|offer|showing|increas|using|on average|we |our |the |it |\([ivx\d]+\) ))|\s(?=(?:while|"
    r"whereas|and (?:achiev|reduc|improv|outperform|surpass|yield|up to|a \d|maintain|deliver|exceed|attain|"
    r"accelerat|speed|cut|boost|lower|increas)))"
)
_LEAD = re.compile(
    r"^(?:and|still|typically|only|while|whereas|yet|but|which|where|that|as well as|even|also|then|thereby|thus|"
    r"(?:Extensive |Our |Comprehensive |The |Empirical |Further |Numerical )?(?:[Ee]xperiment\w*|[Ee]valuation\w*|"
    r"[Rr]esults|[Aa]nalys[ie]s|[Ss]tudies)(?: [^,]{0,80}?)? (?:show|demonstrate|reveal|indicate|confirm|suggest|"
    r"validate)s?(?: that)?|[Ww]e (?:also |further |empirically )?(?:show|find|demonstrate|observe|"
    r"prove)(?: that)?|\((?:i+|iv|v|\d)\)|(?:[Nn]otably|[Ii]n particular|[Mm]oreover|[Ff]urthermore|"
    r"[Aa]dditionally|[Ff]or example|[Ff]or instance|[Rr]emarkably|[Ss]pecifically|[Ii]mportantly|[Ii]n addition|"
    r"[Oo]verall|[Cc]rucially|[Ee]mpirically)),?\s+"
)
_EDGE = " \t\n,;:—–."
_TAIL = re.compile(
    r"[\s,]+(?:and|or|but|while|with|of|to|in|on|by|for|from|a|an|the|that|which|as|at|than|its|their|is|are|via|"
    r"using|e\.g\.|i\.e\.|\()$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Claim:
    start: int
    end: int
    weight: float
    rule: str


def results(text: Text, sentences: list[Sentence]) -> list[Found]:
    """Return the quantitative claims of an abstract, at most 8, strongest first.

    Kind `result`; the value is a stretch of the abstract of at most 160 characters, cut at the edges of phrases.
    """
    claims: list[_Claim] = []
    for sentence in sentences[zone_start(sentences) :]:
        if (
            _DIGIT.search(sentence.text)
            and _BARE.search(sentence.text)
            and not (len(sentence.text) < 120 and _ADDRESS.search(sentence.text))
        ):
            claims += _claims(sentence)
    claims.sort(key=lambda claim: (-claim.weight, claim.start))
    return [
        Found(
            "result", text.abstract[claim.start : claim.end], claim.rule, quoted(text.abstract, claim.start, claim.end)
        )
        for claim in claims[:RESULT_COUNT]
    ]


def _claims(sentence: Sentence) -> Iterator[_Claim]:
    words = sentence.text[:4000]
    plain = _NO_CLAIM.sub(lambda match: "·" * len(match[0]), words)
    for start, end in _phrases(words, plain):
        weight, rule = _weight(plain[start:end])
        if weight >= 1.5:
            yield _Claim(sentence.start + start, sentence.start + end, weight, rule)


def _weight(phrase: str) -> tuple[float, str]:
    """Return how strong the claim of a phrase is, and by what kind of number."""
    best, rule, numbers = 0.0, "", 0
    for pattern, weight, kind in _SIGNS:
        found = pattern.search(phrase)
        if found:
            numbers += 1
            if weight > best:
                best, rule = weight, kind
    if best and _GAIN.search(phrase):
        best += 2
    elif 0 < best < 3 and _HELD.search(phrase):
        best += 0.5
    return best + 0.2 * numbers if best else 0.0, rule


def _phrases(words: str, plain: str) -> Iterator[tuple[int, int]]:
    """Yield the phrases of a sentence that hold a number, each within the length of a result."""
    bounds = [0]
    depth, at = 0, 0
    for match in _BREAK.finditer(words):
        depth += words.count("(", at, match.start()) - words.count(")", at, match.start())
        at = match.start()
        if depth <= 0:
            bounds.append(match.end() if match[0].strip(" ,") else match.start())
    bounds.append(len(words))
    start = 0
    pieces = list(pairwise(bounds))
    index = 0
    while index < len(pieces):
        start, end = pieces[index]
        index += 1
        if not _DIGIT.search(plain, start, end):
            continue
        while (
            index < len(pieces)
            and _DIGIT.search(plain, *pieces[index])
            and pieces[index][1] - start <= RESULT_LENGTH // 2
        ):
            end = pieces[index][1]
            index += 1
        yield from _fitted(words, plain, start, end)


def _fitted(words: str, plain: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a phrase without its lead and loose ends, divided at commas or spaces where it is too long."""
    while True:
        while start < end and words[start] in _EDGE:
            start += 1
        lead = _LEAD.match(words[start:end])
        if lead is None or not _DIGIT.search(plain, start + lead.end(), end):
            break
        start += lead.end()
    first = start
    while start < end:
        while start < end and (words[start] in _EDGE or words[start] == ")"):
            start += 1
        number = _DIGIT.search(plain, start, end)
        if number is None or (start > first and end - start < 25):
            return
        if end - start <= RESULT_LENGTH:
            yield _balanced(words, *_trimmed(words, start, end))
            return
        if number.start() - start > RESULT_LENGTH * 2 // 3:
            start = _word_before(words, number.start() - 60, start)
        stop = _stop(words, start, number.end())
        yield _balanced(words, *_trimmed(words, start, stop))
        start = stop


def _word_before(words: str, at: int, least: int) -> int:
    comma = words.find(", ", at, at + 50)
    return comma + 2 if comma >= 0 else max(words.rfind(" ", least, at) + 1, least)


def _stop(words: str, start: int, least: int) -> int:
    """Return where a stretch from `start` that holds what stands before `least` ends: at a comma, or else a space."""
    limit = start + RESULT_LENGTH
    comma = words.rfind(", ", least, limit)
    if comma > start + RESULT_LENGTH // 3:
        return comma + 1
    space = words.rfind(" ", least, limit)
    return space if space > start else min(limit, len(words))


def _balanced(words: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch with its open bracket closed where that is near, else without the part beyond the bracket."""
    kept = words[start:end]
    open_, closed = kept.count("("), kept.count(")")
    if open_ > closed:
        close = words.find(")", end, start + RESULT_LENGTH)
        if close >= 0 and "(" not in words[end:close]:
            return start, close + 1
        return start, start + len(kept[: kept.rfind("(")].rstrip(_EDGE))
    if closed > open_:
        close = kept.find(")")
        before = kept[:close].rstrip(_EDGE)
        if _DIGIT.search(before):
            return start, start + len(before)
        after = start + close + 1
        return after + len(words[after:end]) - len(words[after:end].lstrip(_EDGE)), end
    return start, end


def _trimmed(words: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch without punctuation, a bracket that stays open and function words at its edges."""
    while True:
        kept = words[start:end].rstrip(_EDGE + "(")
        if kept.count("(") > kept.count(")"):
            opened = kept.rfind("(")
            if not _DIGIT.search(kept, opened):
                kept = kept[:opened].rstrip(_EDGE)
        if kept.endswith(")") and kept.count(")") > kept.count("("):
            kept = kept[:-1]
        shorter = _TAIL.sub("", kept)
        if len(shorter) == end - start or not shorter:
            return start, start + max(len(kept), 1)
        end = start + len(shorter)
