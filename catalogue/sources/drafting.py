"""From the loose values of an entry to a PaperRecord: what fits its field is taken, the rest is named and left out.

Every reader of structured files fills a Draft. So all formats agree on what a year, an identifier or an address is.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from catalogue.sources.identifiers import identifier, identifiers_of_address
from catalogue.sources.lines import clean_text
from catalogue.sources.people import LONGEST_NAME
from catalogue.sources.records import LeftOut, LinkRecord, PaperRecord, Problem

LONGEST_ADDRESS = 800
LONGEST_IDENTIFIER = 300
LONGEST_KEYWORD = 200
LONGEST_TEXT = 1_000_000
IDENTIFIERS = {
    "doi": "DOI",
    "arxiv_id": "arXiv identifier",
    "openreview_id": "OpenReview identifier",
    "acl_id": "identifier of the ACL Anthology",
}
_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|2[0-9]{3})(?!\d)")
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]{2,8})*")
_VERSION = re.compile(r"v\d+$")
# The DOIs that the ACL Anthology gives hold its own identifiers.
_ACL_DOI = "10.18653/v1/"


@dataclass(slots=True)
class Draft:
    """What an entry says, as texts; `position` and `line` as in PaperRecord. Texts may hold line ends and more spaces.

    `title` and `abstract` may hold LaTeX, Markdown or JATS and are stored as they are. Authors and keywords are plain.
    """

    position: int
    line: int
    title: str = ""
    abstract: str = ""
    authors: list[str] = field(default_factory=list)
    year: str | int | None = None
    language: str = ""
    venue: str = ""
    identifiers: dict[str, str] = field(default_factory=dict)
    url: str = ""
    pdf_url: str = ""
    keywords: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def leave_out(self, name: str, message: str) -> None:
        """Note a value that no field takes."""
        self.left_out.append(LeftOut(name, message))

    def finished(self, offset: int = 0) -> PaperRecord | Problem:
        """Return the record, or why the entry is none: it has neither a title nor an abstract."""
        title, abstract = self._text("title", line_of(self.title)), self._text("abstract", clean_text(self.abstract))
        if not any(map(str.isalnum, title + abstract)):
            return Problem(self.position, self.line, "has neither title nor abstract", offset=offset)
        authors = tuple(self._names("authors", self.authors, LONGEST_NAME))
        keywords = tuple(self._names("keywords", self.keywords, LONGEST_KEYWORD))
        pdf_url = self._address("pdf_url", self.pdf_url)
        url = self._address("url", self.url)
        stated = {name: self._identifier(name, self.identifiers.get(name, "")) for name in IDENTIFIERS}
        found = identifiers_of_address(url) | identifiers_of_address(pdf_url)
        if stated["doi"].startswith(_ACL_DOI):
            found.setdefault("acl_id", identifier("acl_id", stated["doi"].removeprefix(_ACL_DOI)))
        for name in IDENTIFIERS:
            stated[name] = stated[name] or found.get(name, "")
        stated["arxiv_id"] = _VERSION.sub("", stated["arxiv_id"])
        links = [LinkRecord(kind, link) for kind, each in self.links if (link := self._address("links", each))]
        return PaperRecord(
            self.position,
            self.line,
            title=title,
            abstract=abstract,
            authors=authors,
            year=self._year(),
            language=self._language(),
            venue=line_of(self.venue),
            url=url,
            pdf_url=pdf_url,
            keywords=keywords,
            links=tuple(dict.fromkeys(links)),
            left_out=tuple(self.left_out),
            offset=offset,
            **stated,
        )

    def _text(self, name: str, text: str) -> str:
        text = text.strip()
        if len(text) <= LONGEST_TEXT:
            return text
        self.leave_out(name, f"is longer than {LONGEST_TEXT:,} characters")
        return ""

    def _names(self, name: str, values: Iterable[str], longest: int) -> Iterable[str]:
        for value in dict.fromkeys(map(line_of, values)):
            if any(map(str.isalnum, value)) and len(value) <= longest:
                yield value
            elif value:
                self.leave_out(name, f"holds what is none: “{cut(value)}”")

    def _identifier(self, name: str, text: str) -> str:
        text = line_of(text)
        found = identifier(name, text) if len(text) <= LONGEST_IDENTIFIER else ""
        if text and not found:
            self.leave_out(name, f"is no {IDENTIFIERS[name]}: “{cut(text)}”")
        return found

    def _address(self, name: str, text: str) -> str:
        text = line_of(text)
        if is_address(text):
            return text
        if text:
            self.leave_out(name, f"is no web address: “{cut(text)}”")
        return ""

    def _year(self) -> int | None:
        text = line_of(str(self.year or ""))
        year = year_in(text)
        if text and year is None:
            self.leave_out("year", f"is no year: “{cut(text)}”")
        return year

    def _language(self) -> str:
        text = line_of(self.language)
        if text and not (_LANGUAGE.fullmatch(text) and len(text) <= 35):
            return ""
        return text.replace("_", "-")


def line_of(text: str) -> str:
    """Return a text in one line, without what no database holds, white space collapsed."""
    return " ".join(clean_text(text).split())


def year_in(text: str) -> int | None:
    """Return the first year from 1000 to 2999 that a date names: `2019-03-02`, `March 2019`, `c. 2019`."""
    found = _YEAR.search(text)
    return int(found[1]) if found else None


def is_address(text: str) -> bool:
    """Whether a text is a web address that can be stored and linked to."""
    if not re.match(r"https?://[^\s<>\"]+$", text, re.IGNORECASE) or len(text) > LONGEST_ADDRESS:
        return False
    try:
        host = urlsplit(text).hostname or ""
    except ValueError:
        return False
    return bool(re.fullmatch(r"[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}|localhost|[\d.]+", host))


def cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
