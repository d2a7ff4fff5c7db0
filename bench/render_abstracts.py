"""Renders the texts of files and says how long it took and what is left of their markup.

    python bench/render_abstracts.py PATH… [--show N]

A `.jsonl` file holds objects with an `abstract` or a `text`, and perhaps a `title`; a `.txt` file holds texts parted by
blank lines. Printed: the number of texts, milliseconds a text (mean, slowest), formulas and the share of them that is
shown as its source, and each leftover (a raw command, `$`, `**`, a brace in the plain text) with what is around it.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue import markup

LEFTOVER = re.compile(r"\\[A-Za-z]+|\\[^\s]|\$|\*\*|[{}]|``|</?[a-z:]+>")
FORMULA = re.compile(r"<math[ >]")
# A formula that could not be read; code of the authors has no backslash as a rule.
SOURCE = re.compile(r"<code>[^<]*(?:\\[A-Za-z]|[\^_{}])[^<]*</code>")


def texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a file, each with whether it is a title."""
    if path.suffix != ".jsonl":
        yield from ((part, False) for part in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")) if part.strip())
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        yield entry.get("abstract") or entry.get("text") or "", False
        if entry.get("title"):
            yield entry["title"], True


def measure(path: Path, show: int) -> None:
    """Render the texts of `path` and print the numbers."""
    spent: list[float] = []
    formulas = sources = 0
    leftovers: list[str] = []
    for number, (text, is_title) in enumerate(texts(path)):
        start = time.perf_counter()
        rendered = markup.render_inline(text) if is_title else markup.render(text)
        if not is_title:
            spent.append(1000 * (time.perf_counter() - start))
        formulas += len(FORMULA.findall(rendered.html))
        sources += len(SOURCE.findall(rendered.html))
        for match in LEFTOVER.finditer(rendered.text):
            around = rendered.text[max(0, match.start() - 50) : match.end() + 50]
            leftovers.append(f"{number}: {match[0]!r} in …{around}…")
        if number < show:
            print(f"\n{text}\n→ {rendered.text}\n→ {rendered.html}")
    total = formulas + sources
    print(f"{path}: {len(spent)} texts, mean {sum(spent) / len(spent):.2f} ms, slowest {max(spent):.1f} ms")
    print(f"{total} formulas, {sources} shown as source ({sources / max(total, 1):.2%})")
    print(f"{len(leftovers)} leftovers", *leftovers, sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print the first N texts as they are rendered")
    options = parser.parse_args()
    for path in options.paths:
        measure(path, options.show)


if __name__ == "__main__":
    main()
