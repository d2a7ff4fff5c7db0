"""Learn what areas, contributions and modalities an abstract has: writes `catalogue/extraction/weights.json`.

    python bench/train_subjects.py PATH/TO/iclr2026_accepted.jsonl

PATH holds one JSON object a line with `id` and `abstract`; `bench/subjects.tsv` says what readers found each of them
to be about. Needs scikit-learn (`pip install --require-hashes -r requirements/train.txt`); the same input gives the
same file.
Prints F1 and the share of right primary ones by 4-fold cross-validation, strictly against one reader a paper.
"""

import argparse
import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, diags
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold

from catalogue import markup
from catalogue.extraction.evidence import Text
from catalogue.extraction.features import features
from catalogue.extraction.patterns import Term
from catalogue.extraction.reading import read
from catalogue.extraction.vocabulary import Vocabulary
from catalogue.sources import read_vocabulary

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "catalogue" / "extraction" / "weights.json"
KINDS = {"area": "areas", "contribution": "contributions", "modality": "modalities"}
ALL_KINDS = ("area", "contribution", "modality", "task", "method", "dataset", "model", "keyword")
MOST = {"area": 4, "contribution": 3, "modality": 4}
STRENGTH = {"area": 8.0, "contribution": 12.0, "modality": 8.0}
# A feature is learnt from if it is in so many texts; a weight is kept if it is so large.
RAREST, LEAST = 4, 0.05
FOLDS = 4


def vocabulary() -> Vocabulary:
    """Return the starter vocabulary."""
    records = read_vocabulary(HERE.parent / "fixtures" / "vocabulary.toml", ALL_KINDS)
    return Vocabulary(Term(n, r.kind, r.name, r.label, r.patterns) for n, r in enumerate(records))


