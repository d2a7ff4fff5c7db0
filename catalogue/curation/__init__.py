"""What curators do: judge what rules found, change patterns knowing what that does, and look behind a score."""

from catalogue.curation.judging import accept, correct, reject
from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.scores import Scored, scores_of
from catalogue.curation.trials import Trial, try_patterns
from catalogue.curation.vocabulary import current_vocabulary, pattern_lines

__all__ = [
    "Known",
    "Scored",
    "Trial",
    "accept",
    "correct",
    "current_vocabulary",
    "known_of",
    "pattern_lines",
    "reject",
    "scores_of",
    "text_of",
    "try_patterns",
]
