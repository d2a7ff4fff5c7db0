"""Readers, their lists, and reports of mistakes."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import catalogue.models.reading_list


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0010_read_words_again"),
    ]

    operations = [
        migrations.CreateModel(
            name="Reader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True)),
                ("seen", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reader",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReadingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=catalogue.models.reading_list.public_id, editable=False, max_length=12, unique=True
                    ),
                ),
                ("title", models.CharField(max_length=200)),
                ("description", models.TextField(blank=True, help_text="Markdown and LaTeX.", max_length=20000)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "Private: only you and those you invite"),
                            ("link", "By link: whoever has the secret link may read it"),
                            ("public", "Public: everybody may read it, and it is listed"),
                        ],
                        default="private",
                        max_length=10,
                    ),
                ),
                ("secret", models.CharField(blank=True, editable=False, max_length=32, null=True, unique=True)),
                ("is_saved", models.BooleanField(default=False, editable=False)),
                ("added", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "owner",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reading_lists",
                        to="catalogue.reader",
                    ),
                ),
            ],
            options={
                "ordering": ["-is_saved", "-changed", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("editor", "Co-editor: may change the list"), ("reader", "Reader: may read it")],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "reader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="catalogue.reader"
                    ),
                ),
                (
                    "reading_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="catalogue.readinglist",
                    ),
                ),
            ],
            options={
                "ordering": ["since", "id"],
            },
        ),
        migrations.CreateModel(
            name="ListVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("label", models.CharField(max_length=200)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("content", models.JSONField()),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="catalogue.reader",
                    ),
                ),
                (
                    "reading_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="catalogue.readinglist"
                    ),
                ),
            ],
            options={
                "ordering": ["-number"],
            },
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.IntegerField()),
                ("section", models.CharField(blank=True, max_length=200)),
                ("note", models.TextField(blank=True, max_length=20000)),
                (
                    "state",
                    models.CharField(
                        choices=[("unread", "To read"), ("reading", "Reading"), ("read", "Read")],
                        default="unread",
                        max_length=10,
                    ),
                ),
                ("added", models.DateTimeField(auto_now_add=True)),
                (
                    "paper",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="items", to="catalogue.paper"
                    ),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="items_added",
                        to="catalogue.reader",
                    ),
                ),
                (
                    "reading_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="items", to="catalogue.readinglist"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("editor", "Co-editor: may change the list"), ("reader", "Reader: may read it")],
                        max_length=10,
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made", models.DateTimeField(auto_now_add=True)),
                (
                    "reading_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="catalogue.readinglist",
                    ),
                ),
            ],
            options={
                "ordering": ["made", "id"],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "subject",
                    models.CharField(
                        choices=[
                            ("text", "Title, abstract or formulas"),
                            ("tags", "Tags"),
                            ("facts", "Names, results or links"),
                            ("record", "Authors, year, identifiers or source"),
                            ("other", "Something else"),
                        ],
                        default="other",
                        max_length=10,
                        verbose_name="what is wrong",
                    ),
                ),
                ("text", models.TextField(max_length=5000, verbose_name="what it should say")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="address for an answer")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("accepted", "accepted (mended)"), ("rejected", "rejected")],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "answer",
                    models.TextField(
                        blank=True, help_text="Shown to who reported it, on the paper's page.", max_length=5000
                    ),
                ),
                ("added", models.DateTimeField(auto_now_add=True)),
                ("decided_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "paper",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="catalogue.paper",
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="catalogue.reader",
                    ),
                ),
            ],
            options={
                "ordering": ["-added", "-id"],
            },
        ),
        migrations.AddConstraint(
            model_name="reader",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("token_hash__isnull", False), ("user", None)),
                    models.Q(("token_hash__isnull", True), ("user__isnull", False)),
                    _connector="OR",
                ),
                name="reader_is_an_account_or_a_visitor",
            ),
        ),
        migrations.AddIndex(
            model_name="readinglist",
            index=models.Index(fields=["visibility", "-changed"], name="lists_by_visibility"),
        ),
        migrations.AddConstraint(
            model_name="readinglist",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_saved", True)), fields=("owner",), name="one_saved_list_a_reader"
            ),
        ),
        migrations.AddConstraint(
            model_name="readinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(("title", ""), _negated=True), name="list_has_a_title"
            ),
        ),
        migrations.AddConstraint(
            model_name="readinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["private", "link", "public"])), name="list_visibility_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="readinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("visibility", "link"), _negated=True), ("secret__isnull", False), _connector="OR"
                ),
                name="list_by_link_has_a_secret",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                fields=("reading_list", "reader"), name="one_membership_a_reader_and_list"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["editor", "reader"])), name="membership_role_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="listversion",
            constraint=models.UniqueConstraint(fields=("reading_list", "number"), name="version_number_unique_in_list"),
        ),
        migrations.AddConstraint(
            model_name="listversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("label", ""), _negated=True), name="version_has_a_label"
            ),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("reading_list", "paper"), name="paper_once_in_a_list"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.UniqueConstraint(fields=("reading_list", "position"), name="one_item_a_position"),
        ),
        migrations.AddConstraint(
            model_name="item",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["unread", "reading", "read"])), name="item_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["editor", "reader"])), name="invitation_role_known"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["state", "-added"], name="reports_by_state"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "accepted", "rejected"])), name="report_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), _negated=True), name="report_says_something"
            ),
        ),
    ]
