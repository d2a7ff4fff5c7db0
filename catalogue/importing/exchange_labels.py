"""Which labels a tag has after a vocabulary file was imported."""

from dataclasses import replace

from catalogue.importing.exchange_entries import DEFAULT_LANGUAGE, Entry, Labelled, Stated
from catalogue.importing.exchange_matching import Catalogue
from catalogue.models import name_key
from catalogue.sources import TermLabel, TermRecord


def labels_stated(record: TermRecord, before: Stated | None) -> dict[str, Labelled]:
    """Return the labels as a record states them; of what it says nothing of, those that are there."""
    there = before.labels if before else {}
    preferred, alternative = list(record.preferred or (record.label,)), list(record.alternative or ())
    if record.preferred is None:
        preferred += [TermLabel(each.text, each.language) for each in list(there.values())[1:] if each.preferred]
    if record.alternative is None:
        alternative += [TermLabel(each.text, each.language) for each in there.values()]
    return _merged(preferred, alternative, there)


def _merged(
    preferred: list[TermLabel], alternative: list[TermLabel], there: dict[str, Labelled]
) -> dict[str, Labelled]:
    """Return each label once, with one preferred a language. Without a language it has that which it had."""
    labels: dict[str, Labelled] = {}
    languages: set[str] = set()
    for place, label in enumerate([*preferred, *alternative]):
        key = name_key(label.text)
        if key in labels:
            continue
        language = label.language or (there[key].language if key in there else DEFAULT_LANGUAGE)
        is_preferred = place < len(preferred) and language not in languages
        labels[key] = Labelled(label.text, language, is_preferred)
        languages |= {language} if is_preferred else set()
    return labels


def labels_enriched(record: TermRecord, before: Stated) -> dict[str, Labelled]:
    """Return the labels that are there, and beside them those of a record that only adds."""
    there = [TermLabel(each.text, each.language) for each in before.labels.values() if each.preferred]
    others = [TermLabel(each.text, each.language) for each in before.labels.values() if not each.preferred]
    stated = list(record.preferred or (record.label,))
    languages = {label.language for label in there}
    new = [label for label in stated if label.language not in languages]
    return _merged([*there, *new], [*others, *stated, *(record.alternative or ())], before.labels)


# --- Labels of others ---------------------------------------------------------------------------
def without_clashes(
    entries: list[Entry], catalogue: Catalogue, problems: list[tuple[str, str]], remarks: list[tuple[str, str]]
) -> list[Entry]:
    """Return the entries whose shown label is free, with those of their other labels that are free.

    An entry that is left out keeps the labels its tag has; that may take some from others, so all is asked again.
    """
    while True:
        owners = _claims(entries, catalogue)
        names = {entry.id: entry.after.label for entry in entries}
        names |= {pk: tag.label for pk, tag in catalogue.tags.items() if pk not in names}
        sound = []
        for entry in entries:
            taken = owners[entry.record.kind, next(iter(entry.after.labels))]
            if taken == entry.id:
                sound.append(entry)
            else:
                why = f"“{entry.after.label}” is a label of the {entry.record.kind} “{names[taken]}”"
                problems.append((entry.record.place, f"It was left out: {why}."))
        if len(sound) == len(entries):
            break
        entries = sound
    for entry in entries:
        _drop_taken(entry, owners, names, remarks)
    return entries


def _claims(entries: list[Entry], catalogue: Catalogue) -> dict[tuple[str, str], int]:
    """Return whose each label would be: what tags have already, then shown labels, then the others."""
    stated = {entry.id: entry for entry in entries}
    owners: dict[tuple[str, str], int] = {}
    for place, pk in catalogue.with_label.items():
        if pk not in stated or place[1] in stated[pk].after.labels:
            owners[place] = pk
    for entry in entries:
        owners.setdefault((entry.record.kind, next(iter(entry.after.labels))), entry.id)
    for entry in entries:
        for key in entry.after.labels:
            owners.setdefault((entry.record.kind, key), entry.id)
    return owners


def _drop_taken(
    entry: Entry, owners: dict[tuple[str, str], int], names: dict[int, str], remarks: list[tuple[str, str]]
) -> None:
    kind = entry.record.kind
    taken = {key: label for key, label in entry.after.labels.items() if owners[kind, key] != entry.id}
    for key, label in taken.items():
        other = names[owners[kind, key]]
        remarks.append((entry.record.place, f"“{label.text}” was left out: it is a label of the {kind} “{other}”."))
    if taken:
        free = {key: label for key, label in entry.after.labels.items() if key not in taken}
        entry.after = replace(entry.after, labels=free)
