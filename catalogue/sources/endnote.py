"""EndNote's tagged files and refer: `%T` and a value; records parted by blank lines, or begun by `%0`."""

import re

from catalogue.sources import tagged
from catalogue.sources.decoding import TextFile
from catalogue.sources.records import SourceFile

DIALECT = tagged.Dialect(
    "EndNote",
    re.compile(r"%(?P<tag>[A-Z0-9@?!~*$<>+&^(\[\]#])(?:\s(?P<value>.*)|$)"),
    {
        "title": "T",
        "abstract": "X",
        "authors": "A",
        "year": "D 8",
        "venue": "J B",
        "doi": "R",
        "noted": "U",
        "arxiv": "U",
        "url": "U",
        "pdf_url": ">",
        "keywords": "K",
        "language": "G",
    },
    begins=frozenset({"0"}),
    blank=True,
    listed=frozenset({"K"}),
)


def read(text: TextFile, collection: str = "") -> SourceFile:
    """The source file that EndNote's tags hold."""
    return tagged.read(text, collection, DIALECT)
