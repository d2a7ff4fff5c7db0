"""Atom feeds as arXiv answers with them; of other feeds, their entries as papers."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from catalogue.sources import heading
from catalogue.sources.decoding import TextFile
from catalogue.sources.drafting import Draft, year_in
from catalogue.sources.identifiers import identifier
from catalogue.sources.records import PaperRecord, Problem, SourceFile
from catalogue.sources.xml_elements import elements, rich_text, text_of

_ERROR = "arxiv.org/api/errors"


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that an Atom feed holds."""
    named = heading.collection_named(collection) if collection else heading.collection_of_file(text.path)
    return SourceFile(text.path, "atom", "", named, text.sha256, text.size, _entries(text))


def _entries(text: TextFile) -> Iterator[PaperRecord | Problem]:
    for position, found in enumerate(elements(text, frozenset({"entry"})), start=1):
        entry = found.element
        if found.fault:
            yield Problem(position, found.line, found.fault, offset=found.offset)
        elif _ERROR in text_of(entry, "id"):
            yield Problem(position, found.line, f"is an error that arXiv answered: {text_of(entry, 'summary')[:200]}")
        else:
            yield _draft(position, found.line, entry).finished(found.offset)


def _draft(position: int, line: int, entry: Element) -> Draft:
    draft = Draft(position, line, title=text_of(entry, "title"))
    summary = entry.find("summary")
    if summary is not None:
        draft.abstract = rich_text(summary)
    draft.authors = [name for author in entry.findall("author") if (name := text_of(author, "name"))]
    draft.year = year_in(text_of(entry, "published") or text_of(entry, "updated"))
    own = text_of(entry, "id")
    if number := identifier("arxiv_id", own):
        draft.identifiers["arxiv_id"] = number
    draft.identifiers["doi"] = text_of(entry, "doi")
    draft.keywords = list(dict.fromkeys(each.get("term", "") for each in entry.findall("category")))
    links = [
        (link.get("rel", "alternate"), link.get("title", ""), link.get("href", "")) for link in entry.findall("link")
    ]
    draft.url = next((href for rel, _, href in links if rel == "alternate"), own if "://" in own else "")
    draft.pdf_url = next((href for _, title, href in links if title == "pdf"), "")
    return draft
