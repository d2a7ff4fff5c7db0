"""Files of a tag a line – RIS, EndNote, Web of Science, MEDLINE – by what makes them differ: a `Dialect`.

Lines without a tag go on with the value before them. A record ends with its tag for the end, or where the next begins.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from catalogue.sources import heading
from catalogue.sources.decoding import TextFile
from catalogue.sources.drafting import Draft, year_in
from catalogue.sources.identifiers import identifier
from catalogue.sources.lines import Line, lines
from catalogue.sources.people import people
from catalogue.sources.records import PaperRecord, Problem, SourceError, SourceFile

# A record with more characters is none.
LONGEST = 2_000_000
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"]+")
_ADDRESS = re.compile(r"https?://(?:(?!;https?:)[^\s\"<>])+")
_ARXIV = re.compile(r"\barxiv:\s*(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format. `line` has the groups `tag` and `value`; `fields` gives the tags of each field, the best first.

    The DOI stands somewhere in a tag of `doi`; a tag of `noted` has it only where that is all it says, for notes name
    the DOIs of other papers too. `begins` and `ends` are the tags that begin and end a record; with `blank` an empty
    line ends one too. In tags of `listed` a line that goes on is a value of its own. `no_record` are tags of the file,
    not of a record.
    """

    name: str
    line: re.Pattern[str]
    fields: Mapping[str, str]
    begins: frozenset[str]
    ends: frozenset[str] = frozenset()
    blank: bool = False
    listed: frozenset[str] = frozenset()
    no_record: frozenset[str] = frozenset()


@dataclass(slots=True)
class Record:
    """The values of a record by tag, in their order; the 1-based line it begins in, bytes read up to its end."""

    line: int
    offset: int = 0
    size: int = 0
    _values: dict[str, list[list[str]]] = field(default_factory=dict)

    def take(self, tag: str, text: str, begins: bool) -> None:
        """Take a line, as a value of its own or as more of its tag's last. A record that is too long takes none."""
        self.size += len(text) + 1
        if self.size > LONGEST:
            return
        values = self._values.setdefault(tag, [])
        if begins or not values:
            values.append([])
        values[-1].append(text)

    def values(self, tag: str) -> list[str]:
        """The values of a tag, each in one line."""
        return [" ".join(filter(None, parts)) for parts in self._values.get(tag, ())]


def read(text: TextFile, collection: str, dialect: Dialect) -> SourceFile:
    """The source file that a text in a dialect holds. Raises SourceError where there is no record in it."""
    if next(records(lines(text), dialect), None) is None:
        raise SourceError(text.path, f"holds no records of {dialect.name}", 1)
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    entries = _entries(records(lines(text), dialect), dialect, named.year)
    return SourceFile(text.path, dialect.name, "", named, text.sha256, text.size, entries)


def records(numbered: Iterable[Line], dialect: Dialect) -> Iterator[Record]:
    """The records of a file, in order."""
    record: Record | None = None
    tag = ""
    for number, row, _, offset in numbered:
        found = dialect.line.match(row)
        name = found["tag"].upper() if found else ""
        if record and (name in dialect.begins or (dialect.blank and not row.strip())):
            yield record
            record, tag = None, ""
        if found and name in dialect.ends:
            if record:
                record.offset = offset
                yield record
            record, tag = None, ""
        elif found and name not in dialect.no_record:
            record, tag = record or Record(number), name
            record.take(tag, (found["value"] or "").strip(), begins=True)
        elif record and tag and row.strip():
            record.take(tag, row.strip(), begins=tag in dialect.listed)
        if record:
            record.offset = offset
    if record:
        yield record


def _entries(found: Iterator[Record], dialect: Dialect, year: int | None) -> Iterator[PaperRecord | Problem]:
    for position, record in enumerate(found, start=1):
        if record.size > LONGEST:
            yield Problem(position, record.line, f"is longer than {LONGEST:,} characters", offset=record.offset)
            continue
        draft = draft_of(position, record, dialect)
        draft.year = draft.year or year
        yield draft.finished(record.offset)


def draft_of(position: int, record: Record, dialect: Dialect) -> Draft:
    """Return the draft of a paper from a record."""

    def all_of(name: str) -> list[str]:
        tags = dialect.fields.get(name, "").split()
        return [value for tag in tags for value in record.values(tag) if value]

    def first(name: str) -> str:
        return next(iter(all_of(name)), "")

    draft = Draft(position, record.line, title=first("title"), abstract=first("abstract"))
    draft.year = next(filter(year_in, all_of("year")), first("year"))
    # Tags that `+` joins are all authors'; of others, the first that names any.
    choices = ([v for tag in each.split("+") for v in record.values(tag)] for each in dialect.fields["authors"].split())
    draft.authors = people(next(filter(None, choices), ()))
    draft.venue, draft.language = first("venue"), first("language")
    draft.keywords = [word.strip(" .") for value in all_of("keywords") for word in re.split(r"[;\n]", value)]
    draft.identifiers["doi"] = next(filter(None, map(doi_in, all_of("doi"))), "") or next(
        filter(None, (identifier("doi", value) for value in all_of("noted"))), ""
    )
    draft.identifiers["arxiv_id"] = next((found[1] for v in all_of("arxiv") if (found := _ARXIV.search(v))), "")
    addresses = [address.rstrip(".,;") for value in all_of("url") for address in _ADDRESS.findall(value)]
    draft.url = next(iter(addresses), "")
    draft.pdf_url = next((found[0] for value in all_of("pdf_url") if (found := _ADDRESS.search(value))), "")
    return draft


def doi_in(text: str) -> str:
    """Return the DOI that a text holds, without the signs that end the sentence around it; empty where it has none."""
    found = _DOI.search(text)
    doi = found[0].rstrip(".,;") if found else ""
    return doi[:-1] if doi.endswith(")") and doi.count(")") > doi.count("(") else doi
