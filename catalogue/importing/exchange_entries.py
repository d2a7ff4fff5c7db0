"""What a vocabulary file would do to the tags of the catalogue, as plain data."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from catalogue.models import Tag, TagEvent, TagState
from catalogue.sources import TermAddress, TermRecord

DEFAULT_LANGUAGE = "en"


class Labelled(NamedTuple):
    """A label of a tag."""

    text: str
    language: str
    preferred: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file can say of a tag. `labels` by their keys, the shown one first. `broader` is the id of a tag that is
    there, or of a new one -1 - its place among the entries; None where there is none."""

    labels: dict[str, Labelled]
    slug: str = ""
    note: str = ""
    patterns: str = ""
    state: str = TagState.ACCEPTED
    only_proposes: bool = False
    broader: int | None = None

    @property
    def label(self) -> str:
        return next(iter(self.labels.values())).text


class Change(NamedTuple):
    """A field that would be another one: its name, what it says and what it would say. `loses` names what is gone."""

    field: str
    before: str
    after: str
    loses: str = ""


@dataclass(slots=True)
class Entry:
    """A tag that a file states: the one it means (none: it is new), before and after, and what is not taken over."""

    number: int
    record: TermRecord
    tag: Tag | None
    before: Stated | None
    after: Stated
    addresses: list[TermAddress] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    @property
    def id(self) -> int:
        """The id of the tag, or what stands for that of a new one."""
        return self.tag.pk if self.before else -1 - self.number


@dataclass(slots=True)
class Exchange:
    """What a file would do, or did, to the vocabulary that has this `digest`. Problems and remarks as in TermFile.

    `event` is the act, once it is done and if it changed anything.
    """

    digest: str
    entries: list[Entry]
    problems: list[tuple[str, str]]
    remarks: list[tuple[str, str]]
    event: TagEvent | None = None

    @property
    def created(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.before is None]

    @property
    def changed(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.before and entry.changes]

    @property
    def unchanged(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.before and not entry.changes]

    def lines(self) -> Iterator[str]:
        """Yield in a sentence each what is created and changed, what is lost by that, and what is not taken over."""
        for entry in self.entries:
            name = f"{entry.record.kind} “{entry.after.label}”"
            if entry.before is None:
                yield f"created: {name}"
            for change in entry.changes:
                yield f"updated: {name}: {change.field}: {_cut(change.before)} → {_cut(change.after)}"
                if change.loses:
                    yield f"lost: {name}: {change.field}: {_cut(change.loses)}"
            if entry.kept:
                yield f"kept: {name}: {', '.join(entry.kept)}"
        for kind, said in (("problem", self.problems), ("remark", self.remarks)):
            yield from (f"{kind}: {place}: {message}" for place, message in said)

    @property
    def summary(self) -> str:
        return (
            f"created {len(self.created)}, updated {len(self.changed)}, unchanged {len(self.unchanged)}, "
            f"problems {len(self.problems)}"
        )


def _cut(text: str, most: int = 200) -> str:
    line = "; ".join(text.splitlines())
    return f"“{line[: most - 1]}…”" if len(line) > most else f"“{line}”"
