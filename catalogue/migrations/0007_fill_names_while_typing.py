"""The labels and the introduced names that are there."""

from typing import Any

from django.db import migrations

from catalogue.models.keys import slug_of

BATCH = 2_000


def fill(apps: Any, schema_editor: Any) -> None:
    labels, findings, names = (apps.get_model("catalogue", name) for name in ("TagLabel", "Finding", "SearchName"))
    rows = list(labels.objects.only("label"))
    for row in rows:
        row.slug = slug_of(row.label)
    labels.objects.bulk_update(rows, ["slug"], batch_size=BATCH)
    introduced = findings.objects.filter(kind="name", state="accepted").order_by("value")
    found = introduced.values_list("value", flat=True).distinct()
    names.objects.bulk_create(
        [names(name=name, slug=slug_of(name)) for name in found], batch_size=BATCH, ignore_conflicts=True
    )


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0006_names_while_typing")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
