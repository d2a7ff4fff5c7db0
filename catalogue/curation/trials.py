"""Trying patterns before they are saved: which papers a tag would gain, lose and keep, and what curators said of them.

The full-text index tells where any of the changed patterns may stand. Only these are looked at, of many a sample.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import NamedTuple

from django.utils.html import escape
from pyroaring import BitMap

from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.vocabulary import current_terms, name_of, pattern_lines
from catalogue.extraction import (
    WEIGHED,
    Patterns,
    Term,
    Text,
    Vocabulary,
    Weighing,
    Words,
    read,
    terms_of_kind,
    weights,
    words_of,
)
from catalogue.facets import current
from catalogue.markup import Rendered, mark, part
from catalogue.models import AssertionState, Origin, Paper, Tag, Tagging, TagKind
from catalogue.search import holding_some

# So many papers are looked at, and the rules decide on so many of those where the patterns match differently.
LOOKED_AT = 1000
DECIDED = 200
# Of each kind of hand decisions.
JUDGED = 100
SAMPLES = 10
FIELDS = ("title", "keywords", "abstract")
# The id of a tag that is not stored yet.
UNSAVED = 0


class Sample(NamedTuple):
    """A paper, with the sentence in which the patterns match and their words marked, as HTML; empty: they do not."""

    paper: Paper
    sentence: str


@dataclass(slots=True)
class Agreement:
    """Of the papers that curators gave the tag, or took it from: how many were looked at, and are found now."""

    given: int = 0
    given_found: int = 0
    rejected: int = 0
    rejected_found: int = 0


@dataclass(slots=True)
class Trial:
    """What patterns would change among the listed papers.

    `concerned` papers may change, and `looked_at` of these it is known whether they do: where that is not all, the
    numbers are estimated from it. Ids are those of the papers found to change.
    """

    concerned: int = 0
    looked_at: int = 0
    gained_ids: list[int] = field(default_factory=list)
    lost_ids: list[int] = field(default_factory=list)
    gained: int = 0
    lost: int = 0
    kept: int = 0
    samples: dict[str, list[Sample]] = field(default_factory=dict)
    agreement: Agreement = field(default_factory=Agreement)

    @property
    def estimated(self) -> bool:
        return self.looked_at < self.concerned


class PatternChange:
    """Other patterns for a tag, and the papers which they may bear on. Nothing is saved.

    `tag` has the kind it would have; what the tables say of it now is what is changed.
    """

    def __init__(self, tag: Tag, patterns: str) -> None:
        terms = current_terms()
        self.number = tag.pk or UNSAVED
        self.before = next((term for term in terms if term.id == self.number), None)
        slug = self.before.slug if self.before else name_of(tag)
        self.after = Term(self.number, tag.kind, slug, tag.label, pattern_lines(patterns))
        self._others = [term for term in terms if term.id != self.number]
        self.old, self.new = Patterns([self.before] if self.before else []), Patterns([self.after])

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The terms as they would be."""
        return Vocabulary([*self._others, self.after] if self.after.patterns else self._others)

    @cached_property
    def everywhere(self) -> bool:
        """Whether any paper may gain the tag, also where no pattern stands: by words that the model knows it by."""
        return self.before is None and bool(self.after.patterns) and _is_weighed(self.after)

    def concerned(self) -> BitMap:
        """Return the papers, listed or not, that may gain or lose the tag."""
        if self.everywhere:
            return BitMap(Paper.objects.order_by().values_list("pk", flat=True))
        old, new = set(self.before.patterns if self.before else ()), set(self.after.patterns)
        if self.before is None or not new or self.before.kind != self.after.kind:
            return self.by_rule() | (self._holding(new) if new else BitMap())
        return self._holding(old ^ new)

    def _holding(self, lines: Iterable[str]) -> BitMap:
        """Return the papers in which one of some patterns may stand; exceptions count as well."""
        phrases = [line.removeprefix("!") for line in lines]
        found = holding_some(_forms(phrase) for phrase in phrases)
        patterns = Patterns([Term(UNSAVED, "", "", "", tuple(phrases))])
        papers = current().postings.of("tag")
        keywords = Tag.objects.public().filter(kind=TagKind.KEYWORD).order_by().values_list("pk", "label")
        for tag, label in keywords:
            if tag in papers and patterns.matches(words_of(label)):
                found |= papers[tag]
        return found

    def by_rule(self) -> BitMap:
        """Return the papers that have the tag, or wait for it, because a rule says so and nobody else."""
        undecided = Tagging.objects.filter(tag=self.number, owner=None, origin=Origin.RULE)
        return BitMap(undecided.exclude(state=AssertionState.REJECTED).order_by().values_list("paper", flat=True))

    def differs(self, text: Text) -> bool:
        """Tell whether the patterns match a text otherwise than before."""
        if self.before and self.before.kind != self.after.kind:
            return True
        words = [words_of(text.field(name)) for name in FIELDS]
        return any(_spans(self.old, each) != _spans(self.new, each) for each in words)

    def gives(self, text: Text, known: Known) -> bool:
        """Tell whether the rules would give a paper the tag."""
        kind = self.after.kind
        if not self.after.patterns:
            return False
        if kind not in WEIGHED and not any(self.new.matches(words_of(text.field(name))) for name in FIELDS):
            return False
        given = terms_of_kind(kind, text, self.vocabulary, not_names=known.not_names)
        return any(each.term.id == self.number for each in given)


