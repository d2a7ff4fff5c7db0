"""Compare the plain text of rendered texts with tables of what other projects make of them.

    .venv/bin/python bench/compare_tables.py FOLDER

FOLDER holds JSON files, lists of objects with `input` (or `input_xml`) and `expected` (or `text`, or `expected_html`,
of which the tags are dropped). Prints for each file how many rows agree, and every row that does not.
"""

import html
import json
import re
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.markup import render_inline


def expected_text(row: dict[str, str]) -> str | None:
    """Return the plain text that a row expects, or None for a row about something else."""
    if "expected_html" in row:
        return html.unescape(re.sub(r"<[^>]+>", "", row["expected_html"]))
    found = row.get("expected", row.get("text"))
    return found if isinstance(found, str) else None


def main() -> None:
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        rows = [
            (row.get("input", row.get("input_xml", "")), expected_text(row)) for row in json.loads(path.read_text())
        ]
        rows = [(source, expected) for source, expected in rows if expected is not None]
        differing = []
        for source, expected in rows:
            text = render_inline(source).text
            if unicodedata.normalize("NFC", text) != unicodedata.normalize("NFC", expected):
                differing.append((source, text, expected))
        if rows:
            print(f"{path.name}: {len(rows) - len(differing)} of {len(rows)} agree")
        for source, text, expected in differing:
            print(f"  {source!r}\n    here:  {text!r}\n    there: {expected!r}")


if __name__ == "__main__":
    main()
