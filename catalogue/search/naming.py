"""Which papers a text may be the title of, or a name they introduce."""

from collections.abc import Iterable

from catalogue.search.documents import joined, query_words
from catalogue.search.matching import engine, looked_up

WORDS_AT_MOST = 40
PAPERS_AT_MOST = 50


def named_alike(texts: Iterable[str]) -> dict[str, list[int]]:
    """Return for each text up to PAPERS_AT_MOST papers, by id, in whose heading or introduced names its words stand
    together; one word or two in introduced names only. A query for each 200 texts.

    Case, accents, punctuation and endings of words do not count. Papers that are not listed are found too.
    """
    expressions = {text: expression for text in texts if (expression := _expression(text))}
    found = looked_up(dict.fromkeys(expressions.values()))
    return {text: list(found[expression][:PAPERS_AT_MOST]) for text, expression in expressions.items()}


def _expression(text: str) -> str:
    words = query_words(text)[:WORDS_AT_MOST]
    if not words:
        return ""
    found = [engine().phrase(words, "title" if len(words) > 2 else "name")]
    if len(text.split()) == 1:  # `Twin-Opt` is also `TwinOpt`
        found += [engine().phrase([word], "name") for word in joined(text)[:1]]
    return engine().some(found)
