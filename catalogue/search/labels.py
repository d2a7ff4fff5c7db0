"""Tags and collections by what they are called, as it is typed in a query. What was asked once is remembered."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from catalogue.facets import NAMES, FacetIndex
from catalogue.models import Collection, TagAddress, TagKind, TagLabel, name_key, slug_of
from catalogue.search.documents import words
from catalogue.search.query import Term

WORDS_IN_LABEL = 6
LETTERS_IN_LABEL = 200
SPANS_AT_MOST = 150
# Answers that are remembered, most of them "nothing is called so". What people type has no end.
SPELLINGS_REMEMBERED = 10_000
Runs = Iterable[Sequence[Term]]


def spelled_tags(index: FacetIndex, runs: Runs) -> dict[Term, set[int]]:
    """Return the public tags that neighbouring terms spell a label of, for each of the terms. One query."""
    spans: dict[str, set[Term]] = defaultdict(set)
    for run in runs:
        for span in _spans(run):
            for key in _spellings(" ".join(term.text for term in span)):
                spans[key].update(span)
    public = index.tags()
    found: dict[Term, set[int]] = defaultdict(set)
    for key, tags in _labelled(index, spans).items():
        for term in spans[key]:
            found[term].update(tag for tag in tags if tag in public)
    return dict(found)


def tags_called(index: FacetIndex, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], list[int]]:
    """Return the public tags by names and kinds (empty: any): by label, end of address or id. Two queries."""
    names = list(names)
    labelled = _labelled(index, {key for text, _ in names for key in _spellings(text)})
    addressed = _addressed(index, {slug_of(text) for text, _ in names})
    found = {}
    for text, kind in names:
        tags = {tag for key in _spellings(text) for tag in labelled[key]} | set(addressed[slug_of(text)])
        if text.isascii() and text.isdigit() and len(text) < 10:
            tags.add(int(text))
        public = index.tags(kind)
        found[text, kind] = sorted(tag for tag in tags if tag in public)
    return found


def spelled_collections(index: FacetIndex, runs: Runs) -> dict[Term, set[int]]:
    """Return the collections in whose name, or former name, all words of a term stand, for each of the terms."""
    terms = {term for run in runs for term in run if not term.prefix}
    return {term: set(_named(index, term.words)) for term in terms}


def collections_called(index: FacetIndex, text: str) -> list[int]:
    """Return the collections in whose name, or former name, all words of a text stand."""
    return _named(index, words(text))


def _named(index: FacetIndex, wanted: Sequence[str]) -> list[int]:
    names = index.memory(NAMES).once("collections", "words", _words_of_collections)
    return [pk for pk, texts in names.items() if any(text.issuperset(wanted) for text in texts)] if wanted else []


def _words_of_collections() -> dict[int, list[set[str]]]:
    names: dict[int, list[set[str]]] = defaultdict(list)
    for pk, *texts in Collection.objects.order_by("pk").values_list("pk", "name", "venue", "names__name"):
        names[pk] += [set(words(text)) for text in texts if text]
    return dict(names)


def _labelled(index: FacetIndex, keys: Iterable[str]) -> dict[str, list[int]]:
    return index.memory(NAMES).answers("tags by label", keys, _tags_labelled, SPELLINGS_REMEMBERED)


def _tags_labelled(keys: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {key: [] for key in keys}
    labels = TagLabel.objects.filter(owner=None, kind__in=TagKind.values, key__in=keys).order_by()
    for key, tag in labels.values_list("key", "tag_id"):
        found[key].append(tag)
    return found


def _addressed(index: FacetIndex, slugs: Iterable[str]) -> dict[str, list[int]]:
    return index.memory(NAMES).answers("tags by slug", slugs, _tags_addressed, SPELLINGS_REMEMBERED)


def _tags_addressed(slugs: list[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {slug: [] for slug in slugs}
    for slug, tag in TagAddress.objects.filter(slug__in=filter(None, slugs)).values_list("slug", "tag_id"):
        found[slug].append(tag)
    return found


def _spans(run: Sequence[Term]) -> list[Sequence[Term]]:
    """Return the stretches of a run that may be a label. A phrase is one by itself."""
    found = []
    for first in range(len(run)):
        for last in range(first + 1, min(first + WORDS_IN_LABEL, len(run)) + 1):
            span = run[first:last]
            if not any(term.prefix for term in span) and (len(span) == 1 or not any(term.quoted for term in span)):
                found.append(span)
    return found[:SPANS_AT_MOST]


def _spellings(text: str) -> list[str]:
    """Return the keys under which a label may be known: as typed, without hyphens, in the singular or plural."""
    key = name_key(text)
    if len(key) > LETTERS_IN_LABEL:
        return []
    found = [key, key.replace("-", " ")]
    for each in [*found]:
        found.append(each[:-1] if each.endswith("s") and not each.endswith("ss") else f"{each}s")
    return list(dict.fromkeys(each for each in found if each))
