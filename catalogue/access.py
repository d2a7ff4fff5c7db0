"""Who may see and do what: the only permission code."""

from typing import Any

from allauth.core import ratelimit
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from catalogue.models import (
    Item,
    ListVisibility,
    Membership,
    Paper,
    PaperAddress,
    Reader,
    ReadingList,
    User,
    Visibility,
    hash_of,
    secret,
)

VISITOR_COOKIE = "reader"
NO_LIST = "There is no list at this address."


# --- Who asks -----------------------------------------------------------------------------------
def reader_of(request: HttpRequest) -> Reader | None:
    """Return the account or the visitor a request comes from, if it has kept anything yet. Never writes."""
    if not hasattr(request, "_reader"):
        token = _token(request)
        if request.user.is_authenticated:
            request._reader = Reader.objects.filter(user=request.user).select_related("user").first()
        else:
            request._reader = Reader.objects.with_token(token).first() if token else None
    return request._reader


def reader_to_write(request: HttpRequest) -> Reader:
    """Return the account or the visitor a request comes from, made if there is none. `visitor_cookie` does the rest.

    RateLimited where one network makes too many visitors.
    """
    reader = reader_of(request)
    if request.user.is_authenticated:
        reader = reader or Reader.of_user(request.user)
    else:
        if reader is None:
            ratelimit.consume(request, action="visitor", raise_exception=True)
        request.visitor_is_new = reader is None
        request.visitor_token = _token(request) if reader else secret()
        reader = reader or Reader.objects.create(token_hash=hash_of(request.visitor_token))
        Reader.objects.filter(pk=reader.pk).update(seen=timezone.now())
    request._reader = reader
    return reader


def is_new_visitor(request: HttpRequest) -> bool:
    """Whether the request is the first by which a browser keeps something without an account."""
    return getattr(request, "visitor_is_new", False)


def _token(request: HttpRequest) -> str:
    return request.get_signed_cookie(VISITOR_COOKIE, default="", salt=VISITOR_COOKIE)


def claim(request: HttpRequest, user: User) -> None:
    """Make what the browser kept as a visitor the account's, in one transaction; the browser forgets it."""
    token = _token(request)
    visitor = Reader.objects.with_token(token).first() if token else None
    if token:
        request.visitor_token = None
    if visitor:
        Reader.of_user(user).take_over(visitor)
    request.__dict__.pop("_reader", None)


def forget(request: HttpRequest) -> None:
    """Delete what the browser keeps as a visitor, and let it forget its cookie."""
    reader = reader_of(request)
    if reader and reader.is_visitor:
        reader.let_go()
        request.visitor_token = None
    request.__dict__.pop("_reader", None)


# --- Papers -------------------------------------------------------------------------------------


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


def listed_paper(key: str) -> Paper:
    """Return the paper with `key`, if everybody sees it: one that can be saved, tagged and reported."""
    paper = Paper.objects.listed().filter(key=key).first()
    if paper is None:
        raise Http404("There is no paper at this address.")
    return paper


def marks_of(request: HttpRequest) -> set[int]:
    """Return the papers, by id, that whoever asks has saved."""
    reader = reader_of(request)
    if reader is None:
        return set()
    saved = Item.objects.filter(reading_list__owner=reader, reading_list__is_saved=True)
    return set(saved.values_list("paper", flat=True))


def shows(request: HttpRequest, paper: Paper) -> bool:
    """Whether a list may say what a paper is: hidden and withdrawn ones only to curators."""
    return paper.visibility == Visibility.LISTED or is_curator(request)


def edit_url(request: HttpRequest, thing: Model) -> str:
    """Return where a thing is edited on the desk; an empty string for everybody who may not."""
    name = thing._meta.model_name
    may = request.user.is_staff and request.user.has_perm(f"catalogue.change_{name}")
    return reverse(f"admin:catalogue_{name}_change", args=[thing.pk]) if may else ""


# --- Reading lists ------------------------------------------------------------------------------
OWNER, EDITOR, READER, PUBLIC, BY_LINK = "owner", "editor", "reader", "public", "link"


def readable_list(request: HttpRequest, public_id: str = "", secret: str = "") -> ReadingList:
    """Return a list that the request may read, by its name or by the secret of its link; `role` says as what.

    A list of somebody else is as unknown as one that is not there; staff are no exception.
    """
    if secret:
        return list_by_secret(secret)
    found = _lists().filter(public_id=public_id).first()
    role = _role(found, reader_of(request)) if found else ""
    if not role:
        raise Http404(NO_LIST)
    found.role = role
    return found


def list_by_secret(secret: str) -> ReadingList:
    """Return the list that whoever has the link with `secret` may read."""
    found = _lists().filter(secret=secret).exclude(visibility=ListVisibility.PRIVATE).first()
    if found is None:
        raise Http404(NO_LIST)
    found.role = BY_LINK
    return found


def may_edit(reading_list: ReadingList) -> bool:
    """Whether the role in which a list was found lets its papers, order and notes be changed."""
    return reading_list.role in (OWNER, EDITOR)


def editable_list(request: HttpRequest, public_id: str) -> ReadingList:
    """Return a list whose papers, order and notes the request may change: 404 if it may not read it, else 403."""
    return _as(request, public_id, OWNER, EDITOR)


def own_list(request: HttpRequest, public_id: str = "", secret: str = "") -> ReadingList:
    """Return a list that belongs to whoever asks: 404 if they may not read it, else 403."""
    return _as(request, public_id, OWNER, secret=secret)


def _as(request: HttpRequest, public_id: str, *roles: str, secret: str = "") -> ReadingList:
    found = readable_list(request, public_id, secret)
    if found.role not in roles:
        raise PermissionDenied("This list is not yours to change.")
    return found


def _lists() -> Any:
    return ReadingList.objects.select_related("owner__user")


def _role(reading_list: ReadingList, reader: Reader | None) -> str:
    if reader and reading_list.owner_id == reader.pk:
        return OWNER
    member = reading_list.memberships.filter(reader=reader).first() if reader and not reader.is_visitor else None
    if member:
        return EDITOR if member.role == Membership.Role.EDITOR else READER
    return PUBLIC if reading_list.visibility == ListVisibility.PUBLIC else ""
