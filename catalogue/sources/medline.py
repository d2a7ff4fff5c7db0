"""MEDLINE as PubMed writes it (`.nbib`): a tag of four places, a hyphen, a value; records parted by blank lines."""

import re

from catalogue.sources import tagged
from catalogue.sources.decoding import TextFile
from catalogue.sources.records import SourceFile

DIALECT = tagged.Dialect(
    "MEDLINE",
    re.compile(r"(?P<tag>[A-Z]{2,4}) {0,2}-(?:\s(?P<value>.*)|$)"),
    {
        "title": "TI TT BTI",
        "abstract": "AB",
        "authors": "FAU AU",
        "year": "DP DEP",
        "venue": "JT TA BTI",
        "doi": "LID AID SO",
        "keywords": "OT MH",
        "language": "LA",
    },
    begins=frozenset({"PMID"}),
    blank=True,
)


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that MEDLINE holds."""
    return tagged.read(text, collection, DIALECT)
