"""The XML of the ACL Anthology: volumes with their papers, old and new identifiers."""

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from catalogue.sources import heading
from catalogue.sources.decoding import TextFile
from catalogue.sources.drafting import Draft
from catalogue.sources.identifiers import identifier
from catalogue.sources.people import printed
from catalogue.sources.records import PaperRecord, Problem, SourceFile
from catalogue.sources.xml_elements import elements, rich_text, text_of

ADDRESS = "https://aclanthology.org/"
# Volumes of these have two digits, and their papers two: `W04-0101`.
_TWO_DIGITS = re.compile(r"[WC]|D19-5|D19-6")


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that a file of the Anthology holds."""
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    return SourceFile(text.path, "acl", "", named, text.sha256, text.size, _entries(text))


def _entries(text: TextFile) -> Iterator[PaperRecord | Problem]:
    volume = Element("meta")
    position = 0
    for found in elements(text, frozenset({"meta", "paper"})):
        if found.element.tag == "meta":
            volume = found.element
            continue
        position += 1
        if found.fault:
            yield Problem(position, found.line, found.fault, offset=found.offset)
        else:
            yield _draft(position, found.line, found.element, volume, found.around).finished(found.offset)


def _draft(position: int, line: int, paper: Element, volume: Element, around: Mapping[str, Mapping[str, str]]) -> Draft:
    draft = Draft(position, line, title=text_of(paper, "title"))
    abstract = paper.find("abstract")
    if abstract is not None:
        draft.abstract = rich_text(abstract)
    draft.authors = [_name(author) for author in paper.findall("author")]
    draft.year = text_of(paper, "year") or text_of(volume, "year")
    draft.venue = text_of(paper, "booktitle") or text_of(volume, "booktitle") or text_of(volume, "journal-title")
    draft.language = text_of(paper, "language")
    draft.identifiers["doi"] = text_of(paper, "doi")
    anthology = _own_id(paper, around)
    draft.identifiers["acl_id"] = anthology
    if anthology:
        draft.url, draft.pdf_url = f"{ADDRESS}{anthology}", f"{ADDRESS}{anthology}.pdf"
    draft.links = [("code", each.get("url", "")) for each in paper.findall("pwccode") if each.get("url")]
    return draft


def _name(author: Element) -> str:
    return printed(text_of(author, "last"), text_of(author, "first")) or text_of(author)


def _own_id(paper: Element, around: Mapping[str, Mapping[str, str]]) -> str:
    """Return what a paper says of itself, or what its volume and number make: `P79-1001`, `2022.acl-long.1`."""
    stated = text_of(paper, "url")
    if found := identifier("acl_id", stated):
        return found
    collection, volume = around.get("collection", {}).get("id", ""), around.get("volume", {}).get("id", "")
    number = paper.get("id", "")
    if "." in collection:
        return identifier("acl_id", f"{collection}-{volume}.{number}")
    if not (volume.isdigit() and number.isdigit()):
        return ""
    two = _TWO_DIGITS.match(f"{collection}-{volume}")
    return identifier(
        "acl_id",
        f"{collection}-{volume.zfill(2)}{number.zfill(2)}" if two else f"{collection}-{volume}{number.zfill(3)}",
    )
