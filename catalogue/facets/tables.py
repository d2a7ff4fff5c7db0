"""The tables behind the facets, and the triggers that write every change of them to the log.

On SQLite a migration that alters one of these tables loses its triggers and has to install them again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

EVENTS = ("insert", "update", "delete")
LOG = "catalogue_facetchange"
SNAPSHOT = "catalogue_facetsnapshot"
# The facets of changes that move no member: of what values are called or found by, of what papers are found by.
NAMES = "names"
WORDS = "words"


@dataclass(frozen=True, slots=True)
class Posting:
    """Rows of a table that tie a member to a value of a facet.

    `facet`, `value`, `member` and `condition` are SQL in which `{row}` stands for the row, `columns` what they read.
    With `delta` 0 it is only logged that there was a change; without `inserts` not that of a new row.
    """

    name: str
    table: str
    facet: str
    value: str
    member: str
    columns: tuple[str, ...]
    condition: str = "{row}.id IS NOT NULL"
    delta: int = 1
    inserts: bool = True

    @property
    def events(self) -> tuple[str, ...]:
        """What is logged."""
        return EVENTS if self.inserts else EVENTS[1:]

    def select(self) -> str:
        """Return the query for (facet, value, member) of all rows."""
        what = f"CAST({self.facet} AS text), CAST({self.value} AS bigint), {self.member}"
        return f"SELECT {what} FROM {self.table} WHERE {self.condition}".format(row=self.table)

    def log(self, row: str, delta: int, filled: str) -> str:
        """Return the statement that logs OLD or NEW, if it ties anything. `filled` are values for token and xact."""
        parts = f"{self.facet}, {self.value}, {self.member}, {delta * self.delta}".format(row=row)
        into = f"INSERT INTO {LOG} (token, xact, facet, value, member, delta)"
        return f"{into} SELECT {filled}, {parts} WHERE {self.condition.format(row=row)};"


def _tags(name: str, facet: str, value: str, condition: str, *columns: str) -> Posting:
    return Posting(name, "catalogue_tag", facet, value, "{row}.id", ("owner_id", *columns), condition)


def _papers(name: str, table: str, value: str, condition: str = "", *columns: str, paper: str = "paper_id") -> Posting:
    by_column = value.startswith("{row}.")
    read = (paper, *([value.removeprefix("{row}.")] if by_column else []), *columns)
    kept = condition or f"{value} IS NOT NULL"
    return Posting(name, f"catalogue_{table}", f"'{name}'", value, f"{{row}}.{paper}", read, kept)


def _names(table: str, *columns: str, inserts: bool = False) -> Posting:
    name = f"{NAMES}_{table}"
    return Posting(name, f"catalogue_{table}", f"'{NAMES}'", "0", "{row}.id", columns, delta=0, inserts=inserts)


_ACCEPTED = "{row}.state = 'accepted'"
POSTINGS = {
    posting.name: posting
    for posting in (
        # Members are papers.
        _papers("listed", "paper", "0", "{row}.visibility = 'listed'", "visibility", paper="id"),
        _papers("year", "paper", "{row}.year", paper="id"),
        _papers("tag", "tagging", "{row}.tag_id", _ACCEPTED + " AND {row}.owner_id IS NULL", "state", "owner_id"),
        _papers("collection", "appearance", "{row}.collection_id"),
        _papers("source", "appearance", "{row}.source_id"),
        _papers("author", "authorship", "{row}.person_id"),
        _papers("linked", "paperlink", "0", _ACCEPTED + " AND {row}.kind = 'code'", "state", "kind"),
        _papers("promised", "finding", "0", _ACCEPTED + " AND {row}.kind = 'code_promised'", "state", "kind"),
        # Members are tags: the public ones of a kind (the kind is the facet), and what is narrower than a tag.
        _tags("kind", "{row}.kind", "0", _ACCEPTED + " AND {row}.owner_id IS NULL", "state", "kind"),
        _tags(
            "broader",
            "'broader'",
            "{row}.broader_id",
            "{row}.broader_id IS NOT NULL AND {row}.owner_id IS NULL",
            "broader_id",
        ),
        _names("tag", "label", "slug", "kind", "state", "owner_id"),
        # That there is nothing of a name is remembered of these, too.
        _names("taglabel", "key", "kind", "tag_id", "owner_id", inserts=True),
        _names("tagaddress", "kind", "slug", "tag_id", inserts=True),
        _names("collection", "name", "slug", "venue", inserts=True),
        _names("collectionname", "name", "collection_id", inserts=True),
        _names("source", "name"),
        _names("person", "name", "slug"),
        Posting(
            WORDS,
            "catalogue_searchdocument",
            f"'{WORDS}'",
            "0",
            "{row}.paper_id",
            ("paper_id", "title", "authors", "abstract"),
            condition="{row}.paper_id IS NOT NULL",
            delta=0,
        ),
    )
}


def everything() -> str:
    """Return the query for (facet, value, member) of all rows of all tables."""
    return " UNION ALL ".join(posting.select() for posting in POSTINGS.values() if posting.delta)


def install_triggers(connection: Any, names: Iterable[str]) -> None:
    """Create the triggers of the postings called `names`, in place of what stands there under their names."""
    remove_triggers(connection, names)
    with connection.cursor() as cursor:
        for name in names:
            for statement in _STATEMENTS[connection.vendor](POSTINGS[name]):
                cursor.execute(statement)


def remove_triggers(connection: Any, names: Iterable[str]) -> None:
    """Drop the triggers of the postings called `names`."""
    with connection.cursor() as cursor:
        for name in names:
            on_table = f" ON {POSTINGS[name].table}" if connection.vendor == "postgresql" else ""
            for event in (*EVENTS, "truncate"):
                cursor.execute(f"DROP TRIGGER IF EXISTS facet_{name}_{event}{on_table}")
            if on_table:
                cursor.execute(f"DROP FUNCTION IF EXISTS facet_{name}()")


def missing(connection: Any) -> list[str]:
    """Return the names of triggers that should stand and do not."""
    catalogues = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'D'",
    }
    with connection.cursor() as cursor:
        cursor.execute(catalogues[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    wanted = [f"facet_{posting.name}_{event}" for posting in POSTINGS.values() for event in posting.events]
    return [name for name in wanted if name not in there]


def _changed(posting: Posting, differs: str) -> str:
    return " OR ".join(f"OLD.{column} {differs} NEW.{column}" for column in posting.columns)


def _logged(posting: Posting, event: str, filled: str) -> str:
    old = posting.log("OLD", -1, filled) if event != "insert" else ""
    new = posting.log("NEW", 1, filled) if event == "insert" or (event == "update" and posting.delta) else ""
    return f"{old} {new}"


def _sqlite(posting: Posting) -> Iterator[str]:
    for event in posting.events:
        on = f"UPDATE OF {', '.join(posting.columns)}" if event == "update" else event
        when = f"WHEN {_changed(posting, 'IS NOT')}" if event == "update" else ""
        body = _logged(posting, event, "random(), NULL")
        yield f"CREATE TRIGGER facet_{posting.name}_{event} AFTER {on} ON {posting.table} {when} BEGIN {body} END"


def _postgresql(posting: Posting) -> Iterator[str]:
    """Yield a function and its triggers. Emptying a table at once logs nothing: the snapshot is invalidated."""
    filled = "(random() * 9007199254740992)::bigint, pg_current_xact_id()::text::bigint"
    bodies = {event: _logged(posting, event, filled) for event in posting.events}
    cases = "".join(f"IF TG_OP = '{event.upper()}' THEN {body} END IF; " for event, body in bodies.items())
    forget = (
        f"INSERT INTO {SNAPSHOT} (id, token, place) VALUES (1, md5(random()::text), '') "
        "ON CONFLICT (id) DO UPDATE SET token = EXCLUDED.token, blob = NULL;"
    )
    body = f"BEGIN {cases} IF TG_OP = 'TRUNCATE' THEN {forget} END IF; RETURN NULL; END"
    yield f"CREATE FUNCTION facet_{posting.name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
    call = f"EXECUTE FUNCTION facet_{posting.name}()"
    for event in posting.events:
        on = f"UPDATE OF {', '.join(posting.columns)}" if event == "update" else event
        when = f"WHEN ({_changed(posting, 'IS DISTINCT FROM')})" if event == "update" else ""
        yield f"CREATE TRIGGER facet_{posting.name}_{event} AFTER {on} ON {posting.table} FOR EACH ROW {when} {call}"
    yield f"CREATE TRIGGER facet_{posting.name}_truncate AFTER TRUNCATE ON {posting.table} {call}"


_STATEMENTS = {"sqlite": _sqlite, "postgresql": _postgresql}
