"""Which format a file is in: by what it begins with, and only where that says nothing, by the end of its name.

Whatever begins like prose is plain text. A format is named only for a beginning that no prose has: an abstract may well
begin with a bracket, a brace, an at sign or a word in capitals.
"""

import csv
import json
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

TEXT = "text"

# What may stand before the root of XML.
_PROLOG = r"(?>(?:<\?xml\b[^>]*>\s*|<!--(?s:.*?)-->\s*|<!DOCTYPE(?!\s+html)[^>\[]*>\s*)*)"
# Pattern over the text from its first line that is not blank -> name of the format, and what people call it.
BEGINNINGS: tuple[tuple[str, str, str], ...] = (
    (r"(?:%.*\n\s*)*@\w+\s*[{(]\s*(?:[^\s,{}=\"]*\s*,\s*)?[\w:+-]+\s*=\s*[\w{\"]", "bibtex", "BibTeX"),
    (r"(?:%.*\n\s*)*@(?i:comment|preamble|string)\s*[{(](?s:.*)^@\w+\s*[{(]\s*[^\s,{}=\"]*\s*,", "bibtex", "BibTeX"),
    (r"[A-Z][A-Z0-9]  -.*\n\s*[A-Z][A-Z0-9]  -", "ris", "RIS"),
    (r"(?:[A-Z]{2}[A-Z ]{2}- .*\n){2}", "medline", "MEDLINE"),
    (r"(?:%[A-Z0-9@](?: .*)?\n){2}", "endnote", "EndNote"),
    (r"FN .*\nVR \d", "isi", "Web of Science"),
    (_PROLOG + r"(?i:<!doctype\s+html\b|<html\b)", "html", "HTML"),
    (_PROLOG + r"<(?:\w+:)?feed\b[^>]*http://www\.w3\.org/2005/Atom", "atom", "Atom"),
    (_PROLOG + r"<collection\b[^>]*>\s*<volume\b", "acl", "XML of the ACL Anthology"),
    (_PROLOG + r"<(?:\w+:)?(?:doi_records|crossref_result|crossref)\b", "unixref", "XML of Crossref"),
    (r"<\?xml\s|<(?i:rss|rdf:RDF|OAI-PMH|modsCollection|mods|collection|volume|records?)\b[^>]*>\s*<", "xml", "XML"),
    (r"<[\w:.-]+(?:\s[^<>]*)?>[ \t]*\n\s*<[\w:.-]+(?:\s[^<>]*)?>", "xml", "XML"),
    (r"\{\\rtf\d", "rtf", "RTF"),
    (r"(?:#.*\n\s*|---\s*\n)*cff-version:", "cff", "a CITATION.cff"),
    (r"(?:%.*\n\s*)*\\document(?:class|style)\b", "latex", "LaTeX"),
)
EXTENSIONS: dict[str, tuple[str, str]] = {
    ".bib": ("bibtex", "BibTeX"),
    ".bibtex": ("bibtex", "BibTeX"),
    ".ris": ("ris", "RIS"),
    ".nbib": ("medline", "MEDLINE"),
    ".enw": ("endnote", "EndNote"),
    ".json": ("json", "JSON"),
    ".jsonl": ("jsonl", "JSON lines"),
    ".ndjson": ("jsonl", "JSON lines"),
    ".csv": ("csv", "CSV"),
    ".tsv": ("tsv", "TSV"),
    ".atom": ("atom", "Atom"),
    ".xml": ("xml", "XML"),
    ".html": ("html", "HTML"),
    ".htm": ("html", "HTML"),
    ".rtf": ("rtf", "RTF"),
    ".cff": ("cff", "a CITATION.cff"),
    ".tex": ("latex", "LaTeX"),
}
JSON_BEGINNING = re.compile(r'(?:\[\s*)*\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|\[\s*"(?:[^"\\]|\\.)*"\s*,\s*"')
JSON_LINE = re.compile(r'\{\s*"(?:[^"\\\n]|\\.)*"\s*:.*\}\s*$', re.MULTILINE)
CSL_WORDS = re.compile(r'"(?:container-title|issued|citation-key|DOI|title-short)"\s*:')
COLUMNS = frozenset(
    """
    abstract abstracts author authors authorids booktitle citation code collection conference date decision doi email id
    isbn issn issue journal key keywords label link month number oral pages paper paperid pdf poster primary_area
    publication publisher rating session source status tags title track type url venue volume year
    """.split()
)
LONGEST_COLUMN = 40
DELIMITERS = {",": ("csv", "CSV"), ";": ("csv", "CSV"), "\t": ("tsv", "TSV")}


@dataclass(frozen=True, slots=True)
class Sniffed:
    """A format by name and as people call it, and the 1-based line that gave it away; 0 for the name of the file."""

    format: str
    label: str
    line: int = 0


def sniff(opening: str, path: Path) -> Sniffed:
    """The format of a file whose text begins with `opening` (some thousand characters, lines ending with \\n)."""
    text = opening.lstrip()
    line = opening[: len(opening) - len(text)].count("\n") + 1
    for pattern, name, label in BEGINNINGS:
        if re.match(pattern, text, re.MULTILINE):
            return Sniffed(name, label, line)
    by_line = path.suffix.lower() in (".jsonl", ".ndjson")
    found = json_kind(text, by_line) or table_kind(text)
    if found:
        return Sniffed(*found, line)
    if path.suffix.lower() in EXTENSIONS:
        return Sniffed(*EXTENSIONS[path.suffix.lower()])
    return Sniffed(TEXT, "plain text", line)


def json_kind(text: str, by_line: bool = False) -> tuple[str, str] | None:
    """JSON lines, CSL-JSON or other JSON, told by the first key; a list of numbers in brackets is a citation.

    `by_line`: the name says that it is JSON lines; a first line that is whole is enough then.
    """
    if not JSON_BEGINNING.match(text):
        return None
    first = JSON_LINE.match(text)
    if first and (by_line or JSON_LINE.match(text[first.end() :].lstrip())) and is_json(first[0]):
        return "jsonl", "JSON lines"
    return ("csl-json", "CSL-JSON") if CSL_WORDS.search(text) else ("json", "JSON")


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def table_kind(text: str) -> tuple[str, str] | None:
    """CSV or TSV: a first row with at least two names of columns known here, and a second of as many cells."""
    for delimiter, found in DELIMITERS.items():
        try:
            rows = list(islice(csv.reader(text.splitlines(keepends=True), delimiter=delimiter), 2))
        except csv.Error:
            continue
        names = [cell.strip().lower().replace(" ", "_") for cell in rows[0]] if rows else [""]
        short = max(map(len, names)) <= LONGEST_COLUMN
        if short and len(COLUMNS.intersection(names)) >= 2 and (len(rows) < 2 or len(rows[1]) == len(names)):
            return found
    return None
