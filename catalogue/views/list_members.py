"""Who else is in a list: invitations, joining, roles, leaving."""

import logging
from smtplib import SMTPException

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from catalogue.access import own_list, readable_list, reader_of, reader_to_write
from catalogue.accounts import title_in_mail
from catalogue.forms import InvitationForm, RoleForm, first_error
from catalogue.models import Invitation, ListIsFull, Membership, ReadingList
from catalogue.views.list_settings import NEEDS_AN_ACCOUNT

log = logging.getLogger(__name__)


# --- The owner ----------------------------------------------------------------------------------
@require_POST
def list_invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make an invitation and show its link once; send it where an address is given. `revoke` takes one back."""
    reading_list = own_list(request, public_id)
    form = InvitationForm(request.POST)
    if reading_list.owner.is_visitor:
        messages.error(request, NEEDS_AN_ACCOUNT)
    elif revoked := request.POST.get("revoke", ""):
        gone = revoked.isascii() and revoked.isdigit() and len(revoked) < 19
        reading_list.invitations.filter(pk=int(revoked) if gone else 0).delete()
        messages.success(request, "Took the invitation back. Its link stopped working.")
    elif not form.is_valid():
        messages.error(request, first_error(form))
    else:
        _invite(request, reading_list, form.cleaned_data["role"], form.cleaned_data["email"])
    return _to_people(reading_list)


def _invite(request: HttpRequest, reading_list: ReadingList, role: str, email: str) -> None:
    if email and not _may_mail(request, email):
        messages.error(request, "That makes too many mails in a day. Invite without an address, and hand on the link.")
        return
    try:
        invitation, token = Invitation.create(reading_list, role, email)
    except ListIsFull as full:
        messages.error(request, str(full))
        return
    url = request.build_absolute_uri(reverse("list_join", args=[token]))
    request.session[f"invitation {reading_list.public_id}"] = url
    if not email:
        messages.success(request, "Made an invitation. Its link stands below, this once.")
    elif _send(invitation, url):
        messages.success(request, f"Sent an invitation to {email}. Its link stands below too, this once.")
    else:
        messages.error(request, f"The mail to {email} could not be sent. Hand on the link below yourself.")


def _may_mail(request: HttpRequest, email: str) -> bool:
    """Whether one more mail may be sent: of all that an account and a network send, and to this address."""
    by_sender = ratelimit.consume(request, action="invite", user=request.user)
    return by_sender and ratelimit.consume(request, action="invited", key=email.casefold())


def _send(invitation: Invitation, url: str) -> bool:
    title = title_in_mail(invitation.reading_list.title)
    of = {"invitation": invitation, "list": invitation.reading_list, "title": title, "url": url}
    subject = f"{invitation.reading_list.owner.name} invites you to a reading list"
    try:
        send_mail(subject, render_to_string("catalogue/list_invitation.txt", of), None, [invitation.email])
    except (OSError, SMTPException) as error:
        log.error("An invitation could not be sent: %s", error)
        return False
    return True


@require_POST
def list_member(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Give a member another role, or with `remove` take them out of the list."""
    reading_list = own_list(request, public_id)
    member = reading_list.memberships.filter(pk=number).select_related("reader__user").first()
    form = RoleForm(request.POST)
    if member is None:
        messages.warning(request, "This member has left meanwhile.")
    elif not form.is_valid():
        messages.error(request, first_error(form))
    elif form.cleaned_data["role"] != "remove":
        reading_list.memberships.filter(pk=number).update(role=form.cleaned_data["role"])
        messages.success(request, f"{member.reader.name}: {Membership.Role(form.cleaned_data['role']).label}.")
    else:
        reading_list.invitations.filter(email__iexact=member.reader.user.email or "-").delete()
        member.delete()
        messages.success(request, f"{member.reader.name} is no longer in the list.")
    return _to_people(reading_list)


def _to_people(reading_list: ReadingList) -> HttpResponse:
    return redirect(reverse("list_settings", args=[reading_list.public_id]) + "#people")


# --- Whoever is invited -------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
def list_join(request: HttpRequest, token: str) -> HttpResponse:
    """Say who invites to what; a POST accepts. An invitation that is unknown, used or too old is none."""
    invitations = Invitation.objects.open().with_token(token).select_related("reading_list__owner__user")
    invitation = invitations.first()
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if invitation and request.method == "POST" and invitation.accept(reader_to_write(request)):
        messages.success(request, f"You are in the list “{invitation.reading_list.title}” now.")
        return redirect(invitation.reading_list)
    if invitation is None or request.method == "POST":
        return render(request, "catalogue/list_join_closed.html", {"robots": "noindex"}, status=404)
    context = {
        "section": "lists",
        "invitation": invitation,
        "list": invitation.reading_list,
        "is_own": invitation.reading_list.owner == reader_of(request),
        "robots": "noindex",
    }
    return render(request, "catalogue/list_join.html", context)


@require_POST
def list_leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave a list of somebody else."""
    reading_list = readable_list(request, public_id)
    get_object_or_404(reading_list.memberships, reader=reader_of(request)).delete()
    messages.success(request, f"You have left the list “{reading_list.title}”.")
    return redirect("list_list")
