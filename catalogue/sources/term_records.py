"""What a vocabulary file states of tags, as plain data, whatever its format."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote

from catalogue.sources.lines import clean_text, is_blank

LABEL_LENGTH, SLUG_LENGTH = 200, 120
STATES = ("accepted", "proposed", "retired")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_ADDRESS = re.compile(r"(?:^|/)tags/(\w+)/([^/?#]+)/?$")


class TermLabel(NamedTuple):
    """A label, one line, and its language as BCP 47 has it; empty where the file does not say."""

    text: str
    language: str = ""


class TermAddress(NamedTuple):
    """The last two parts of the address of a tag's page."""

    kind: str
    slug: str


class Problem(NamedTuple):
    """What is wrong, as sentences, and where: “line 12” or a subject; empty where it is about the whole file."""

    place: str
    message: str


@dataclass(slots=True)
class TermRecord:
    """A tag as a file states it. None: the file does not say.

    `subject` is what other records of the file call it by, `place` what people do. `preferred` has the label to be
    shown first and one for each further language; None says nothing of further ones. `broader` is the subject or a
    label of the wider tag, empty where there is none. `id` and `address` are those of the catalogue that wrote the
    file. `only_adds` is true for what somebody else says: it fills what is empty and changes nothing.
    """

    place: str
    kind: str
    label: TermLabel
    preferred: tuple[TermLabel, ...] | None = None
    alternative: tuple[TermLabel, ...] | None = None
    note: str | None = None
    broader: str | None = None
    patterns: str | None = None
    state: str | None = None
    only_proposes: bool | None = None
    former: tuple[TermAddress, ...] = ()
    subject: str = ""
    id: int | None = None
    address: TermAddress | None = None
    only_adds: bool = False


@dataclass(slots=True)
class TermFile:
    """The tags of a file in its order.

    `kinds` are the known kinds with the word for several of them; `kind` is for tags to which the file gives none.
    """

    path: Path
    kinds: dict[str, str]
    kind: str = ""
    terms: list[TermRecord] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)

    def kind_named(self, name: str) -> str:
        """Return the kind with this name, in singular or plural; empty if there is none."""
        folded = " ".join(name.split()).lower()
        return next((kind for kind, several in self.kinds.items() if folded in (kind, several.lower())), "")


def label_of(text: str) -> str:
    """Return a label in one line, without what no database holds. ValueError says why it is none."""
    label = " ".join(clean_text(text).split())
    if is_blank(label):
        raise ValueError("a label has no visible character")
    # A key can be longer than its label: the compatibility form of one letter may be a whole phrase.
    if len(label) > LABEL_LENGTH or len(normalize("NFKC", label).casefold()) > 2 * LABEL_LENGTH:
        raise ValueError(f"the label “{label[:40]}…” is longer than {LABEL_LENGTH} characters")
    return label


def language_of(text: str) -> str:
    """Return a language in the usual letters (`de`, `zh-Hans`, `pt-BR`); empty if it is none."""
    if not _LANGUAGE.fullmatch(text) or len(text) > 35:
        return ""
    first, *others = text.split("-")
    cased = [part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part.lower() for part in others]
    return "-".join([first.lower(), *cased])


def address_of(uri: str) -> TermAddress | None:
    """Return the address of a tag's page that a URI ends with."""
    found = _ADDRESS.search(uri)
    if not found:
        return None
    slug = clean_text(unquote(found[2]))
    return TermAddress(found[1], slug) if slug and "/" not in slug and len(slug) <= SLUG_LENGTH else None
