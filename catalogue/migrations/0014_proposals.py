"""A name for what curators are asked about: no table of its own."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0013_owners_are_readers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proposal",
            fields=[],
            options={
                "ordering": ["-id"],
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("catalogue.tagging",),
        ),
    ]
