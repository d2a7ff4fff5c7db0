"""The vocabulary: from its file into the tables, never over a curator's change; and from the tables to the rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from catalogue.importing.lock import one_load_at_a_time
from catalogue.models import Tag, TagAddress, TagKind, TagLabel, VocabularyEntry, free_slug, name_key
from catalogue.sources import VocabularyRecord, entry_name, read_vocabulary

FIELD_NAMES = {
    "label": "label",
    "alternative": "alternative labels",
    "scope_note": "scope note",
    "patterns": "patterns",
}
STARTER_VOCABULARY: Path = settings.BASE_DIR / "fixtures" / "vocabulary.toml"


@dataclass(slots=True)
class VocabularyReport:
    """What loading a vocabulary did. `kept` names what a curator has changed and the file says otherwise."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    kept: list[str] = field(default_factory=list)


def load_vocabulary(path: Path = STARTER_VOCABULARY, *, waiting: Callable[[], None] = lambda: None) -> VocabularyReport:
    """Load a vocabulary file, all of it or nothing. Raises SourceError for a file that is not as it should be.

    What the file says differently than last time is changed, unless a curator changed it meanwhile. A tag that a
    curator deleted stays deleted; one that a curator made under the same label becomes the entry's, its values kept.
    """
    with one_load_at_a_time(waiting):
        return store_vocabulary(path)


def load_starter_vocabulary() -> None:
    """Load the starter vocabulary into a catalogue without any tag. To be called by a load, which has the lock."""
    if not Tag.objects.exists():
        store_vocabulary(STARTER_VOCABULARY)


def store_vocabulary(path: Path) -> VocabularyReport:
    """Do what `load_vocabulary` does, once no other load is running."""
    records = read_vocabulary(path, tuple(TagKind.values))
    report = VocabularyReport()
    with transaction.atomic():
        entries = {(entry.kind, entry.name): entry for entry in VocabularyEntry.objects.all()}
        new = [record for record in records if (record.kind, record.name) not in entries]
        report.created = len(new)
        for record in records:
            if entry := entries.get((record.kind, record.name)):
                _update(entry, _stated(record), report)
        adopted = _adopt(new)
        entries |= adopted | _create([record for record in new if (record.kind, record.name) not in adopted])
        _set_broader(records, entries, report)
        changed = [r for r in records if entries[r.kind, r.name].stated != _stated(r)]
        for record in changed:
            entries[record.kind, record.name].stated = _stated(record)
        again = [entries[record.kind, record.name] for record in changed]
        VocabularyEntry.objects.bulk_update(again, ["stated"], batch_size=100)
    return report


def _stated(record: VocabularyRecord) -> dict[str, Any]:
    return {
        "label": record.label,
        "alternative": list(record.alternative),
        "scope_note": record.note,
        "patterns": "\n".join(record.patterns),
        "broader": entry_name(record.broader),
    }


def _update(entry: VocabularyEntry, stated: dict[str, Any], report: VocabularyReport) -> None:
    """Give a tag what the file says differently now. `broader` is looked after once all tags are there."""
    before = entry.stated
    differing = [name for name in stated if name != "broader" and stated[name] != before.get(name)]
    tag = entry.tag if differing else None
    if tag is None:
        report.unchanged += 1
        return
    current = {
        "label": tag.label,
        "alternative": tag.alternative_labels,
        "scope_note": tag.scope_note,
        "patterns": tag.patterns,
    }
    free = [name for name in differing if _same(current[name], before.get(name))]
    for name in differing:
        if name not in free and not _same(current[name], stated[name]):
            report.kept.append(f"{tag}: a curator's {FIELD_NAMES[name]} was kept")
    for name in ("scope_note", "patterns"):
        if name in free:
            setattr(tag, name, stated[name])
    tag.save(update_fields=["scope_note", "patterns"])
    if {"label", "alternative"} & set(free):
        now = current | {name: stated[name] for name in free}
        wanted = [now["label"], *now["alternative"]]
        clashing = {clash.key for clash in tag.label_clashes(wanted)}
        if name_key(now["label"]) not in clashing:
            tag.set_labels(now["label"], [label for label in now["alternative"] if name_key(label) not in clashing])
    report.updated += bool(free)
    report.unchanged += not free


def _same(one: Any, other: Any) -> bool:
    return set(one) == set(other) if isinstance(one, list) and isinstance(other, list) else one == other


def _adopt(records: list[VocabularyRecord]) -> dict[tuple[str, str], VocabularyEntry]:
    """Make entries of the tags that have a record's label already. They get what they lack, nothing else."""
    labels = TagLabel.objects.filter(owner=None).select_related("tag")
    tags = {(label.kind, label.key): label.tag for label in labels} if records else {}
    entries = []
    for record in records:
        tag = tags.get((record.kind, name_key(record.label)))
        if tag:
            tag.scope_note = tag.scope_note or record.note
            tag.patterns = tag.patterns or "\n".join(record.patterns)
            tag.save(update_fields=["scope_note", "patterns"])
            entries.append(VocabularyEntry(kind=record.kind, name=record.name, tag=tag))
    VocabularyEntry.objects.bulk_create(entries)
    return {(entry.kind, entry.name): entry for entry in entries}


def _create(records: list[VocabularyRecord]) -> dict[tuple[str, str], VocabularyEntry]:
    """Store new tags for the records, in a fixed number of queries. Labels that other tags have are left out."""
    taken = set(TagAddress.objects.values_list("kind", "slug"))
    tags = []
    for record in records:
        slug = free_slug(record.label, lambda slug, kind=record.kind: (kind, slug) in taken)  # type: ignore[misc]
        taken.add((record.kind, slug))
        patterns = "\n".join(record.patterns)
        tags.append(Tag(kind=record.kind, label=record.label, slug=slug, scope_note=record.note, patterns=patterns))
    Tag.objects.bulk_create(tags)
    TagLabel.objects.bulk_create(_labels_of(records, tags))
    TagAddress.objects.bulk_create(TagAddress(tag=tag, kind=tag.kind, slug=tag.slug) for tag in tags)
    entries = [VocabularyEntry(kind=r.kind, name=r.name, tag=tag) for r, tag in zip(records, tags, strict=True)]
    VocabularyEntry.objects.bulk_create(entries)
    return {(entry.kind, entry.name): entry for entry in entries}


def _labels_of(records: list[VocabularyRecord], tags: list[Tag]) -> Iterator[TagLabel]:
    taken = set(TagLabel.objects.filter(owner=None).values_list("kind", "key"))
    for record, tag in zip(records, tags, strict=True):
        for label in (record.label, *record.alternative):
            key = name_key(label)
            if (record.kind, key) not in taken:
                taken.add((record.kind, key))
                yield TagLabel(tag=tag, kind=record.kind, label=label, key=key, preferred=label == record.label)


def _set_broader(
    records: list[VocabularyRecord], entries: dict[tuple[str, str], VocabularyEntry], report: VocabularyReport
) -> None:
    """Give each tag its broader one, unless a curator gave it another or that would be a circle."""
    for record in records:
        entry = entries[record.kind, record.name]
        before, now = entry.stated.get("broader", ""), entry_name(record.broader)
        if entry.tag is None or before == now:
            continue
        wider = entries[record.kind, now].tag if now else None
        former = entries.get((record.kind, before))
        if entry.tag.broader_id != (former.tag_id if former else None):
            report.kept.append(f"{entry.tag}: a curator's broader tag was kept")
        elif wider != entry.tag and (wider is None or entry.tag not in wider.wider_tags()):
            entry.tag.broader = wider
            entry.tag.save(update_fields=["broader"])
