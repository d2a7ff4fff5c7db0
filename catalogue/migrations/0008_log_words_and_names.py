"""Log what else the index remembers: that words of papers changed, and that labels and names were added."""

from django.db import migrations

from catalogue.facets import install_triggers, remove_triggers

NEW = ("words", "names_taglabel", "names_collectionname")
# As before, but for more columns and for new rows.
MORE = ("names_tag", "names_tagaddress", "names_collection")


def begin(apps, schema_editor):
    install_triggers(schema_editor.connection, [*NEW, *MORE])


def end(apps, schema_editor):
    remove_triggers(schema_editor.connection, NEW)


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0007_fill_names_while_typing"),
    ]

    operations = [migrations.RunPython(begin, end)]
