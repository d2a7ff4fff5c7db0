"""Look at the headings and the markup of the papers there are."""

from django.db import migrations

from catalogue.markup import Rendered, is_odd

BATCH = 2000


def look(apps, schema_editor):
    paper, finding = apps.get_model("catalogue", "Paper"), apps.get_model("catalogue", "Finding")
    first_words = finding.objects.filter(kind="heading", rule="first sentence", state="accepted", origin="rule")
    paper.objects.update(plain_heading=False, odd_markup=False)
    paper.objects.filter(title="", pk__in=first_words.values("paper")).update(plain_heading=True)
    columns = ("pk", "heading_html", "heading", "abstract_html", "abstract_text")
    last = 0
    while rows := list(paper.objects.filter(pk__gt=last).order_by("pk").values_list(*columns)[:BATCH]):
        odd = [row[0] for row in rows if is_odd(Rendered(*row[1:3])) or is_odd(Rendered(*row[3:5]))]
        paper.objects.filter(pk__in=odd).update(odd_markup=True)
        last = rows[-1][0]


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0020_what_papers_need")]

    operations = [migrations.RunPython(look, migrations.RunPython.noop)]
