"""What curators do: merge, rename, split, move and retire tags, and take that back; judge what rules found and readers
proposed; change patterns knowing what that does; look behind a score. And how readers tag papers, which is what
curators are asked about.
"""

from catalogue.curation.bulk import BulkAct, BulkDone, Change, bulk_effect, change_tags
from catalogue.curation.care import Care, KnownTag, Need, OverlapPair, Pair, disagreements
from catalogue.curation.judging import accept, answer_for, correct, evidence_for, reject, replace, touch
from catalogue.curation.merging import CannotMerge, Effect, merge, merge_effect, why_not
from catalogue.curation.naming import Meant, meant
from catalogue.curation.proposals import Answered, Question, accept_as, accept_proposals, reject_proposals
from catalogue.curation.questions import Asked, AskedTag, asked_papers, asked_tags, with_papers
from catalogue.curation.readings import Known, known_of, text_of
from catalogue.curation.recording import recorded
from catalogue.curation.reports import answer_reports
from catalogue.curation.scores import Scored, scores_of
from catalogue.curation.splitting import papers_by_rule, split
from catalogue.curation.tagging import Tagged, TagsRefused, own_tags_typed, tag_papers, untag_papers
from catalogue.curation.terms import (
    TagRefused,
    add_labels,
    bring_back,
    delete_tags,
    move,
    put_under,
    rename,
    retire,
)
from catalogue.curation.trials import PatternChange, Trial, try_patterns
from catalogue.curation.twins import Twin, near_twins
from catalogue.curation.undoing import CannotUndo, Restoration, undo
from catalogue.curation.vocabulary import current_terms, current_vocabulary, pattern_lines, words_in

__all__ = [
    "Answered",
    "Asked",
    "AskedTag",
    "BulkAct",
    "BulkDone",
    "CannotMerge",
    "CannotUndo",
    "Care",
    "Change",
    "Effect",
    "Known",
    "KnownTag",
    "Meant",
    "Need",
    "OverlapPair",
    "Pair",
    "PatternChange",
    "Question",
    "Restoration",
    "Scored",
    "TagRefused",
    "Tagged",
    "TagsRefused",
    "Trial",
    "Twin",
    "accept",
    "accept_as",
    "accept_proposals",
    "add_labels",
    "answer_for",
    "answer_reports",
    "asked_papers",
    "asked_tags",
    "bring_back",
    "bulk_effect",
    "change_tags",
    "correct",
    "current_terms",
    "current_vocabulary",
    "delete_tags",
    "disagreements",
    "evidence_for",
    "known_of",
    "meant",
    "merge",
    "merge_effect",
    "move",
    "near_twins",
    "own_tags_typed",
    "papers_by_rule",
    "pattern_lines",
    "put_under",
    "recorded",
    "reject",
    "reject_proposals",
    "rename",
    "replace",
    "retire",
    "scores_of",
    "split",
    "tag_papers",
    "text_of",
    "touch",
    "try_patterns",
    "undo",
    "untag_papers",
    "why_not",
    "with_papers",
    "words_in",
]
