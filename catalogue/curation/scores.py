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
    """A term with its score: `rank` is its place among the given ones, 0 for one that is not given."""

    subject: Subject
    rank: int
    parts: list[Part]
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
        found[kind] = [
            Scored(s, ranks.get(s.term.id, 0), weighing.parts(s)[:PARTS_SHOWN], weighing.signs(s))
            for s in subjects[:TERMS_SHOWN]
        ]
    return found
