"""Full-text expressions of PostgreSQL (tsquery), written out: PostgreSQL parses no words."""

from collections.abc import Sequence

from catalogue.search.documents import NAME_SIGN

MATCHING = "SELECT paper_id FROM catalogue_searchindex WHERE vector @@ %s::tsquery"
# The ids of what an expression finds, with commas between them.
HITS = "catalogue_searchindex_hits(%s::tsquery)"
_WEIGHTS = {"title": "A", "name": "A", "author": "B", "abstract": "D"}


def phrase(words: Sequence[str], field: str = "", *, open_end: bool = False) -> str:
    """Return the expression for words that stand together in a field (empty: in any)."""
    sign = NAME_SIGN if field == "name" else ""
    weight = _WEIGHTS.get(field, "")
    marks = [weight] * (len(words) - 1) + [("*" if open_end else "") + weight]
    parts = [f"'{sign}{word}'" + (f":{mark}" if mark else "") for word, mark in zip(words, marks, strict=True)]
    return f"({' <-> '.join(parts)})"


def every(expressions: Sequence[str], excluded: Sequence[str] = ()) -> str:
    """Return the expression for all of `expressions` (at least one) and none of `excluded`."""
    return f"({' & '.join(dict.fromkeys([*expressions, *(f'!{each}' for each in excluded)]))})"


def some(expressions: Sequence[str]) -> str:
    """Return the expression for one of `expressions`."""
    return f"({' | '.join(dict.fromkeys(expressions))})"
