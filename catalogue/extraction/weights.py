"""A linear model of what papers are about, learnt by `bench/train_subjects.py` from abstracts that readers had sorted.

`weights.json` holds words and numbers, no sentences. A score is a sum, so every part of it can be shown.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import sqrt
from typing import NamedTuple

from catalogue.extraction.known_features import KnownFeatures

# In a packed row the weights are whole numbers: so many to one, and so many bytes for each output.
_UNITS = 10_000
_BYTES = 6
_MIDDLE = 1 << (8 * _BYTES - 1)
# How much a feature counts is told in so many parts of one.
_PARTS = 131_072


class Weighed(NamedTuple):
    """A text on the scales: how much each feature counts, what the whole is divided by, and the scores by output."""

    counts: dict[int, float]
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
    def _rarities(self) -> list[float]:
        return [rarity for rarity, _ in self.features.values()]

    @cached_property
    def _rows(self) -> list[int]:
        """By feature: its weights times its rarity for all outputs, packed into one whole number.

        Each output has `_BYTES` bytes of it. So the weights of a text are added for all outputs at once, which is many
        times as fast as one by one.
        """
        return [
            sum(round(rarity * weight * _UNITS) << 8 * _BYTES * output for output, weight in row)
            for rarity, row in self.features.values()
        ]

    @cached_property
    def _empty(self) -> int:
        """A row of zeros, each in the middle of what its bytes can hold."""
        return sum(_MIDDLE << 8 * _BYTES * output for output in range(len(self.bias)))

    @cached_property
    def _columns(self) -> list[dict[int, float]]:
        """The weights of the features by output."""
        columns: list[dict[int, float]] = [{} for _ in self.bias]
        for number, (_, row) in enumerate(self.features.values()):
            for output, weight in row:
                columns[output][number] = weight
        return columns

    def weigh(self, counts: dict[int, float]) -> Weighed:
        """Return the scores of a text by how much its features count."""
        rows, rarities = self._rows, self._rarities
        single = [number for number, count in counts.items() if count == 1.0]
        total = sum([rows[number] for number in single]) * _PARTS + self._empty
        squares = sum([rarities[number] ** 2 for number in single])
        for number, count in counts.items():
            if count != 1.0:
                total += rows[number] * round(count * _PARTS)
                squares += (rarities[number] * count) ** 2
        length = sqrt(squares) or 1.0
        packed = total.to_bytes(len(self.bias) * _BYTES, "little")
        unit = _UNITS * _PARTS * length
        scores = [
            bias + (int.from_bytes(packed[at : at + _BYTES], "little") - _MIDDLE) / unit
            for bias, at in zip(self.bias.values(), range(0, len(packed), _BYTES), strict=True)
        ]
        return Weighed(counts, length, scores)

    def parts(self, weighed: Weighed, output: int) -> list[tuple[int, float]]:
        """Return what the score of an output is made of, the largest first: (number of the feature, what it adds)."""
        column, rarities, counts = self._columns[output], self._rarities, weighed.counts
        added = [
            (number, counts[number] * rarities[number] * column[number] / weighed.length)
            for number in counts.keys() & column.keys()
        ]
        return sorted(added, key=lambda part: (-abs(part[1]), self.names[part[0]]))


@cache
def weights() -> Weights:
    """Return the model that lies beside this module."""
    return Weights.from_json(files("catalogue.extraction").joinpath("weights.json").read_text(encoding="utf-8"))
