"""Make a reader, under the number of the account, for each account that owns tags: the columns then point to it."""

from django.core.management.color import no_style
from django.db import migrations


def make_readers(apps, schema_editor):
    owners = set()
    for name in ("Tag", "Tagging", "TagLabel"):
        model = apps.get_model("catalogue", name)
        owners |= set(model.objects.exclude(owner=None).values_list("owner_id", flat=True))
    reader = apps.get_model("catalogue", "Reader")
    reader.objects.bulk_create([reader(pk=pk, user_id=pk) for pk in sorted(owners)])
    with schema_editor.connection.cursor() as cursor:
        for statement in schema_editor.connection.ops.sequence_reset_sql(no_style(), [reader]):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0011_readers_and_lists")]

    operations = [migrations.RunPython(make_readers, migrations.RunPython.noop)]
