"""What a paper is about: its areas, contributions and modalities, weighed rather than matched."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalogue.extraction.evidence import Evidence, Text, quoted
from catalogue.extraction.features import Passage, place_of
from catalogue.extraction.patterns import Match, Term
from catalogue.extraction.sentences import Role
from catalogue.extraction.standing import Standing
from catalogue.extraction.weights import Weights

WEIGHED = ("area", "contribution", "modality")
# A kind of which every text has at least one.
_ALWAYS = {"area", "contribution"}
# What no reader ever put first has this score for it.
_NEVER = -9.0


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a score: what is counted, what it adds, and where it stands."""

    feature: str
    weight: float
    evidence: Evidence


class Subject(NamedTuple):
    """A term that a text may be about. It is given where `score` exceeds `threshold`."""

    term: Term
    score: float
    threshold: float
    rule: str


class Weighing:
    """One text on the scales."""

    def __init__(self, text: Text, passages: Sequence[Passage], model: Weights) -> None:
        self.text, self.passages, self.model = text, passages, model
        self.standing = Standing(text, passages)
        self.unit = model.unit(model.known(passages))
        self.scores = model.scores(self.unit)
        self.matches: dict[int, list[tuple[bool, str, Match]]] = {}
        for passage in passages:
            for match in passage.matches:
                contributes = passage.role is Role.CONTRIBUTION
                self.matches.setdefault(match.term.id, []).append((contributes, passage.field, match))

    def given(self, kind: str, terms: Sequence[Term]) -> list[tuple[Subject, Evidence]]:
        """Return the terms of a kind that the text is about, the primary one first, each with its evidence."""
        found = [subject for term in terms if (subject := self.weighed(term)).score > subject.threshold]
        if not found and kind in _ALWAYS:
            every = [self.weighed(term) for term in terms]
            found = [max(every, key=lambda subject: subject.score - subject.threshold)] if every else []
        if len(found) > 1:
            found.sort(key=lambda subject: (-self.order(subject), subject.term.id))
        with_evidence = [(subject, evidence) for subject in found if (evidence := self.evidence(subject))]
        return with_evidence[: self.model.most[kind]]

    def weighed(self, term: Term) -> Subject:
        """Return a term with its score. One that the model does not know is counted: once in a contribution will do."""
        score = self.scores.get(_output(term))
        if score is not None:
            return Subject(term, score, self.model.given[term.kind], "weighed words")
        counted = sum(2.0 if contributes else 1.0 for contributes, _, _ in self.matches.get(term.id, []))
        return Subject(term, counted, 1.5, "pattern")

    def order(self, subject: Subject) -> float:
        """Return what puts the terms of a kind in order, the highest first."""
        term = subject.term
        weights = self.model.order[term.kind]
        order = sum(value * weights.get(sign, 0.0) for sign, value in self.signs(subject).items())
        return order + self.model.ahead[term.kind].get(term.slug, 0.0)

    def signs(self, subject: Subject) -> dict[str, float]:
        """Return the signs that put a term before or after others."""
        primary = self.model.score(self.unit, f"{_output(subject.term)}!")
        return self.standing.signs(subject.term.id, subject.score, _NEVER if primary is None else primary)

    def evidence(self, subject: Subject) -> Evidence | None:
        """Return the term's own words in the text, those of a contribution first; else what speaks for it most."""
        matches = self.matches.get(subject.term.id)
        if matches:
            _, name, match = max(matches, key=lambda found: found[0])
            return quoted(self.text.field(name), match.start, match.end, name)
        speaking = (name for name, weight in self.added(subject) if weight > 0)
        return next((quote for name in speaking if (quote := self._quoted(name))), None)

    def added(self, subject: Subject) -> list[tuple[str, float]]:
        """Return what the score of a subject is made of, the largest first: (feature, what it adds)."""
        output = _output(subject.term)
        return self.model.parts(self.unit, output) if output in self.scores else []

    def parts(self, subject: Subject) -> list[Part]:
        """Return what the score of a subject is made of, each with its place."""
        quoted_parts = [(name, weight, self._quoted(name)) for name, weight in self.added(subject)]
        return [Part(name, weight, evidence) for name, weight, evidence in quoted_parts if evidence]

    def _quoted(self, feature: str) -> Evidence | None:
        place = place_of(self.passages, feature)
        return quoted(self.text.field(place[0]), place[1], place[2], place[0]) if place else None


def _output(term: Term) -> str:
    return f"{term.kind}:{term.slug}"
