"""A linear model of what papers are about, learnt by `bench/train_subjects.py` from abstracts that readers had sorted.

`weights.json` holds words and numbers, no sentences. A score is a sum, so every part of it can be shown.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import sqrt

from catalogue.extraction.features import KnownFeatures


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
        stored = json.loads(text)
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

    def unit(self, found: dict[str, float]) -> dict[str, float]:
        """Return the features, weighted by how rare they are, as a vector of length 1."""
        values = {name: value * self.features[name][0] for name, value in found.items()}
        length = sqrt(sum(value * value for value in values.values())) or 1.0
        return {name: value / length for name, value in values.items()}

    @cached_property
    def known(self) -> KnownFeatures:
        """What finds the model's features in a text."""
        return KnownFeatures(self.features)

    @cached_property
    def _rows(self) -> dict[str, tuple[tuple[int, float], ...]]:
        """The weights of a feature for the outputs that are wanted of every text: not those of being primary."""
        wanted = [not output.endswith("!") for output in self.bias]
        return {name: tuple(cell for cell in row if wanted[cell[0]]) for name, (_, row) in self.features.items()}

    @cached_property
    def _of_output(self) -> dict[str, dict[str, float]]:
        """The weights by output and feature."""
        outputs = list(self.bias)
        turned: dict[str, dict[str, float]] = {output: {} for output in outputs}
        for name, (_, row) in self.features.items():
            for output, weight in row:
                turned[outputs[output]][name] = weight
        return turned

    def scores(self, unit: dict[str, float]) -> dict[str, float]:
        """Return the scores of all terms: whether they are given."""
        totals, rows = list(self.bias.values()), self._rows
        for name, value in unit.items():
            for output, weight in rows[name]:
                totals[output] += value * weight
        return {output: total for output, total in zip(self.bias, totals, strict=True) if not output.endswith("!")}

    def score(self, unit: dict[str, float], output: str) -> float | None:
        """Return the score of one output; None for one the model does not know."""
        if output not in self.bias:
            return None
        return self.bias[output] + sum(
            unit[name] * weight for name, weight in self._of_output[output].items() if name in unit
        )

    def parts(self, unit: dict[str, float], output: str) -> list[tuple[str, float]]:
        """Return what the score of an output is made of, the largest first: (feature, what it adds)."""
        weights = self._of_output[output]
        added = [(name, value * weights[name]) for name, value in unit.items() if name in weights]
        return sorted(added, key=lambda part: (-abs(part[1]), part[0]))


@cache
def weights() -> Weights:
    """Return the model that lies beside this module."""
    return Weights.from_json(files("catalogue.extraction").joinpath("weights.json").read_text(encoding="utf-8"))
