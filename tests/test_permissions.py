"""Who may do what: every address × who asks × GET and POST. A new address without a line here fails."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signing import get_cookie_signer
from django.db import models, transaction
from django.test import Client
from django.urls import reverse

from catalogue import urls
from catalogue.access import VISITOR_COOKIE
from catalogue.curation import tag_papers
from catalogue.models import Invitation, Item, ListVersion, Membership, Reader, ReadingList, Report, Tag, Tagging
from tests.cast import a_list, a_paper, a_reader, a_tag, a_user, a_visitor

# Anonymous, a visitor who keeps other things, a stranger with an account, a member who reads, a co-editor, the owner,
# a curator who may do everything on the desk.
ROLES = "AVSREOC"
EVERYBODY = "*:200"
SECRET_WORDS = ("Unspoken title", "Unspoken words", "Unspoken note", "Unspoken heading", "unspoken-tag", "ottoline")


@dataclass(frozen=True, eq=False)
class Line:
    """What an address answers: `GET` and `POST` as `roles:status …`, `*` for all others; `sent` is what is posted."""

    address: str
    get: str
    post: str = "*:405"
    sent: dict[str, Any] | None = None

    def status(self, method: str, role: str) -> int:
        told = dict(part.split(":") for part in (self.get if method == "GET" else self.post).split())
        return int(next((status for roles, status in told.items() if role in roles), told.get("*", 0)))


READS, EDITS, OWNS = "REO:200 *:404", "EO:302 R:403 *:404", "O:302 RE:403 *:404"
PAPER = {"key": "PAPER"}
BY_ID, BY_SECRET = {"public_id": "LIST"}, {"secret": "SECRET"}
LINES = {
    # What everybody reads.
    **{
        Line(name, EVERYBODY): arguments
        for name, arguments in {
            "home": {}, "help": {}, "robots": {}, "healthz": {}, "paper_list": {}, "name_list": {}, "similar_list": {},
            "facet_values": {"name": "collection"}, "paper_source": PAPER, "paper_detail": PAPER | {"slug": "a-paper"},
            "tag_file": {"format": "ttl"}, "tag_kind_file": {"kind": "keyword", "format": "csv"}, "tag_list": {}, "tag_kind": {"kind": "keyword"}, "tag_detail": {"kind": "keyword", "slug": "open-tag"},
            "collection_list": {}, "collection_detail": {"slug": "iclr-2026"}, "person_list": {},
            "person_detail": {"slug": "ann-author"}, "public_lists": {}, "tag_names": {}, "own_tags": {}, "list_list": {},
        }.items()
    },
    Line("paper_by_key", "*:301"): PAPER,
    # What everybody does for themselves.
    Line("paper_selection", "*:405", "*:303", {"act": "list", "list": "new", "title": "Mine", "paper": "PAPER"}): {},
    Line("paper_tags", "*:405", "*:303", {"tags": "mine"}): PAPER,
    Line("paper_report", "*:200", "*:302", {"subject": "text", "text": "wrong"}): PAPER,
    Line("list_saved", "*:405", "*:303", {"save": "PAPER"}): {},
    Line("list_create", "*:405", "*:302", {"title": "Mine"}): {},
    Line("list_import", "*:200", "*:302", {"text": "A paper"}): {},
    # What only its reader has: a tag, the report of an import.
    Line("own_tag_delete", "*:405", "O:303 *:404"): {"pk": "TAG"},
    Line("list_import_report", "O:200 *:404", "O:302 *:404", {"key": "PAPER", "line": "1"}): {"name": "REPORT"},
    # A private list.
    Line("list_detail", READS): BY_ID,
    Line("list_print", READS): BY_ID,
    Line("list_file", READS): BY_ID | {"format": "json"},
    Line("list_versions", READS, OWNS, {"label": "now"}): BY_ID,
    Line("list_version", READS): BY_ID | {"number": 1},
    Line("list_copy", "*:405", "REO:302 *:404"): BY_ID,
    Line("list_leave", "*:405", "RE:302 *:404"): BY_ID,
    Line("list_items", "*:405", EDITS, {"act": "remove", "papers": "PAPER"}): BY_ID,
    Line("list_item", "EO:200 R:403 *:404", EDITS, {"note": "overwritten", "seen": "SEEN"}): BY_ID | PAPER,
    Line("list_sections", "*:405", EDITS, {"act": "dissolve", "section": "Unspoken heading"}): BY_ID,
    Line("list_settings", "O:200 RE:403 *:404", OWNS, {"title": "taken"}): BY_ID,
    Line("list_visibility", "*:405", OWNS, {"visibility": "public"}): BY_ID,
    Line("list_merge", "*:405", OWNS, {"other": "OTHER", "delete": "on"}): BY_ID,
    Line("list_delete", "O:200 RE:403 *:404", OWNS): BY_ID,
    Line("list_invite", "*:405", OWNS, {"role": "editor"}): BY_ID,
    Line("list_member", "*:405", OWNS, {"role": "editor"}): BY_ID | {"number": "MEMBER"},
    Line("list_version_delete", "*:405", OWNS): BY_ID | {"number": 1},
    # A list that whoever has its link reads.
    Line("list_by_secret", EVERYBODY): BY_SECRET,
    Line("list_print_by_secret", EVERYBODY): BY_SECRET,
    Line("list_file_by_secret", EVERYBODY): BY_SECRET | {"format": "csv"},
    Line("list_versions_by_secret", EVERYBODY, "*:403", {"label": "now"}): BY_SECRET,
    Line("list_version_by_secret", EVERYBODY): BY_SECRET | {"number": 1},
    Line("list_copy_by_secret", "*:405", "*:302"): BY_SECRET,
    Line("list_join", EVERYBODY, "*:302"): {"token": "TOKEN"},
    # One's own account.
    Line("account", EVERYBODY): {},
    Line("account_data", EVERYBODY): {},
    Line("account_close", "AV:200 *:302", "A:302 V:302 *:302"): {},
    Line("account_email_verification_sent", "*:302", "*:302"): {},
}  # fmt: skip


class World:
    """A private list and one by link of an owner, with members; everybody has something of their own."""

    def __init__(self) -> None:
        cache.clear()
        self.paper = a_paper(
            "A paper", key="paper000", collection="ICLR 2026", authors=("Ann Author",), tags=[a_tag("open tag")]
        )
        self.other = a_paper("Another paper")
        self.readers = {
            role: a_reader(name)
            for role, name in {"S": "stranger", "R": "member", "E": "editor", "O": "ottoline"}.items()
        }
        self.readers["C"] = Reader.of_user(a_user("curator", is_staff=True, is_superuser=True))
        self.readers["V"] = a_visitor("the visitor's token")
        owner = self.readers["O"]
        self.list = self._a_list(owner)
        self.by_link = self._a_list(owner)
        self.by_link.show_to("link")
        self.target = a_list(owner, self.other, title="Unspoken title too")
        self.member = self.list.memberships.create(reader=self.readers["R"], role="reader")
        self.list.memberships.create(reader=self.readers["E"], role="editor")
        self.tag = tag_papers([self.paper.pk], "unspoken-tag", owner, mine_only=True).tags[0]
        tag_papers([self.paper.pk], "unspoken-tag proposed", owner)
        Report.objects.create(paper=self.paper, reader=owner, text="Unspoken words")
        _, self.token = Invitation.create(a_list(self.readers["C"], title="Inviting"), "reader")
        self.report = "the-name-of-a-report"
        said = {
            "reader": owner.pk,
            "list": self.list.pk,
            "summary": "Unspoken words",
            "place": "line",
            "notices": [],
            "left_out": 0,
        }
        cache.set(f"list-report:{self.report}", said, 600)

    def _a_list(self, owner: Reader) -> ReadingList:
        made = a_list(owner, self.paper, self.other, title="Unspoken title", description="Unspoken words")
        made.put_in_section([self.paper.pk], "Unspoken heading")
        made.set_note(self.paper.pk, "Unspoken note")
        made.freeze("then", by=owner)
        return made

    def client(self, role: str, **options: Any) -> Client:
        client = Client(**options)
        if role == "V":
            client.cookies[VISITOR_COOKIE] = get_cookie_signer(VISITOR_COOKIE + VISITOR_COOKIE).sign(
                "the visitor's token"
            )
        elif role != "A":
            client.force_login(self.readers[role].user)
        return client

    def filled(self, values: dict[str, Any]) -> dict[str, Any]:
        seen = self.list.items.get(paper=self.paper).note_hash
        stand_for = {
            "PAPER": self.paper.key, "LIST": self.list.public_id, "SECRET": self.by_link.secret, "TOKEN": self.token,
            "TAG": self.tag.pk, "MEMBER": self.member.pk, "OTHER": self.target.public_id, "REPORT": self.report, "SEEN": seen,
        }  # fmt: skip
        return {name: stand_for.get(value, value) for name, value in values.items()}

    def kept(self, *, but: Reader | None = None) -> dict[str, list[Any]]:
        """All rows that belong to somebody, without those of one reader."""
        lists = ReadingList.objects.exclude(owner=but) if but else ReadingList.objects.all()
        of_lists = [
            model.objects.filter(reading_list__in=lists) for model in (Item, Membership, Invitation, ListVersion)
        ]
        tags = Tag.objects.exclude(owner=but) if but else Tag.objects.all()
        rows: list[models.QuerySet[Any]] = [lists, *of_lists, tags.exclude(owner=None)]
        rows += [model.objects.exclude(**{name: but}) for model, name in ((Tagging, "owner"), (Report, "reader"))]
        return {each.model.__name__: sorted(map(str, each.order_by("pk").values())) for each in rows}


@pytest.fixture
def world(db: None) -> World:
    return World()


def every_address() -> Iterator[str]:
    yield from (pattern.name for pattern in urls.urlpatterns)


def test_every_address_has_a_line() -> None:
    assert sorted(line.address for line in LINES) == sorted(every_address())


# What may change of what is not the asker's own: what a co-editor does to the list, a member to their membership.
MAY_CHANGE = {
    ("list_items", "E"),
    ("list_item", "E"),
    ("list_sections", "E"),
    ("list_leave", "R"),
    ("list_leave", "E"),
    ("list_join", "V"),
}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.address)
def test_who_may_read_and_write(world: World, line: Line) -> None:
    url = reverse(line.address, kwargs=world.filled(LINES[line]))
    for method, role in product(("GET", "POST"), ROLES):
        asker = world.readers.get(role)
        before = world.kept(but=asker)
        everything = world.kept()
        with transaction.atomic():
            response = (
                world.client(role).generic(method, url)
                if method == "GET"
                else world.client(role).post(url, world.filled(line.sent or {}))
            )
            after, all_after = world.kept(but=asker), world.kept()
            transaction.set_rollback(True)
        expected = line.status(method, role)
        assert response.status_code == expected, (method, role, response.status_code)
        if method == "GET" or expected >= 400:
            assert all_after == everything, (method, role)
        elif (line.address, role) not in MAY_CHANGE and line.address != "list_join":
            assert [row for name, rows in before.items() for row in rows if row not in after[name]] == [], (
                method,
                role,
            )
            # Whoever comes for the first time is somebody new, to whom the new rows belong.
            assert role == "A" or after == before, (method, role)
        if expected >= 400 and line.address not in ("list_join",):
            text = response.content.decode()
            assert [word for word in SECRET_WORDS if word in text and role != "O"] == [], (method, role)


OPEN_PAGES = [
    line for line in LINES if line.get == EVERYBODY and "secret" not in line.address and line.address != "list_join"
]


@pytest.mark.parametrize("line", OPEN_PAGES, ids=lambda line: line.address)
def test_pages_for_everybody_tell_nothing_of_what_somebody_keeps(world: World, line: Line) -> None:
    url = reverse(line.address, kwargs=world.filled(LINES[line]))
    for role in "AVSC":
        text = world.client(role).get(url, {"q": "unspoken", "text": "unspoken"}).content.decode()
        text = text.replace('value="unspoken"', "")
        assert [word for word in SECRET_WORDS if word in text] == [], role


@pytest.mark.parametrize("line", [line for line in LINES if line.post != "*:405"], ids=lambda line: line.address)
def test_nothing_is_posted_from_another_site(world: World, line: Line) -> None:
    url = reverse(line.address, kwargs=world.filled(LINES[line]))
    before = world.kept()
    for role in "AVO":
        response = world.client(role, enforce_csrf_checks=True).post(url, world.filled(line.sent or {}))
        assert response.status_code == 403, role
    assert world.kept() == before


@pytest.mark.parametrize(
    "line", [line for line in LINES if LINES[line].get("public_id")], ids=lambda line: line.address
)
def test_a_private_list_is_as_unknown_as_none(world: World, line: Line) -> None:
    """Neither the status nor the page tells whether there is a list."""
    of = world.filled(LINES[line])
    there, nowhere = reverse(line.address, kwargs=of), reverse(line.address, kwargs=of | {"public_id": "000000000000"})
    for role, method in product("AVSC", ("get", "post")):
        client = world.client(role)
        answers = [getattr(client, method)(url, world.filled(line.sent or {})) for url in (there, nowhere)]
        assert answers[0].status_code == answers[1].status_code, role
        pages = [plain(answer.content.decode(), of["public_id"], "000000000000") for answer in answers]
        assert pages[0] == pages[1], role


def plain(text: str, *ids: str) -> str:
    """A page without what differs every time: tokens of forms, and the ids that were asked for."""
    for each in ids:
        text = text.replace(each, "ID")
    return re.sub(r'(csrfmiddlewaretoken"\s+value=)"[^"]*"', r"\1", text)


SECRET_PAGES = [line for line in LINES if "secret" in line.address or line.address == "list_join"]


@pytest.mark.parametrize("line", SECRET_PAGES, ids=lambda line: line.address)
def test_a_secret_in_an_address_is_told_to_nobody(world: World, line: Line) -> None:
    url = reverse(line.address, kwargs=world.filled(LINES[line]))
    client = world.client("A")
    response = client.get(url)
    assert response["Referrer-Policy"] == "strict-origin"
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Cache-Control"] == "private, no-store"
    assert client.get("/accounts/login/", {"next": url})["Referrer-Policy"] == "strict-origin"


@pytest.mark.parametrize("change", ["renewed", "private"])
def test_an_old_secret_opens_nothing(world: World, change: str) -> None:
    old = world.by_link.secret
    if change == "renewed":
        world.by_link.renew_secret()
    else:
        world.by_link.show_to("private")
    for line in SECRET_PAGES:
        if "secret" in line.address:
            url = reverse(line.address, kwargs=world.filled(LINES[line]) | {"secret": old})
            assert world.client("A").get(url).status_code in (404, 405)
            assert world.client("S").post(url).status_code in (404, 405)


def test_who_was_taken_out_of_a_list_reads_it_no_more(world: World) -> None:
    member = world.client("R")
    assert member.get(world.list.get_absolute_url()).status_code == 200
    world.client("O").post(reverse("list_member", args=[world.list.public_id, world.member.pk]), {"role": "remove"})
    assert member.get(world.list.get_absolute_url()).status_code == 404


def test_signing_out_ends_access(world: World) -> None:
    owner = world.client("O")
    owner.post(reverse("account_logout"))
    assert owner.get(world.list.get_absolute_url()).status_code == 404
    assert "Unspoken" not in owner.get(reverse("list_list")).content.decode()
