"""Which papers a text may be the title of, or a name they introduce."""

from collections.abc import Iterable

from catalogue.search.documents import query_words
from catalogue.search.matching import engine, looked_up

WORDS_AT_MOST = 40
PAPERS_AT_MOST = 50


def named_alike(texts: Iterable[str]) -> dict[str, list[int]]:
    """Return for each text up to PAPERS_AT_MOST papers, by id, in whose heading or introduced names its words stand
    together; a single word in introduced names only. A query for each 200 texts.

    Case, accents, punctuation and endings of words do not count. Papers that are not listed are found too.
    """
    expressions = {text: expression for text in texts if (expression := _expression(query_words(text)))}
    found = looked_up(dict.fromkeys(expressions.values()))
    return {text: list(found[expression][:PAPERS_AT_MOST]) for text, expression in expressions.items()}


def _expression(words: list[str]) -> str:
    field = "title" if len(words) > 1 else "name"
    return engine().phrase(words[:WORDS_AT_MOST], field) if words else ""
