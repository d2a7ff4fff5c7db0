"""Snapshots of the log: what keeps it short, and the index quickly read by a new process."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection, transaction

from catalogue.facets.definitions import FACETS
from catalogue.facets.index import FacetIndex, current
from catalogue.facets.log import Version, changes_since, counted, in_transaction, server, stored
from catalogue.facets.oracle import none_counts, value_counts
from catalogue.facets.postings import Postings
from catalogue.facets.tables import missing
from catalogue.models import FacetChange, FacetSnapshot, Paper

CHANGES_AT_MOST = 10_000
# A log so long is folded while it is being written: whoever folds it holds all of it in memory.
LONG_LOG = 100_000


def rebuild() -> int:
    """Take a new snapshot from the tables and empty the log; return how many papers are listed.

    On SQLite nobody else can write meanwhile.
    """
    return len(FacetIndex(*_taken(counted)).listed)


def compact(most: int = CHANGES_AT_MOST) -> None:
    """Take a new snapshot out of the last one and the log, if there is none or the log holds more than `most`.

    Inside a transaction nothing happens: a snapshot holds what is committed.
    """
    if in_transaction():
        return
    usable = FacetSnapshot.objects.exclude(blob=None).exists()
    if not usable or FacetChange.objects.order_by()[: most + 1].count() > most:
        _taken(_brought_up_to_date)


def _brought_up_to_date() -> tuple[Version, Postings]:
    found = stored()
    if found is None:
        return counted()
    version, postings = found
    news = changes_since(version)
    assert news is not None, "nobody else may take a snapshot"
    version, changes = news
    return version, postings.after(changes)


def _taken(read: Callable[[], tuple[Version, Postings]]) -> tuple[Version, Postings]:
    """Store what `read` gives and drop the changes it holds; one process at a time."""
    with transaction.atomic(durable=True):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # The lock comes before the moment at which this transaction sees the tables.
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                cursor.execute(f"LOCK TABLE {FacetSnapshot._meta.db_table} IN EXCLUSIVE MODE")
        version, postings = read()
        token = secrets.token_hex(16)
        place = f"{server()} {version.seen}"
        FacetSnapshot.objects.update_or_create(pk=1, defaults={"token": token, "place": place, "blob": postings.dump()})
        FacetChange.objects.all()._raw_delete(using=connection.alias)
    return Version(token, seen=version.seen), postings


def differences() -> Iterator[str]:
    """Yield, as sentences, where the index is not what the tables say, and which triggers are missing."""
    for name in missing(connection):
        yield f"The trigger {name} is missing."
    index, listed = current(), Paper.objects.listed()
    if len(index.listed) != listed.count():
        yield f"{len(index.listed)} papers are listed in the index, {listed.count()} in the tables."
    none = none_counts(FACETS, listed)
    for facet in FACETS:
        ours: dict[Any, int] = index.counts(facet, index.listed) | {None: index.none_count(facet, index.listed)}
        theirs = value_counts(facet, listed) | {None: none[facet.name]}
        for value in sorted(ours.keys() | theirs.keys(), key=str):
            if ours.get(value, 0) != theirs.get(value, 0):
                name = "none" if value is None else value
                yield f"{facet.title} {name}: {ours.get(value, 0)} in the index, {theirs.get(value, 0)} in the tables."
