"""What names are found by while somebody types: without case and accents, of labels and of introduced names."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0005_fill_search_documents")]

    operations = [
        migrations.CreateModel(
            "SearchName",
            [
                ("name", models.CharField(max_length=400, primary_key=True, serialize=False)),
                ("slug", models.CharField(max_length=80)),
            ],
        ),
        migrations.AddField(
            "taglabel", "slug", models.CharField(default="", editable=False, max_length=80), preserve_default=False
        ),
    ]
