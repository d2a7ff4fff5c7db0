"""What to show of a found paper: the stretch of its abstract where the words of the query stand, with marks."""

from collections import Counter

from catalogue.markup import Rendered, excerpt, mark, part
from catalogue.search.documents import Finder

# How much is shown before the first word that was found, in characters.
LEAD = 60


def marked(rendered: Rendered, finder: Finder) -> Rendered:
    """Return a rendered text with marks on the words of a query."""
    return mark(rendered, [(start, end) for start, end, _ in finder.places(rendered.text)])


def found_excerpt(rendered: Rendered, finder: Finder, length: int) -> Rendered | None:
    """Return about `length` characters of a rendered text where most of the words stand, marked, as one line.

    None if the beginning of the text does as well, or no word stands in it.
    """
    # A word at the very end of the beginning may be the beginning of a word.
    if finder.is_all({word for _, end, word in finder.places(rendered.text[:length]) if end < length}):
        return None
    found = finder.places(rendered.text)
    start = _best_start(found, length)
    if start <= LEAD:
        return None
    begin = _at_a_word(rendered.text, start - LEAD)
    shown = excerpt(part(rendered, begin, begin + 2 * length), length)
    shown = Rendered(f"… {shown.html}", f"… {shown.text}")
    return marked(shown, finder)


def _best_start(found: list[tuple[int, int, str]], length: int) -> int:
    """Return where the stretch with the most different words begins, the earliest of several; 0 if none is better."""
    best, most = 0, len({word for start, end, word in found if end <= length})
    within: Counter[str] = Counter()
    after = 0
    for first, _, leaving in found:
        while after < len(found) and found[after][1] <= first + length - LEAD:
            within[found[after][2]] += 1
            after += 1
        if len(within) > most:
            best, most = first, len(within)
        within[leaving] -= 1
        if not within[leaving]:
            del within[leaving]
    return best


def _at_a_word(text: str, at: int) -> int:
    """Return the beginning of a sentence or a word at or after a place."""
    sentence = text.find(". ", at, at + LEAD)
    if sentence >= 0:
        return sentence + 2
    space = text.find(" ", at, at + LEAD)
    return space + 1 if space >= 0 else at
