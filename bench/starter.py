"""The starter vocabulary without a database, for measurements."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from catalogue.extraction import Term, Vocabulary
from catalogue.sources import read_vocabulary

STARTER_VOCABULARY = Path(__file__).resolve().parents[1] / "fixtures" / "vocabulary.toml"
KINDS = ("area", "contribution", "modality", "task", "method", "dataset", "model", "keyword")


def vocabulary() -> Vocabulary:
    """Return the starter vocabulary."""
    records = read_vocabulary(STARTER_VOCABULARY, KINDS)
    return Vocabulary(Term(n, r.kind, r.name, r.label, r.patterns) for n, r in enumerate(records))
