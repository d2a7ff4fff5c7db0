"""What a source file holds, as plain data: the shape that every reader delivers and every loader takes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


class SourceError(Exception):
    """A file that cannot be read at all. Nothing of it is loaded.

    `message` goes on after the name of the file: “is a PDF, not text”. `line` is 1-based; 0 where no line can be named
    (a missing file, a folder).
    """

    def __init__(self, path: Path, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.line = line


@dataclass(frozen=True, slots=True)
class CollectionRecord:
    """What the papers of a file appeared in: `ICLR 2026`, venue `ICLR`, year 2026. Venue may be empty, year None."""

    name: str
    venue: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A link that the source itself names. `kind` is `code`, `data`, `project` or `pdf`."""

    kind: str
    url: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A value of an entry that no field can take, while the rest of the entry is taken.

    `field` is a name of PaperRecord. `message` goes on after the name of the field: “is no web address: …”.
    """

    field: str
    message: str


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """One paper as its source gives it. Empty string, empty tuple and None mean: the source does not say.

    `position` is 1-based and counts every entry of the file, refused ones included; `line` is the 1-based
    line its text starts on; `offset` the number of bytes of the file read when it was complete.
    `authors` are names as printed, given name first. `venue` is what the paper appeared in – a journal, a conference,
    a book – where the entry itself says so. `arxiv_id` has no version.
    """

    position: int
    line: int
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    language: str = ""
    doi: str = ""
    arxiv_id: str = ""
    openreview_id: str = ""
    acl_id: str = ""
    venue: str = ""
    url: str = ""
    pdf_url: str = ""
    keywords: tuple[str, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    left_out: tuple[LeftOut, ...] = field(default=(), compare=False)
    offset: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry of a file that cannot become a paper. The entries around it are not affected.

    `position`, `line` and `offset` as in PaperRecord; position 0 is the heading. `message` goes on after “the entry”:
    “is too short for an abstract: …”. `field` is the one that cannot be taken, where it is a single one.
    """

    position: int
    line: int
    message: str
    field: str = ""
    offset: int = 0


@dataclass(frozen=True, slots=True)
class SourceFile:
    """An opened source file. `entries` can be iterated once and streams: a file of any size needs little memory.

    `sha256` (hex, of the bytes as they lie on disk) is the version of the file; `size` is in bytes.
    `heading` is the heading as printed, empty where the file has none. `columns` says of each column of a table which
    field it fills, an empty one where it fills none.
    """

    path: Path
    format: str
    heading: str
    collection: CollectionRecord
    sha256: str
    size: int
    entries: Iterator[PaperRecord | Problem]
    columns: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class ListEntry:
    """A paper as a file of a reading list names it; nothing but `line` is sure to be there.

    `line` is 1-based; in JSON it counts the items. `key` is the catalogue's own. `title` is one line, the source's own
    title or what was shown as the heading. `note` is Markdown, its line ends are \\n. `state` is `unread`, `reading`
    or `read`.
    """

    line: int
    key: str = ""
    doi: str = ""
    arxiv_id: str = ""
    openreview_id: str = ""
    title: str = ""
    section: str = ""
    note: str = ""
    state: str = "unread"

    @property
    def text(self) -> str:
        """What names the paper to a reader."""
        return self.title or self.doi or self.arxiv_id or self.openreview_id or self.key


@dataclass(frozen=True, slots=True)
class ListProblem:
    """What could not be read, as sentences. `line` as in ListEntry; 0 where it is about the whole file."""

    line: int
    message: str


@dataclass(slots=True)
class ListRecord:
    """A reading list as a file gives it, in its order. `place` says what the lines of the entries count."""

    title: str = ""
    description: str = ""
    entries: list[ListEntry] = field(default_factory=list)
    problems: list[ListProblem] = field(default_factory=list)
    place: str = "line"
