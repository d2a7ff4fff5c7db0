"""What a paper is about: the terms it names most, and what its background says."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile

from catalogue.extraction.drafts import Span
from catalogue.extraction.expansions import spelled_before
from catalogue.extraction.looks import GENERIC, is_thin
from catalogue.extraction.patterns import Match
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
# A term of the vocabulary that too many papers name.
_TOO_GENERAL = re.compile(
    r"(?:(?:pre|post|fine)-?)?(?:training|tuning)|inference|regulari[sz]ation|optimi[sz]ation|clustering|"
    r"reinforcement learning|RL|(?:supervised|deep|machine|representation) learning|(?:supervised )?fine-tuning|SFT|"
    r"(?:large |multi-?modal |vision|-|–|language |foundation |generative |reasoning |neural )*(?:models?|networks?)|"
    r"[A-Z]*(?:LLM|VLM|LM)s?|(?:LLM|AI) agents?|transformers?|benchmarking|evaluation|reasoning|embeddings?|"
    r"(?:synthetic )?data generation|sampling|ablation.*|prompting|attention|gradient descent|loss functions?",
    re.IGNORECASE,
)
# A trouble, no noun, or the beginning of a sentence: what nothing is "for".
_NO_PURPOSE = re.compile(
    r"(?:.*[ -])?(?:jailbreak\w*|attacks?|hallucinations?|bias(?:es)?|forgetting|injections?|poisoning|hacking|misuse|"
    r"collapse|leakage|toxicity|drift|shift|dialogues|math|maths|target|to-\w+)$|[A-Z][a-z-]+ [a-z]"
)
# What a heading does not begin with before a colon: a short word alone, or no noun.
_NO_NOUN = re.compile(r"^\w{1,9}$|(?:-to-\w+|\w(?:ed|al|ive|able|ic|convex|smooth|free|aware|based))$")
_PLAIN_WORD = re.compile(r"[a-z0-9]{3,}")
_GRAM = 4
_FEW = 2


@dataclass(frozen=True)
class Topics:
    """What a text is about. `matches` are the terms of the vocabulary in its abstract."""

    abstract: str
    sentences: list[Sentence]
    matches: Iterable[Match] = field(default=())

    @cached_property
    def tasks(self) -> list[Span]:
        """The tasks it names that something can be for, the weightiest first."""
        spans = [span for _, span in self._weighed("task")]
        return [span for span in spans if not _NO_PURPOSE.match(self.abstract[slice(*span)])]

    @cached_property
    def terms(self) -> list[Span]:
        """The tasks and methods it names, the weightiest first."""
        weighed = [*self._weighed("task"), *((weight - 0.5, span) for weight, span in self._weighed("method"))]
        return [span for _, span in sorted(weighed, key=lambda each: -each[0])]

    def _weighed(self, kind: str) -> list[tuple[float, Span]]:
        places: dict[int, list[Match]] = {}
        for match in self.matches:
            if match.term.kind == kind:
                places.setdefault(match.term.id, []).append(match)
        weighed = []
        for found in places.values():
            spans = [(match.start, match.end) for match in found]
            written = {self.abstract[slice(*span)]: span for span in reversed(spans)}
            if len(found) < _FEW and found[0].start >= self.sentences[0].end:
                continue
            if any(_TOO_GENERAL.fullmatch(term) for term in written):
                continue
            # Spelled out rather than short, in small letters rather than not.
            term = max(written, key=lambda term: (" " in term, term.islower(), len(term)))
            words = max(match.last - match.first for match in found)
            opening = found[0].start < self.sentences[0].end
            weighed.append((min(len(found), 4) + 0.6 * min(words, 3) + opening, written[term]))
        return sorted(weighed, key=lambda each: -each[0])

    def task(self, said: str) -> Span | None:
        """Return what the paper may be "for", in words that are not `said` already."""
        if " for " not in self.abstract or not self.sentences:
            return None
        fits = (span for span in self.tasks[:3] if not _repeats(self.abstract[slice(*span)], said))
        return next(fits, None) or self._of_background(said)

    def knows(self, span: Span) -> bool:
        """Tell whether a term of the vocabulary stands at a stretch: what has that name is not the paper's own."""
        return any((match.start, match.end) == span for match in self.matches)

    def before(self, said: str) -> Span | None:
        """Return the term that can stand before `said` and a colon, none of whose words are said again."""
        fits = (span for span in self.terms[:4] if not _repeats(self.abstract[slice(*span)], said))
        fits = (span for span in fits if not _NO_NOUN.search(self.abstract[slice(*span)]))
        return next(fits, None)

    def recurring(self, said: str) -> Span | None:
        """Return the task, of two to four words, of the first two sentences that is named most often in the abstract.

        It repeats no word that is `said` already.
        """
        return next((span for span in self._recurring if not _repeats(self.abstract[slice(*span)], said)), None)

    @cached_property
    def _recurring(self) -> list[Span]:
        start, end = self.sentences[0].start, self.sentences[:2][-1].end
        low = self.abstract.lower()
        weighed: dict[Span, float] = {}
        run: list[Span] = []
        for match in _WORD.finditer(self.abstract, start, min(end, start + 600)):
            word = low[match.start() : match.end()]
            if word in _STOP:
                run = []
                continue
            run = [*run[1 - _GRAM :], match.span()]
            for first, _ in run[:-1] if _TASK.match(word) else ():
                if self.abstract[first].islower() or not self.abstract[first + 1].islower():
                    weighed[first, match.end()] = _recurs(low, first, match.end())
            if match["joined"] is None:
                run = []
        return sorted((span for span, weight in weighed.items() if weight), key=lambda span: -weighed[span])

    def _of_background(self, said: str) -> Span | None:
        """Return the first term that the background spells out, and uses again.

        It is not one whose abbreviation is `said` already, nor one that fits any paper where another recurs. A term at
        the beginning of a sentence is taken from where it stands in small letters.
        """
        abstract = self.abstract
        for short, span in self._spelled_out:
            term = abstract[slice(*span)]
            if short in said or _repeats(term, said):
                continue
            if _GENERAL.match(term) and (better := self.recurring(said)):
                return better
            if span[0] not in self._begun or term.istitle():
                return span
            low = abstract.find(term[0].lower() + term[1:], span[1])
            if low >= 0:
                return low, low + len(term)
        about = _subject(abstract, self.sentences[0])
        if about is None or is_thin(abstract[slice(*about)]) or _GENERAL.match(abstract[slice(*about)]):
            return self.recurring(said) or about
        return about

    @cached_property
    def _begun(self) -> set[int]:
        return {sentence.start for sentence in self.sentences}

    @cached_property
    def _spelled_out(self) -> list[tuple[str, Span]]:
        """The abbreviations that the background spells out and the text uses again, with what they stand for."""
        found = []
        for sentence in takewhile(lambda sentence: sentence.role is Role.BACKGROUND, self.sentences):
            for match in _SHORT_FORM.finditer(sentence.text[:600]):
                at, short = sentence.start + match.start(), match["short"]
                span = spelled_before(self.abstract, at, short, sentence.start)
                if span is None or _ADJECTIVE.search(self.abstract, *span) or span[1] - span[0] >= 60:
                    continue
                if self.abstract.find(short, sentence.start + match.end()) >= 0:
                    found.append((short, span))
        return found


def _repeats(term: str, said: str) -> bool:
    """Tell whether a word of the term is said, or the term is an abbreviation of what is."""
    stems = {word[:5] for word in _PLAIN_WORD.findall(said.lower())}
    initials = "".join(word[0] for word in _PLAIN_WORD.findall(said.lower()))
    return any(word[:5] in stems for word in _PLAIN_WORD.findall(term.lower())) or (
        term.isupper() and term.lower().rstrip("s") in initials
    )


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


def _recurs(low: str, start: int, stop: int) -> float:
    """Return how well a term would do as a topic: how often it is said, and how much it tells; 0 if not at all."""
    term = low[start:stop]
    words = term.split()
    if sum(1 for word in words if word not in GENERIC) < _FEW or words[0].endswith("ly"):
        return 0.0
    count = low.count(term)
    return min(count, 4) + 0.6 * len(words) if count > 1 else 0.0
