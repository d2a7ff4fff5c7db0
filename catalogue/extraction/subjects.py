"""What a paper is about: its areas, contributions and modalities, weighed rather than matched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catalogue.extraction.evidence import Evidence, Text, quoted
from catalogue.extraction.features import Passage, features, place_of
from catalogue.extraction.patterns import Match, Term
from catalogue.extraction.sentences import Role
from catalogue.extraction.standing import Standing
from catalogue.extraction.weights import Weights

WEIGHED = ("area", "contribution", "modality")
# A kind of which every text has at least one.
_ALWAYS = {"area", "contribution"}
# So far below the threshold nothing needs an order. What no reader ever put first has this score for it.
_HOPELESS = 3.0
_NEVER = -9.0


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a score: what is counted, what it adds, and where it stands."""

    feature: str
    weight: float
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Subject:
    """A term that a text may be about. It is given where `score` exceeds `threshold`; `order` puts the given ones."""

    term: Term
    score: float
    threshold: float
    order: float
    rule: str


class Weighing:
    """One text on the scales."""

    def __init__(self, text: Text, passages: Sequence[Passage], model: Weights) -> None:
        self.text, self.passages, self.model = text, passages, model
        self.standing = Standing(text, passages)
        self.unit = model.unit(features(passages, model.features))
        self.scores = model.scores(self.unit)
        self.matches: dict[int, list[tuple[bool, str, Match]]] = {}
        for passage in passages:
            for match in passage.matches:
                contributes = passage.role is Role.CONTRIBUTION
                self.matches.setdefault(match.term.id, []).append((contributes, passage.field, match))

    def given(self, kind: str, terms: Iterable[Term]) -> list[tuple[Subject, Evidence]]:
        """Return the terms of a kind that the text is about, the primary one first, each with its evidence."""
        every = [self.weighed(term) for term in terms]
        found = [subject for subject in every if subject.score > subject.threshold]
        if not found and kind in _ALWAYS:
            found = [max(every, key=lambda subject: subject.score - subject.threshold)] if every else []
        found.sort(key=lambda subject: (-subject.order, subject.term.id))
        with_evidence = [(subject, evidence) for subject in found if (evidence := self.evidence(subject))]
        return with_evidence[: self.model.most[kind]]

    def weighed(self, term: Term) -> Subject:
        """Return a term with its score."""
        output = _output(term)
        if output not in self.scores:
            return self._counted(term)
        score = self.scores[output]
        threshold = self.model.given[term.kind]
        if score <= threshold - _HOPELESS:
            return Subject(term, score, threshold, score - 100, "weighed words")
        signs, weights = self.order_of(term, score), self.model.order[term.kind]
        order = sum(value * weights.get(sign, 0.0) for sign, value in signs.items())
        order += self.model.ahead[term.kind].get(term.slug, 0.0)
        return Subject(term, score, threshold, order, "weighed words")

    def order_of(self, term: Term, score: float) -> dict[str, float]:
        """Return the signs that put a term before or after others."""
        return self.standing.signs(term.id, score, self.scores.get(f"{_output(term)}!", _NEVER))

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

    def _counted(self, term: Term) -> Subject:
        """Weigh a term the model does not know: it is given for one match in a contribution, or two anywhere."""
        matches = self.matches.get(term.id, [])
        score = sum(2.0 if contributes else 1.0 for contributes, _, _ in matches)
        return Subject(term, score, 1.5, score - 100, "pattern")

    def _quoted(self, feature: str) -> Evidence | None:
        place = place_of(self.passages, feature)
        return quoted(self.text.field(place[0]), place[1], place[2], place[0]) if place else None


def _output(term: Term) -> str:
    return f"{term.kind}:{term.slug}"
