"""What a model says of a text is the sum of what its features say."""

import pytest

from catalogue.extraction import weights
from catalogue.extraction.weights import Weighed, Weights

MODEL = Weights(
    bias={"area:a": -0.5, "area:b": 0.25, "area:a!": 0.0, "area:b!": -1.0},
    features={
        "tern": (2.0, ((0, 1.5), (1, -3.25), (2, 0.5))),
        "gull": (4.0, ((0, -2.0), (3, 8.0))),
        "*tern": (3.0, ()),
    },
    given={"area": 0.0},
    most={"area": 2},
    order={"area": {}},
    ahead={"area": {}},
)


@pytest.mark.parametrize("counts", [{}, {0: 1.0}, {0: 2.5, 1: 1.0}, {0: 0.7, 1: 3.3, 2: 1.0}, {2: 1.0}])
def test_a_score_is_the_bias_and_its_parts(counts: dict[int, float]) -> None:
    weighed = MODEL.weigh(counts)
    for output, bias in enumerate(MODEL.bias.values()):
        parts = MODEL.parts(weighed, output)
        assert weighed.scores[output] == pytest.approx(bias + sum(added for _, added in parts), abs=1e-4)


def test_the_largest_part_comes_first() -> None:
    parts = MODEL.parts(MODEL.weigh({0: 1.0, 1: 1.0}), 0)
    assert [MODEL.names[number] for number, _ in parts] == ["gull", "tern"]


def test_no_text_is_too_heavy_for_the_shipped_model() -> None:
    model = weights()
    heavy: Weighed = model.weigh(dict.fromkeys(range(len(model.names)), 16.0))
    for output, bias in enumerate(model.bias.values()):
        assert heavy.scores[output] == pytest.approx(
            bias + sum(added for _, added in model.parts(heavy, output)), abs=1e-4
        )
