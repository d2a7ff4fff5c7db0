"""Which papers the entries of a reading list are: by key, by identifier, by title, by the name they introduce."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from catalogue import markup
from catalogue.importing.deriving import heading_key
from catalogue.models import Finding, FindingKind, Paper, PaperAddress
from catalogue.search import fold, named_alike
from catalogue.sources import ListEntry

BATCH = 500
TITLE_LENGTH = 1000
ARXIV_DOI = "10.48550/arxiv."
VERSIONS = 20  # of a preprint: no index tells them from the identifier without one
# At 100,000 papers a title that is not found as it stands takes one millisecond, one of frequent words three.
LOOKED_UP = 3000


@dataclass(frozen=True, slots=True)
class Match:
    """The paper an entry is, by id; None for none, or where several `candidates` (ids) may be meant.

    Not `complete` is a search that stopped at titles as they stand.
    """

    paper: int | None = None
    candidates: tuple[int, ...] = ()
    complete: bool = True


def matches_of(entries: Sequence[ListEntry], papers: QuerySet[Paper]) -> list[Match]:
    """Return for each entry which of `papers` it is. A constant number of queries for BATCH entries.

    The first of these that finds one decides: key, old key, DOI, arXiv identifier (whatever the version), OpenReview
    identifier; the title as it is shown; the title but for punctuation; an introduced name. A title or name that
    several papers have decides nothing. The last two are tried on the first LOOKED_UP titles that need them.
    """
    found: list[Match] = []
    room = LOOKED_UP
    for start in range(0, len(entries), BATCH):
        batch, room = _matches(entries[start : start + BATCH], papers, room)
        found += batch
    return found


def _matches(entries: Sequence[ListEntry], papers: QuerySet[Paper], room: int) -> tuple[list[Match], int]:
    """Return the matches of a batch, and how many titles may be looked up after it."""
    identified = _by_identifier(entries, papers)
    titles = {entry.title: None for entry, paper in zip(entries, identified, strict=True) if entry.title and not paper}
    spellings = {title: _spellings(title) for title in titles}
    titled = _by_key(spellings, papers)
    rest = [title for title in titles if title not in titled]
    titled |= _by_letters({title: spellings[title] for title in rest[:room]}, papers)
    found = []
    for entry, paper in zip(entries, identified, strict=True):
        of_title = [paper] if paper else titled.get(entry.title, [])
        complete = bool(paper) or entry.title in titled or not entry.title
        found.append(Match(of_title[0]) if len(of_title) == 1 else Match(None, tuple(of_title), complete))
    return found, max(room - len(rest), 0)


# --- Identifiers --------------------------------------------------------------------------------
def _by_identifier(entries: Sequence[ListEntry], papers: QuerySet[Paper]) -> list[int | None]:
    keys = {entry.key for entry in entries} - {""}
    dois = {entry.doi for entry in entries} - {""}
    preprints = {_preprint(entry) for entry in entries} - {""}
    forums = {entry.openreview_id for entry in entries} - {""}
    old = dict(PaperAddress.objects.filter(key__in=keys).values_list("key", "paper_id"))
    versions = {
        f"{each}{version}" for each in preprints for version in ("", *(f"v{n}" for n in range(1, VERSIONS + 1)))
    }
    wanted = Q(key__in=keys) | Q(pk__in=set(old.values()))
    wanted |= Q(doi__in=dois) | Q(arxiv_id__in=versions) | Q(openreview_id__in=forums)
    rows = list(papers.filter(wanted).values_list("pk", "key", "doi", "arxiv_id", "openreview_id"))
    seen = {row[0] for row in rows}
    by_key = {key: pk for key, pk in old.items() if pk in seen} | {row[1]: row[0] for row in rows}
    by_doi = {row[2]: row[0] for row in rows if row[2]}
    by_preprint = {_without_version(row[3]): row[0] for row in rows if row[3]}
    by_forum = {row[4]: row[0] for row in rows if row[4]}
    return [
        by_key.get(entry.key)
        or by_doi.get(entry.doi)
        or by_preprint.get(_preprint(entry))
        or by_forum.get(entry.openreview_id)
        for entry in entries
    ]


def _preprint(entry: ListEntry) -> str:
    """Return the arXiv identifier without version, also that which arXiv's own DOIs hold."""
    of_doi = entry.doi.removeprefix(ARXIV_DOI) if entry.doi.startswith(ARXIV_DOI) else ""
    return _without_version(entry.arxiv_id or of_doi)


def _without_version(arxiv_id: str) -> str:
    return re.sub(r"v\d+$", "", arxiv_id)


# --- Titles and names ---------------------------------------------------------------------------
def _by_letters(spellings: dict[str, list[str]], papers: QuerySet[Paper]) -> dict[str, list[int]]:
    """Return for each title the papers, by id, whose title has the same letters, or else a name they introduce."""
    alike = named_alike({spelling for each in spellings.values() for spelling in each})
    ids = {pk for found in alike.values() for pk in found}
    headings = dict(papers.among(ids).values_list("pk", "heading")) if ids else {}
    names = _names(headings)
    found = {}
    for title, spelled in spellings.items():
        candidates = sorted({pk for spelling in spelled for pk in alike.get(spelling, ()) if pk in headings})
        letters = set(map(_letters, spelled)) - {""}
        called = [pk for pk in candidates if _letters(headings[pk]) in letters]
        found[title] = called or [pk for pk in candidates if letters & names.get(pk, set())]
    return found


def _spellings(title: str) -> list[str]:
    """Return what a title may be as it is shown: itself, or what its LaTeX and Markdown become."""
    title = title[:TITLE_LENGTH]
    return list(dict.fromkeys([title, markup.render_inline(title).text]))


def _by_key(spellings: dict[str, list[str]], papers: QuerySet[Paper]) -> dict[str, list[int]]:
    """Return the papers, by id, that are shown under a title; titles of none are left out."""
    keys = {title: {heading_key(spelling) for spelling in each} - {""} for title, each in spellings.items()}
    wanted = {key for each in keys.values() for key in each}
    found: dict[str, list[int]] = {}
    for pk, key in papers.filter(heading_key__in=wanted).values_list("pk", "heading_key") if wanted else ():
        found.setdefault(key, []).append(pk)
    by_title = {title: [pk for key in each for pk in found.get(key, ())] for title, each in keys.items()}
    return {title: pks for title, pks in by_title.items() if pks}


def _names(papers: Iterable[int]) -> dict[int, set[str]]:
    """Return the letters of the names that papers introduce, by paper."""
    papers = list(papers)
    rows = Finding.objects.accepted().of_kind(FindingKind.NAME).filter(paper__in=papers) if papers else ()
    names: dict[int, set[str]] = {}
    for finding in rows:
        names.setdefault(finding.paper_id, set()).add(_letters(finding.value))
    return names


def _letters(text: str) -> str:
    """Return the letters and digits of a text, without what readers overlook."""
    return re.sub(r"[\W_]+", "", fold(text))
