"""Which collection a paper of a file appears in: that of the file, or what the entry itself says it appeared in."""

from collections.abc import Iterable

from catalogue.models import Collection, CollectionName, name_key
from catalogue.sources import CollectionRecord, PaperRecord

LONGEST_NAME = 200


def collection_of(record: CollectionRecord) -> Collection:
    """Return the collection that is known under a name, made if there is none."""
    collection = Collection.named(record.name)
    if collection is None:
        collection = Collection.objects.create(name=record.name, venue=record.venue, year=record.year)
        collection.add_name(record.name)
    return collection


def collections_by_venue(records: Iterable[PaperRecord]) -> dict[tuple[str, int | None], int]:
    """Return the ids of the collections of records that name a venue, by venue and year; new ones are made.

    `ICLR` of 2026 is the collection `ICLR 2026`. One query, and some more for each new collection.
    """
    wanted = {(record.venue, record.year): named(record.venue, record.year) for record in records if record.venue}
    keys = {place: name_key(each.name) for place, each in wanted.items()}
    known = dict(CollectionName.objects.filter(key__in=set(keys.values())).values_list("key", "collection_id"))
    for place, key in keys.items():
        if key not in known:
            known[key] = collection_of(wanted[place]).pk
    return {place: known[key] for place, key in keys.items()}


def named(venue: str, year: int | None) -> CollectionRecord:
    """Return the collection that a venue of a year is: the year goes into its name unless it is there."""
    has_year = year is None or str(year) in venue
    room = LONGEST_NAME - (0 if has_year else 5)
    short = venue if len(venue) <= room else f"{venue[: room - 1].rstrip()}…"
    bare = " ".join(short.replace(str(year), " ").split()) if has_year and year else short
    return CollectionRecord(short if has_year else f"{short} {year}", bare if any(map(str.isalnum, bare)) else "", year)
