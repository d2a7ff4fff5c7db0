"""What a vocabulary file would change: each of its tags before and after, without writing anything."""

from collections.abc import Iterator
from dataclasses import replace

from catalogue.curation import words_in
from catalogue.importing.exchange_entries import DEFAULT_LANGUAGE, Change, Entry, Exchange, Labelled, Stated
from catalogue.importing.exchange_labels import labels_enriched, labels_stated, without_clashes
from catalogue.importing.exchange_matching import Catalogue, Matches, match
from catalogue.models import Tag, TagKind, free_slug, name_key, slug_of, text_hash
from catalogue.models.tag import LEVELS_AT_MOST
from catalogue.sources import TermAddress, TermFile, TermRecord, address_of, clean_text

KINDS = set(TagKind.values)


def exchange_of(file: TermFile) -> Exchange:
    """Return what a file would change now."""
    catalogue = Catalogue()
    matches = match(file.terms, catalogue)
    problems = [*file.problems]
    problems += [(file.terms[n].place, f"It was left out: {why}.") for n, why in sorted(matches.refused.items())]
    remarks = [*file.remarks]
    entries = list(_entries(file.terms, matches, catalogue, remarks))
    entries = without_clashes(entries, catalogue, problems, remarks)
    _set_broader(entries, catalogue, remarks)
    _set_addresses(entries, catalogue)
    names = {pk: tag.label for pk, tag in catalogue.tags.items()} | {entry.id: entry.after.label for entry in entries}
    for entry in entries:
        entry.changes = list(_changes(entry, names))
    return Exchange(catalogue.digest(), entries, problems, remarks)


# --- Tags after the import ----------------------------------------------------------------------
def _entries(
    records: list[TermRecord], matches: Matches, catalogue: Catalogue, remarks: list[tuple[str, str]]
) -> Iterator[Entry]:
    for number, record in enumerate(records):
        if number in matches.refused:
            continue
        tag = catalogue.tags.get(matches.tags.get(number, 0))
        before = stated_of(tag, catalogue) if tag else None
        patterns, without_words = _patterns(record)
        if without_words:
            remarks.append((record.place, f"Patterns without a word were left out: {', '.join(without_words)[:200]}."))
        if tag is None and (
            owner := catalogue.tags.get(catalogue.addresses.get(record.address, 0) if record.address else 0)
        ):
            remarks.append(
                (
                    record.place,
                    f"It has the address of “{owner.label}” and none of its labels: it becomes a new tag beside it. "
                    "To rename that one, leave it a label that it has.",
                )
            )
        entry = Entry(number, record, tag, before, before or Stated(labels={}))
        stated = {"note": record.note, "patterns": patterns, "state": record.state}
        stated["only_proposes"] = record.only_proposes
        stated = {name: value for name, value in stated.items() if value is not None}
        if before and record.only_adds:
            entry.kept = [name for name, value in stated.items() if getattr(before, name) not in ("", value)]
            stated = {name: value for name, value in stated.items() if not getattr(before, name)}
        labels = labels_enriched(record, before) if before and record.only_adds else labels_stated(record, before)
        entry.after = replace(entry.after, labels=labels, **stated)
        yield entry


def stated_of(tag: Tag, catalogue: Catalogue) -> Stated:
    """Return what the catalogue says of a tag, as a file would."""
    labels = dict(catalogue.labels[tag.pk])
    key = name_key(tag.label)
    shown = labels.pop(key, Labelled(tag.label, DEFAULT_LANGUAGE, True))
    note, patterns = clean_text(tag.scope_note), clean_text(tag.patterns)
    return Stated({key: shown} | labels, tag.slug, note, patterns, tag.state, tag.only_proposes, tag.broader_id)


def _patterns(record: TermRecord) -> tuple[str | None, list[str]]:
    """Return the patterns of a record, one a line, and those that no text can match."""
    if record.patterns is None:
        return None, []
    lines = [line.strip() for line in record.patterns.splitlines() if line.strip()]
    return "\n".join(line for line in lines if words_in(line)), [line for line in lines if not words_in(line)]


# --- Broader tags -------------------------------------------------------------------------------
def _set_broader(entries: list[Entry], catalogue: Catalogue, remarks: list[tuple[str, str]]) -> None:
    """Give each entry the broader tag that it states, if there is one and no circle comes of it.

    All former ones are taken away first, so that tags may change places.
    """
    by_subject = {entry.record.subject: entry for entry in entries if entry.record.subject}
    with_label = catalogue.with_label | {
        (entry.record.kind, key): entry.id for entry in entries for key in entry.after.labels
    }
    kinds = {pk: tag.kind for pk, tag in catalogue.tags.items()} | {entry.id: entry.record.kind for entry in entries}
    wanted: list[tuple[Entry, int]] = []
    above = {pk: tag.broader_id for pk, tag in catalogue.tags.items()}
    for entry in entries:
        stated = entry.record.broader
        if stated is None or (entry.record.only_adds and entry.after.broader is not None):
            continue
        wide = _meant(stated, entry.record, by_subject, with_label, catalogue) if stated else None
        if stated and (wide is None or kinds.get(wide) != entry.record.kind):
            why = "is not known" if wide is None else "is of another kind"
            remarks.append((entry.record.place, f"Its broader tag “{stated[:100]}” {why} and was left out."))
            continue
        above[entry.id] = None
        entry.after = replace(entry.after, broader=None)
        if wide is not None:
            wanted.append((entry, wide))
    for entry, wide in wanted:
        if _top_of(wide, above) == entry.id:
            remarks.append((entry.record.place, "Its broader tag was left out: that would be a circle."))
        else:
            above[entry.id] = wide
            entry.after = replace(entry.after, broader=wide)
    _cut_what_is_too_deep(entries, catalogue, remarks)


