"""The vocabulary as a table: CSV with a row for each tag. `sources.read_terms` reads it back without loss.

Cells are guarded as those of reading lists (`exports/reading_lists.py`). Several values of a cell stand one a line. A
label in another language than the tag's own, or one that ends like `…@word`, has its language behind it: `Graphe@fr`.
"""

import csv
import io
import re

from catalogue.exports.reading_lists import BYTE_ORDER_MARK, guarded
from catalogue.exports.skos import Concept, Label, Vocabulary

COLUMNS = "id kind label language preferred_labels alternative_labels scope_note broader address".split()
WHOLE = "state patterns only_proposes former_addresses".split()
_LIKE_A_LANGUAGE = re.compile(r".*@[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", re.DOTALL)


def write_csv(vocabulary: Vocabulary) -> str:
    """Return a table, in UTF-8 with a byte order mark once encoded; WHOLE columns only if the tags tell them."""
    file = io.StringIO(newline="")
    file.write(BYTE_ORDER_MARK)
    whole = any(concept.whole for concept in vocabulary.concepts)
    writer = csv.DictWriter(file, COLUMNS + WHOLE * whole)
    writer.writeheader()
    writer.writerows(_row(concept) for concept in vocabulary.concepts)
    return file.getvalue()


def _row(concept: Concept) -> dict[str, str | int]:
    shown, *others = concept.preferred
    cells = {
        "kind": concept.kind,
        "label": shown.text,
        "language": shown.language,
        "preferred_labels": _labels(others, shown.language),
        "alternative_labels": _labels(concept.alternative, shown.language),
        "scope_note": concept.note,
        "broader": concept.broader,
        "address": concept.address,
    }
    if concept.whole:
        cells |= {"state": concept.state, "patterns": concept.patterns, "former_addresses": "\n".join(concept.former)}
        cells["only_proposes"] = "yes" if concept.only_proposes else ""
    return {"id": concept.id} | {name: guarded(text) for name, text in cells.items()}


def _labels(labels: tuple[Label, ...] | list[Label], own: str) -> str:
    return "\n".join(
        f"{label.text}@{label.language}"
        if label.language != own or _LIKE_A_LANGUAGE.fullmatch(label.text)
        else label.text
        for label in labels
    )
