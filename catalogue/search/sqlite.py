"""Full-text expressions of SQLite (FTS5)."""

from collections.abc import Sequence

from catalogue.search.documents import NAME_SIGN

_WHERE = "FROM catalogue_searchindex WHERE catalogue_searchindex MATCH %s"
MATCHING = f"SELECT rowid {_WHERE}"
# The ids of what an expression finds, with commas between them.
HITS = f"group_concat(rowid) {_WHERE}"


def phrase(words: Sequence[str], field: str = "", *, open_end: bool = False) -> str:
    """Return the expression for words that stand together in a field (empty: in any)."""
    if field == "name":
        words, field = [NAME_SIGN + word for word in words], "title"
    column = {"author": "authors"}.get(field, field)
    found = f'"{" ".join(words)}"{" *" if open_end else ""}'
    return f"{column} : {found}" if column else found


def every(expressions: Sequence[str], excluded: Sequence[str] = ()) -> str:
    """Return the expression for all of `expressions` (at least one) and none of `excluded`."""
    found = f"({' AND '.join(dict.fromkeys(expressions))})"
    return f"({found} NOT {some(excluded)})" if excluded else found


def some(expressions: Sequence[str]) -> str:
    """Return the expression for one of `expressions`."""
    return f"({' OR '.join(dict.fromkeys(expressions))})"
