"""The log of changes and its snapshots, as both databases keep them.

On SQLite writers take turns: numbers are in the order of commits, and what follows the last number seen is new.
On PostgreSQL a lower number can be committed after a higher one: new is what the last snapshot seen did not show,
by the transaction that wrote it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection
from psycopg.pq import TransactionStatus

from catalogue.facets.postings import Change, Postings, Row
from catalogue.facets.tables import LOG, SNAPSHOT, everything


class Version(NamedTuple):
    """Up to where the log was read: under which stored snapshot, the last change with its random token, and on
    PostgreSQL which transactions were seen.
    """

    snapshot: str
    number: int = 0
    token: int = 0
    seen: str = ""


_TOKEN = f"COALESCE((SELECT token FROM {SNAPSHOT} WHERE id = 1), '')"
_CHANGES = f"""
    SELECT {{seen}}, {_TOKEN}, c.id, c.token, c.facet, c.value, c.member, c.delta
    FROM (SELECT 1 AS one) AS one LEFT JOIN {LOG} c ON {{unseen}} ORDER BY c.id"""
# Everything there is and where the log stands, which is marked by an @, as seen at one moment.
_TABLES = f"""
    SELECT '@last', id, token FROM {LOG} WHERE id = (SELECT MAX(id) FROM {LOG})
    UNION ALL SELECT '@snapshot' || {_TOKEN}, 0, 0
    UNION ALL SELECT '@seen' || {{seen}}, 0, 0
    UNION ALL {everything()}"""
_SEEN = {"sqlite": "''", "postgresql": "pg_current_snapshot()::text"}


def in_transaction() -> bool:
    """Whether the connection is inside a transaction, which may show what nobody else sees yet."""
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        return connection.connection.info.transaction_status != TransactionStatus.IDLE
    return connection.connection.in_transaction


def changes_since(version: Version) -> tuple[Version, list[Change]] | None:
    """Return the changes that `version` has not seen and the version with them, in one query.

    None: the log is not the one that version has read (a new snapshot, an emptied or a restored database).
    """
    unseen, params = "c.id >= %s", [version.number]
    if connection.vendor == "postgresql":
        _, xmax, running = version.seen.split(":")
        unseen = "c.id = %s OR c.xact >= %s OR c.xact = ANY(%s)"
        params += [int(xmax), [int(number) for number in running.split(",") if number]]
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES.format(seen=_SEEN[connection.vendor], unseen=unseen), params)
        rows = cursor.fetchall()
    seen, snapshot = rows[0][:2]
    found = [row[2:] for row in rows if row[2] is not None]
    last = next((row[:2] for row in found if row[0] == version.number), (0, 0))
    if snapshot != version.snapshot or last != (version.number, version.token):
        return None
    number, token = max([last, *(row[:2] for row in found)])
    return Version(snapshot, number, token, seen), [row[2:] for row in found if row[0] != version.number]


def stored() -> tuple[Version, Postings] | None:
    """Return what the snapshot holds; None where there is none to be used."""
    place = "''" if connection.vendor == "sqlite" else "(SELECT system_identifier::text FROM pg_control_system())"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT token, place, blob, {place} FROM {SNAPSHOT} WHERE id = 1")
        row = cursor.fetchone()
    if row is None or row[2] is None:
        return None
    token, (server, _, seen), blob, here = row[0], row[1].partition(" "), row[2], row[3]
    if server != here:  # restored elsewhere: its numbers of transactions mean nothing on this server
        return None
    return Version(token, seen=seen), Postings.load(bytes(blob))


def counted() -> tuple[Version, Postings]:
    """Return what the tables hold: all there is to be seen, also what this transaction itself has written."""
    marks: dict[str, Row] = {}
    with connection.chunked_cursor() as cursor:
        cursor.execute(_TABLES.format(seen=_SEEN[connection.vendor]))
        postings = Postings.of_rows(_rows(cursor, marks))
    at = {name: row for name in ("@last", "@snapshot", "@seen") for mark, row in marks.items() if mark.startswith(name)}
    _, number, token = at.get("@last", ("", 0, 0))
    return Version(at["@snapshot"][0].removeprefix("@snapshot"), number, token, at["@seen"][0][5:]), postings


def _rows(cursor: Any, marks: dict[str, Row]) -> Iterator[Row]:
    """Yield the rows of a cursor; those marked by an @ go to `marks`."""
    while rows := cursor.fetchmany(10_000):
        for row in rows:
            if row[0].startswith("@"):
                marks[row[0]] = row
            else:
                yield row


def server() -> str:
    """Return which server the numbers of transactions belong to; an empty string on SQLite, which needs none."""
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT system_identifier::text FROM pg_control_system()")
        return cursor.fetchone()[0]
