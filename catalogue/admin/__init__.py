"""The curators' desk: Django admin over everything a curator touches. It asks and shows; other rooms do."""

from catalogue.admin.collections import CollectionAdmin, SourceAdmin
from catalogue.admin.entrance import sign_in
from catalogue.admin.imports import ImportNoticeAdmin, ImportRunAdmin
from catalogue.admin.judging import FindingAdmin, TaggingAdmin
from catalogue.admin.lists import ReadingListAdmin
from catalogue.admin.papers import PaperAdmin
from catalogue.admin.people import GroupAdmin, PersonAdmin, UserAdmin
from catalogue.admin.readers import ReportAdmin
from catalogue.admin.tag_events import TagEventAdmin
from catalogue.admin.tags import TagAdmin

__all__ = [
    "CollectionAdmin",
    "FindingAdmin",
    "GroupAdmin",
    "ImportNoticeAdmin",
    "ImportRunAdmin",
    "PaperAdmin",
    "PersonAdmin",
    "ReadingListAdmin",
    "ReportAdmin",
    "SourceAdmin",
    "TagAdmin",
    "TagEventAdmin",
    "TaggingAdmin",
    "UserAdmin",
    "sign_in",
]
