"""What a paper is about, as its background says it."""

import re

from catalogue.extraction.drafts import Span
from catalogue.extraction.expansions import spelled_before
from catalogue.extraction.looks import GENERIC, is_thin
from catalogue.extraction.sentences import Role, Sentence

_ADJECTIVE = re.compile(
    r"-(?!of-(?!distribution))\w+-\w+$|-(?:distribution|resolution|fidelity|quality|level|scale|shot|based|aware|"
    r"view|modal|rate)$"
)
_POINTING = re.compile(r"\b(?:this|these|both|such)\b")
# A term that the first sentence is about.
_SUBJECT = re.compile(
    r"(?!(?:Recent|Existing|Modern|Current|The|This|These|An?|In|As|While|Although|Despite|Many|Most)\b)"
    r"(?P<term>(?:\dD )?[A-Z][\w-]+(?: [A-Za-z][\w-]+){0,3}?)(?: \([\w-]+\))? (?:is|are|has|have|remains?|aims?|"
    r"plays?|requires?|"
    r"often|can|suffers?|struggles?|faces?|enables?|excels?|relies|rely|offers?|provides?|seeks?|involves?) "
)
_ADVANCES = re.compile(
    r"[^,.;:]{0,40}?\b(?:advances?|advancements?|progress|developments?|success|rise|emergence|breakthroughs?|"
    r"capabilities|adoption) (?:in|of) (?:the )?(?P<term>[\w-]+(?: [\w-]+){0,3}?)(?: \([\w-]+\))?(?: (?:has|have|is|"
    r"are|enables?|through|by|such|like|and|for|with|in|on)) "
)
_SHORT_FORM = re.compile(r" \((?P<short>[A-Z][\w-]*[A-Z])s?\)")
_WORD = re.compile(r"[A-Za-z0-9][\w-]*(?P<joined>(?= [A-Za-z0-9]))?")
_STOP = frozenset(
    """
    a about across after against all also an and are as at based be because been before being between both but by can
    cannot could do does due each either even existing few for from had has have how however i if in into is it its
    less like many may more most much must new no not novel of often on one only or other our over own per plays
    prior recent recently remain remains requires same several should since so some still such than that the their
    them then there these they this those through thus to two three under until up upon use used uses using via was we
    were what when where whether which while who whose will with within without would yet current achieve achieved
    crucial critical key important significant traditional conventional widely face faces rely relies
    """.split()
)
# A term that ends so is a task or a field, which a method can be for; not a trouble or a quantity.
_TASK = re.compile(
    r"(?!propagation|contamination|training|fine-?tuning|finetuning|pre-?training|distribution|convergence|"
    r"limitation|degradation|complexity|diversity|performance|"
    r"information|setting|reduction|evaluation|collection|operation|direction|function|assumption|variation|connection|"
    r"environment|capability|ability|quality|similarity|instability|inconsistency|mapping|misalignment|hallucination|"
    r"forgetting|"
    r"function|attention|representation|interaction|position|distance|instruction|solution|motion|condition|"
    r"intervention|region|architecture|feature|resolution|thing)"
    r"\w*(?:ing|tion|sion|sis|ment|very|search|control|inference|design|retrieval|games?|graphs|networks|videos|"
    r"images|agents|"
    r"transformers|llms|rl|scenes|splatting|programs|data|segmentation|models|bandits|equations)$"
)
# What too many papers are for.
_GENERAL = re.compile(
    r"(?:.*language|.*reasoning|.*multi-?modal|.*foundation|.*generative|.*reward) models?$|"
    r"reinforcement learning$",
    re.IGNORECASE,
)
_GRAM = 4
_FEW = 2


def topic(abstract: str, sentences: list[Sentence], said: str) -> Span | None:
    """Return what the paper is about: the first term that the background spells out, and uses again.

    It is not one whose abbreviation is `said` already, nor one that fits any paper where another recurs. A term at the
    beginning of a sentence is taken from where it stands in small letters.
    """
    if " for " not in abstract:
        return None
    for sentence in sentences:
        if sentence.role is not Role.BACKGROUND:
            break
        for match in _SHORT_FORM.finditer(sentence.text[:600]):
            span = spelled_before(abstract, sentence.start + match.start(), match["short"], sentence.start)
            if (
                span is None
                or _ADJECTIVE.search(abstract, *span)
                or span[1] - span[0] >= 60
                or match["short"] in said
                or abstract.find(match["short"], sentence.start + match.end()) < 0
            ):
                continue
            term = abstract[slice(*span)]
            if _GENERAL.match(term) and (better := recurring(abstract, sentences, said)):
                return better
            if span[0] > sentence.start or term.istitle():
                return span
            low = abstract.find(term[0].lower() + term[1:], span[1])
            if low >= 0:
                return low, low + len(term)
    about = _subject(abstract, sentences[0])
    if about is None or is_thin(abstract[slice(*about)]) or _GENERAL.match(abstract[slice(*about)]):
        return recurring(abstract, sentences, said) or about
    return about


def _subject(abstract: str, first: Sentence) -> Span | None:
    """Return what the first sentence is about, as it can stand inside a heading."""
    advances = _ADVANCES.match(first.text)
    if advances and not _POINTING.search(advances["term"]):
        return first.start + advances.start("term"), first.start + advances.end("term")
    subject = _SUBJECT.match(first.text)
    if subject is None:
        return None
    if " " in subject["term"] and subject["term"].istitle():
        return first.start + subject.start("term"), first.start + subject.end("term")
    term = subject["term"][0].lower() + subject["term"][1:]
    low = abstract.find(f" {term} ", first.start + subject.end()) + 1
    return (low, low + len(term)) if low else None


def recurring(abstract: str, sentences: list[Sentence], said: str) -> Span | None:
    """Return the task, of two to four words, of the first two sentences that is named most often in the abstract.

    It repeats no word that is `said` already.
    """
    stems = {word[:5] for word in re.findall(r"[a-z0-9]{3,}", said.lower())}
    low, end = abstract.lower(), sentences[min(1, len(sentences) - 1)].end
    run: list[tuple[int, int]] = []
    best, most = None, 0.0
    for match in _WORD.finditer(abstract, sentences[0].start, min(end, sentences[0].start + 600)):
        if match[0].lower() in _STOP:
            run = []
            continue
        run = [*run[1 - _GRAM :], match.span()]
        for size in range(2, len(run) + 1) if _TASK.match(match[0].lower()) else ():
            start, stop = run[-size][0], run[-1][1]
            if not (abstract[start].islower() or not abstract[start + 1].islower()):
                continue
            score = _recurs(low, start, stop, stems)
            if score > most:
                best, most = (start, stop), score
        if match["joined"] is None:
            run = []
    return best


def _recurs(low: str, start: int, stop: int, stems: set[str]) -> float:
    """Return how well a term would do as a topic: how often it is said, and how much it tells; 0 if not at all."""
    term = low[start:stop]
    words = term.split()
    telling = sum(1 for word in words if word not in GENERIC)
    if telling < _FEW or words[0].endswith("ly"):
        return 0.0
    if any(word[:5] in stems for word in re.findall(r"[a-z0-9]{3,}", term)):
        return 0.0
    count = low.count(term)
    return min(count, 4) + 0.6 * len(words) if count > 1 else 0.0
