"""What waits for an answer is found by an index of its own; what a reader's proposal was accepted as is kept.

A column that may be null is added in place on both databases: the triggers on the table stay.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0021_fill_what_papers_need"),
    ]

    operations = [
        # It had a list of its own on the desk; the queue is in its place.
        migrations.DeleteModel(name="Proposal"),
        migrations.AddField(
            model_name="tagging",
            name="asked_as",
            field=models.CharField(blank=True, editable=False, max_length=200, null=True),
        ),
        migrations.AddIndex(
            model_name="tagging",
            index=models.Index(condition=models.Q(("state", "proposed")), fields=["tag"], name="tagging_waiting"),
        ),
    ]
