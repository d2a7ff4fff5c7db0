"""What a paper is about: its areas, contributions and modalities, weighed rather than matched."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalogue.extraction.evidence import Evidence, Text, quoted
from catalogue.extraction.features import Passage, place_of
from catalogue.extraction.patterns import Term
from catalogue.extraction.sentences import Role
from catalogue.extraction.standing import Standing
from catalogue.extraction.weights import Weights

WEIGHED = ("area", "contribution", "modality")
# A kind of which every text has at least one.
_ALWAYS = {"area", "contribution"}
_SAY_LITTLE = set(
    "this that these those with from which while where when have been such than then both more most less also only "
    "very into over under between across each other their them they through about there here does show method approach "
    "framework model propos introduce present result paper work task problem novel new different using based".split()
)
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
        self.known = model.known(passages)
        self.scales = model.weigh(self.known.counts)

    def given(self, kind: str, terms: Sequence[Term]) -> list[tuple[Subject, Evidence]]:
        """Return the terms of a kind that the text is about, the primary one first, each with its evidence."""
        outputs, scores, threshold = self.model.outputs[kind], self.scales.scores, self.model.given[kind]
        possible = [term for term in terms if (output := outputs.get(term.slug)) is None or scores[output] > threshold]
        found = [subject for term in possible if (subject := self.weighed(term)).score > subject.threshold]
        if not found and kind in _ALWAYS:
            every = [self.weighed(term) for term in terms]
            found = [max(every, key=lambda subject: subject.score - subject.threshold)] if every else []
        if len(found) > 1:
            found.sort(key=lambda subject: (-self.order(subject), subject.term.id))
        with_evidence = [(subject, evidence) for subject in found if (evidence := self.evidence(subject))]
        return with_evidence[: self.model.most[kind]]

    def weighed(self, term: Term) -> Subject:
        """Return a term with its score. One that the model does not know is counted: once in a contribution will do."""
        output = self.model.outputs[term.kind].get(term.slug)
        if output is not None:
            return Subject(term, self.scales.scores[output], self.model.given[term.kind], "weighed words")
        named = self.standing.matches.get(term.id, [])
        counted = sum(2.0 if passage.role is Role.CONTRIBUTION else 1.0 for passage, _ in named)
        return Subject(term, counted, 1.5, "pattern")

    def order(self, subject: Subject) -> float:
        """Return what puts the terms of a kind in order, the highest first."""
        term = subject.term
        weights = self.model.order[term.kind]
        order = sum(value * weights.get(sign, 0.0) for sign, value in self.signs(subject).items())
        return order + self.model.ahead[term.kind].get(term.slug, 0.0)

    def signs(self, subject: Subject) -> dict[str, float]:
        """Return the signs that put a term before or after others."""
        output = self.model.outputs[subject.term.kind].get(f"{subject.term.slug}!")
        primary = _NEVER if output is None else self.scales.scores[output]
        return self.standing.signs(subject.term.id, subject.score, primary)

    def evidence(self, subject: Subject) -> Evidence | None:
        """Return the term's own words in the text, those of a contribution first; else what speaks for it most."""
        matches = self.standing.matches.get(subject.term.id)
        if matches:
            passage, match = max(matches, key=lambda found: found[0].role is Role.CONTRIBUTION)
            return quoted(self.text.field(passage.field), match.start, match.end, passage.field)
        speaking = [feature for feature, weight in self.added(subject) if weight > 0]
        # Words that say something by themselves are better evidence than those that only weigh more; of a contribution,
        # what "we" do.
        names = self.model.names
        speaking.sort(key=lambda feature: not (names[feature][0] == "!" or _says_something(names[feature], subject)))
        return next((quote for feature in speaking if (quote := self._quoted(feature))), None)

    def added(self, subject: Subject) -> list[tuple[int, float]]:
        """Return what the score of a subject is made of, the largest first: (number of a feature, what it adds)."""
        output = self.model.outputs[subject.term.kind].get(subject.term.slug)
        return [] if output is None else self.model.parts(self.scales, output)

    def parts(self, subject: Subject) -> list[Part]:
        """Return what the score of a subject is made of, each with its place."""
        quoted_parts = [(feature, weight, self._quoted(feature)) for feature, weight in self.added(subject)]
        return [
            Part(self.model.names[feature], weight, evidence) for feature, weight, evidence in quoted_parts if evidence
        ]

    def _quoted(self, feature: int) -> Evidence | None:
        place = place_of([self.known.place(feature)], self.model.names[feature])
        return quoted(self.text.field(place[0]), place[1], place[2], place[0]) if place else None


def _says_something(feature: str, subject: Subject) -> bool:
    """Tell whether a reader of the feature alone would think of the subject at all."""
    if feature[0] == "#":
        return feature.startswith(f"#{subject.term.kind}:{subject.term.slug}") or subject.term.kind != "contribution"
    return subject.term.kind != "contribution" and any(
        len(word) > 3 and word not in _SAY_LITTLE for word in feature.strip("*^~").split()
    )
