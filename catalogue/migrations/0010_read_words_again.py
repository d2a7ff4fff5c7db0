"""Plurals of acronyms and formulas as they are typed are read better: forget the counts, so that words are read again.

`prepare_site` runs `rebuild_search` where fewer documents were counted than there are.
"""

from django.db import migrations


def forget(apps, schema_editor):
    apps.get_model("catalogue", "SearchTerm").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0009_hits_by_the_index"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
