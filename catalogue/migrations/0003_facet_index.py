import secrets

from django.db import migrations, models

from catalogue.facets import install_triggers, remove_triggers

# What stands behind the facets at this point of the history.
POSTINGS = (
    *("listed", "year", "tag", "collection", "source", "author", "linked", "promised", "kind", "broader"),
    *("names_tag", "names_tagaddress", "names_collection", "names_source", "names_person"),
)


def begin(apps, schema_editor):
    install_triggers(schema_editor.connection, POSTINGS)
    apps.get_model("catalogue", "FacetSnapshot").objects.create(pk=1, token=secrets.token_hex(16))


def end(apps, schema_editor):
    remove_triggers(schema_editor.connection, POSTINGS)


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0002_findings"),
    ]

    operations = [
        migrations.CreateModel(
            name="FacetChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.BigIntegerField(
                        help_text="Random: a number used again after a restore is told apart by it."
                    ),
                ),
                ("xact", models.BigIntegerField(db_index=True, null=True)),
                ("facet", models.CharField(max_length=20)),
                ("value", models.BigIntegerField()),
                ("member", models.BigIntegerField()),
                ("delta", models.SmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="FacetSnapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=32)),
                ("place", models.TextField(blank=True)),
                ("blob", models.BinaryField(null=True)),
            ],
        ),
        migrations.RunPython(begin, end),
    ]
