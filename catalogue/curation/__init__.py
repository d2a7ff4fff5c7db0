"""What curators do: judge what rules found and readers proposed, change patterns knowing what that does, and look
behind a score. And how readers tag papers, which is what they are asked about.
"""

from catalogue.curation.care import Care, KnownTag, Need, OverlapPair, Pair, disagreements
from catalogue.curation.judging import accept, correct, evidence_for, reject, replace, touch
from catalogue.curation.proposals import accept_proposals, reject_proposals
from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.scores import Scored, scores_of
from catalogue.curation.tagging import Tagged, TagsRefused, own_tags_typed, tag_papers, untag_papers
from catalogue.curation.trials import PatternChange, Trial, try_patterns
from catalogue.curation.twins import Twin, near_twins
from catalogue.curation.vocabulary import current_terms, current_vocabulary, pattern_lines, words_in

__all__ = [
    "Care",
    "Known",
    "KnownTag",
    "Need",
    "OverlapPair",
    "Pair",
    "PatternChange",
    "Scored",
    "Tagged",
    "TagsRefused",
    "Trial",
    "Twin",
    "accept",
    "accept_proposals",
    "correct",
    "current_terms",
    "current_vocabulary",
    "disagreements",
    "evidence_for",
    "known_of",
    "near_twins",
    "own_tags_typed",
    "pattern_lines",
    "reject",
    "reject_proposals",
    "replace",
    "scores_of",
    "tag_papers",
    "text_of",
    "touch",
    "try_patterns",
    "untag_papers",
    "words_in",
]
