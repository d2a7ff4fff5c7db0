"""A selection in words: as chips, as a sentence, and what to drop when nothing is found."""

from dataclasses import dataclass
from typing import Any

from catalogue.facets import EVERY_FACET, Browse, Choice, Facet, Links
from catalogue.filters import PaperFilter
from catalogue.markup import cut

# How the sentence speaks of what is chosen and of what is excluded, where "with the area …" does not fit.
PHRASES = {
    "collection": ("in", "not in"),
    "author": ("by", "not by"),
    "year": ("of", "not of"),
    "source": ("from the file", "not from the file"),
    "code": ("with code:", "without code:"),
    "list": ("on my list", "not on my list"),
    "mytag": ("that I tagged", "that I did not tag"),
}
# And of having none, or some, where "without any area" does not fit.
NONE_PHRASES = {
    "list": ("on none of my lists", "on one of my lists"),
    "mytag": ("that I did not tag", "that I tagged"),
}


# How much of a long text the page repeats, in characters.
TEXT_IN_CHIP, TEXT_AS_READ = 100, 300
# Parameters that narrow nothing but by the text.
NO_FILTERS = ("q", "words", "sort", "per_page")


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of the selection that one click removes. `params` are the names of the parameters it stands for."""

    facet: str
    label: str
    text: str
    remove_url: str
    params: tuple[str, ...]
    excluded: bool = False

    def __str__(self) -> str:
        return f"{self.label}: {'not ' if self.excluded else ''}{self.text}"


def browse_of(selection: PaperFilter, links: Links) -> Browse:
    """Return what the facets need to know of a selection."""
    return Browse(
        selection.index,
        selection.papers,
        selection.without,
        selection.chosen,
        selection.excluded,
        selection.match_all,
        links,
    )


def chips_of(selection: PaperFilter, links: Links) -> list[Chip]:
    """Return the chips of a selection: the text, each value of each facet, the years."""
    chips = []
    if selection.value("q"):
        chips.append(Chip("q", "Text", cut(selection.value("q"), TEXT_IN_CHIP), links.removing("q").url(), ("q",)))
    for facet in EVERY_FACET:
        both = {facet.name: selection.chosen[facet.name], f"not_{facet.name}": selection.excluded[facet.name]}
        for name, choice in both.items():
            for token, label in zip(choice.tokens, choice.names, strict=True):
                without = links.removing(name, token).url()
                chips.append(Chip(facet.name, facet.title, label, without, (name,), excluded=name != facet.name))
    years = _years(selection)
    if years:
        without = links.removing("year_from").removing("year_to").url()
        chips.append(Chip("year", "Years", years, without, ("year_from", "year_to")))
    least = selection.value("on_lists")
    if least:
        chips.append(Chip("lists", "Public lists", f"{least} or more", links.removing("on_lists").url(), ("on_lists",)))
    return chips


def _years(selection: PaperFilter) -> str:
    first, last = selection.value("year_from"), selection.value("year_to")
    if first and last:
        return str(first) if first == last else f"{first} to {last}"
    return f"from {first}" if first else f"to {last}" if last else ""


def read_as(selection: PaperFilter) -> str:
    """Return how the selection was read, as a sentence; empty where nothing is selected."""
    parts = []
    if selection.value("q") and selection.search.query:
        parts.append(f"with {cut(str(selection.search.query), TEXT_AS_READ)}")
    for facet in EVERY_FACET:
        joined = " and " if facet.name in selection.match_all else " or "
        parts += _part(facet, selection.chosen[facet.name], joined, negated=False)
        parts += _part(facet, selection.excluded[facet.name], " or ", negated=True)
    years = _years(selection)
    if years:
        parts.append(f"of the years {years}")
    if selection.value("on_lists"):
        parts.append(f"on {selection.value('on_lists')} or more public lists")
    return f"Papers {', '.join(parts)}." if parts else ""


def _part(facet: Facet, choice: Choice, joined: str, negated: bool) -> list[str]:
    """Return the part of the sentence about one facet, none or one."""
    if not choice:
        return []
    name = facet.title.lower()
    having, lacking = PHRASES.get(facet.name, (f"with the {name}", f"without the {name}"))
    phrases = [f"{lacking if negated else having} {joined.join(choice.labels.values())}"] if choice.labels else []
    if choice.none:
        lacking_any, having_some = NONE_PHRASES.get(facet.name, (f"without any {name}", f"with some {name}"))
        phrases.append(having_some if negated else lacking_any)
    return [(" and " if negated else joined).join(phrases)]


def in_words(selection: PaperFilter, links: Links) -> dict[str, Any]:
    """Return what the results page says of its selection."""
    chips = chips_of(selection, links)
    return {
        "query_text": selection.value("q"),
        "search_kept": links.without(["q"]),
        "chips": chips,
        "selected_years": _years(selection),
        "selected_count": sum(chip.facet != "q" for chip in chips),
        "clear_url": links.path,
        "clear_filters_url": Links(links.path, tuple(pair for pair in links.params if pair[0] in NO_FILTERS)).url(),
        "read_as": read_as(selection),
        "notes": [*selection.notes, *(selection.search.notes if selection.value("q") else [])],
    }
