"""The starter vocabulary without a database, for measurements."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from catalogue.extraction import Term, Vocabulary
from catalogue.sources import read_vocabulary

KINDS = ("area", "contribution", "modality", "task", "method", "dataset", "model", "keyword")


def vocabulary() -> Vocabulary:
    """Return the starter vocabulary."""
    records = read_vocabulary(ROOT / "fixtures" / "vocabulary.toml", KINDS)
    return Vocabulary(Term(n, r.kind, r.name, r.label, r.patterns) for n, r in enumerate(records))
