"""Learn what areas, contributions and modalities an abstract has: writes `catalogue/extraction/weights.json`.

    python bench/train_subjects.py PATH/TO/iclr2026_accepted.jsonl

PATH holds one JSON object a line with `id` and `abstract`; `bench/subjects.tsv` says what readers found each of them
to be about. Needs scikit-learn (`pip install --require-hashes -r requirements/train.txt`); the same input gives the
same file.
Prints precision, recall and the share of right primary ones by 4-fold cross-validation, against one reader a paper.
The features were chosen on all papers and the thresholds by these very scores, which flatters the figures a little.
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
from starter import vocabulary

from catalogue import markup
from catalogue.extraction.evidence import Text
from catalogue.extraction.features import features
from catalogue.extraction.reading import read
from catalogue.extraction.standing import PURPOSES, SIGNS, Standing
from catalogue.extraction.vocabulary import Vocabulary

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "catalogue" / "extraction" / "weights.json"
KINDS = {"area": "areas", "contribution": "contributions", "modality": "modalities"}
MOST = {"area": 4, "contribution": 3, "modality": 4}
STRENGTH = {"area": 8.0, "contribution": 10.0, "modality": 8.0}
# Few words tell an area or a modality, many a contribution: there a sparse model loses. So many features it may have.
DENSE, DENSE_FEATURES = {"contribution"}, 600
# A feature is learnt from if it is in so many texts; a weight is kept if it is so large.
RAREST, LEAST = 4, 0.2
FOLDS = 4


def annotated(path: Path) -> tuple[list[str], list[Text], list[dict[str, list[str]]]]:
    """Return the ids and texts of the papers that readers sorted, and what they found."""
    abstracts = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        paper = json.loads(line)
        abstracts[paper["id"]] = paper["abstract"]
    with (HERE / "subjects.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["id"] in abstracts]
    texts = [Text(markup.render(abstracts[row["id"]]).text) for row in rows]
    found = [{kind: row[column].split() for kind, column in KINDS.items()} for row in rows]
    return [row["id"] for row in rows], texts, found


class Matrix:
    """Texts as rows of weighted features of length 1."""

    def __init__(self, texts: list[Text], terms: Vocabulary) -> None:
        rows = [features(read(text, terms).passages) for text in texts]
        count = Counter(name for row in rows for name in row)
        self.names = sorted(name for name, times in count.items() if times >= RAREST)
        index = {name: number for number, name in enumerate(self.names)}
        cells = [(i, index[name], value) for i, row in enumerate(rows) for name, value in row.items() if name in index]
        at, columns, values = zip(*cells, strict=True)
        raw = csr_matrix((values, (at, columns)), shape=(len(rows), len(self.names)))
        self.rarity = np.array([np.log((1 + len(rows)) / (1 + count[name])) + 1 for name in self.names])
        self.weighted = csr_matrix(raw @ diags(self.rarity))
        self.rows = of_length_one(self.weighted)

    def keep(self, chosen: np.ndarray) -> None:
        """Leave out all features but the `chosen` (numbers, in order). A text's length is that of what is left."""
        self.names = [self.names[number] for number in chosen]
        self.rarity = self.rarity[chosen]
        self.weighted = csr_matrix(self.weighted[:, chosen])
        self.rows = of_length_one(self.weighted)


def of_length_one(rows: csr_matrix) -> csr_matrix:
    """Return the rows divided by their lengths."""
    lengths = np.sqrt(rows.multiply(rows).sum(axis=1)).A1
    return csr_matrix(diags(1 / np.maximum(lengths, 1e-9)) @ rows)


def classifier(kind: str) -> LogisticRegression:
    """Return an untrained classifier of a kind."""
    return LogisticRegression(
        l1_ratio=float(kind not in DENSE),
        C=STRENGTH[kind],
        class_weight="balanced",
        solver="liblinear",
        random_state=0,
    )


def telling(rows: csr_matrix, kind: str, outputs: list[np.ndarray]) -> np.ndarray:
    """Return the numbers of the features that tell an output of a kind, in order."""
    size = np.zeros(rows.shape[1])
    for wanted in outputs:
        if wanted.sum() > 1:
            size += np.abs(classifier(kind).fit(rows, wanted).coef_[0])
    most = DENSE_FEATURES if kind in DENSE else int((size > LEAST).sum())
    return np.sort(np.argsort(-size, kind="stable")[:most])


def unseen(rows: csr_matrix, wanted: np.ndarray, kind: str) -> np.ndarray:
    """Return the score of each row by a model that has not seen it, one column an output."""
    scores = np.full(wanted.shape, -9.0)
    for train, test in KFold(FOLDS, shuffle=True, random_state=0).split(rows):
        for output in range(wanted.shape[1]):
            if wanted[train, output].sum() > 1:
                model = classifier(kind).fit(rows[train], wanted[train, output])
                scores[test, output] = model.decision_function(rows[test])
    return scores


def best_threshold(scores: np.ndarray, wanted: np.ndarray) -> tuple[float, float, float]:
    """Return the threshold with the best F1, and the precision and recall there."""
    tried = []
    for threshold in np.arange(-3, 3, 0.1):
        given = scores > threshold
        right = (given & wanted).sum()
        f1 = 2 * right / (given.sum() + wanted.sum())
        tried.append((f1, threshold, right / max(given.sum(), 1), right / wanted.sum()))
    _, threshold, precision, recall = max(tried)
    return round(float(threshold), 1), float(precision), float(recall)


