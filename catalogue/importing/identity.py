"""What a record is told apart by, and which records no row can hold."""

import hashlib
import json
from dataclasses import asdict

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from catalogue.models import Paper, name_key, text_hash
from catalogue.models.keys import HASH_LENGTH
from catalogue.sources import PaperRecord, Problem

_NOT_CONTENT = ("position", "line", "offset")
_is_url = URLValidator(schemes=["http", "https"])


def identifying_hash(title: str, abstract: str) -> str:
    """Return the hash a paper is told apart by: of the abstract, of the title if there is none."""
    return text_hash(abstract or title)


def record_hash(record: PaperRecord) -> str:
    """Return 26 hexadecimal characters that change whenever anything the source says of the paper changes."""
    content = {name: value for name, value in asdict(record).items() if name not in _NOT_CONTENT}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:HASH_LENGTH]


def stated_values(record: PaperRecord) -> dict[str, object]:
    """Return what the record says, by field of the paper; fields it is silent about are left out."""
    values: dict[str, object] = {
        name: getattr(record, name) for name in Paper.STATED_FIELDS if name not in ("abstract_source", "authors")
    }
    values |= {"abstract_source": record.abstract, "authors": record.authors}
    return {name: value for name, value in values.items() if value not in ("", None, ())}


def problem_of(record: PaperRecord) -> Problem | None:
    """Return why no row can hold the record, or None: a value too long or an address that is none."""
    if not name_key(record.abstract or record.title):
        return Problem(record.position, record.line, "has neither title nor abstract")
    for name in ("language", "doi", "arxiv_id", "openreview_id", "url", "pdf_url"):
        longest = Paper._meta.get_field(name).max_length
        if len(getattr(record, name)) > longest:
            return Problem(record.position, record.line, f"is longer than {longest} characters", field=name)
    for author in record.authors:
        if not name_key(author) or len(author) > 300 or len(name_key(author)) > 600:
            return Problem(record.position, record.line, f"is no name: {author[:60]!r}", field="authors")
    for keyword in record.keywords:
        if not name_key(keyword) or len(keyword) > 200 or len(name_key(keyword)) > 400:
            return Problem(record.position, record.line, f"is no keyword: {keyword[:60]!r}", field="keywords")
    if record.year is not None and not 1000 <= record.year <= 2999:
        return Problem(record.position, record.line, f"{record.year} is no year of a paper", field="year")
    return _problem_of_addresses(record)


def _problem_of_addresses(record: PaperRecord) -> Problem | None:
    addresses = [("url", record.url), ("pdf_url", record.pdf_url), *(("links", link.url) for link in record.links)]
    for name, address in addresses:
        try:
            if address:
                _is_url(address)
        except ValidationError:
            return Problem(record.position, record.line, f"is no web address: {address[:80]!r}", field=name)
        if len(address) > 800:
            return Problem(record.position, record.line, "is longer than 800 characters", field=name)
    return None