def annotated(path: Path) -> tuple[list[Text], list[dict[str, list[str]]]]:
    """Return the texts that readers sorted, and what they found."""
    abstracts = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        paper = json.loads(line)
        abstracts[paper["id"]] = paper["abstract"]
    with (HERE / "subjects.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["id"] in abstracts]
    texts = [Text(markup.render(abstracts[row["id"]]).text) for row in rows]
    return texts, [{kind: row[column].split() for kind, column in KINDS.items()} for row in rows]


class Matrix:
    """Texts as rows of weighted features of length 1."""

    def __init__(self, texts: list[Text], terms: Vocabulary) -> None:
        rows = [features(read(text, terms).passages).damped() for text in texts]
        count = Counter(name for row in rows for name in row)
        self.names = sorted(name for name, times in count.items() if times >= RAREST)
        index = {name: number for number, name in enumerate(self.names)}
        cells = [(i, index[name], value) for i, row in enumerate(rows) for name, value in row.items() if name in index]
        at, columns, values = zip(*cells, strict=True)
        raw = csr_matrix((values, (at, columns)), shape=(len(rows), len(self.names)))
        self.rarity = np.array([np.log((1 + len(rows)) / (1 + count[name])) + 1 for name in self.names])
        weighted = raw @ diags(self.rarity)
        lengths = np.sqrt(weighted.multiply(weighted).sum(axis=1)).A1
        self.rows = csr_matrix(diags(1 / np.maximum(lengths, 1e-9)) @ weighted)


def fit(rows: csr_matrix, wanted: np.ndarray, strength: float) -> LogisticRegression | None:
    """Return a sparse classifier, or None if there is nothing to learn from."""
    if wanted.sum() < 2:
        return None
    model = LogisticRegression(l1_ratio=1.0, C=strength, class_weight="balanced", solver="liblinear", random_state=0)
    return model.fit(rows, wanted)


def unseen(matrix: csr_matrix, wanted: np.ndarray, strength: float) -> np.ndarray:
    """Return the score of each row by a model that has not seen it, one column an output."""
    scores = np.full(wanted.shape, -9.0)
    for train, test in KFold(FOLDS, shuffle=True, random_state=0).split(matrix):
        for output in range(wanted.shape[1]):
            model = fit(matrix[train], wanted[train, output], strength)
            if model:
                scores[test, output] = model.decision_function(matrix[test])
    return scores


def best_threshold(scores: np.ndarray, wanted: np.ndarray) -> tuple[float, float]:
    """Return the threshold with the best F1, and that F1."""
    tried = []
    for threshold in np.arange(-3, 3, 0.1):
        given = scores > threshold
        tried.append((2 * (given & wanted).sum() / (given.sum() + wanted.sum()), threshold))
    f1, threshold = max(tried)
    return float(threshold), float(f1)


def order_of(given: np.ndarray, primary: np.ndarray, first: np.ndarray) -> tuple[float, float, np.ndarray, float]:
    """Return what puts the tags of a paper in order: the weights of both scores, a bias for each, and the share right.

    A conditional logit over the candidates of a paper, by gradient descent.
    """
    count = given.shape[1]
    cells = np.concatenate(
        [given[..., None], primary[..., None], np.broadcast_to(np.eye(count), (len(given), count, count))], 2
    )

    def learn(rows: np.ndarray) -> np.ndarray:
        weights, mean, spread = np.zeros(count + 2), np.zeros(count + 2), np.zeros(count + 2)
        for step in range(1, 601):
            z = cells[rows] @ weights
            chance = np.exp(z - z.max(1, keepdims=True))
            chance /= chance.sum(1, keepdims=True)
            chance[np.arange(len(rows)), first[rows]] -= 1
            slope = np.einsum("ij,ijk->k", chance, cells[rows]) / len(rows) + 0.003 * weights
            mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
            weights -= 0.03 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
        return weights

    right = 0
    for train, test in KFold(FOLDS, shuffle=True, random_state=1).split(given):
        right += ((cells[test] @ learn(train)).argmax(1) == first[test]).sum()
    weights = learn(np.arange(len(given)))
    return float(weights[0]), float(weights[1]), weights[2:], right / len(given)


class Learning:
    """Everything that goes into the file."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.bias: dict[str, float] = {}
        self.columns: list[np.ndarray] = []
        self.given: dict[str, float] = {}
        self.order: dict[str, list[object]] = {}

    def learn(self, kind: str, found: list[list[str]]) -> None:
        """Learn one kind from what readers found, primary first."""
        slugs = sorted({slug for row in found for slug in row})
        wanted = np.array([[slug in row for slug in slugs] for row in found])
        first = np.array([[row[:1] == [slug] for slug in slugs] for row in found])
        rows, strength = self.matrix.rows, STRENGTH[kind]
        scores = unseen(rows, wanted, strength)
        self.given[kind], f1 = best_threshold(scores, wanted)
        some = first.any(1)
        primaries = unseen(rows, first, strength)
        of_given, of_primary, bias, right = order_of(scores[some], primaries[some], first[some].argmax(1))
        self.order[kind] = [
            round(of_given, 3),
            round(of_primary, 3),
            {s: round(float(b), 3) for s, b in zip(slugs, bias, strict=True)},
        ]
        for mark, what in (("", wanted), ("!", first)):
            for output, slug in enumerate(slugs):
                model = fit(rows, what[:, output], strength)
                if model:
                    self.bias[f"{kind}:{slug}{mark}"] = round(float(model.intercept_[0]), 3)
                    self.columns.append(model.coef_[0])
        print(
            f"{kind:<14} {len(slugs):>3} terms   F1 {f1:.3f}   primary {right:.3f}   threshold {self.given[kind]:.1f}"
        )

    def as_json(self) -> str:
        """Return the file's text: one feature a line."""
        table = np.array(self.columns)
        lines = []
        for number, name in enumerate(self.matrix.names):
            column = table[:, number]
            row = [[int(output), round(float(column[output]), 2)] for output in np.flatnonzero(np.abs(column) >= LEAST)]
            if row:
                value = json.dumps([round(float(self.matrix.rarity[number]), 2), row])
                lines.append(f"{json.dumps(name, ensure_ascii=False)}: {value}")
        rest = {"given": self.given, "most": MOST, "order": self.order, "bias": self.bias}
        head = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in rest.items())
        return "{\n" + head + ',\n"features": {\n' + ",\n".join(lines) + "\n}\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    texts, found = annotated(options.path)
    learning = Learning(Matrix(texts, vocabulary()))
    print(f"{len(texts)} texts, {len(learning.matrix.names):,} features")
    for kind in KINDS:
        learning.learn(kind, [row[kind] for row in found])
    options.output.write_text(learning.as_json(), encoding="utf-8")
    print(f"{options.output.name}: {options.output.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