def order_of(cells: np.ndarray, first: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the weights of signs that put the tags of a paper in order, and the share of right first ones.

    `cells`: papers × tags × signs. A conditional logit over the tags of a paper, by gradient descent.
    """

    def learn(rows: np.ndarray) -> np.ndarray:
        weights = np.zeros(cells.shape[2])
        mean, spread = weights.copy(), weights.copy()
        for step in range(1, 501):
            z = cells[rows] @ weights
            chance = np.exp(z - z.max(1, keepdims=True))
            chance /= chance.sum(1, keepdims=True)
            chance[np.arange(len(rows)), first[rows]] -= 1
            slope = np.tensordot(chance, cells[rows], axes=([0, 1], [0, 1])) / len(rows) + 0.003 * weights
            mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
            weights -= 0.03 * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
        return weights

    right = 0
    for train, test in KFold(FOLDS, shuffle=True, random_state=1).split(cells):
        right += ((cells[test] @ learn(train)).argmax(1) == first[test]).sum()
    return learn(np.arange(len(cells))), right / len(cells)


class Learning:
    """Everything that goes into the file."""

    def __init__(self, texts: list[Text], found: list[dict[str, list[str]]], terms: Vocabulary) -> None:
        self.terms = terms
        self.standings = [Standing(text, read(text, terms).passages) for text in texts]
        self.slugs = {kind: sorted({slug for row in found for slug in row[kind]}) for kind in KINDS}
        self.given_to = {
            k: np.array([[s in row[k] for s in slugs] for row in found]) for k, slugs in self.slugs.items()
        }
        self.first = {
            k: np.array([[row[k][:1] == [s] for s in slugs] for row in found]) for k, slugs in self.slugs.items()
        }
        self.matrix = Matrix(texts, terms)
        print(f"{len(texts)} texts, {len(self.matrix.names):,} features", end="")
        telling_of = {
            kind: telling(self.matrix.rows, kind, [*self.given_to[kind].T, *self.first[kind].T]) for kind in KINDS
        }
        chosen = np.unique(np.concatenate(list(telling_of.values())))
        self.columns = {kind: np.searchsorted(chosen, telling_of[kind]) for kind in KINDS}
        self.matrix.keep(chosen)
        print(f", {len(chosen):,} of them kept")
        self.bias: dict[str, float] = {}
        self.weights: list[np.ndarray] = []
        self.given: dict[str, float] = {}
        self.order: dict[str, dict[str, float]] = {}
        self.ahead: dict[str, dict[str, float]] = {}

    def learn(self, kind: str) -> None:
        """Learn one kind from what readers found, primary first."""
        rows, slugs = csr_matrix(self.matrix.rows[:, self.columns[kind]]), self.slugs[kind]
        scores = unseen(rows, self.given_to[kind], kind)
        self.given[kind], precision, recall = best_threshold(scores, self.given_to[kind])
        right = self.learn_order(kind, slugs, scores, unseen(rows, self.first[kind], kind), self.first[kind])
        for mark, what in (("", self.given_to[kind]), ("!", self.first[kind])):
            for output, slug in enumerate(slugs):
                if what[:, output].sum() < 2:
                    continue
                model = classifier(kind).fit(rows, what[:, output])
                self.bias[f"{kind}:{slug}{mark}"] = round(float(model.intercept_[0]), 3)
                weights = np.zeros(len(self.matrix.names))
                weights[self.columns[kind]] = model.coef_[0]
                self.weights.append(weights)
        measured = f"precision {precision:.3f}   recall {recall:.3f}   primary {right:.3f}"
        print(f"{kind:<14}{len(slugs):>3} terms   {measured}   threshold {self.given[kind]}")

    def learn_order(
        self, kind: str, slugs: list[str], scores: np.ndarray, primaries: np.ndarray, first: np.ndarray
    ) -> float:
        """Learn what puts the terms of a kind in order, by scores of models that have not seen the paper."""
        ids = {term.slug: term.id for term in self.terms.of_kind[kind]}
        signs = [*SIGNS, *PURPOSES]
        cells = np.zeros((*scores.shape, len(signs) + len(slugs)))
        for row, standing in enumerate(self.standings):
            for column, slug in enumerate(slugs):
                found = standing.signs(ids[slug], scores[row, column], primaries[row, column])
                cells[row, column, : len(signs)] = [found.get(sign, 0.0) for sign in signs]
        cells[:, :, len(signs) :] = np.eye(len(slugs))
        some = first.any(1)
        weights, right = order_of(cells[some], first[some].argmax(1))
        rounded = [round(float(weight), 3) for weight in weights]
        self.order[kind] = dict(zip(signs, rounded, strict=False))
        self.ahead[kind] = dict(zip(slugs, rounded[len(signs) :], strict=True))
        return right

    def as_json(self) -> str:
        """Return the file's text: one feature a line."""
        table = np.array(self.weights)
        lines = []
        for number, name in enumerate(self.matrix.names):
            column = table[:, number]
            row = [[int(output), round(float(column[output]), 2)] for output in np.flatnonzero(np.abs(column) >= LEAST)]
            # A feature without weight still counts in the length of a text.
            value = json.dumps([round(float(self.matrix.rarity[number]), 2), row])
            lines.append(f"{json.dumps(name, ensure_ascii=False)}: {value}")
        rest = {"given": self.given, "most": MOST, "order": self.order, "ahead": self.ahead, "bias": self.bias}
        head = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in rest.items())
        return "{\n" + head + ',\n"features": {\n' + ",\n".join(lines) + "\n}\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    _, texts, found = annotated(options.path)
    learning = Learning(texts, found, vocabulary())
    for kind in KINDS:
        learning.learn(kind)
    options.output.write_text(learning.as_json(), encoding="utf-8")
    print(f"{options.output.name}: {options.output.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
