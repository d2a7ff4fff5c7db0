"""What the owner of a list decides: what it is called, who reads it, what it is merged with, when it goes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from catalogue.access import own_list, reader_to_write
from catalogue.forms import InvitationForm, ListForm, OtherListForm, VisibilityForm, first_error
from catalogue.models import Invitation, ListIsFull, ListVisibility, Membership, ReadingList

NEEDS_AN_ACCOUNT = "To share a list you need an account. Sign in: what this browser keeps becomes yours."


@require_http_methods(["GET", "HEAD", "POST"])
def list_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Title and description, and everything else about a list that only its owner decides."""
    reading_list = own_list(request, public_id)
    said = {"title": reading_list.title, "description": reading_list.description}
    form = ListForm(request.POST if request.method == "POST" else None, initial=said)
    if form.is_valid():
        reader_to_write(request)
        with reading_list.locked():
            ReadingList.objects.filter(pk=reading_list.pk).update(**form.cleaned_data)
        messages.success(request, "Stored title and description.")
        return _back(reading_list)
    context = {
        "section": "lists",
        "list": reading_list,
        "form": form,
        "visibilities": [(value, *label.split(": ")) for value, label in ListVisibility.choices],
        "secret_url": request.build_absolute_uri(reading_list.secret_url) if reading_list.secret_url else "",
        "others": _mergeable(reading_list),
        "is_visitors": reading_list.owner.is_visitor,
        "robots": "noindex",
    }
    return render(request, "catalogue/list_settings.html", context | _people(request, reading_list))


def _people(request: HttpRequest, reading_list: ReadingList) -> dict[str, object]:
    """Return who else is in a list and who is invited; the link of a new invitation is shown this once."""
    return {
        "members": reading_list.memberships.select_related("reader__user"),
        "roles": Membership.Role.choices,
        "invitations": Invitation.objects.open().filter(reading_list=reading_list),
        "invitation_form": InvitationForm(),
        "invitation_url": _shown_once(request, f"invitation {reading_list.public_id}"),
    }


def _shown_once(request: HttpRequest, name: str) -> str:
    """Take a link out of the session, where it stands between the form that made it and the page that shows it."""
    return request.session.pop(name, "") if request.method == "GET" else ""


def _mergeable(reading_list: ReadingList) -> object:
    """Return the owner's other lists."""
    return ReadingList.objects.owned_by(reading_list.owner).exclude(pk=reading_list.pk)


def _back(reading_list: ReadingList, place: str = "") -> HttpResponse:
    return redirect(reverse("list_settings", args=[reading_list.public_id]) + place)


@require_POST
def list_visibility(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say who may read a list; with `renew`, make another secret link."""
    reading_list = own_list(request, public_id)
    form = VisibilityForm(request.POST)
    if reading_list.owner.is_visitor:
        messages.error(request, NEEDS_AN_ACCOUNT)
    elif "renew" in request.POST:
        reading_list.renew_secret()
        messages.success(request, "The list has a new link. The old one stopped working.")
    elif form.is_valid():
        reading_list.show_to(form.cleaned_data["visibility"])
        messages.success(request, f"Stored. {reading_list.get_visibility_display()}.")
    else:
        messages.error(request, "Choose who may read the list.")
    return _back(reading_list, "#who")


@require_POST
def list_merge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add what is in another list of the owner's to this one; with `delete` the other one goes."""
    reading_list = own_list(request, public_id)
    form = OtherListForm(request.POST, lists=_mergeable(reading_list))
    if not form.is_valid():
        messages.error(request, first_error(form))
        return _back(reading_list, "#merge")
    other = form.cleaned_data["other"]
    try:
        with reading_list.held(other):
            new = reading_list.merge(other, by=reader_to_write(request))
            if form.cleaned_data["delete"]:
                other.drop()
    except ListIsFull as full:
        messages.error(request, str(full))
        return _back(reading_list, "#merge")
    gone = " and deleted it" if form.cleaned_data["delete"] else ""
    messages.success(request, f"Merged “{other.title}” into this list{gone}. Papers that are new here: {new:,}.")
    return redirect(reading_list)


@require_http_methods(["GET", "HEAD", "POST"])
def list_delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask, then delete a list with everything in it."""
    reading_list = own_list(request, public_id)
    if request.method == "POST":
        reading_list.drop()
        messages.success(request, f"Deleted the list “{reading_list.title}”.")
        return redirect("list_list")
    counts = {
        "item_count": reading_list.items.count(),
        "note_count": reading_list.items.exclude(note="").count(),
        "version_count": reading_list.versions.count(),
        "member_count": reading_list.memberships.count(),
    }
    context = {"section": "lists", "list": reading_list, "robots": "noindex"}
    return render(request, "catalogue/list_delete.html", context | counts)
