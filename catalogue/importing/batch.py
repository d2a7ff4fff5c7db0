"""A batch of entries of one file, written in one transaction."""

from collections.abc import Sequence

from catalogue.extraction import Vocabulary
from catalogue.importing.collections import collections_by_venue
from catalogue.importing.creating import create_papers
from catalogue.importing.doubts import note_doubts
from catalogue.importing.matching import Entry, Matcher
from catalogue.importing.report import Notice, Report
from catalogue.importing.updating import Change, apply_changes, change_by
from catalogue.markup import cut
from catalogue.models import Appearance, Paper, Source

PLAIN_TEXT = "text"


class Batch:
    """Entries of `source` to be written as appearances of `generation`, and the positions that were refused."""

    def __init__(
        self,
        source: Source,
        generation: int,
        path: str,
        entries: Sequence[Entry],
        refused: Sequence[int],
        vocabulary: Vocabulary,
    ) -> None:
        self.source = source
        self.generation = generation
        self.path = path
        self.entries = entries
        self.refused = refused
        self.vocabulary = vocabulary
        # Whether papers appear in what their entries name as their venue.
        self.by_venue = True
        # Bare text says less than any other file, so that what it said gives way.
        is_text = source.format == PLAIN_TEXT
        texts = Source.objects.filter(format=PLAIN_TEXT).values_list("pk", flat=True)
        self.poorer: set[int] = set() if is_text else set(texts)

    def write(self) -> Report:
        """Match and store the entries. Returns what happened, to be added once the transaction is committed."""
        outcome = Report()
        matcher = Matcher(self.source, self.generation, self.entries)
        self._create(matcher)
        self._note_doubts(matcher, outcome)
        creators = set(matcher.new)
        papers = [matcher.paper_id(entry) for entry in self.entries]
        known = self._known(papers)
        changes = []
        for entry, paper_id in zip(self.entries, papers, strict=True):
            earlier = known.places_here.get(paper_id)
            if not matcher.is_unchanged(entry):
                for left_out in entry.record.left_out:
                    place = (self.path, entry.record.line, left_out.message, left_out.field)
                    outcome.note(Notice("left_out", *place, paper_id=paper_id))
            if entry in creators:
                outcome.count("created")
            elif earlier and earlier[0] < entry.record.position:
                outcome.count("unchanged")
                message = f"the same paper as entry {earlier[0]} of this file (line {earlier[1]})"
                outcome.note(Notice("duplicate", self.path, entry.record.line, message, paper_id=paper_id))
            elif matcher.is_unchanged(entry):
                outcome.count("unchanged")
                if known.papers[paper_id].locked_fields:
                    self._note_kept(change_by(known.papers[paper_id], entry, self.source, self.poorer), outcome)
            else:
                changes.append(self._change(known.papers[paper_id], entry, matcher))
            known.places_here.setdefault(paper_id, (entry.record.position, entry.record.line))
        self._apply(changes, known, outcome)
        self._write_appearances(papers)
        return outcome

    def _create(self, matcher: Matcher) -> None:
        """Create the papers that are new, each for the first entry that names it, and note which they may be besides.

        An identifier that another paper has stays with that one.
        """
        stating, claimed = [], set()
        for entry in matcher.new:
            taken = matcher.held(entry).keys() | {each[0] for each in entry.identifiers() if each in claimed}
            claimed.update(entry.identifiers())
            stating.append(entry.without(taken) if taken else entry)
        papers = create_papers(stating, self.source, self.vocabulary)
        matcher.created(zip(matcher.new, (paper.pk for paper in papers), strict=True))

    def _note_doubts(self, matcher: Matcher, outcome: Report) -> None:
        doubts = list(matcher.doubts())
        note_doubts((one, other, reason) for _, one, other, reason in doubts)
        headings = dict(Paper.objects.among({other for _, _, other, _ in doubts}).values_list("pk", "heading"))
        for entry, one, other, reason in doubts:
            message = f"may be “{cut(headings[other], 100)}”: they have {reason}"
            outcome.note(Notice("doubtful", self.path, entry.record.line, message, paper_id=one))

    def _known(self, paper_ids: Sequence[int | None]) -> "_Known":
        first = min((entry.record.position for entry in self.entries), default=0)
        here = Appearance.objects.filter(source=self.source, paper__in=paper_ids)
        earlier = here.filter(generation=self.generation, position__lt=first).order_by("-position")
        elsewhere = Appearance.objects.filter(paper__in=paper_ids).exclude(source=self.source)
        places = elsewhere.order_by("-id").values_list("paper_id", "source__name", "line")
        return _Known(
            papers=Paper.objects.prefetch_related("authorships").in_bulk(set(paper_ids)),
            places_here={
                pk: (position, line) for pk, position, line in earlier.values_list("paper_id", "position", "line")
            },
            of_source=set(here.values_list("paper_id", flat=True)),
            places_elsewhere={pk: f"{name}, line {line}" if line else name for pk, name, line in places},
        )

    def _change(self, paper: Paper, entry: Entry, matcher: Matcher) -> Change:
        """Return what an entry does to a paper. Identifiers that another paper has say that the two may be one."""
        taken = matcher.held(entry, paper.pk)
        note_doubts((paper.pk, other, f"one record with the {name} of each") for name, other in taken.items())
        return change_by(paper, entry.without(taken) if taken else entry, self.source, self.poorer)

    def _apply(self, changes: list[Change], known: "_Known", outcome: Report) -> None:
        changed = apply_changes(changes, self.source, self.vocabulary)
        for change in changes:
            paper, line = change.paper, change.entry.record.line
            self._note_kept(change, outcome)
            self._note_changed(change, outcome)
            outcome.count("updated" if paper.pk in changed else "unchanged")
            if paper.pk not in changed and paper.pk not in known.of_source and paper.pk in known.places_elsewhere:
                message = f"the same paper as in {known.places_elsewhere[paper.pk]}"
                outcome.note(Notice("duplicate", self.path, line, message, paper_id=paper.pk))

    def _note_kept(self, change: Change, outcome: Report) -> None:
        for name, value in change.kept.items():
            message = f"a curator's value was kept; the file says “{cut(_said(value), 200)}”"
            field, line = name.removesuffix("_source"), change.entry.record.line
            kept = {name: list(value) if isinstance(value, tuple) else value}
            outcome.note(Notice("kept", self.path, line, message, field, change.paper.pk, kept))

    def _note_changed(self, change: Change, outcome: Report) -> None:
        for name, value in change.values.items():
            before, now = _said(change.before[name]), _said(value)
            message = f"“{cut(now, 100)}” is new"
            if before:
                start = _where_they_differ(before, now)
                message = f"“{_from(before, start)}” → “{_from(now, start)}”"
            field, line = name.removesuffix("_source"), change.entry.record.line
            outcome.note(Notice("changed", self.path, line, message, field=field, paper_id=change.paper.pk))

    def _write_appearances(self, paper_ids: Sequence[int]) -> None:
        """Make the appearances of this generation at the batch's positions what the entries say."""
        names = ("position", "paper_id", "collection_id", "line", "text_hash", "record_hash")
        positions = [*(entry.record.position for entry in self.entries), *self.refused]
        stored = Appearance.objects.filter(source=self.source, generation=self.generation, position__in=positions)
        rows = {row[1:]: row[0] for row in stored.order_by().values_list("pk", *names)}
        venues = collections_by_venue(entry.record for entry in self.entries) if self.by_venue else {}
        new = []
        for entry, paper_id in zip(self.entries, paper_ids, strict=True):
            record = entry.record
            collection = venues.get((record.venue, record.year), self.source.collection_id)
            row = (record.position, paper_id, collection, record.line, entry.text_hash, entry.record_hash)
            if rows.pop(row, None) is None:
                new.append(row)
        Appearance.objects.filter(pk__in=rows.values()).delete()
        Appearance.objects.bulk_create(
            Appearance(source=self.source, generation=self.generation, **dict(zip(names, row, strict=True)))
            for row in new
        )


def _where_they_differ(one: str, other: str) -> int:
    """Return where two texts begin to differ, some words before it; 0 where that is near their beginning."""
    shorter = min(len(one), len(other))
    start = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    return one.rfind(" ", 0, max(0, start - 30)) + 1 if start > 60 else 0


def _from(text: str, start: int) -> str:
    return ("…" if start else "") + cut(text[start:], 100)


def _said(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value or "")


class _Known:
    """What the database knows of the papers of a batch."""

    def __init__(
        self,
        papers: dict[int, Paper],
        places_here: dict[int, tuple[int, int]],
        of_source: set[int],
        places_elsewhere: dict[int, str],
    ) -> None:
        self.papers = papers
        self.places_here = places_here
        self.of_source = of_source
        self.places_elsewhere = places_elsewhere
