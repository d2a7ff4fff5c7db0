"""Learns what a heading looks like, from headings that readers marked.

    python bench/train_headings.py PATH [--output FILE]

PATH is the `.jsonl` file of abstracts that `headings.tsv` marks possible headings of: by the id of the paper, the rule
that made the heading, whether the name begins it, its pieces (stretches of the abstract, `start-end`, and joiners with
`_` for a space) and the mark: 0 for one to be ashamed of, 1 passable, 2 as a title. Written are weights without
sentences, for `catalogue.extraction.looks`. Printed is how well headings of unseen papers are told apart: the area
under the curve, of those to be ashamed of and the others.
"""

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue import markup
from catalogue.extraction.drafts import Draft, Span
from catalogue.extraction.looks import signs

HERE = Path(__file__).resolve().parent
WEIGHTS = HERE.parent / "catalogue/extraction/looks.json"
# A sign in fewer headings tells nothing.
RAREST = 4
STRENGTH = 0.3
# How much it counts that a heading is not just passable.
TITLE = 0.4
LEAST = 0.02


def pieces_of(written: str) -> tuple[Span | str, ...]:
    """Return the pieces of a heading as `headings.tsv` writes them."""
    pieces: list[Span | str] = []
    for piece in written.split(" "):
        start, _, end = piece.partition("-")
        pieces.append((int(start), int(end)) if start.isdigit() and end.isdigit() else piece.replace("_", " "))
    return tuple(pieces)


def marked(path: Path) -> tuple[list[str], list[list[str]], np.ndarray]:
    """Return the papers, signs and marks of the headings."""
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    abstracts = {entry["id"]: entry["abstract"] for entry in entries}
    texts: dict[str, str] = {}
    papers, found, marks = [], [], []
    with (HERE / "headings.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["id"] not in abstracts:
                continue
            if row["id"] not in texts:
                texts[row["id"]] = markup.render(abstracts[row["id"]]).text
            draft = Draft(pieces_of(row["pieces"]), row["rule"], 0, 0, 0.0, row["named"] == "1")
            lead, said, behind = draft.parts(texts[row["id"]])
            papers.append(row["id"])
            found.append(signs(said, behind, row["rule"], lead))
            marks.append(int(row["mark"]))
    return papers, found, np.array(marks)


def matrix(found: list[list[str]]) -> tuple[list[str], csr_matrix]:
    """Return the signs that are not too rare, and how often each heading has them."""
    count = Counter(sign for each in found for sign in set(each))
    names = sorted(sign for sign, times in count.items() if times >= RAREST)
    index = {sign: number for number, sign in enumerate(names)}
    cells = Counter((row, index[sign]) for row, each in enumerate(found) for sign in each if sign in index)
    rows, columns = zip(*cells, strict=True)
    return names, csr_matrix((list(cells.values()), (rows, columns)), shape=(len(found), len(names)), dtype=float)


def learnt(rows: csr_matrix, marks: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the weights of the signs and the bias."""
    passable, title = (
        LogisticRegression(C=STRENGTH, solver="liblinear", random_state=0).fit(rows, marks > least) for least in (0, 1)
    )
    weights = passable.coef_[0] + TITLE * title.coef_[0]
    return weights, float(passable.intercept_[0] + TITLE * title.intercept_[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    papers, found, marks = marked(options.path)
    names, rows = matrix(found)
    scores = np.zeros(len(marks))
    for train, test in GroupKFold(5).split(rows, groups=papers):
        weights, bias = learnt(rows[train], marks[train])
        scores[test] = rows[test] @ weights + bias
    curve = roc_auc_score(marks > 0, scores)
    print(f"{len(marks):,} headings of {len(set(papers)):,} papers: area under the curve {curve:.3f} (5-fold, unseen)")
    weights, bias = learnt(rows, marks)
    kept = {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True) if abs(weight) >= LEAST}
    lines = ",\n".join(f"{json.dumps(name, ensure_ascii=False)}: {weight}" for name, weight in kept.items())
    options.output.write_text('{\n"=": ' + f"{bias:.2f},\n{lines}\n}}\n", encoding="utf-8")
    print(f"{options.output.name}: {len(kept):,} signs, {options.output.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
