"""Which paper a record is: by its entry in an earlier version of the file, or by comparing it with all it may be.

What a record may be is looked up by identifiers, by the hash of its text, and by traces of its title and text
(`traces`); each paper found so is compared with it (`sameness`). The best of those that are surely the same is the
paper. Those that are perhaps the same are kept in mind for a curator.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import Q

from catalogue.importing.identity import identifying_hash, record_hash
from catalogue.importing.sameness import Comparison, Look, Verdict, verdict
from catalogue.models import Appearance, Authorship, Paper, PaperText, PaperTrace, Source
from catalogue.models.counting import these
from catalogue.models.traces import identifier_traces, traces
from catalogue.sources import PaperRecord

# What so many papers share tells none of them.
COMMON = 50
# So many are compared, those with most traces in common first; so many doubts are kept in mind.
COMPARED, DOUBTS = 6, 3
IDENTIFIERS = (*Paper.IDENTIFIERS, "acl_id")


@dataclass(frozen=True, eq=False)
class Entry:
    """A record with its two hashes."""

    record: PaperRecord
    text_hash: str
    record_hash: str

    @classmethod
    def of(cls, record: PaperRecord) -> "Entry":
        """Compute the hashes of a record."""
        return cls(record, identifying_hash(record.title, record.abstract), record_hash(record))

    @cached_property
    def look(self) -> Look:
        """What the record is compared by."""
        record = self.record
        identifiers = {name: getattr(record, name) for name in IDENTIFIERS}
        return Look(record.title, record.abstract, record.year, (record.authors or ("",))[0], identifiers)

    @cached_property
    def traces(self) -> set[int]:
        """What the record is looked up by, and the paper it makes is recognised by."""
        return traces(self.record.title, self.record.abstract, self.look.identifiers)

    def identifiers(self) -> list[tuple[str, str]]:
        """Return the identifiers that have a column of their own, as (field, value)."""
        pairs = [(name, getattr(self.record, name)) for name in Paper.IDENTIFIERS]
        return [(name, value) for name, value in pairs if value]

    def without(self, names: Iterable[str]) -> "Entry":
        """Return the entry as one that does not state some identifiers: another paper has them."""
        return replace(self, record=replace(self.record, **dict.fromkeys(names, "")))


# A paper that is there, by its id, or the entry of this batch that makes it.
Found = int | Entry


@dataclass(slots=True)
class Decision:
    """Which paper an entry is, None where it makes a new one, and which it may be besides, with the reasons."""

    paper: Found | None
    doubts: list[tuple[Found, str]] = field(default_factory=list)


class Matcher:
    """Decides on one batch of entries, in order. At most eight queries for any number of them."""

    def __init__(self, source: Source, generation: int, entries: Iterable[Entry]) -> None:
        entries = list(entries)
        of_source = Appearance.objects.filter(source=source, record_hash__in={e.record_hash for e in entries})
        self.by_record = dict(of_source.order_by("generation", "id").values_list("record_hash", "paper_id"))
        self._new_by_trace: dict[int | str, list[Entry]] = defaultdict(list)
        self._candidates = _Candidates([entry for entry in entries if not self.is_unchanged(entry)])
        here = Appearance.objects.filter(source=source, paper__in=these(self._candidates.looks, Appearance.objects.db))
        rows = set(here.order_by().values_list("paper_id", "generation"))
        self._of_source = {paper for paper, _ in rows}
        self._placed = {paper for paper, each in rows if each == generation}
        # Papers that an entry of the file is already: a short text or a title alone makes no second one of these.
        self._taken = self._placed | set(self.by_record.values())
        self._decisions: dict[Entry, Decision] = {}
        for entry in entries:
            self._decisions[entry] = decision = self._decided(entry)
            if isinstance(decision.paper, int):
                self._taken.add(decision.paper)
        self._created: dict[Entry, int] = {}

    def is_unchanged(self, entry: Entry) -> bool:
        """Whether the very same record stood in this source before."""
        return entry.record_hash in self.by_record

    @property
    def new(self) -> list[Entry]:
        """The entries that make a paper each."""
        return [entry for entry, decision in self._decisions.items() if decision.paper is None]

    def created(self, papers: Iterable[tuple[Entry, int]]) -> None:
        """Say which papers the new entries have become."""
        self._created = dict(papers)

    def paper_id(self, entry: Entry) -> int:
        """Return the paper that an entry is; for entries that make one, or are one of these, after `created`."""
        found = self._decisions[entry].paper
        return self._id(entry if found is None else found)

    def doubts(self) -> Iterator[tuple[Entry, int, int, str]]:
        """Yield new entries with the paper they made, another that it may be, and the reason."""
        for entry in self.new:
            for other, reason in self._decisions[entry].doubts:
                yield entry, self._id(entry), self._id(other), reason

    def _id(self, found: Found) -> int:
        return self._created[found] if isinstance(found, Entry) else found

    def held(self, entry: Entry, paper: int | None = None) -> dict[str, int]:
        """Return which identifiers of an entry another paper than `paper` has, and which."""
        found = {name: self._candidates.by_identifier.get((name, value)) for name, value in entry.identifiers()}
        return {name: holder for name, holder in found.items() if holder not in (None, paper)}

    def _decided(self, entry: Entry) -> Decision:
        if self.is_unchanged(entry):
            return Decision(self.by_record[entry.record_hash])
        if entry.record_hash in self._new_by_trace:
            return Decision(self._new_by_trace[entry.record_hash][0])
        same: list[tuple[float, Found]] = []
        doubts: list[tuple[float, Found, str]] = []
        for found, look in self._possible(entry):
            had_text = found == self._candidates.by_text.get(entry.text_hash)
            comparison = Comparison.of(entry.look, look, had_text)
            says, why = verdict(comparison, isinstance(found, Entry) or found in self._placed)
            if had_text and found in self._of_source and (entry.look.rows or found not in self._taken):
                # This file gave the paper this text, or a title that a curator mended since.
                says = Verdict.SAME
            weight = (comparison.text or 0.0) + (comparison.title or 0.0) + 2 * bool(comparison.same_identifier)
            if says is Verdict.SAME:
                same.append((weight, found))
            elif says is Verdict.DOUBTFUL:
                doubts.append((weight, found, why))
        if same:
            return Decision(max(same, key=lambda each: each[0])[1])
        for trace in (*entry.traces, entry.text_hash, entry.record_hash):
            self._new_by_trace[trace].append(entry)
        doubts.sort(key=lambda each: -each[0])
        return Decision(None, [(found, why) for _, found, why in doubts[:DOUBTS]])

    def _possible(self, entry: Entry) -> Iterator[tuple[Found, Look]]:
        yield from self._candidates.of(entry)
        shared: dict[Entry, int] = defaultdict(int)
        for trace in (*entry.traces, entry.text_hash):
            for other in self._new_by_trace.get(trace, ())[:COMMON]:
                shared[other] += 1
        for other in sorted(shared, key=shared.__getitem__, reverse=True)[:COMPARED]:
            yield other, other.look


class _Candidates:
    """The papers that some entries may be, as the database knows them."""

    def __init__(self, entries: list[Entry]) -> None:
        self.by_text: dict[str, int] = {}
        self.by_identifier: dict[tuple[str, str], int] = {}
        self.by_trace: dict[int, list[int]] = defaultdict(list)
        self.looks: dict[int, Look] = {}
        if not entries:
            return
        texts = PaperText.objects.filter(text_hash__in={entry.text_hash for entry in entries})
        self.by_text = dict(texts.values_list("text_hash", "paper_id"))
        self.by_identifier = _papers_by_identifier(entries)
        wanted = these(set().union(*(entry.traces for entry in entries)), PaperTrace.objects.db)
        for value, paper in PaperTrace.objects.filter(value__in=wanted).values_list("value", "paper_id"):
            self.by_trace[value].append(paper)
        self.looks = looks_of({paper for entry in entries for paper in self._ids(entry)})

    def of(self, entry: Entry) -> Iterator[tuple[int, Look]]:
        """Yield the papers that an entry may be, with what they look like.

        A paper has the identifiers of its columns, and those that other sources gave it besides.
        """
        named = identifier_traces(entry.look.identifiers)
        for paper in self._ids(entry):
            if look := self.looks.get(paper):
                besides = {each[0]: each[1] for each, trace in named.items() if paper in self.by_trace.get(trace, ())}
                yield paper, replace(look, identifiers={**look.identifiers, **besides})

    def _ids(self, entry: Entry) -> list[int]:
        sure = {self.by_identifier[each] for each in entry.identifiers() if each in self.by_identifier}
        if entry.text_hash in self.by_text:
            sure.add(self.by_text[entry.text_hash])
        shared: dict[int, int] = defaultdict(int)
        named = set(identifier_traces(entry.look.identifiers).values())
        for trace in entry.traces:
            papers = self.by_trace.get(trace, ())
            if len(papers) > COMMON:
                continue
            for paper in papers:
                shared[paper] += COMMON if trace in named else 1
        most = sorted(shared, key=lambda paper: (-shared[paper], paper))
        return list(dict.fromkeys([*sorted(sure), *most[:COMPARED]]))


def looks_of(ids: Iterable[int]) -> dict[int, Look]:
    """Return what papers are compared by, by id; two queries."""
    ids = list(ids)
    first = Authorship.objects.filter(paper__in=these(ids, Authorship.objects.db), position=1)
    authors = dict(first.order_by().values_list("paper_id", "name"))
    rows = Paper.objects.among(ids).order_by().values("pk", "title", "abstract_source", "year", *Paper.IDENTIFIERS)
    return {
        row["pk"]: Look(
            row["title"],
            row["abstract_source"],
            row["year"],
            authors.get(row["pk"], ""),
            {name: row[name] for name in Paper.IDENTIFIERS},
        )
        for row in rows
    }


def _papers_by_identifier(entries: list[Entry]) -> dict[tuple[str, str], int]:
    wanted = Q()
    for name in Paper.IDENTIFIERS:
        values = {getattr(entry.record, name) for entry in entries} - {""}
        if values:
            wanted |= Q(**{f"{name}__in": values})
    if not wanted:
        return {}
    rows = Paper.objects.filter(wanted).values("id", *Paper.IDENTIFIERS)
    return {(name, row[name]): row["id"] for row in rows for name in Paper.IDENTIFIERS if row[name]}
