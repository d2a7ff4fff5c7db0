"""The groups "Curators" and "Editors". Later versions of their permissions are set by `set_roles`."""

from django.contrib.auth.management import create_permissions
from django.db import migrations

from catalogue.models.roles import ROLES, set_roles


def make(apps, schema_editor):
    """Permissions are made at the end of `migrate` only, so a new database has none yet."""
    config = apps.get_app_config("catalogue")
    config.models_module = True
    create_permissions(config, apps=apps, verbosity=0, using=schema_editor.connection.alias)
    config.models_module = None
    set_roles(apps.get_model("auth", "Group"), apps.get_model("auth", "Permission"))


def remove(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("catalogue", "0018_rule_runs"),
    ]

    operations = [migrations.RunPython(make, remove)]
