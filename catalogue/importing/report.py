"""What a load did, as plain data, as text and as JSON."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

# More notices of a kind than this are counted and not kept: a report stays readable, memory flat.
NOTICES_KEPT = 1000
COUNTS = (
    *("created", "updated", "unchanged", "problems", "duplicates", "gone", "kept"),
    *("left_out", "doubtful", "changes"),
)
_COUNT_OF = {
    "problem": "problems",
    "duplicate": "duplicates",
    "gone": "gone",
    "kept": "kept",
    "left_out": "left_out",
    "doubtful": "doubtful",
    "changed": "changes",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something met on the way. `kind` is a NoticeKind; `line` is 0 where there is none.

    `value` is what a lock kept away: {field of the paper: what the file says}.
    """

    kind: str
    file: str
    line: int
    message: str
    field: str = ""
    paper_id: int | None = None
    value: dict[str, Any] | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{self.kind.replace('_', ' ')}: {place}: {f'{self.field}: ' if self.field else ''}{self.message}"


@dataclass(slots=True)
class FileReport:
    """What became of one file."""

    path: str
    collection: str = ""
    format: str = ""
    entries: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    # Of a table: which field each column fills, an empty one where it fills none.
    columns: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        if not self.format:
            return f"{self.path}: not loaded"
        done = ", ".join(f"{name.replace('_', ' ')} {self.counts[name]}" for name in COUNTS if self.counts[name])
        return f"{self.path}: {self.collection}, {self.entries} entries: {done or 'nothing'}"

    def columns_line(self) -> str:
        """Say which columns were used, and which not; empty for a file without columns."""
        used = ", ".join(f"{column} → {meaning}" for column, meaning in self.columns if meaning)
        unused = ", ".join(column for column, meaning in self.columns if not meaning)
        return f"columns: {used}" + (f"; not used: {unused}" if unused else "") if self.columns else ""


@dataclass(slots=True)
class Report:
    """What a load did. The sums over its files are `counts`; `notices` holds the first 1,000 of each kind."""

    dry_run: bool = False
    run_id: int | None = None
    # Entries of a file that were not looked at, since a trial was to end before.
    cut_off: bool = False
    at_most: int | None = None
    seconds: float = 0.0
    files: list[FileReport] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def begin_file(self, path: str) -> FileReport:
        """Open the account of a file; what is counted from now on is counted for it as well."""
        self.files.append(FileReport(path))
        return self.files[-1]

    def count(self, name: str, number: int = 1) -> None:
        """Add to one of the sums."""
        self.counts[name] += number
        if self.files:
            self.files[-1].counts[name] += number

    def note(self, notice: Notice) -> None:
        """Count a notice, and keep it unless there are too many of its kind."""
        name = _COUNT_OF[notice.kind]
        self.count(name)
        if self.counts[name] <= NOTICES_KEPT:
            self.notices.append(notice)

    @property
    def last_line(self) -> str:
        """The line that scripts read: `created 76, updated 0, unchanged 0, problems 0`."""
        return ", ".join(f"{name} {self.counts[name]}" for name in COUNTS[:4])

    def lines(self) -> list[str]:
        """Return the report as text, a line a file and a line a notice; `last_line` is not among them."""
        lines = []
        for file in self.files:
            lines.append(str(file))
            if columns := file.columns_line():
                lines.append(f"  {columns}")
        lines += [f"  {notice}" for notice in self.notices]
        for kind, name in _COUNT_OF.items():
            if self.counts[name] > NOTICES_KEPT:
                lines.append(f"  … and {self.counts[name] - NOTICES_KEPT:,} more of kind {kind.replace('_', ' ')}")
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return the report as data for JSON."""
        return {
            **{name: self.counts[name] for name in COUNTS},
            "dry_run": self.dry_run,
            "cut_off": self.cut_off,
            "seconds": round(self.seconds, 3),
            "files": [
                {
                    "path": file.path,
                    "collection": file.collection,
                    "format": file.format,
                    "entries": file.entries,
                    "columns": [list(column) for column in file.columns],
                    **{name: file.counts[name] for name in COUNTS},
                }
                for file in self.files
            ],
            "notices": [
                {"kind": n.kind, "file": n.file, "line": n.line, "field": n.field, "message": n.message}
                for n in self.notices
            ],
        }
