"""Says how well the rules of `catalogue.extraction` do on papers whose titles are known, and how fast they are.

    python bench/extraction_quality.py PATH [--show N]

PATH is a `.jsonl` file of objects with `title` and `abstract`. The titles are withheld. A title "Name: …" tells the
name of what the paper introduces: of these papers, recall is the share whose headline name is found, precision the
share of the headline names given that are right. The overlap of a heading with the title is the F1 of their words.
Printed too: the first N papers whose headline name is wrong or missing; papers a second; and, if scikit-learn is
installed, how well the file's own `primary_area` follows from the areas found.
"""

import argparse
import json
import re
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from starter import vocabulary

from catalogue import markup
from catalogue.extraction import Extraction, Text, Vocabulary, extract

try:
    from area_agreement import agreement
except ImportError:  # scikit-learn is for training only
    agreement = None

NAMED_TITLE = re.compile(r"(\S+):\s")


def key(text: str) -> str:
    """Return the form in which names and words are compared."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s\-\u2010-\u2015_/]+", " ", folded).strip()


def overlap(one: str, other: str) -> float:
    """Return the F1 of the words of two texts."""
    left, right = Counter(re.findall(r"\w+", key(one))), Counter(re.findall(r"\w+", key(other)))
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if left and right else 0.0


def papers(path: Path) -> list[tuple[str, Text]]:
    """Return the titles and abstracts of a file, as plain text."""
    entries = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [
        (markup.render_inline(entry["title"]).text, Text(markup.render(entry["abstract"]).text))
        for entry in entries
        if entry.get("title") and entry.get("abstract")
    ]


def print_names(known: list[tuple[str, Text]], heads: list[str], show: int) -> None:
    """Print recall and precision of the headline names, and the first of those that are wrong."""
    matches = [(NAMED_TITLE.match(title), head) for (title, _), head in zip(known, heads, strict=True)]
    named = [(match[1], head) for match, head in matches if match]
    wrong = [(name, head) for name, head in named if key(name) != key(head)]
    right, given = len(named) - len(wrong), sum(1 for _, head in named if head)
    shares = f"recall {right / max(len(named), 1):.3f}, precision {right / max(given, 1):.3f}"
    print(f"{len(named)} titles begin with a name: {shares}")
    for name, head in wrong[:show]:
        print(f"  {name}: {head or 'none'}")


def timed(known: list[tuple[str, Text]], terms: Vocabulary) -> tuple[float, list[Extraction]]:
    """Run all rules over the papers and return the seconds of processor time spent, and what was found."""
    start = time.process_time()
    found = [extract(text, terms) for _, text in known]
    return time.process_time() - start, found


def print_areas(path: Path) -> None:
    """Print how well the file's own areas follow from ours, and from the words alone; what was learnt is unseen."""
    if agreement is None:
        print("areas: not measured, scikit-learn is missing (requirements/train.txt)")
        return
    ours, words = agreement(path)
    print(f"the file's own areas by a mapping from ours {ours:.3f}; by TF-IDF and a linear SVM {words:.3f} (4-fold)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="a .jsonl file with titles and abstracts")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N wrong headline names")
    options = parser.parse_args()
    known = papers(options.path)
    terms = vocabulary()
    spent, found = min((timed(known, terms) for _ in range(3)), key=lambda run: run[0])
    heads = [next((each.value for each in one.found if each.kind == "name"), "") for one in found]
    lines = [
        one.heading.text(text.abstract) if one.heading else "" for one, (_, text) in zip(found, known, strict=True)
    ]
    print_names(known, heads, options.show)
    overlaps = [overlap(line, title) for line, (title, _) in zip(lines, known, strict=True)]
    print(f"{len(known)} headings: mean overlap with the title {sum(overlaps) / max(len(overlaps), 1):.3f}")
    rate = len(known) / max(spent, 1e-9)
    print(f"{rate:,.0f} papers a second on one core (best of three), all rules, {len(terms.terms):,} terms")
    print_areas(options.path)


if __name__ == "__main__":
    main()
