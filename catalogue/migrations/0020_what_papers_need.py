"""What a curator may want to mend of a paper, as columns: a plain heading, markup that is left over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0019_roles")]

    operations = [
        migrations.AddField("paper", "plain_heading", models.BooleanField(editable=False, null=True)),
        migrations.AddField("paper", "odd_markup", models.BooleanField(editable=False, null=True)),
        migrations.AddIndex(
            "paper",
            models.Index(condition=models.Q(("plain_heading", True)), fields=["id"], name="paper_plain_heading"),
        ),
        migrations.AddIndex(
            "paper",
            models.Index(condition=models.Q(("odd_markup", True)), fields=["id"], name="paper_odd_markup"),
        ),
    ]
