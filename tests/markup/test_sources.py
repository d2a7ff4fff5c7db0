"""The abstracts that the site is loaded from."""

import re
from pathlib import Path

from catalogue.markup import render
from catalogue.sources import PaperRecord, read

SOURCES = Path(__file__).parents[2] / "fixtures" / "sources"
RAW = re.compile(r"\\|\$|\*\*|[{}]|``|''|</?[a-z]")


def test_no_raw_markup_is_left_in_the_abstracts_of_the_site() -> None:
    entries = [entry for path in sorted(SOURCES.glob("*.txt")) for entry in read(path).entries]
    abstracts = [entry.abstract for entry in entries if isinstance(entry, PaperRecord)]
    assert len(abstracts) == 76

    left = [
        (match[0], text[max(0, match.start() - 40) : match.end() + 40])
        for text in (render(abstract).text for abstract in abstracts)
        for match in RAW.finditer(text)
    ]

    assert left == []
