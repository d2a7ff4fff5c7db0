"""From records to rows: which paper a record is, what changes, what a curator has the last word on.

`load` takes files and folders; `save_by_hand` takes what a curator typed. Both go the same way from there:
a paper gets its key, its derived columns, its search document and an appearance in a source. `import_list` fills a
reading list with papers that are in the catalogue. `work_off` applies changed patterns to the papers they bear on.
"""

from catalogue.importing.applying import AT_ONCE, propose_or_give, read_for, start_working_off, work_off
from catalogue.importing.by_hand import paper_with_same_text, save_by_hand, take_value
from catalogue.importing.deriving import derive
from catalogue.importing.extracting import Rereading, extract_again, read_again
from catalogue.importing.file_load import Watcher
from catalogue.importing.list_matching import matches_of
from catalogue.importing.loading import load
from catalogue.importing.paper_merging import CannotMergePapers, merge_papers
from catalogue.importing.reading_list import ListNotice, ListReport, import_list
from catalogue.importing.report import FileReport, Notice, Report
from catalogue.importing.rerendering import Rerendering, render_again
from catalogue.importing.uploads import TRIED_AT_MOST, drop_upload, keep_upload, start_on_upload, work_on_upload
from catalogue.importing.vocabulary import STARTER_VOCABULARY, VocabularyReport, load_vocabulary
from catalogue.importing.vocabulary_exchange import Exchange, VocabularyChanged, import_terms, try_terms

__all__ = [
    "AT_ONCE",
    "STARTER_VOCABULARY",
    "TRIED_AT_MOST",
    "CannotMergePapers",
    "Exchange",
    "FileReport",
    "ListNotice",
    "ListReport",
    "Notice",
    "Report",
    "Rereading",
    "Rerendering",
    "VocabularyChanged",
    "VocabularyReport",
    "Watcher",
    "derive",
    "drop_upload",
    "extract_again",
    "import_list",
    "import_terms",
    "keep_upload",
    "load",
    "load_vocabulary",
    "matches_of",
    "merge_papers",
    "paper_with_same_text",
    "propose_or_give",
    "read_again",
    "read_for",
    "render_again",
    "save_by_hand",
    "start_on_upload",
    "start_working_off",
    "take_value",
    "try_terms",
    "work_off",
    "work_on_upload",
]
