"""How good similar papers are: how many share the area, or a keyword, that the authors gave both.

    DATABASE_URL=sqlite:////tmp/similar.sqlite3 python bench/similar.py FILE

FILE holds JSON Lines with `abstract`, `primary_area` and `keywords`. The abstracts alone are loaded into an empty
database, or found there from an earlier run; titles, areas and keywords are withheld. Beside it: the cosine of TF-IDF
vectors, if scikit-learn is installed (requirements/train.txt), and chance.
"""

import json
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_config.settings")

import django

django.setup()

from django.core.management import call_command

from catalogue.models import Appearance, Paper
from catalogue.search import similar_to_paper, similar_to_text

try:
    from sklearn.feature_extraction.text import TfidfVectorizer
except ImportError:
    TfidfVectorizer = None

MOST = 10
Row = dict[str, object]


def loaded(rows: list[Row]) -> list[int]:
    """Load the abstracts if the database is empty; return the ids of their papers in the order of the rows."""
    call_command("migrate", verbosity=0)
    if not Paper.objects.exists():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "abstracts.txt"
            text = "\n\n".join(" ".join(row["abstract"].split()) for row in rows)
            path.write_text(f"Papers 2026\n\n{text}\n", encoding="utf-8")
            call_command("load_papers", str(path), verbosity=0)
    ids = list(Appearance.objects.order_by("position").values_list("paper", flat=True))
    if len(ids) != len(rows):
        sys.exit("The database holds other papers than the file.")
    return ids


def of_papers(ids: list[int]) -> list[list[int]]:
    """Return the places of the papers most similar to each, as the page of the paper shows them."""
    place = {pk: at for at, pk in enumerate(ids)}
    found, times = [], []
    for pk in ids:
        paper = Paper.objects.with_page().get(pk=pk)
        began = time.perf_counter()
        found.append([place[each.paper] for each in similar_to_paper(paper, MOST)])
        times.append(1000 * (time.perf_counter() - began))
    print(f"similar papers of a paper: median {median(times):.1f} ms, highest {max(times):.1f} ms")
    return found


def of_texts(ids: list[int], rows: list[Row]) -> list[list[int]]:
    """Return the places of the papers most similar to each abstract as a text, the paper itself left out."""
    place = {pk: at for at, pk in enumerate(ids)}
    found = []
    itself = 0
    for pk, row in zip(ids, rows, strict=True):
        papers = [each.paper for each in similar_to_text(row["abstract"], MOST + 1)]
        itself += papers[:1] == [pk]
        found.append([place[paper] for paper in papers if paper != pk][:MOST])
    print(f"abstracts whose own paper comes first: {itself} of {len(rows)}")
    return found


def of_cosine(rows: list[Row]) -> list[list[int]]:
    vectors = TfidfVectorizer(stop_words="english", sublinear_tf=True).fit_transform(row["abstract"] for row in rows)
    alike = (vectors @ vectors.T).toarray()
    order = (-alike).argsort(axis=1, kind="stable")
    return [[int(other) for other in order[at] if other != at][:MOST] for at in range(len(rows))]


def keywords_of(row: Row) -> set[str]:
    """Return the keywords of a row, whatever their case, signs and plural."""
    return {re.sub(r"[\W_]+", " ", word.lower()).strip().rstrip("s") for word in row["keywords"]} - {""}


def share(found: list[list[int]], most: int, alike: Callable[[int, int], bool]) -> float:
    """Return the share of the first `most` papers of each that are alike; fewer are shown where fewer are similar."""
    pairs = [(at, other) for at, others in enumerate(found) for other in others[:most]]
    return sum(alike(at, other) for at, other in pairs) / len(pairs)


def main() -> None:
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    keywords = [keywords_of(row) for row in rows]
    ids = loaded(rows)
    systems = {"Carrel, of a paper": of_papers(ids), "Carrel, of a text": of_texts(ids, rows)}
    if TfidfVectorizer is not None:
        systems["TF-IDF cosine"] = of_cosine(rows)
    dice = random.Random(1)
    systems["chance"] = [dice.sample(range(len(rows)), MOST) for _ in rows]

    def same_area(one: int, other: int) -> bool:
        return rows[one]["primary_area"] == rows[other]["primary_area"]

    def common_keyword(one: int, other: int) -> bool:
        return not keywords[one].isdisjoint(keywords[other])

    print(f"{'':<20}{'area @5':>10}{'@10':>8}{'keyword @5':>13}{'@10':>8}{'papers':>9}")
    for name, found in systems.items():
        area, word = ([share(found, most, alike) for most in (5, 10)] for alike in (same_area, common_keyword))
        shown = sum(map(len, found)) / len(found)
        print(f"{name:<20}{area[0]:>10.3f}{area[1]:>8.3f}{word[0]:>13.3f}{word[1]:>8.3f}{shown:>9.1f}")


if __name__ == "__main__":
    main()
