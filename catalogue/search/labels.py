"""Tags by what they are called: preferred and alternative labels, as they are typed in a query."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Q

from catalogue.models import Tag, TagKind, TagLabel, TagState, name_key, slug_of
from catalogue.search.query import Term

WORDS_IN_LABEL = 6
SPANS_AT_MOST = 150


def spelled_tags(runs: Iterable[Sequence[Term]]) -> dict[Term, set[int]]:
    """Return the public tags that neighbouring terms spell a label of, for each of the terms. One query."""
    spans: dict[str, set[Term]] = defaultdict(set)
    for run in runs:
        for span in _spans(run):
            for key in _spellings(" ".join(term.text for term in span)):
                spans[key].update(span)
    if not spans:
        return {}
    labels = TagLabel.objects.filter(owner=None, tag__state=TagState.ACCEPTED, kind__in=TagKind.values)
    found: dict[Term, set[int]] = defaultdict(set)
    for key, tag in labels.filter(key__in=list(spans)).values_list("key", "tag_id"):
        for term in spans[key]:
            found[term].add(tag)
    return dict(found)


def tags_called(text: str, kind: str = "") -> list[int]:
    """Return the ids of the public tags that are called `text`, by a label or the end of an address; or by that id."""
    called = Q(labels__key__in=_spellings(text)) | Q(addresses__slug=slug_of(text) or "?")
    if text.isascii() and text.isdigit() and len(text) < 10:
        called |= Q(pk=int(text))
    tags = Tag.objects.public().filter(called)
    return sorted(set((tags.filter(kind=kind) if kind else tags).values_list("pk", flat=True)))


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
    found = [key, key.replace("-", " ")]
    for each in [*found]:
        found.append(each[:-1] if each.endswith("s") and not each.endswith("ss") else f"{each}s")
    return list(dict.fromkeys(each for each in found if each))
