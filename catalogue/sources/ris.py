"""RIS, of the many programs that write it: with `TY` and without, with spaces that are missing, with `ER` or not."""

import re

from catalogue.sources import tagged
from catalogue.sources.decoding import TextFile
from catalogue.sources.records import SourceFile

DIALECT = tagged.Dialect(
    "RIS",
    re.compile(r"\s?(?P<tag>[A-Z][A-Z0-9])(?:  -| ?-(?=\s|$))(?P<value>.*)"),
    {
        "title": "TI T1 CT BT",
        "abstract": "AB N2",
        "authors": "A1+AU",
        "year": "PY Y1 DA",
        "venue": "T2 JO JF JA J2 BT T3",
        "doi": "DO",
        "noted": "L3 M3 N1",
        "arxiv": "N1 UR M1",
        "url": "UR L2 LK",
        "pdf_url": "L1",
        "keywords": "KW",
        "language": "LA",
    },
    begins=frozenset({"TY"}),
    ends=frozenset({"ER"}),
    listed=frozenset({"KW"}),
)


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that RIS holds."""
    return tagged.read(text, collection, DIALECT)