def try_patterns(tag: Tag, patterns: str) -> Trial:
    """Find the listed papers that a tag would gain, lose and keep with other patterns; nothing is saved."""
    change = PatternChange(tag, patterns)
    index = current()
    papers = change.concerned() & index.listed
    held = index.postings.of("tag").get(change.number, BitMap()) & index.listed
    trial = Trial(concerned=len(papers))
    if change.before and not change.after.patterns:
        trial.lost_ids, trial.lost, trial.looked_at = list(papers & held), len(papers & held), len(papers)
    else:
        _decide(change, papers, held | change.by_rule(), trial)
    trial.kept = max(len(held) - trial.lost, 0)
    trial.agreement = _agreement(change)
    kept = held - BitMap(trial.lost_ids)
    shown = {"gained": (trial.gained_ids, change.after), "lost": (trial.lost_ids, change.before)}
    for name, (ids, term) in (shown | {"kept": (kept, change.after)}).items():
        trial.samples[name] = list(_samples(ids, term))
    return trial


def _decide(change: PatternChange, papers: BitMap, held: BitMap, trial: Trial) -> None:
    """Let the rules decide on the papers, or on some of them; what people said is neither."""
    looked_at = _spread(papers, LOOKED_AT)
    found = list(Paper.objects.among(looked_at).only("pk", "title", "heading", "abstract_text"))
    known = known_of(found)
    # What a rule gave without a pattern goes, wherever the new ones do not stand.
    surely = papers if change.everywhere else change.by_rule() if change.before is None else BitMap()
    differing = [paper for paper in found if paper.pk in surely or change.differs(text_of(paper, known[paper.pk]))]
    judged = _judged(change.number, differing)
    some = differing if len(differing) <= DECIDED else [differing[at] for at in _places(len(differing), DECIDED)]
    for paper in some:
        if paper.pk in judged:
            continue
        would = change.gives(text_of(paper, known[paper.pk]), known[paper.pk])
        if would != (paper.pk in held):
            (trial.gained_ids if would else trial.lost_ids).append(paper.pk)
    share = (len(looked_at) / len(papers) if papers else 1) * (len(some) / len(differing) if differing else 1)
    trial.looked_at = round(share * len(papers))
    trial.gained = round(len(trial.gained_ids) / share)
    trial.lost = min(round(len(trial.lost_ids) / share), len(held))


