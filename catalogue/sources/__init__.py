"""One source file in, its papers out: as plain records, in the order of the file, whatever its size or encoding.

    source = read(Path("papers.txt"))
    for entry in source.entries:          # a PaperRecord, or a Problem where an entry cannot become a paper
        ...

A file that cannot be read at all raises SourceError before its first entry. A new format is a module with a function
`read(text, collection)` and a line in READERS and FORMATS; `sniffing` already knows the usual formats by name.

`read_list(data)` reads a reading list, from a file or pasted; `read_terms(data, kinds)` a vocabulary, from CSV or SKOS.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from catalogue.sources import (
    acl,
    atom,
    bibtex,
    endnote,
    isi,
    json_file,
    json_lines,
    medline,
    plain_text,
    ris,
    table,
    unixref,
)
from catalogue.sources.columns import FIELDS
from catalogue.sources.decoding import TextFile, examine
from catalogue.sources.lines import clean_text, opening
from catalogue.sources.list_lines import entry_of_line
from catalogue.sources.packed import STANDARD_INPUT, Member, members
from catalogue.sources.reading_list import LIST_BYTES, LIST_ENTRIES, read_list
from catalogue.sources.records import (
    CollectionRecord,
    LinkRecord,
    ListEntry,
    ListProblem,
    ListRecord,
    PaperRecord,
    Problem,
    SourceError,
    SourceFile,
)
from catalogue.sources.sniffing import sniff
from catalogue.sources.term_records import TermAddress, TermFile, TermLabel, TermRecord, address_of
from catalogue.sources.terms import TERM_BYTES, TERMS_AT_MOST, read_terms, read_terms_of
from catalogue.sources.vocabulary import VocabularyRecord, entry_name, read_vocabulary

__all__ = [
    "FIELDS",
    "FORMATS",
    "LIST_BYTES",
    "LIST_ENTRIES",
    "STANDARD_INPUT",
    "TERMS_AT_MOST",
    "TERM_BYTES",
    "CollectionRecord",
    "LinkRecord",
    "ListEntry",
    "ListProblem",
    "ListRecord",
    "Member",
    "PaperRecord",
    "Problem",
    "SourceError",
    "SourceFile",
    "TermAddress",
    "TermFile",
    "TermLabel",
    "TermRecord",
    "VocabularyRecord",
    "address_of",
    "clean_text",
    "entry_name",
    "entry_of_line",
    "members",
    "read",
    "read_list",
    "read_terms",
    "read_terms_of",
    "read_vocabulary",
]

FORMATS = {
    "text": "Plain text: a heading, then abstracts parted by blank lines",
    "csv": "CSV: a head with names of columns, then a paper a row",
    "tsv": "TSV: the same, cells parted by tabs",
    "json": "JSON: OpenReview's notes, Crossref's works, lists of objects",
    "jsonl": "JSON lines: an object a line",
    "csl-json": "CSL-JSON, as Zotero and other managers of references write it",
    "bibtex": "BibTeX and BibLaTeX",
    "ris": "RIS",
    "endnote": "EndNote's tagged format and refer",
    "isi": "Web of Science, tagged",
    "medline": "MEDLINE, as PubMed writes it (.nbib)",
    "atom": "Atom, as arXiv answers",
    "acl": "XML of the ACL Anthology",
    "unixref": "XML of Crossref",
}
_TABLE = {"csv": table.read, "tsv": table.read}
READERS: dict[str, Callable[[TextFile, str], SourceFile]] = {
    "text": plain_text.read,
    "json": json_file.read,
    "jsonl": json_lines.read,
    "csl-json": json_file.read,
    "bibtex": bibtex.read,
    "ris": ris.read,
    "endnote": endnote.read,
    "isi": isi.read,
    "medline": medline.read,
    "atom": atom.read,
    "acl": acl.read,
    "unixref": unixref.read,
    **_TABLE,
}


def read(path: Path, *, format: str = "", collection: str = "", columns: Mapping[str, str] | None = None) -> SourceFile:
    """Open a source file. Raises SourceError for whatever is wrong with the file as a whole.

    `format` is one of FORMATS; without it the content tells. `collection` is the name of the collection, in place of
    the one that the heading or the entries give; venue and year are taken from it in the same way. `columns` says of
    columns of a table which field they fill: `{"Paper name": "title", "Tags": ""}`.
    """
    readable = ", ".join(FORMATS)
    if format and format not in READERS:
        raise SourceError(path, f"cannot be read as “{format}”: no such format is known (known: {readable})")
    text = examine(path)
    if not format:
        sniffed = sniff(opening(text), path)
        if sniffed.format not in READERS:
            reason = f"looks like {sniffed.label}, which cannot be read yet (readable: {readable})"
            raise SourceError(path, f"{reason}. If it is plain text, name the format “text”", sniffed.line)
        format = sniffed.format
    source = _TABLE[format](text, collection, columns) if format in _TABLE else READERS[format](text, collection)
    return replace(source, format=format)
