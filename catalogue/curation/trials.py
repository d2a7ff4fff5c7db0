"""Trying patterns before they are saved: which papers a tag would gain and lose."""

from dataclasses import dataclass, field

from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.vocabulary import current_vocabulary, name_of, pattern_lines
from catalogue.extraction import (
    WEIGHED,
    Patterns,
    Term,
    Text,
    Vocabulary,
    Weighing,
    Words,
    extract,
    read,
    weights,
    words_of,
)
from catalogue.models import Origin, Paper, Tag, Tagging

PAPERS_READ = 20_000
PAPERS_TRIED = 1000
BATCH = 500
# The id of a tag that is not stored yet.
UNSAVED = 0


@dataclass(slots=True)
class Trial:
    """What patterns would change. `read` of `total` papers were looked at; `complete` if every affected one was."""

    total: int = 0
    read: int = 0
    complete: bool = True
    gained: list[Paper] = field(default_factory=list)
    lost: list[Paper] = field(default_factory=list)


def try_patterns(tag: Tag, patterns: str) -> Trial:
    """Find the listed papers that a tag would gain or lose with other patterns; nothing is saved.

    Looks at the latest 20,000 papers, and runs all rules over the first 1,000 in which the patterns match differently,
    or that weighed words may give the tag: those do where a tag has any patterns.
    """
    vocabulary = current_vocabulary()
    number = tag.pk or UNSAVED
    before = next((term for term in vocabulary.terms if term.id == number), None)
    named = before or Term(number, tag.kind, name_of(tag), tag.label)
    after = Term(named.id, tag.kind, named.slug, named.label, pattern_lines(patterns))
    others = [term for term in vocabulary.terms if term.id != number]
    changed = Vocabulary([*others, after] if after.patterns else others)
    old, new = Patterns([before] if before else []), Patterns([after])
    weighed = bool(before) != bool(after.patterns) and _is_weighed(after)
    trial = Trial(total=Paper.objects.listed().count())
    tried = 0
    for papers in _batches():
        known = known_of(papers)
        trial.read += len(papers)
        held = _held(tag, papers)
        differing = [
            paper
            for paper in papers
            if (weighed and (after.patterns or paper.pk in held)) or _differ(text_of(paper, known[paper.pk]), old, new)
        ]
        for paper in differing:
            if tried == PAPERS_TRIED:
                trial.complete = False
                return trial
            tried += 1
            has, judged = held.get(paper.pk, (False, False))
            would = _gives(paper, known[paper.pk], changed, number)
            if not judged and has != would:
                (trial.gained if would else trial.lost).append(paper)
    return trial


def _is_weighed(term: Term) -> bool:
    """Tell whether the model knows a term: words give it then that are none of its patterns."""
    nothing = Text("")
    weighing = Weighing(nothing, read(nothing, Vocabulary([term])).passages, weights())
    return term.kind in WEIGHED and weighing.weighed(term).rule == "weighed words"


def _batches() -> list[list[Paper]]:
    ids = list(Paper.objects.listed().order_by("-pk").values_list("pk", flat=True)[:PAPERS_READ])
    return [list(Paper.objects.filter(pk__in=ids[at : at + BATCH])) for at in range(0, len(ids), BATCH)]


def _differ(text: Text, old: Patterns, new: Patterns) -> bool:
    words = [words_of(text.field(name)) for name in ("title", "keywords", "abstract")]
    return any(_spans(old, each) != _spans(new, each) for each in words)


def _spans(patterns: Patterns, words: Words) -> list[tuple[int, int]]:
    return [(match.first, match.last) for match in patterns.matches(words)]


def _held(tag: Tag, papers: list[Paper]) -> dict[int, tuple[bool, bool]]:
    """Return by paper whether it has the tag, and whether somebody else than a rule said so or not."""
    rows = Tagging.objects.filter(tag=tag, owner=None, paper__in=papers) if tag.pk else []
    return {
        row.paper_id: (row.state == "accepted", row.origin != Origin.RULE or row.state != "accepted") for row in rows
    }


def _gives(paper: Paper, known: Known, vocabulary: Vocabulary, number: int) -> bool:
    extraction = extract(text_of(paper, known), vocabulary, not_names=known.not_names)
    return any(given.term.id == number for given in extraction.terms)
