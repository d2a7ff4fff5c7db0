"""A linear model of what papers are about, learnt by `bench/train_subjects.py` from abstracts that readers had sorted.

`weights.json` holds words and numbers, no sentences. A score is a sum, so every part of it can be shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import sqrt
from typing import NamedTuple

from catalogue.extraction.features import counts_once, damped
from catalogue.extraction.known_features import KnownFeatures


class Weighed(NamedTuple):
    """A text on the scales: the values of its features before they are divided by `length`, and its scores by output.

    The scores of being primary are left out of `scores`: `Weights.score` has them.
    """

    values: dict[int, float]
    length: float
    scores: list[float]


@dataclass(frozen=True)
class Weights:
    """The model. Outputs are `kind:slug` (given or not) and `kind:slug!` (primary or not).

    `features`: name → (inverse document frequency, ((number of the output, weight), …)). By kind: `given`, the score
    from which on a term is given; `most`, how many are; `order`, what puts them in order: the weights of the signs of
    `standing`; `ahead`, how far a term of that slug is ahead of others.
    """

    bias: dict[str, float]
    features: dict[str, tuple[float, tuple[tuple[int, float], ...]]]
    given: dict[str, float]
    most: dict[str, int]
    order: dict[str, dict[str, float]]
    ahead: dict[str, dict[str, float]]

    @classmethod
    def from_json(cls, text: str) -> "Weights":
        """Read what `bench/train_subjects.py` wrote."""
        # Few numbers, each in memory once, are read faster than many.
        numbers: dict[str, float] = {}
        stored = json.loads(text, parse_float=lambda written: numbers.setdefault(written, float(written)))
        return cls(
            bias=stored["bias"],
            features={
                name: (rarity, tuple((output, weight) for output, weight in row))
                for name, (rarity, row) in stored["features"].items()
            },
            given=stored["given"],
            most=stored["most"],
            order=stored["order"],
            ahead=stored["ahead"],
        )

    @cached_property
    def names(self) -> list[str]:
        """The features by number."""
        return list(self.features)

    @cached_property
    def known(self) -> KnownFeatures:
        """What finds the model's features in a text."""
        return KnownFeatures(self.features)

    @cached_property
    def outputs(self) -> dict[str, dict[str, int]]:
        """The numbers of the outputs by kind and slug, or slug and `!`."""
        outputs: dict[str, dict[str, int]] = {}
        for number, output in enumerate(self.bias):
            kind, slug = output.split(":", 1)
            outputs.setdefault(kind, {})[slug] = number
        return outputs

    @cached_property
    def _biases(self) -> list[float]:
        return list(self.bias.values())

    @cached_property
    def _rows(self) -> list[tuple[float, bool, tuple[tuple[int, float], ...]]]:
        """By feature: its rarity, whether it counts once, and its weights for what is wanted of every text.

        Whether a term is primary is not.
        """
        wanted = [not output.endswith("!") for output in self.bias]
        return [
            (rarity, counts_once(name), tuple(cell for cell in row if wanted[cell[0]]))
            for name, (rarity, row) in self.features.items()
        ]

    @cached_property
    def _columns(self) -> list[dict[int, float]]:
        """The weights of the features by output."""
        columns: list[dict[int, float]] = [{} for _ in self.bias]
        for number, (_, row) in enumerate(self.features.values()):
            for output, weight in row:
                columns[output][number] = weight
        return columns

    def weigh(self, counts: Mapping[int, float]) -> Weighed:
        """Return the features, each with how rare it is, and the scores, by how often the features count."""
        rows, totals = self._rows, [0.0] * len(self.bias)
        values: dict[int, float] = {}
        squares = 0.0
        for number, count in counts.items():
            value, once, row = rows[number]
            if not once and count != 1.0:
                value *= damped(count)
            values[number] = value
            squares += value * value
            for output, weight in row:
                totals[output] += value * weight
        length = sqrt(squares) or 1.0
        scores = [bias + total / length for bias, total in zip(self._biases, totals, strict=True)]
        return Weighed(values, length, scores)

    def score(self, weighed: Weighed, output: int) -> float:
        """Return the score of any output."""
        column = self._columns[output]
        values = weighed.values
        total = sum([values[number] * column[number] for number in sorted(values.keys() & column.keys())])
        return self._biases[output] + total / weighed.length

    def parts(self, weighed: Weighed, output: int) -> list[tuple[int, float]]:
        """Return what the score of an output is made of, the largest first: (number of the feature, what it adds)."""
        column = self._columns[output]
        added = [
            (number, value * column[number] / weighed.length)
            for number, value in weighed.values.items()
            if number in column
        ]
        return sorted(added, key=lambda part: (-abs(part[1]), self.names[part[0]]))


@cache
def weights() -> Weights:
    """Return the model that lies beside this module."""
    return Weights.from_json(files("catalogue.extraction").joinpath("weights.json").read_text(encoding="utf-8"))
