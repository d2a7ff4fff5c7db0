import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Authorship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=300)),
            ],
            options={
                "ordering": ["paper", "position"],
            },
        ),
        migrations.CreateModel(
            name="Paper",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(editable=False, max_length=26, unique=True)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("listed", "listed"),
                            ("hidden", "hidden (curators only)"),
                            ("withdrawn", "withdrawn (says so at its address)"),
                        ],
                        db_index=True,
                        default="listed",
                        max_length=10,
                    ),
                ),
                (
                    "title",
                    models.TextField(blank=True, help_text="As printed. Empty: the heading is made from the abstract."),
                ),
                (
                    "abstract_source",
                    models.TextField(
                        blank=True, help_text="As the authors wrote it, LaTeX and all.", verbose_name="abstract"
                    ),
                ),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "language",
                    models.CharField(blank=True, help_text="Of the text, as a BCP 47 tag: en, zh-Hans.", max_length=35),
                ),
                ("doi", models.CharField(blank=True, max_length=300, verbose_name="DOI")),
                ("arxiv_id", models.CharField(blank=True, max_length=40, verbose_name="arXiv identifier")),
                ("openreview_id", models.CharField(blank=True, max_length=60, verbose_name="OpenReview identifier")),
                ("url", models.URLField(blank=True, max_length=800, verbose_name="address of the paper")),
                ("pdf_url", models.URLField(blank=True, max_length=800, verbose_name="address of the PDF")),
                ("heading", models.CharField(editable=False, max_length=400)),
                ("heading_html", models.TextField(editable=False)),
                ("heading_key", models.CharField(db_index=True, editable=False, max_length=400)),
                ("abstract_html", models.TextField(blank=True, editable=False)),
                ("abstract_text", models.TextField(blank=True, editable=False)),
                ("field_origins", models.JSONField(blank=True, default=dict, editable=False)),
                ("locked_fields", models.JSONField(blank=True, default=list)),
                ("added", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": [models.OrderBy(models.F("year"), descending=True, nulls_last=True), "-id"],
            },
        ),
        migrations.CreateModel(
            name="PaperAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=26, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="PaperLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("code", "code"), ("data", "data"), ("project", "project page"), ("pdf", "PDF")],
                        max_length=10,
                    ),
                ),
                ("url", models.URLField(max_length=800)),
            ],
            options={
                "ordering": ["kind", "id"],
            },
        ),
        migrations.CreateModel(
            name="PaperText",
            fields=[
                ("text_hash", models.CharField(max_length=26, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300)),
                ("name_key", models.CharField(editable=False, max_length=600, unique=True)),
                ("slug", models.SlugField(allow_unicode=True, editable=False, max_length=120, unique=True)),
            ],
            options={
                "verbose_name_plural": "people",
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="Source",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=255)),
                ("format", models.CharField(max_length=30)),
                ("heading", models.CharField(blank=True, max_length=300)),
                (
                    "sha256",
                    models.CharField(
                        blank=True, help_text="Empty until the file has been loaded to its end.", max_length=64
                    ),
                ),
                ("generation", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "entry_count",
                    models.PositiveIntegerField(default=0, help_text="Entries of the file, refused ones included."),
                ),
                ("loaded_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["name", "id"],
            },
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("area", "area"),
                            ("contribution", "contribution"),
                            ("task", "task"),
                            ("method", "method"),
                            ("dataset", "dataset"),
                            ("model", "model"),
                            ("modality", "modality"),
                            ("keyword", "keyword"),
                        ],
                        max_length=12,
                    ),
                ),
                ("label", models.CharField(editable=False, max_length=200)),
                ("slug", models.CharField(editable=False, max_length=120)),
                ("scope_note", models.TextField(blank=True, help_text="What the tag is for, and what it is not for.")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("accepted", "accepted"),
                            ("proposed", "proposed (curators only)"),
                            ("retired", "retired (no longer used)"),
                        ],
                        default="accepted",
                        max_length=10,
                    ),
                ),
                ("added", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["kind", "label", "id"],
            },
        ),
        migrations.CreateModel(
            name="TagAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("area", "area"),
                            ("contribution", "contribution"),
                            ("task", "task"),
                            ("method", "method"),
                            ("dataset", "dataset"),
                            ("model", "model"),
                            ("modality", "modality"),
                            ("keyword", "keyword"),
                        ],
                        max_length=12,
                    ),
                ),
                ("slug", models.CharField(max_length=120)),
            ],
        ),
        migrations.CreateModel(
            name="Tagging",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("curator", "curator"),
                            ("import", "source file"),
                            ("rule", "rule"),
                            ("reader", "reader"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("accepted", "accepted"), ("proposed", "proposed"), ("rejected", "rejected")],
                        default="accepted",
                        max_length=10,
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField(default=1, help_text="1 is the primary one of its kind.")),
                ("rule", models.CharField(blank=True, editable=False, max_length=100)),
                ("evidence", models.JSONField(blank=True, editable=False, null=True)),
                ("decided_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["rank", "id"],
            },
        ),
        migrations.CreateModel(
            name="TagLabel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("area", "area"),
                            ("contribution", "contribution"),
                            ("task", "task"),
                            ("method", "method"),
                            ("dataset", "dataset"),
                            ("model", "model"),
                            ("modality", "modality"),
                            ("keyword", "keyword"),
                        ],
                        editable=False,
                        max_length=12,
                    ),
                ),
                ("label", models.CharField(max_length=200)),
                ("key", models.CharField(editable=False, max_length=400)),
                ("language", models.CharField(default="en", max_length=35)),
                ("preferred", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["-preferred", "label", "id"],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Collection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("slug", models.SlugField(allow_unicode=True, editable=False, max_length=120, unique=True)),
                ("venue", models.CharField(blank=True, help_text="Without the year: ICLR.", max_length=200)),
                ("year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("description", models.TextField(blank=True, help_text="Shown on the collection's page.")),
            ],
            options={
                "ordering": ["-year", "name", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="collection_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("year", None), ("year__range", (1000, 2999)), _connector="OR"),
                        name="collection_year_is_plausible",
                        violation_error_message="A year has four digits.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appearance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("generation", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "position",
                    models.PositiveIntegerField(help_text="1-based; every entry of the file counts, refused ones too."),
                ),
                (
                    "line",
                    models.PositiveIntegerField(
                        default=0, help_text="1-based line the entry starts on; 0 where there is none."
                    ),
                ),
                ("text_hash", models.CharField(help_text="Of the normalised text: tells papers apart.", max_length=26)),
                (
                    "record_hash",
                    models.CharField(help_text="Of the whole record: tells whether the entry changed.", max_length=26),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appearances",
                        to="catalogue.collection",
                    ),
                ),
            ],
            options={
                "ordering": ["source", "position", "id"],
            },
        ),
        migrations.CreateModel(
            name="CollectionName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200)),
                ("key", models.CharField(editable=False, max_length=400, unique=True)),
                (
                    "collection",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="names", to="catalogue.collection"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "running"), ("finished", "finished"), ("interrupted", "interrupted")],
                        default="running",
                        max_length=12,
                    ),
                ),
                ("paths", models.JSONField(default=list, help_text="The files and folders as they were named.")),
                ("started", models.DateTimeField(auto_now_add=True)),
                ("finished", models.DateTimeField(blank=True, null=True)),
                ("files", models.PositiveIntegerField(default=0)),
                ("created", models.PositiveIntegerField(default=0)),
                ("updated", models.PositiveIntegerField(default=0)),
                ("unchanged", models.PositiveIntegerField(default=0)),
                ("problems", models.PositiveIntegerField(default=0)),
                ("duplicates", models.PositiveIntegerField(default=0)),
                ("gone", models.PositiveIntegerField(default=0)),
                ("kept", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ImportNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("problem", "problem"),
                            ("duplicate", "duplicate"),
                            ("gone", "gone from the file"),
                            ("kept", "curator's value kept"),
                        ],
                        max_length=10,
                    ),
                ),
                ("file", models.CharField(max_length=1000)),
                ("line", models.PositiveIntegerField(default=0)),
                ("field", models.CharField(blank=True, max_length=30)),
                ("message", models.TextField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="catalogue.importrun"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                (
                    "paper",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="search_document",
                        serialize=False,
                        to="catalogue.paper",
                    ),
                ),
                ("text", models.TextField()),
            ],
        ),
        migrations.AddIndex(
            model_name="paper",
            index=models.Index(fields=["-year", "-id"], name="paper_newest"),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="paper_has_a_key"),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(
                condition=models.Q(("heading", ""), _negated=True), name="paper_has_a_heading"
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("title", ""), _negated=True),
                    models.Q(("abstract_source", ""), _negated=True),
                    _connector="OR",
                ),
                name="paper_has_a_title_or_an_abstract",
                violation_error_message="A paper needs a title or an abstract.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["listed", "hidden", "withdrawn"])), name="paper_visibility_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.CheckConstraint(
                condition=models.Q(("year", None), ("year__range", (1000, 2999)), _connector="OR"),
                name="paper_year_is_plausible",
                violation_error_message="A year has four digits.",
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.UniqueConstraint(
                condition=models.Q(("doi", ""), _negated=True), fields=("doi",), name="paper_doi_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.UniqueConstraint(
                condition=models.Q(("arxiv_id", ""), _negated=True), fields=("arxiv_id",), name="paper_arxiv_id_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="paper",
            constraint=models.UniqueConstraint(
                condition=models.Q(("openreview_id", ""), _negated=True),
                fields=("openreview_id",),
                name="paper_openreview_id_unique",
            ),
        ),
        migrations.AddField(
            model_name="importnotice",
            name="paper",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="authorship",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="authorships", to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="appearance",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="appearances", to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="paperaddress",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="old_addresses", to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="paperlink",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="links", to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="papertext",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="texts", to="catalogue.paper"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("name_key", ""), _negated=True), name="person_has_a_name"
            ),
        ),
        migrations.AddField(
            model_name="authorship",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="authorships", to="catalogue.person"
            ),
        ),
        migrations.AddField(
            model_name="source",
            name="collection",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="sources", to="catalogue.collection"
            ),
        ),
        migrations.AddField(
            model_name="appearance",
            name="source",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="appearances", to="catalogue.source"
            ),
        ),
        migrations.AddField(
            model_name="tag",
            name="broader",
            field=models.ForeignKey(
                blank=True,
                help_text="The next wider tag.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="narrower",
                to="catalogue.tag",
            ),
        ),
        migrations.AddField(
            model_name="tag",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="private_tags",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tagaddress",
            name="tag",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="addresses", to="catalogue.tag"
            ),
        ),
        migrations.AddField(
            model_name="tagging",
            name="decided_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tagging",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="own_taggings",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tagging",
            name="paper",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="taggings", to="catalogue.paper"
            ),
        ),
        migrations.AddField(
            model_name="tagging",
            name="tag",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="taggings", to="catalogue.tag"
            ),
        ),
        migrations.AddField(
            model_name="taglabel",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="taglabel",
            name="tag",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="labels", to="catalogue.tag"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"),
                name="user_name_unique_in_any_case",
                violation_error_message="A user with that name already exists.",
            ),
        ),
        migrations.AddConstraint(
            model_name="importrun",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["running", "finished", "interrupted"])), name="run_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="importnotice",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["problem", "duplicate", "gone", "kept"])), name="notice_kind_known"
            ),
        ),
        migrations.AddIndex(
            model_name="paperlink",
            index=models.Index(fields=["kind", "paper"], name="link_by_kind"),
        ),
        migrations.AddConstraint(
            model_name="paperlink",
            constraint=models.UniqueConstraint(fields=("paper", "url"), name="link_unique_in_paper"),
        ),
        migrations.AddConstraint(
            model_name="paperlink",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["code", "data", "project", "pdf"])), name="link_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="authorship",
            constraint=models.UniqueConstraint(
                fields=("paper", "position"), name="authorship_position_unique_in_paper"
            ),
        ),
        migrations.AddConstraint(
            model_name="authorship",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="authorship_position_starts_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="source",
            constraint=models.UniqueConstraint(fields=("collection", "name"), name="source_name_unique_in_collection"),
        ),
        migrations.AddConstraint(
            model_name="source",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="source_has_a_name"
            ),
        ),
        migrations.AddIndex(
            model_name="appearance",
            index=models.Index(fields=["source", "record_hash"], name="appearance_by_record"),
        ),
        migrations.AddIndex(
            model_name="appearance",
            index=models.Index(fields=["collection", "paper"], name="appearance_by_collection"),
        ),
        migrations.AddConstraint(
            model_name="appearance",
            constraint=models.UniqueConstraint(
                fields=("source", "generation", "position"), name="appearance_position_unique_in_source"
            ),
        ),
        migrations.AddConstraint(
            model_name="appearance",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="appearance_position_starts_at_one"
            ),
        ),
        migrations.AddIndex(
            model_name="tag",
            index=models.Index(fields=["kind", "label"], name="tag_by_label"),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["area", "contribution", "task", "method", "dataset", "model", "modality", "keyword"])
                ),
                name="tag_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["accepted", "proposed", "retired"])), name="tag_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("broader", None), models.Q(("broader", models.F("pk")), _negated=True), _connector="OR"
                ),
                name="tag_not_broader_than_itself",
            ),
        ),
        migrations.AddConstraint(
            model_name="tagaddress",
            constraint=models.UniqueConstraint(fields=("kind", "slug"), name="tag_address_unique_in_kind"),
        ),
        migrations.AddIndex(
            model_name="tagging",
            index=models.Index(fields=["tag", "paper"], name="tagging_by_tag"),
        ),
        migrations.AddConstraint(
            model_name="tagging",
            constraint=models.UniqueConstraint(
                condition=models.Q(("owner", None)), fields=("paper", "tag"), name="one_public_tagging_a_paper_and_tag"
            ),
        ),
        migrations.AddConstraint(
            model_name="tagging",
            constraint=models.UniqueConstraint(
                condition=models.Q(("owner", None), _negated=True),
                fields=("paper", "tag", "owner"),
                name="one_own_tagging_a_paper_and_tag",
            ),
        ),
        migrations.AddConstraint(
            model_name="tagging",
            constraint=models.CheckConstraint(
                condition=models.Q(("origin__in", ["curator", "import", "rule", "reader"])), name="tagging_origin_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="tagging",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["accepted", "proposed", "rejected"])), name="tagging_state_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="taglabel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("owner", None)), fields=("kind", "key"), name="label_unique_among_shared_tags"
            ),
        ),
        migrations.AddConstraint(
            model_name="taglabel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("owner", None), _negated=True),
                fields=("owner", "kind", "key"),
                name="label_unique_among_own_tags",
            ),
        ),
        migrations.AddConstraint(
            model_name="taglabel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("preferred", True)),
                fields=("tag", "language"),
                name="one_preferred_label_a_language",
            ),
        ),
        migrations.AddConstraint(
            model_name="taglabel",
            constraint=models.CheckConstraint(condition=models.Q(("key", ""), _negated=True), name="label_not_empty"),
        ),
    ]
