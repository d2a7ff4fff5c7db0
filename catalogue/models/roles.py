"""Who may do what on the desk: two groups. Superusers may do everything, staff without a group nothing."""

from typing import Any

from django.contrib.auth.models import Group, Permission

ALL = "view add change delete"
CURATORS, EDITORS = "Curators", "Editors"
# Permissions by model. Accounts and groups are for superusers only.
ROLES = {
    CURATORS: {
        "tag": ALL,
        "tagevent": "view",
        "finding": ALL,
        "tagging": ALL,
        "paperlink": ALL,
        "paper": ALL,
        "collection": ALL,
        "report": "view change",
        "readinglist": "view change",
        "person": "view change",
        "source": "view",
        "appearance": "view",
        "importrun": "view add",
        "importnotice": "view",
    },
    EDITORS: {
        "paper": "view add change",
        "finding": ALL,
        "tagging": ALL,
        "paperlink": ALL,
        "appearance": "view",
        "collection": "view",
    },
}


def set_roles(groups: Any = Group, permissions: Any = Permission) -> None:
    """Give the groups of ROLES the permissions that stand there, and no others; make the groups if they are not there.

    Safe to repeat. Permissions of models that are not there yet are left out. A migration passes its own models.
    """
    of_catalogue = permissions.objects.filter(content_type__app_label="catalogue")
    known = {permission.codename: permission for permission in of_catalogue}
    for name, rights in ROLES.items():
        group, _ = groups.objects.get_or_create(name=name)
        wanted = [f"{act}_{model}" for model, acts in rights.items() for act in acts.split()]
        group.permissions.set([known[codename] for codename in wanted if codename in known])
