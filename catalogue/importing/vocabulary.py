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


def load_vocabulary(
    path: Path = STARTER_VOCABULARY, *, waiting: Callable[[], None] = lambda: None, dry_run: bool = False
) -> VocabularyReport:
    """Load a vocabulary file, all of it or nothing. Raises SourceError for a file that is not as it should be.

    What the file says differently than last time is changed, unless a curator changed it meanwhile. A tag that a
    curator deleted stays deleted; one that a curator made under the same label becomes the entry's, its values kept.
    """
    with one_load_at_a_time(waiting), transaction.atomic():
        report = store_vocabulary(path)
        transaction.set_rollback(dry_run)
    return report


def load_starter_vocabulary() -> None:
    """Load the starter vocabulary into a catalogue without any tag. To be called by a load, which has the lock."""
    if not Tag.objects.exists():
        store_vocabulary(STARTER_VOCABULARY)


def store_vocabulary(path: Path) -> VocabularyReport:
    """Do what `load_vocabulary` does, once no other load is running."""
    records = read_vocabulary(path, tuple(TagKind.values))
    report = VocabularyReport()
    with transaction.atomic():
        entries = {(entry.kind, entry.name): entry for entry in VocabularyEntry.objects.select_related("tag")}
        new = [record for record in records if (record.kind, record.name) not in entries]
        known = [record for record in records if (record.kind, record.name) in entries]
        updated = {(r.kind, r.name) for r in known if _update(entries[r.kind, r.name], _stated(r), report)}
        adopted = _adopt(new)
        entries |= adopted | _create([record for record in new if (record.kind, record.name) not in adopted])
        updated |= _set_broader(records, entries, report)
        report.created = len(new)
        report.updated = len(updated & {(record.kind, record.name) for record in known})
        report.unchanged = len(known) - report.updated
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


def _update(entry: VocabularyEntry, stated: dict[str, Any], report: VocabularyReport) -> bool:
    """Give a tag what the file says differently now, and tell whether it took any of that.

    `broader` is looked after once all tags are there.
    """
    before = entry.stated
    differing = [name for name in stated if name != "broader" and stated[name] != before.get(name)]
    tag = entry.tag if differing else None
    if tag is None:
        return False
    current = {
        "label": tag.label,
        "alternative": tag.alternative_labels,
        "scope_note": tag.scope_note,
        "patterns": tag.patterns,
    }
    former = before | {"alternative": _not_taken(tag, before.get("alternative", []))}
    free = [name for name in differing if _same(current[name], former.get(name))]
    for name in differing:
        if name not in free and not _same(current[name], stated[name]):
            report.kept.append(f"{tag}: a curator's {FIELD_NAMES[name]} was kept")
    texts = [name for name in ("scope_note", "patterns") if name in free]
    for name in texts:
        setattr(tag, name, stated[name])
    tag.save(update_fields=texts)
    if {"label", "alternative"} & set(free):
        now = current | {name: stated[name] for name in free}
        if not tag.label_clashes([now["label"]]):
            tag.set_labels(now["label"], _not_taken(tag, now["alternative"]))
    return bool(free)


def _not_taken(tag: Tag, labels: list[str]) -> list[str]:
    """Return the labels that a tag can have beside its preferred one: not those of other tags, each spelling once."""
    taken = {clash.key for clash in tag.label_clashes(labels)} | {name_key(tag.label)}
    spellings = {name_key(label): label for label in reversed(labels)}
    return [label for key, label in spellings.items() if key not in taken]


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values say the same. A form may have changed the line ends of a text."""
    if isinstance(one, list) and isinstance(other, list):
        return set(one) == set(other)
    if isinstance(one, str) and isinstance(other, str):
        return [line.strip() for line in one.splitlines()] == [line.strip() for line in other.splitlines()]
    return one == other


def _adopt(records: list[VocabularyRecord]) -> dict[tuple[str, str], VocabularyEntry]:
    """Make entries of the tags that have a record's label already. They get what they lack, nothing else."""
    labels = TagLabel.objects.filter(owner=None).select_related("tag")
    each_once: dict[int, Tag] = {}
    tags = {(label.kind, label.key): each_once.setdefault(label.tag_id, label.tag) for label in labels if records}
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
            columns = TagLabel.columns(label)
            if (record.kind, columns["key"]) not in taken:
                taken.add((record.kind, columns["key"]))
                yield TagLabel(tag=tag, kind=record.kind, **columns, preferred=label == record.label)


def _set_broader(
    records: list[VocabularyRecord], entries: dict[tuple[str, str], VocabularyEntry], report: VocabularyReport
) -> set[tuple[str, str]]:
    """Give each tag its broader one, unless a curator gave it another. Returns the entries whose tags changed.

    All former ones are taken away first, so that entries may change places; what would be a circle is left out.
    """
    wanted: dict[tuple[str, str], tuple[Tag, Tag | None]] = {}
    for record in records:
        entry = entries[record.kind, record.name]
        before, now = entry.stated.get("broader", ""), entry_name(record.broader)
        if before == now or entry.tag is None:
            continue
        former = entries.get((record.kind, before))
        wider = entries[record.kind, now].tag if now else None
        if entry.tag.broader_id == (former.tag_id if former else None):
            wanted[record.kind, record.name] = entry.tag, wider
        elif entry.tag.broader_id != (wider.pk if wider else None):
            report.kept.append(f"{entry.tag}: a curator's broader tag was kept")
    broader = dict(Tag.objects.values_list("pk", "broader")) if wanted else {}
    as_it_was = {tag.pk: broader[tag.pk] for tag, _ in wanted.values()}
    broader |= dict.fromkeys(as_it_was)
    for tag, wider in wanted.values():
        if wider and wider.kind == tag.kind and not _is_under(wider.pk, tag.pk, broader):
            broader[tag.pk] = wider.pk
    changed = {key: tag for key, (tag, _) in wanted.items() if broader[tag.pk] != as_it_was[tag.pk]}
    for tag in changed.values():
        tag.broader_id = broader[tag.pk]
    Tag.objects.bulk_update(changed.values(), ["broader"], batch_size=100)
    return set(changed)


def _is_under(tag: int | None, wider: int, broader: dict[int, int | None]) -> bool:
    """Tell whether a tag is another one or narrower than it."""
    seen = set()
    while tag is not None and tag != wider and tag not in seen:
        seen.add(tag)
        tag = broader.get(tag)
    return tag == wider
