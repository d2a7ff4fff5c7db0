"""The desk as a signed-in curator uses it, and what browsers send from its forms."""

from typing import Any

from django.test import Client
from django.urls import reverse

from catalogue.models import Paper, Tag, Tagging


def management(prefix: str, initial: int = 0) -> dict[str, str]:
    return {f"{prefix}-TOTAL_FORMS": str(initial), f"{prefix}-INITIAL_FORMS": str(initial)}


def paper_form(paper: Paper | None = None, **changes: Any) -> dict[str, Any]:
    """What the browser sends for a paper: everything on the form, with changes."""
    data: dict[str, Any] = (
        management("taggings") | management("findings") | management("links") | management("appearances")
    )
    names = [name for name in Paper.STATED_FIELDS if name != "authors"]
    data |= {name: (getattr(paper, name) or "") if paper else "" for name in names}
    # As browsers do: every line end as CR LF.
    data["abstract_source"] = data["abstract_source"].replace("\n", "\r\n")
    data |= {"visibility": paper.visibility if paper else "listed", "authors": ""}
    if paper:
        data["authors"] = "\r\n".join(author.name for author in paper.authorships.all())
        data["locked_fields"] = paper.locked_fields
    return data | changes


def save(desk: Client, paper: Paper, **changes: Any) -> None:
    response = desk.post(change_url(paper), paper_form(paper, **changes))
    assert response.status_code == 302, response.context["errors"]
    paper.refresh_from_db()


def change_url(thing: Any) -> str:
    return reverse(f"admin:catalogue_{thing._meta.model_name}_change", args=[thing.pk])


def list_url(name: str) -> str:
    return reverse(f"admin:catalogue_{name}_changelist")


def tagging_rows(paper: Paper, delete: Tagging | None = None, add: Tag | None = None) -> dict[str, str]:
    rows = list(Tagging.objects.filter(paper=paper).order_by("rank", "id"))
    data = {"taggings-INITIAL_FORMS": str(len(rows)), "taggings-TOTAL_FORMS": str(len(rows) + bool(add))}
    for number, row in enumerate(rows):
        data |= {f"taggings-{number}-id": str(row.pk), f"taggings-{number}-paper": str(paper.pk)}
        data |= {f"taggings-{number}-tag": str(row.tag_id), f"taggings-{number}-state": row.state}
        data[f"taggings-{number}-rank"] = str(row.rank)
        if row == delete:
            data[f"taggings-{number}-DELETE"] = "on"
    if add:
        number = len(rows)
        data |= {f"taggings-{number}-tag": str(add.pk), f"taggings-{number}-state": "accepted"}
        data |= {f"taggings-{number}-rank": "1", f"taggings-{number}-paper": str(paper.pk)}
    return data
