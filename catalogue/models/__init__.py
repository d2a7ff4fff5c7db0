"""What is stored. One module per noun; the querysets define the adjectives (`listed`, `public`, `shared`)."""

from catalogue.models.assertion import AssertionState, Origin
from catalogue.models.cache_entry import CacheEntry
from catalogue.models.card import Card, Named, with_cards
from catalogue.models.changes import Change, Changes, changes_between
from catalogue.models.collection import Collection, CollectionName
from catalogue.models.facet_index import FacetChange, FacetSnapshot
from catalogue.models.finding import Finding, FindingKind
from catalogue.models.identifiers import clean_identifier
from catalogue.models.import_run import ImportNotice, ImportRun, NoticeKind, RunState
from catalogue.models.keys import free_key, free_slug, name_key, normalised, slug_of, text_hash
from catalogue.models.list_version import ListVersion
from catalogue.models.not_twins import NotTwins
from catalogue.models.paper import Paper, PaperAddress, PaperLink, PaperText, Visibility
from catalogue.models.person import Authorship, Person
from catalogue.models.reader import Reader, hash_of, secret
from catalogue.models.reading_list import Item, ListIsFull, ListVisibility, ReadingList, ReadState
from catalogue.models.recognition import PaperTrace, PossibleDuplicate
from catalogue.models.report import Report, ReportState
from catalogue.models.roles import CURATORS, EDITORS, ROLES, set_roles
from catalogue.models.rule_run import RuleRun, RuleRunState
from catalogue.models.search_document import SearchDocument, SearchName, SearchTerm, SearchWord
from catalogue.models.sharing import Invitation, Membership
from catalogue.models.source import Appearance, Source
from catalogue.models.tag import Tag, TagAddress, Tagging, TagKind, TagLabel, TagState
from catalogue.models.tag_event import TagEvent, TagEventPaper, TagEventTag, Verb
from catalogue.models.upload import DEAD_AFTER, Upload, UploadState
from catalogue.models.user import LastSuperuser, User
from catalogue.models.vocabulary_entry import VocabularyEntry

__all__ = [
    "CURATORS",
    "DEAD_AFTER",
    "EDITORS",
    "ROLES",
    "Appearance",
    "AssertionState",
    "Authorship",
    "CacheEntry",
    "Card",
    "Change",
    "Changes",
    "Collection",
    "CollectionName",
    "FacetChange",
    "FacetSnapshot",
    "Finding",
    "FindingKind",
    "ImportNotice",
    "ImportRun",
    "Invitation",
    "Item",
    "LastSuperuser",
    "ListIsFull",
    "ListVersion",
    "ListVisibility",
    "Membership",
    "Named",
    "NotTwins",
    "NoticeKind",
    "Origin",
    "Paper",
    "PaperAddress",
    "PaperLink",
    "PaperText",
    "PaperTrace",
    "Person",
    "PossibleDuplicate",
    "ReadState",
    "Reader",
    "ReadingList",
    "Report",
    "ReportState",
    "RuleRun",
    "RuleRunState",
    "RunState",
    "SearchDocument",
    "SearchName",
    "SearchTerm",
    "SearchWord",
    "Source",
    "Tag",
    "TagAddress",
    "TagEvent",
    "TagEventPaper",
    "TagEventTag",
    "TagKind",
    "TagLabel",
    "TagState",
    "Tagging",
    "Upload",
    "UploadState",
    "User",
    "Verb",
    "Visibility",
    "VocabularyEntry",
    "changes_between",
    "clean_identifier",
    "free_key",
    "free_slug",
    "hash_of",
    "name_key",
    "normalised",
    "secret",
    "set_roles",
    "slug_of",
    "text_hash",
    "with_cards",
]
