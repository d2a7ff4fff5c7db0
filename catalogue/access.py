"""Who may see and do what: the only permission code."""

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import Http404, HttpRequest

from catalogue.models import Paper, PaperAddress, User, Visibility


def is_curator(request: HttpRequest) -> bool:
    """Whether the request comes from somebody who may curate papers."""
    return request.user.is_staff and request.user.has_perm("catalogue.change_paper")


def may_enter_desk(request: HttpRequest) -> bool:
    """Whether the request comes from staff who did what REQUIRE_STAFF_MFA asks."""
    user = request.user
    return user.is_active and user.is_staff and not lacks_second_step(user)


def lacks_second_step(user: User) -> bool:
    """Whether somebody must set up two-step sign-in before the curators' desk opens."""
    return settings.REQUIRE_STAFF_MFA and user.is_staff and not is_mfa_enabled(user)


def is_last_superuser(user: User) -> bool:
    """Whether nobody would be left who may do everything, if this account were closed."""
    return user.is_superuser and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists()


def claim(request: HttpRequest, user: User) -> None:
    """Make what the browser kept the account's."""


def readable_paper(request: HttpRequest, key: str) -> Paper:
    """Return the paper with `key`, or the one an old key leads to. A hidden one exists for curators only.

    A withdrawn paper is returned: its page says so.
    """
    paper = Paper.objects.with_page().filter(key=key).first()
    if paper is None:
        old = PaperAddress.objects.filter(key=key).first()
        paper = Paper.objects.with_page().get(pk=old.paper_id) if old else None
    if paper is None or (paper.visibility == Visibility.HIDDEN and not is_curator(request)):
        raise Http404("There is no paper at this address.")
    return paper


def edit_url(request: HttpRequest, url: str) -> str:
    """Return the admin address for a curator, an empty string for everybody else."""
    return url if is_curator(request) else ""
