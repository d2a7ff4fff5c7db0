"""Note what the papers there are can be recognised by."""

from django.db import migrations

from catalogue.models.traces import traces

BATCH = 2000
IDENTIFIERS = ("doi", "arxiv_id", "openreview_id")


def fill(apps, schema_editor):
    paper, trace = apps.get_model("catalogue", "Paper"), apps.get_model("catalogue", "PaperTrace")
    last = 0
    columns = ("pk", "title", "abstract_source", *IDENTIFIERS)
    while rows := list(paper.objects.filter(pk__gt=last).order_by("pk").values_list(*columns)[:BATCH]):
        trace.objects.bulk_create(
            (
                trace(value=value, paper_id=pk)
                for pk, title, text, *identifiers in rows
                for value in traces(title, text, dict(zip(IDENTIFIERS, identifiers, strict=True)))
            ),
            batch_size=5000,
        )
        last = rows[-1][0]


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0023_matching")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
