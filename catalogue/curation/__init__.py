"""What curators do: judge what rules found, change patterns knowing what that does, and look behind a score."""

from catalogue.curation.judging import accept, correct, evidence_for, reject, replace, touch
from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.scores import Scored, scores_of
from catalogue.curation.trials import Trial, try_patterns
from catalogue.curation.vocabulary import current_vocabulary, pattern_lines, words_in

__all__ = [
    "Known",
    "Scored",
    "Trial",
    "accept",
    "correct",
    "current_vocabulary",
    "evidence_for",
    "known_of",
    "pattern_lines",
    "reject",
    "replace",
    "scores_of",
    "text_of",
    "touch",
    "try_patterns",
    "words_in",
]
