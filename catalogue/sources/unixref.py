"""Crossref's XML, Unixref and UnixSD: what is registered of articles, conference papers, chapters, preprints."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from catalogue.sources import heading
from catalogue.sources.decoding import TextFile
from catalogue.sources.drafting import Draft
from catalogue.sources.people import printed
from catalogue.sources.records import PaperRecord, Problem, SourceFile
from catalogue.sources.xml_elements import elements, rich_text, text_of

# What a paper may be; a book is one only where none of the others is in it.
WORKS = (
    "journal_article conference_paper content_item posted_content dissertation report-paper dataset standard".split()
)
_WHOLE = "book_metadata book_series_metadata book_set_metadata report-paper_metadata proceedings_metadata".split()
_VENUES = ("full_title", "proceedings_title", "series_metadata/titles/title", "book_metadata/titles/title")


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that Crossref's XML holds."""
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    return SourceFile(text.path, "unixref", "", named, text.sha256, text.size, _entries(text))


def _entries(text: TextFile) -> Iterator[PaperRecord | Problem]:
    position = 0
    for found in elements(text, frozenset({"crossref"})):
        if found.fault:
            yield Problem(position + 1, found.line, found.fault, offset=found.offset)
            continue
        works = [work for name in WORKS for work in found.element.iter(name)]
        works = works or [work for name in _WHOLE for work in found.element.iter(name)][:1]
        for work in works:
            position += 1
            yield _draft(position, found.line, work, found.element).finished(found.offset)
        if error := found.element.find(".//error"):
            position += 1
            yield Problem(position, found.line, f"is an error that Crossref answered: {text_of(error)[:200]}")


def _draft(position: int, line: int, work: Element, record: Element) -> Draft:
    titles = work.find("titles")
    draft = Draft(position, line, title=text_of(titles, "title"))
    if subtitle := text_of(titles, "subtitle"):
        draft.title = f"{draft.title}: {subtitle}" if draft.title else subtitle
    if abstract := _abstract(work):
        draft.abstract = abstract
    draft.authors = list(_authors(work))
    dates = [each for where in (work, record) for name in _DATES for each in where.iter(name)]
    # Of several dates of one work, that in print.
    dates.sort(key=lambda each: each.get("media_type") == "online")
    draft.year = next((year for each in dates if (year := text_of(each, "year"))), "")
    draft.venue = next(
        (venue for name in _VENUES if (venue := text_of(record, f".//{name}")) and venue != draft.title), ""
    )
    draft.language = work.get("language", "")
    draft.identifiers["doi"] = text_of(work, "doi_data/doi")
    draft.url = text_of(work, "doi_data/resource")
    return draft


_DATES = ("publication_date", "posted_date", "approval_date")


def _abstract(work: Element) -> str:
    """Return the abstract in JATS, without a title that says “Abstract” only."""
    found = next((each for each in work.iter("abstract")), None)
    return re.sub(r"^(?:Abstract|Summary)\.?\s*\n+", "", rich_text(found)) if found is not None else ""


def _authors(work: Element) -> Iterator[str]:
    contributors = work.find("contributors")
    for each in contributors if contributors is not None else ():
        if each.get("contributor_role", "author") != "author":
            continue
        if each.tag == "person_name":
            yield printed(text_of(each, "surname"), text_of(each, "given_name"), suffix=text_of(each, "suffix"))
        elif each.tag == "organization":
            yield text_of(each)
