"""What curators do to the vocabulary, with the rows it touched, so that it can be taken back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0015_shared_cache"),
    ]

    operations = [
        migrations.CreateModel(
            name="TagEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "verb",
                    models.CharField(
                        choices=[
                            ("merge", "merged"),
                            ("rename", "renamed"),
                            ("split", "split"),
                            ("alias", "alternative labels"),
                            ("move", "moved"),
                            ("retire", "retired"),
                            ("edit", "edited"),
                            ("delete", "deleted"),
                            ("tag", "tags of papers"),
                            ("answer", "proposals answered"),
                            ("load", "loaded from a file"),
                            ("undo", "undone"),
                        ],
                        max_length=10,
                    ),
                ),
                ("said", models.TextField(help_text="What was done, in a sentence.")),
                (
                    "place",
                    models.CharField(blank=True, help_text="From where: a page of the desk, a file.", max_length=200),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("changes", models.JSONField(default=dict)),
                ("undone", models.BooleanField(default=False)),
                (
                    "undoes",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undone_by",
                        to="catalogue.tagevent",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TagEventPaper",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="about_papers",
                        to="catalogue.tagevent",
                    ),
                ),
                (
                    "paper",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.paper"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TagEventTag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tag", models.BigIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="about_tags", to="catalogue.tagevent"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="tagevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "verb__in",
                        [
                            "merge",
                            "rename",
                            "split",
                            "alias",
                            "move",
                            "retire",
                            "edit",
                            "delete",
                            "tag",
                            "answer",
                            "load",
                            "undo",
                        ],
                    )
                ),
                name="tag_event_verb_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tageventpaper",
            constraint=models.UniqueConstraint(fields=("paper", "event"), name="event_once_a_paper"),
        ),
        migrations.AddConstraint(
            model_name="tageventtag",
            constraint=models.UniqueConstraint(fields=("tag", "event"), name="event_once_a_tag"),
        ),
    ]
