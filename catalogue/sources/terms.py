"""A vocabulary from a file: a table (CSV) or SKOS (Turtle, JSON-LD), the catalogue's own or somebody else's."""

import re
from collections.abc import Callable
from pathlib import Path

from catalogue.sources.decoding import chunks, text_of
from catalogue.sources.lines import clean_text
from catalogue.sources.records import SourceError
from catalogue.sources.skos import read_jsonld, read_turtle
from catalogue.sources.tag_table import read_table
from catalogue.sources.term_records import TermFile

TERM_BYTES = 10_000_000
TERMS_AT_MOST = 20_000
FORMATS = "CSV, or SKOS as Turtle or JSON-LD"

_XML = re.compile(r"\s*<(?:\?xml|rdf:RDF|!DOCTYPE|skos:)", re.IGNORECASE)
_TOML = re.compile(r"(?:\s*#.*\n)*\s*\[\[\w+\]\]\s*\n")
_TURTLE = re.compile(r"(?:\s*#.*\n)*\s*(?:@prefix|@base|prefix\s|base\s|<[^<>\s]*>\s|_:\w)", re.IGNORECASE)
_JSON = re.compile(r"\s*[{\[]")


def read_terms(data: bytes, kinds: dict[str, str], *, kind: str = "", name: str = "vocabulary") -> TermFile:
    """Read the tags of a file of at most TERM_BYTES and TERMS_AT_MOST, in any usual encoding.

    The content tells the format. `kinds` are the kinds of tags with the word for several; `kind` is for those to which
    the file gives none. What cannot be taken is in `problems`; what had to be decided about it, in `remarks`. Raises
    SourceError, with `name` as its path, for a file that is wrong as a whole.
    """
    path = Path(name)
    text = clean_text(text_of(data, TERM_BYTES, path))
    file = TermFile(path, kinds, kind)
    _reader_of(text, path)(text, file)
    if len(file.terms) > TERMS_AT_MOST:
        raise SourceError(path, f"has more than {TERMS_AT_MOST:,} tags, the most that are taken at once")
    if not file.terms and not file.problems:
        raise SourceError(path, f"has no tags in it. What can be read: {FORMATS}")
    return file


def read_terms_of(path: Path, kinds: dict[str, str], *, kind: str = "") -> TermFile:
    """Read the tags of a file on this machine, as `read_terms` does."""
    data = b"".join(chunks(path, TERM_BYTES + 1))
    return read_terms(data, kinds, kind=kind, name=str(path))


def _reader_of(text: str, path: Path) -> Callable[[str, TermFile], None]:
    if _XML.match(text):
        raise SourceError(path, f"is XML, which cannot be read. What can be read: {FORMATS}")
    if _TOML.match(text):
        raise SourceError(path, f"is TOML, which only the command load_vocabulary reads. What can be read: {FORMATS}")
    if _JSON.match(text):
        return read_jsonld
    return read_turtle if _TURTLE.match(text) else read_table