def _cut_what_is_too_deep(entries: list[Entry], catalogue: Catalogue, remarks: list[tuple[str, str]]) -> None:
    """Put what would stand too far below at the top: as high above it as the file moved something."""
    above = {pk: tag.broader_id for pk, tag in catalogue.tags.items()}
    above |= {entry.id: entry.after.broader for entry in entries}
    stated = {entry.id: entry for entry in entries}
    for tag in above:
        way = [tag]
        while len(way) <= LEVELS_AT_MOST and (wider := above.get(way[-1])) is not None:
            way.append(wider)
        cut = next((each for each in way[LEVELS_AT_MOST - 1 :: -1] if each in stated), None)
        if len(way) > LEVELS_AT_MOST and cut is not None:
            above[cut] = None
            entry = stated[cut]
            entry.after = replace(entry.after, broader=None)
            why = f"Its broader tag was left out: that would be more than {LEVELS_AT_MOST} levels of tags."
            remarks.append((entry.record.place, why))


def _meant(
    stated: str,
    record: TermRecord,
    by_subject: dict[str, Entry],
    with_label: dict[tuple[str, str], int],
    catalogue: Catalogue,
) -> int | None:
    """Return the tag that a record calls its broader one: by its subject, its address, or a label."""
    if record.subject and stated in by_subject:
        return by_subject[stated].id
    address = address_of(stated) if record.subject else None
    if address:
        return catalogue.addresses.get(address)
    return with_label.get((record.kind, name_key(stated)))


def _top_of(tag: int, above: dict[int, int | None]) -> int:
    """Return the widest tag above one, and shorten the way to it, so that deep trees take no longer than wide ones."""
    way: dict[int, None] = {}
    while (wider := above.get(tag)) is not None and tag not in way:
        way[tag] = None
        tag = wider
    above |= dict.fromkeys(way, tag)
    return tag


# --- Addresses ----------------------------------------------------------------------------------
def _set_addresses(entries: list[Entry], catalogue: Catalogue) -> None:
    """Give new and renamed tags their addresses: first those that files state and that fit, then free ones."""
    taken = dict(catalogue.addresses)
    later = []
    for entry in entries:
        kept = entry.before is not None and entry.before.label == entry.after.label
        stated = entry.record.address
        if kept:
            continue
        if not entry.before and stated and _fits(stated, entry) and taken.setdefault(stated, entry.id) == entry.id:
            entry.after = replace(entry.after, slug=stated.slug)
        else:
            later.append(entry)
    for entry in later:
        kind = entry.record.kind
        slug = free_slug(
            entry.after.label,
            lambda slug, kind=kind, of=entry.id: taken.get(TermAddress(kind, slug), of) != of,  # type: ignore[misc]
        )
        taken[TermAddress(kind, slug)] = entry.id
        entry.after = replace(entry.after, slug=slug)
    for entry in entries:
        now = TermAddress(entry.record.kind, entry.after.slug)
        stated_ones = [now, *filter(None, [entry.record.address]), *entry.record.former]
        for address in dict.fromkeys(stated_ones):
            is_new = address not in catalogue.addresses and address.kind in KINDS
            if is_new and taken.setdefault(address, entry.id) == entry.id:
                entry.addresses.append(address)


def _fits(address: TermAddress, entry: Entry) -> bool:
    """Whether an address is one that the label of a tag may be given."""
    label = entry.after.label
    slug = slug_of(label)
    start = "-".join(filter(None, [slug, text_hash(label)[:4]]))
    return address.kind == entry.record.kind and (address.slug == slug or address.slug.startswith(start))


# --- Differences --------------------------------------------------------------------------------
def _changes(entry: Entry, names: dict[int, str]) -> Iterator[Change]:
    """Yield the fields of a tag that is there that would say something else."""
    before, after = entry.before, entry.after
    if before is None:
        return
    if before.label != after.label:
        gone = "" if name_key(before.label) in after.labels else before.label
        yield Change("label", before.label, after.label, gone)
    texts = [{each for each in stated.labels.values() if each.text != stated.label} for stated in (before, after)]
    if texts[0] != texts[1]:
        gone = [
            label.text for key, label in before.labels.items() if key not in after.labels and label.text != before.label
        ]
        yield Change("other labels", _in_words(texts[0]), _in_words(texts[1]), ", ".join(gone))
    languages = [next(iter(stated.labels.values())).language for stated in (before, after)]
    if languages[0] != languages[1]:
        yield Change("language", *languages)
    if before.note != after.note:
        yield Change("scope note", before.note, after.note, before.note)
    if before.patterns != after.patterns:
        lost = [line for line in before.patterns.splitlines() if line not in after.patterns.splitlines()]
        yield Change("patterns", before.patterns, after.patterns, "\n".join(lost))
    if before.state != after.state:
        yield Change("state", before.state, after.state)
    if before.only_proposes != after.only_proposes:
        yield Change("only proposes", *("yes" if each.only_proposes else "no" for each in (before, after)))
    if before.broader != after.broader:
        shown = [names[pk] if pk is not None else "" for pk in (before.broader, after.broader)]
        yield Change("broader tag", *shown, shown[0])
    if entry.addresses:
        slugs = [f"{address.kind}/{address.slug}" for address in entry.addresses]
        yield Change("addresses", "", ", ".join(slugs))


def _in_words(labels: set[Labelled]) -> str:
    return ", ".join(
        f"{label.text} ({label.language}{', preferred' if label.preferred else ''})" for label in sorted(labels)
    )
