"""Vocabulary files as tests write and read them."""

from catalogue.exports import VOCABULARY_FORMATS, vocabulary_of
from catalogue.importing import Exchange
from catalogue.models import Tag, TagKind
from catalogue.sources import TermFile, read_terms

SITE = "https://papers.example"
KINDS = {kind: TagKind(kind).plural for kind in TagKind.values}


def written(format: str) -> str:
    """All shared tags, with everything."""
    return VOCABULARY_FORMATS[format].write(vocabulary_of(Tag.objects.shared(), SITE, whole=True))


def read(text: str | bytes, kind: str = "") -> TermFile:
    """What a file states."""
    return read_terms(text.encode() if isinstance(text, str) else text, KINDS, kind=kind)


def said(exchange: Exchange) -> list[str]:
    """Problems and remarks of an exchange, without their places."""
    return [message for _, message in [*exchange.problems, *exchange.remarks]]
