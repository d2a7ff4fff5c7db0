"""Search documents by field, the databases' own full-text index over them, and what ranking counts.

A later migration that alters `catalogue_searchdocument` on SQLite makes the table anew and thereby drops its triggers:
it must create them again (`create_index`).
"""

from typing import Any

from django.db import migrations, models

TABLE = "catalogue_searchdocument"
INDEX = "catalogue_searchindex"
COLUMNS = ("title", "authors", "abstract")

# `ascii`: whatever is no letter or digit of ASCII and not above it parts words. Python has made the words already.
SQLITE = f"""
CREATE VIRTUAL TABLE {INDEX} USING fts5(
  title, authors, abstract, content='{TABLE}', content_rowid='paper_id', tokenize='ascii', columnsize=0
);
CREATE TRIGGER {INDEX}_inserted AFTER INSERT ON {TABLE} BEGIN
  INSERT INTO {INDEX}(rowid, title, authors, abstract) VALUES (new.paper_id, new.title, new.authors, new.abstract);
END;
CREATE TRIGGER {INDEX}_deleted AFTER DELETE ON {TABLE} BEGIN
  INSERT INTO {INDEX}({INDEX}, rowid, title, authors, abstract)
    VALUES ('delete', old.paper_id, old.title, old.authors, old.abstract);
END;
CREATE TRIGGER {INDEX}_updated AFTER UPDATE ON {TABLE} BEGIN
  INSERT INTO {INDEX}({INDEX}, rowid, title, authors, abstract)
    VALUES ('delete', old.paper_id, old.title, old.authors, old.abstract);
  INSERT INTO {INDEX}(rowid, title, authors, abstract) VALUES (new.paper_id, new.title, new.authors, new.abstract);
END;
"""  # noqa: S608 - no value of a reader comes in

# A vector is written out and not parsed by PostgreSQL, which would take some words apart. The border between the fields
# keeps phrases inside one.
POSTGRESQL = f"""
CREATE TABLE {INDEX} (paper_id bigint PRIMARY KEY, vector tsvector NOT NULL);
CREATE INDEX {INDEX}_vector ON {INDEX} USING gin (vector);
CREATE FUNCTION {INDEX}_field(words text, weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg('''' || word || ''':' || least(place, 16383) || weight, ' '), '')::tsvector
  FROM unnest(string_to_array(words, ' ')) WITH ORDINALITY AS found(word, place) WHERE word <> ''
$$;
CREATE FUNCTION {INDEX}_vector(title text, authors text, abstract text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT {INDEX}_field(title, 'A') || {INDEX}_field('¦ ' || authors, 'B') || {INDEX}_field('¦ ' || abstract, 'D')
$$;
CREATE FUNCTION {INDEX}_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM {INDEX};
    RETURN NULL;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    DELETE FROM {INDEX} WHERE paper_id = OLD.paper_id;
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO {INDEX} VALUES (NEW.paper_id, {INDEX}_vector(NEW.title, NEW.authors, NEW.abstract));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER {INDEX}_changed AFTER INSERT OR UPDATE OR DELETE ON {TABLE}
  FOR EACH ROW EXECUTE FUNCTION {INDEX}_follow();
CREATE TRIGGER {INDEX}_emptied AFTER TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION {INDEX}_follow();
"""  # noqa: S608

SQLITE_DROP = "".join(f"DROP TRIGGER {INDEX}_{name};\n" for name in ("inserted", "deleted", "updated"))
SQLITE_DROP += f"DROP TABLE {INDEX};"
POSTGRESQL_DROP = f"""
DROP TRIGGER {INDEX}_changed ON {TABLE};
DROP TRIGGER {INDEX}_emptied ON {TABLE};
DROP FUNCTION {INDEX}_follow();
DROP FUNCTION {INDEX}_vector(text, text, text);
DROP FUNCTION {INDEX}_field(text, text);
DROP TABLE {INDEX};
"""


def create_index(apps: Any, schema_editor: Any) -> None:
    run(schema_editor, SQLITE, POSTGRESQL)


def drop_index(apps: Any, schema_editor: Any) -> None:
    run(schema_editor, SQLITE_DROP, POSTGRESQL_DROP)


def run(schema_editor: Any, sqlite: str, postgresql: str) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(postgresql, params=None)
        return
    # A trigger holds semicolons of its own: its statements are indented, what begins a line begins a statement.
    for statement in sqlite.replace(";\nC", ";\0C").replace(";\nD", ";\0D").split("\0"):
        schema_editor.execute(statement.strip(), params=None)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0003_facet_index")]

    operations = [
        migrations.RemoveField("searchdocument", "text"),
        *(migrations.AddField("searchdocument", name, models.TextField(default="")) for name in COLUMNS),
        migrations.CreateModel(
            "SearchTerm",
            [
                ("term", models.CharField(max_length=70, primary_key=True, serialize=False)),
                ("papers", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            "SearchWord",
            [
                ("word", models.CharField(max_length=70, primary_key=True, serialize=False)),
                ("term", models.CharField(db_index=True, max_length=70)),
            ],
        ),
        migrations.RunPython(create_index, drop_index),
    ]
