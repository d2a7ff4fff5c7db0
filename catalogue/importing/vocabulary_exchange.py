"""A vocabulary file into the tables: all of what it would change, or nothing."""

from django.db import transaction

from catalogue.curation import recorded
from catalogue.importing.applying import propose_or_give
from catalogue.importing.exchange_entries import Entry, Exchange, Stated
from catalogue.importing.exchange_planning import exchange_of
from catalogue.models import Origin, Tag, TagAddress, TagEvent, Tagging, TagLabel, User, Verb
from catalogue.sources import TermFile

AT_ONCE = 500


class VocabularyChanged(Exception):
    """Somebody changed the vocabulary since it was shown what a file would change."""


def try_terms(file: TermFile) -> Exchange:
    """Return what importing a file would change now; nothing is written."""
    return exchange_of(file)


def import_terms(file: TermFile, seen: str = "", user: User | None = None, name: str = "") -> Exchange:
    """Change the vocabulary as a file states it, in one act that can be undone (`event`); return what was changed.

    No tag is deleted. With `seen`, the digest of what `try_terms` returned, VocabularyChanged is raised and nothing is
    done if the vocabulary is another one by now. Papers follow with `extract_findings`. `name` is that of the file.
    """
    with transaction.atomic():
        # Whoever edits a tag waits, so that what is read here is what is changed.
        list(Tag.objects.shared().select_for_update().order_by("pk").values_list("pk", flat=True))
        exchange = exchange_of(file)
        if seen not in ("", exchange.digest):
            raise VocabularyChanged
        if exchange.created or exchange.changed:
            exchange.event = _write_down(exchange, user, name)
    return exchange


def _write_down(exchange: Exchange, user: User | None, name: str) -> TagEvent:
    """Write an exchange as an act. Watched are the vocabulary's tables, not the tags of papers: these are too many."""
    changed = [entry.tag.pk for entry in exchange.changed]
    switched = {
        entry.tag.pk: entry.after.only_proposes
        for entry in exchange.changed
        if entry.before.only_proposes != entry.after.only_proposes
    }
    said = f"Loaded {name or 'a vocabulary file'}: {len(exchange.created):,} new, {len(changed):,} changed"
    given = Tagging.objects.filter(tag__in=switched, owner=None, origin=Origin.RULE)
    rows = [Tag.objects.shared(), TagLabel.objects.filter(owner=None), TagAddress.objects.all(), given]
    with recorded(Verb.LOAD, user, said, rows=rows, about=changed, place=name) as event:
        write_exchange(exchange)
        event.watched |= {entry.tag.pk for entry in exchange.created}
        for tag, only_proposes in switched.items():
            propose_or_give(tag, only_proposes)
    return event


def write_exchange(exchange: Exchange) -> None:
    """Write what an exchange would change: the only function of an import that writes, within a transaction.

    The tags of new entries are there afterwards (`entry.tag`).
    """
    created, changed = exchange.created, exchange.changed
    new = [Tag(kind=entry.record.kind) for entry in created]
    for entry, tag in zip(created, new, strict=True):
        _fill(tag, entry)
    Tag.objects.bulk_create(new, batch_size=AT_ONCE)
    tags = {entry.id: tag for entry, tag in zip(created, new, strict=True)}
    for entry in changed:
        _fill(entry.tag, entry)
    for entry in [*created, *changed]:
        wide = entry.after.broader
        tag = tags.get(entry.id, entry.tag)
        tag.broader_id = tags[wide].pk if wide in tags else wide
    Tag.objects.bulk_update([tag for tag in new if tag.broader_id], ["broader"], batch_size=AT_ONCE)
    _update([(entry.before, entry.after, entry.tag) for entry in changed])
    for entry, tag in zip(created, new, strict=True):
        entry.tag = tag
    _write_labels([*created, *(entry for entry in changed if entry.before.labels != entry.after.labels)])
    addresses = [TagAddress(tag=e.tag, kind=a.kind, slug=a.slug) for e in [*created, *changed] for a in e.addresses]
    TagAddress.objects.bulk_create(addresses, batch_size=AT_ONCE)


def _update(changed: list[tuple[Stated | None, Stated, Tag]]) -> None:
    """Store the columns of tags that are there, each where it differs: a statement with all would take ten times."""
    columns = {"label": "label", "slug": "slug", "note": "scope_note", "patterns": "patterns", "state": "state"}
    for name, column in (columns | {"only_proposes": "only_proposes", "broader": "broader"}).items():
        tags = [tag for before, after, tag in changed if getattr(before, name) != getattr(after, name)]
        Tag.objects.bulk_update(tags, [column], batch_size=AT_ONCE)


def _fill(tag: Tag, entry: Entry) -> None:
    after = entry.after
    tag.label, tag.slug, tag.scope_note, tag.patterns = after.label, after.slug, after.note, after.patterns
    tag.state, tag.only_proposes = after.state, after.only_proposes


def _write_labels(entries: list[Entry]) -> None:
    """Write the labels of tags anew: so they may pass from tag to tag."""
    pks = [entry.tag.pk for entry in entries if entry.before]
    for first in range(0, len(pks), AT_ONCE):
        TagLabel.objects.filter(tag__in=pks[first : first + AT_ONCE]).delete()
    labels = [
        TagLabel(tag=entry.tag, kind=entry.record.kind, language=each.language, preferred=each.preferred)
        for entry in entries
        for each in entry.after.labels.values()
    ]
    texts = (each.text for entry in entries for each in entry.after.labels.values())
    for label, text in zip(labels, texts, strict=True):
        for name, value in TagLabel.columns(text).items():
            setattr(label, name, value)
    TagLabel.objects.bulk_create(labels, batch_size=AT_ONCE)
