"""Which tags of the catalogue the records of a vocabulary file mean."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field

from catalogue.importing.exchange_entries import Labelled
from catalogue.models import Tag, TagAddress, TagLabel, name_key
from catalogue.sources import TermAddress, TermRecord


class Catalogue:
    """The shared vocabulary as it stands, read at once in three queries."""

    def __init__(self) -> None:
        self.tags = {tag.pk: tag for tag in Tag.objects.shared().order_by("pk")}
        self.labels: dict[int, dict[str, Labelled]] = defaultdict(dict)
        self.with_label: dict[tuple[str, str], int] = {}
        columns = ("tag", "kind", "key", "label", "language", "preferred")
        for pk, kind, key, *label in TagLabel.objects.filter(owner=None).order_by("pk").values_list(*columns):
            self.labels[pk][key] = Labelled(*label)
            self.with_label[kind, key] = pk
        rows = TagAddress.objects.order_by("kind", "slug").values_list("kind", "slug", "tag")
        self.addresses = {TermAddress(kind, slug): tag for kind, slug, tag in rows}

    def digest(self) -> str:
        """Return the SHA-256 of all there is, so that a change by anybody shows."""
        hash_ = hashlib.sha256()
        for pk, tag in self.tags.items():
            stated = (tag.kind, tag.label, tag.slug, tag.scope_note, tag.patterns, tag.state, tag.broader_id)
            hash_.update(repr((pk, stated, tag.only_proposes, self.labels[pk])).encode())
        hash_.update(repr(sorted(self.addresses.items())).encode())
        return hash_.hexdigest()

    def keys_of(self, pk: int) -> set[str]:
        return set(self.labels[pk])


@dataclass(slots=True)
class Matches:
    """The tag of each record by its position, for those that mean one; and by position why others cannot be taken."""

    tags: dict[int, int] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)


def match(records: list[TermRecord], catalogue: Catalogue) -> Matches:
    """Return which records mean a tag that is there.

    By id and address first, if the tag still has one of the labels; then by the preferred label; at last by any other
    label, of a tag that no other record means.
    """
    found = Matches()
    of_tag: dict[int, int] = {}
    for look in (_by_id, _by_label, _by_other_label):
        for number, record in enumerate(records):
            if number in found.tags or number in found.refused:
                continue
            pk = look(record, catalogue, of_tag)
            if pk is None:
                continue
            tag = catalogue.tags[pk]
            if tag.kind != record.kind:
                found.refused[number] = f"it is the {tag.kind} “{tag.label}”: change the kind of a tag on its form"
            elif pk in of_tag:
                found.refused[number] = f"it is the same tag as {records[of_tag[pk]].place}"
            else:
                found.tags[number] = pk
                of_tag[pk] = number
    return found


def keys_of(record: TermRecord) -> list[str]:
    """Return the keys of all labels of a record, the shown one first."""
    labels = (record.label, *(record.preferred or ()), *(record.alternative or ()))
    return list(dict.fromkeys(name_key(label.text) for label in labels))


def _by_id(record: TermRecord, catalogue: Catalogue, of_tag: dict[int, int]) -> int | None:
    by_address = catalogue.addresses.get(record.address) if record.address else None
    if record.id in catalogue.tags and record.id == by_address:
        return record.id
    for pk in (record.id, by_address):
        if pk in catalogue.tags and catalogue.keys_of(pk) & set(keys_of(record)):
            return pk
    return None


def _by_label(record: TermRecord, catalogue: Catalogue, of_tag: dict[int, int]) -> int | None:
    return catalogue.with_label.get((record.kind, name_key(record.label.text)))


def _by_other_label(record: TermRecord, catalogue: Catalogue, of_tag: dict[int, int]) -> int | None:
    tags = {catalogue.with_label.get((record.kind, key)) for key in keys_of(record)} - {None, *of_tag}
    return tags.pop() if len(tags) == 1 else None
