"""Files of the Web of Science: a tag of two signs, a space and a value; further lines begin with three spaces."""

import re

from catalogue.sources import tagged
from catalogue.sources.decoding import TextFile
from catalogue.sources.records import SourceFile

DIALECT = tagged.Dialect(
    "ISI",
    re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*)|$)"),
    {
        "title": "TI",
        "abstract": "AB",
        "authors": "AF AU",
        "year": "PY PD",
        "venue": "SO",
        "doi": "DI",
        "url": "UR",
        "keywords": "DE ID",
        "language": "LA",
    },
    begins=frozenset({"PT"}),
    ends=frozenset({"ER"}),
    listed=frozenset({"AU", "AF"}),
    no_record=frozenset({"FN", "VR", "EF"}),
)


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that a file of the Web of Science holds."""
    return tagged.read(text, collection, DIALECT)
