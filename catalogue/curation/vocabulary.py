"""The vocabulary as it stands in the tables, for the rules."""

from catalogue.extraction import Term, Vocabulary, words_of
from catalogue.models import Tag, VocabularyEntry, slug_of


def pattern_lines(patterns: str) -> tuple[str, ...]:
    """Return the patterns of a text with one a line."""
    return tuple(line.strip() for line in patterns.splitlines() if line.strip())


def words_in(pattern: str) -> int:
    """Return how many words a pattern has. One without any matches nothing."""
    return len(words_of(pattern).texts)


def current_vocabulary() -> Vocabulary:
    """Return the terms that rules may give: shared, accepted tags with patterns. Two queries."""
    return Vocabulary(current_terms())


def current_terms() -> list[Term]:
    """Return the terms of the vocabulary; to compile all their patterns takes some hundredths of a second."""
    # Where a tag was taken for two entries, the first one names it.
    names = dict(VocabularyEntry.objects.exclude(tag=None).order_by("-pk").values_list("tag", "name"))
    rows = Tag.objects.public().exclude(patterns="").values_list("pk", "kind", "slug", "label", "patterns")
    return [
        Term(pk, kind, names.get(pk, slug), label, pattern_lines(patterns)) for pk, kind, slug, label, patterns in rows
    ]


def name_of(tag: Tag) -> str:
    """Return what the weights may know a tag by, saved or not: the name of its entry, else its address."""
    entry = VocabularyEntry.objects.filter(tag=tag.pk).order_by("pk").first() if tag.pk else None
    return entry.name if entry else tag.slug or slug_of(tag.label)
