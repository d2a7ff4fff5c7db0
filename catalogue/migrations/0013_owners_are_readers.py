"""What belongs to somebody belongs to a reader: an account or a visitor.

On SQLite the tables are made anew, without their triggers and without the statistics that plans of queries rest on.
"""

import django.db.models.deletion
from django.db import migrations, models

from catalogue.facets import install_triggers

OF_THESE_TABLES = ("tag", "kind", "broader", "names_tag", "names_taglabel")


def install(apps, schema_editor):
    install_triggers(schema_editor.connection, OF_THESE_TABLES)
    if schema_editor.connection.vendor == "sqlite":
        for table in ("tag", "tagging", "taglabel"):
            schema_editor.execute(f"ANALYZE catalogue_{table}")


def forget(apps, schema_editor):
    """On the way back: before readers there was no way to own a tag."""
    for name in ("Tagging", "Tag"):
        apps.get_model("catalogue", name).objects.exclude(owner=None).delete()
    if schema_editor.connection.vendor == "postgresql":
        # No check is left for the end: a table with one cannot be altered.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0012_a_reader_for_each_owner")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, install),
        migrations.AlterField(
            model_name="tag",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="private_tags",
                to="catalogue.reader",
            ),
        ),
        migrations.AlterField(
            model_name="tagging",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="own_taggings",
                to="catalogue.reader",
            ),
        ),
        migrations.AlterField(
            model_name="taglabel",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                to="catalogue.reader",
            ),
        ),
        # What one reader has is looked up by the owner, which most rows lack: an index of all owners would not serve.
        migrations.RemoveConstraint("tagging", "one_own_tagging_a_paper_and_tag"),
        migrations.AddConstraint(
            "tagging",
            models.UniqueConstraint(
                fields=["owner", "paper", "tag"],
                condition=models.Q(owner__isnull=False),
                name="one_own_tagging_a_paper_and_tag",
            ),
        ),
        migrations.RemoveConstraint("taglabel", "label_unique_among_own_tags"),
        migrations.AddConstraint(
            "taglabel",
            models.UniqueConstraint(
                fields=["owner", "kind", "key"],
                condition=models.Q(owner__isnull=False),
                name="label_unique_among_own_tags",
            ),
        ),
        migrations.RunPython(install, forget),
    ]
