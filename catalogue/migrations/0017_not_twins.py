"""Pairs of tags that are two, runs that somebody has looked at, and an index of what people decided."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

USER = {
    "blank": True,
    "null": True,
    "on_delete": django.db.models.deletion.SET_NULL,
    "related_name": "+",
    "to": settings.AUTH_USER_MODEL,
}
TAG = {"on_delete": django.db.models.deletion.CASCADE, "related_name": "+", "to": "catalogue.tag"}


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0016_tag_events")]

    operations = [
        migrations.CreateModel(
            name="NotTwins",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added", models.DateTimeField(auto_now_add=True)),
                ("one", models.ForeignKey(**TAG)),
                ("other", models.ForeignKey(**TAG)),
                ("user", models.ForeignKey(**USER)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["one", "other"], name="not_twins_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="not_twins_in_order"
                    ),
                ],
            },
        ),
        migrations.AddField("importrun", "seen_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("importrun", "seen_by", models.ForeignKey(**USER)),
        migrations.AddIndex(
            "tagging",
            models.Index(condition=models.Q(("decided_by__isnull", False)), fields=["tag"], name="tagging_decided"),
        ),
    ]
