"""The search documents of the papers that are there. They are counted by `rebuild_search`, which may run later."""

from collections import defaultdict
from typing import Any

from django.db import migrations

from catalogue.search import document

BATCH = 500


def fill(apps: Any, schema_editor: Any) -> None:
    papers, documents, authorships, findings = (
        apps.get_model("catalogue", name) for name in ("Paper", "SearchDocument", "Authorship", "Finding")
    )
    last = 0
    while rows := list(papers.objects.filter(pk__gt=last).order_by("pk")[:BATCH]):
        names, authors = defaultdict(list), defaultdict(list)
        of_rows = {"paper__in": rows}
        naming = findings.objects.filter(**of_rows, state="accepted", kind__in=["name", "expansion"])
        for paper, value in naming.order_by("rank", "id").values_list("paper_id", "value"):
            names[paper].append(value)
        people = authorships.objects.filter(**of_rows).order_by("position")
        for paper, printed, name in people.values_list("paper_id", "name", "person__name"):
            authors[paper] += dict.fromkeys([printed, name])
        made = [(p.pk, document(p.heading, names[p.pk], authors[p.pk], p.abstract_text, p.key)) for p in rows]
        documents.objects.bulk_create(
            [documents(paper_id=pk, **found._asdict()) for pk, found in made],
            update_conflicts=True,
            unique_fields=["paper"],
            update_fields=["title", "authors", "abstract"],
        )
        last = rows[-1].pk


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0004_search_documents")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
