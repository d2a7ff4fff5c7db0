"""From records to rows: which paper a record is, what changes, what a curator has the last word on.

`load` takes files and folders; `save_by_hand` takes what a curator typed. Both go the same way from there:
a paper gets its key, its derived columns, its search document and an appearance in a source. `import_list` fills a
reading list with papers that are in the catalogue.
"""

from catalogue.importing.by_hand import paper_with_same_text, save_by_hand
from catalogue.importing.deriving import derive
from catalogue.importing.extracting import Rereading, extract_again, read_again
from catalogue.importing.file_load import Watcher
from catalogue.importing.list_matching import matches_of
from catalogue.importing.loading import load
from catalogue.importing.reading_list import ListNotice, ListReport, import_list
from catalogue.importing.report import FileReport, Notice, Report
from catalogue.importing.rerendering import Rerendering, render_again
from catalogue.importing.vocabulary import (
    STARTER_VOCABULARY,
    VocabularyReport,
    load_vocabulary,
)

__all__ = [
    "STARTER_VOCABULARY",
    "FileReport",
    "ListNotice",
    "ListReport",
    "Notice",
    "Report",
    "Rereading",
    "Rerendering",
    "VocabularyReport",
    "Watcher",
    "derive",
    "extract_again",
    "import_list",
    "load",
    "load_vocabulary",
    "matches_of",
    "paper_with_same_text",
    "read_again",
    "render_again",
    "save_by_hand",
]
