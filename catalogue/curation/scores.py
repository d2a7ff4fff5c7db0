"""What a score is made of, for a curator who wonders about an area."""

from dataclasses import dataclass

from catalogue.curation.readings import known_of, text_of
from catalogue.curation.vocabulary import current_vocabulary
from catalogue.extraction import WEIGHED, Part, Subject, Weighing, read, weights
from catalogue.models import Paper

TERMS_SHOWN = 8
PARTS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Scored:
    """A term with its score: `rank` is its place among the given ones, 0 for one that is not given.

    `rest` is what the parts that are not shown, and the constant of the term, add to the score.
    """

    subject: Subject
    rank: int
    parts: list[Part]
    rest: float
    signs: dict[str, float]


def scores_of(paper: Paper) -> dict[str, list[Scored]]:
    """Return the best terms of each weighed kind with the largest parts of their scores, given ones first."""
    vocabulary = current_vocabulary()
    text = text_of(paper, known_of([paper])[paper.pk])
    weighing = Weighing(text, read(text, vocabulary).passages, weights())
    found: dict[str, list[Scored]] = {}
    for kind in WEIGHED:
        terms = vocabulary.of_kind.get(kind, [])
        ranks = {s.term.id: rank for rank, (s, _) in enumerate(weighing.given(kind, terms), start=1)}
        subjects = [weighing.weighed(term) for term in terms]
        subjects.sort(key=lambda s: (ranks.get(s.term.id, 99), s.threshold - s.score, s.term.id))
        found[kind] = [_scored(weighing, subject, ranks.get(subject.term.id, 0)) for subject in subjects[:TERMS_SHOWN]]
    return found


def _scored(weighing: Weighing, subject: Subject, rank: int) -> Scored:
    parts = weighing.parts(subject)[:PARTS_SHOWN]
    rest = subject.score - sum(part.weight for part in parts)
    return Scored(subject, rank, parts, rest, weighing.signs(subject))
