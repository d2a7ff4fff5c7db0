"""Patterns that are applied in the background, and tags whose patterns only propose."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from catalogue.facets import install_triggers

# SQLite makes the table anew for the column and drops these.
TRIGGERS = ("kind", "broader", "names_tag")


def install(apps, schema_editor):
    install_triggers(schema_editor.connection, TRIGGERS)
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("ANALYZE catalogue_tag")


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0017_not_twins")]

    operations = [
        migrations.CreateModel(
            name="RuleRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("running", "running"), ("finished", "finished")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("papers", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField(default=0)),
                ("done", models.PositiveIntegerField(default=0)),
                ("gained", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("started", models.DateTimeField(auto_now_add=True)),
                ("beat", models.DateTimeField(blank=True, null=True)),
                ("finished", models.DateTimeField(blank=True, null=True)),
                ("token", models.CharField(blank=True, max_length=32)),
                (
                    "tag",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rule_runs", to="catalogue.tag"
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "running", "finished"])),
                        name="rule_run_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", models.F("total"))), name="rule_run_done_of_total"
                    ),
                ],
            },
        ),
        # Backwards the triggers stand again after the table was made anew.
        migrations.RunPython(migrations.RunPython.noop, install),
        migrations.AddField(
            "tag",
            "only_proposes",
            models.BooleanField(
                default=False,
                help_text="What the patterns find waits in the queue until a curator decides; no paper has the tag "
                "before.",
                verbose_name="only proposes",
            ),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