def _judged(tag: int, papers: Sequence[Paper]) -> set[int]:
    """Return the papers for which somebody else than a rule said that they have the tag, or do not."""
    public = Tagging.objects.filter(tag=tag, owner=None, paper__in=papers).order_by()
    rows = public.values_list("paper", "origin", "state")
    return {paper for paper, origin, state in rows if origin != Origin.RULE or state == AssertionState.REJECTED}


def _agreement(change: PatternChange) -> Agreement:
    """Run the rules over papers that curators decided on, the latest decisions first."""
    found = Agreement()
    if change.number == UNSAVED:
        return found
    public = Tagging.objects.filter(tag=change.number, owner=None)
    given = public.filter(state=AssertionState.ACCEPTED, origin=Origin.CURATOR)
    rejected = public.filter(state=AssertionState.REJECTED)
    for rows, name in ((given, "given"), (rejected, "rejected")):
        ids = list(rows.order_by("-decided_at", "-pk").values_list("paper", flat=True)[:JUDGED])
        papers = list(Paper.objects.among(ids).only("pk", "title", "heading", "abstract_text"))
        known = known_of(papers)
        finding = sum(change.gives(text_of(paper, known[paper.pk]), known[paper.pk]) for paper in papers)
        setattr(found, name, len(papers))
        setattr(found, f"{name}_found", finding)
    return found


def _samples(ids: Iterable[int], term: Term | None) -> Iterator[Sample]:
    """Yield some papers with the sentence in which a term stands."""
    vocabulary = Vocabulary([term] if term and term.patterns else [])
    papers = list(Paper.objects.among(_spread(BitMap(ids), SAMPLES)).order_by("-pk"))
    known = known_of(papers)
    for paper in papers:
        yield Sample(paper, _marked(paper, text_of(paper, known[paper.pk]), vocabulary))


def _marked(paper: Paper, text: Text, vocabulary: Vocabulary) -> str:
    """Return the first sentence of the abstract in which a term stands, else the title, else the keywords."""
    reading = read(text, vocabulary)
    abstract = Rendered(paper.abstract_html, paper.abstract_text)
    for sentence in reading.sentences:
        spans = [match[3:] for match in reading.matches["abstract"] if sentence.start <= match.start < sentence.end]
        if spans:
            whole = part(abstract, sentence.start, sentence.end)
            return mark(whole, [(first - sentence.start, last - sentence.start) for first, last in spans]).html
    if spans := [match[3:] for match in reading.matches["title"]]:
        return mark(Rendered(paper.heading_html, paper.heading), spans).html
    if spans := [match[3:] for match in reading.matches["keywords"]]:
        return mark(Rendered(escape(text.keywords), text.keywords), spans).html
    return ""


def _forms(pattern: str) -> list[set[str]]:
    """Return, for each word of a pattern, the words of a text that it may stand for, but for case.

    Search documents have no possessives, and leave letters with the figures before them (1.3B).
    """
    words = words_of(pattern)
    forms = [{word, f"{word}s", plain} for word, plain in zip(words.texts, words.plain, strict=True)]
    for at, word in enumerate(words.texts):
        if word == "s":
            forms[at].add("")
        if at and re.search(r"\.\d+$", words.texts[at - 1]):
            forms[at - 1].add(words.texts[at - 1] + word)
            forms[at].add("")
    return forms


def _is_weighed(term: Term) -> bool:
    """Tell whether the model knows a term: words give it then that are none of its patterns."""
    nothing = Text("")
    weighing = Weighing(nothing, read(nothing, Vocabulary([term])).passages, weights())
    return term.kind in WEIGHED and weighing.weighed(term).rule == "weighed words"


def _spans(patterns: Patterns, words: Words) -> list[tuple[int, int]]:
    return [(match.first, match.last) for match in patterns.matches(words)]


def _spread(papers: BitMap, most: int) -> list[int]:
    return list(papers) if len(papers) <= most else [papers[at] for at in _places(len(papers), most)]


def _places(count: int, most: int) -> list[int]:
    """Return `most` places of `count`, the same every time, at no regular distance: ids may have a rhythm."""
    return sorted(Random(count).sample(range(count), most))  # noqa: S311
