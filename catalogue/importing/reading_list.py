"""Papers that a file names, into a reading list; and what became of each of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.db.models import Q
from rapidfuzz.fuzz import token_set_ratio

from catalogue.importing.list_matching import LOOKED_UP, TITLE_LENGTH, Match, matches_of
from catalogue.models import Item, Paper, Reader, ReadingList, ReadState, Visibility
from catalogue.search import fold, named_alike, similar_to_text
from catalogue.sources import ListEntry, ListRecord

PAPERS_NAMED = 3
# Papers near a title are looked for among the most similar ones, for the first titles only. NEAR is a share of words in
# hundredths: below it, what is similar in its subject is not what was meant.
PAPERS_COMPARED, TITLES_WITH_NEAR, NEAR = 10, 20, 75
LONGEST = {name: Item._meta.get_field(name).max_length for name in ("section", "note")}
FILLED = ["note", "section", "state"]
AT_ONCE = 500
TOO_MANY = (
    f"More than {LOOKED_UP:,} titles are not written as they are here. The others were looked for as they stand: "
    "import them again on their own."
)


@dataclass(frozen=True, slots=True)
class ListNotice:
    """What a reader should know of one line of a file.

    `kind` is `missing` (no such paper; `text` names it), `ambiguous` (several may be meant), `kept` (of what `text`
    names, the list says something else, and was left so), `shortened` (`text` says what), or `problem` (`text` is a
    sentence). `line` is 0 where it is about the file. `papers` are (key, heading): those that may be meant, or the one
    it is about. Where one may be meant, `section`, `note` and `state` are what the line says of it.
    """

    kind: str
    line: int
    text: str
    papers: tuple[tuple[str, str], ...] = ()
    section: str = ""
    note: str = ""
    state: str = ReadState.UNREAD


@dataclass(slots=True)
class ListReport:
    """What became of a file: how many papers are new in the list, were there already, and got something there."""

    place: str = "line"
    added: int = 0
    there: int = 0
    filled: int = 0
    notices: list[ListNotice] = field(default_factory=list)


def import_list(reading_list: ReadingList, record: ListRecord, reader: Reader) -> ListReport:
    """Add the papers that a file names to a list, in its order, after what is there; `reader` adds them.

    A paper that is there already keeps what the list says of it and gets what it does not say: note, section, state.
    Found are listed papers, and those of the list itself. ListIsFull, and nothing is added, if they do not fit.
    """
    report = ListReport(record.place)
    report.notices += [ListNotice("problem", each.line, each.message) for each in record.problems]
    in_list = Paper.objects.filter(items__reading_list=reading_list).values("pk")
    matches = matches_of(record.entries, Paper.objects.filter(Q(visibility=Visibility.LISTED) | Q(pk__in=in_list)))
    found = {match.paper for match in matches if match.paper}
    with reading_list.locked():
        # Between the search and the lock a paper may have gone.
        here = set(Paper.objects.among(found).values_list("pk", flat=True))
        taking = _Taking({item.paper_id: item for item in reading_list.items.all()}, report)
        for entry, match in zip(record.entries, matches, strict=True):
            if match.paper in here:
                taking.take(_fitting(entry, report), match.paper)
        Item.objects.bulk_update(taking.filled.values(), FILLED, batch_size=AT_ONCE)
        reading_list.append(taking.new.values(), by=reader)
    report.added, report.filled = len(taking.new), len(taking.filled)
    missed = [each for each in zip(record.entries, matches, strict=True) if each[1].paper not in here]
    if not all(match.complete for match in matches):
        report.notices.append(ListNotice("problem", 0, TOO_MANY))
    _explain(report, missed, taking.kept)
    return report


class _Taking:
    """The papers of a file beside those of a list: new ones, and ones of which the file says more."""

    def __init__(self, items: dict[int, Item], report: ListReport) -> None:
        self.items, self.report = items, report
        self.new: dict[int, Item] = {}
        self.filled: dict[int, Item] = {}
        self.kept: list[tuple[ListEntry, int, str]] = []

    def take(self, entry: ListEntry, paper: int) -> None:
        """Take what an entry says of its paper; what another one or the list itself said before it, stays."""
        item = self.items.get(paper) or self.new.get(paper)
        if item is None:
            said = {"section": entry.section, "note": entry.note, "state": entry.state}
            self.new[paper] = Item(paper_id=paper, **said)
            return
        self.report.there += 1
        if _fill(item, entry) and item.pk:
            self.filled[paper] = item
        if differing := _differing(item, entry):
            self.kept.append((entry, paper, differing))


def _fill(item: Item, entry: ListEntry) -> bool:
    """Give an item what it does not say and a file does; return whether there was anything."""
    before = (item.note, item.section, item.state)
    item.note, item.section = item.note or entry.note, item.section or entry.section
    item.state = entry.state if item.state == ReadState.UNREAD else item.state
    return (item.note, item.section, item.state) != before


def _differing(item: Item, entry: ListEntry) -> str:
    """Return in words what a file says otherwise than an item."""
    pairs = {"note": (entry.note.strip(), item.note.strip()), "heading": (entry.section, item.section)}
    pairs["state"] = ("" if entry.state == ReadState.UNREAD else entry.state, item.state)
    return ", ".join(name for name, (stated, own) in pairs.items() if stated and stated != own)


def _fitting(entry: ListEntry, report: ListReport) -> ListEntry:
    """Return an entry as a row can hold it; what is cut off is reported."""
    for name, most in LONGEST.items():
        if len(getattr(entry, name)) > most:
            report.notices.append(ListNotice("shortened", entry.line, f"{name}, to {most:,} characters"))
            entry = replace(entry, **{name: getattr(entry, name)[:most]})
    return entry


def _explain(report: ListReport, missed: list[tuple[ListEntry, Match]], kept: list[tuple[ListEntry, int, str]]) -> None:
    """Add notices on papers that were not found, and on what the list kept. Some queries for each of few titles."""
    wanted = {pk for _, match in missed for pk in match.candidates[:PAPERS_NAMED]} | {paper for _, paper, _ in kept}
    named = _named(wanted)
    titles_left = TITLES_WITH_NEAR
    for entry, match in missed:
        kind, papers = "ambiguous", [named[pk] for pk in match.candidates[:PAPERS_NAMED] if pk in named]
        if not match.candidates:
            kind, papers = "missing", _near(entry.title[:TITLE_LENGTH]) if entry.title and titles_left else []
            titles_left -= bool(entry.title and titles_left)
        said = {name: getattr(entry, name)[:most] for name, most in LONGEST.items()} if papers else {}
        text = entry.text[:TITLE_LENGTH]
        report.notices.append(ListNotice(kind, entry.line, text, tuple(papers), **said, state=entry.state))
    for entry, paper, differing in kept:
        report.notices.append(ListNotice("kept", entry.line, differing, (named[paper],) if paper in named else ()))


def _near(title: str) -> list[tuple[str, str]]:
    """Return the papers that introduce the name a title begins with, if they are few, then those whose heading shares
    most of its words. Some queries.
    """
    first = title.split()[0]
    introducing = named_alike([first]).get(first, []) if not first.islower() else []
    introducing = introducing if len(introducing) <= PAPERS_NAMED else []
    similar = [each.paper for each in similar_to_text(title, PAPERS_COMPARED)]
    named = _named([*introducing, *similar])
    alike = [pk for pk in similar if pk in named and token_set_ratio(_words(named[pk][1]), _words(title)) >= NEAR]
    return [named[pk] for pk in dict.fromkeys([*introducing, *alike]) if pk in named][:PAPERS_NAMED]


def _words(title: str) -> str:
    """Return the words of a title, whatever stands between them."""
    return " ".join(re.findall(r"\w+", fold(title)))


def _named(papers: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Return key and heading of those papers that everybody sees. One query."""
    rows = Paper.objects.listed().among(papers).values_list("pk", "key", "heading")
    return {pk: (key, heading) for pk, key, heading in rows}
