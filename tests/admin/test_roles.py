"""Who reaches what of the desk: every address × GET and POST, and every action, × who asks. An address without a line
in the table fails."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.signing import get_cookie_signer
from django.db import models, transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from catalogue import models as catalogue
from catalogue.access import VISITOR_COOKIE
from catalogue.curation import add_labels
from catalogue.models import CURATORS, EDITORS, ROLES, set_roles
from tests.cast import a_collection, a_finding, a_list, a_paper, a_person, a_reader, a_tag, a_user, a_visitor

# Anonymous, a visitor who keeps something, a reader with an account; staff without a group, an editor, a curator, an
# administrator (superuser).
OUTSIDE, STAFF = "AVR", "SECX"
# By what an address ends in: who may GET it and who may POST to it, of STAFF. `-` is nobody.
ALL_OF_CURATORS = {"changelist": "CX CX", "add": "CX CX", "history": "CX CX", "delete": "CX CX", "change": "CX CX"}
READ_BY_CURATORS = ALL_OF_CURATORS | {"add": "- -", "delete": "- -", "change": "CX -"}
FOR_SUPERUSERS = dict.fromkeys(ALL_OF_CURATORS, "X X")
JUDGED = {"changelist": "ECX ECX", "add": "- -", "history": "ECX ECX", "delete": "- -", "change": "ECX ECX"}
TABLE = {
    "catalogue_tag": ALL_OF_CURATORS
    | {"exchange": "CX CX", "download": "CX CX", "exchange_trial": "CX CX"}
    | dict.fromkeys(("merge", "move", "retire", "rename", "split", "twins", "overlaps", "run"), "CX CX")
    | {"queue": "CX CX"}
    | dict.fromkeys(("care", "disagreements", "runs"), "CX -"),
    "catalogue_tagevent": READ_BY_CURATORS | {"undo": "CX CX"},
    "catalogue_paper": {
        "changelist": "ECX ECX", "add": "ECX ECX", "history": "ECX ECX", "delete": "CX CX", "change": "ECX ECX",
        "scores": "ECX ECX", "tags": "ECX ECX", "duplicates": "CX -", "duplicate": "CX CX",
    },
    "catalogue_collection": ALL_OF_CURATORS | {"changelist": "ECX ECX", "history": "ECX ECX", "change": "ECX CX"},
    "catalogue_finding": JUDGED,
    "catalogue_tagging": JUDGED,
    "catalogue_person": ALL_OF_CURATORS | {"add": "- -", "delete": "X X"},
    "catalogue_report": READ_BY_CURATORS | {"change": "CX CX"},
    "catalogue_readinglist": READ_BY_CURATORS,
    "catalogue_source": READ_BY_CURATORS | {"change": "CX X"},
    "catalogue_importrun": READ_BY_CURATORS | {"upload": "CX CX", "uploaded": "CX CX"},
    "catalogue_importnotice": READ_BY_CURATORS,
    "catalogue_user": FOR_SUPERUSERS | {"delete": "- -"},
    "auth_group": FOR_SUPERUSERS,
    "auth_user": {"password_change": "X X"},
}  # fmt: skip
# Pages of one thing.
OF_ONE = (
    "history",
    "delete",
    "change",
    "scores",
    "password_change",
    "rename",
    "split",
    "undo",
    "run",
    "duplicate",
    "uploaded",
)
# Addresses of the desk itself.
OPEN = {"index", "logout", "password_change", "password_change_done", "jsi18n", "app_list", "login"}
PLACES = {"autocomplete": "ECX -", "view_on_site": "CX CX"}
# The actions of lists, and who may do them. These lead to a page that asks.
ASKING = ("merge_selected", "move_selected", "retire_selected", "accept_selected")
ACTIONS = {
    "paper": {
        "tags_of_selected": "ECX",
        "compare": "CX",
        "make_listed": "ECX",
        "make_hidden": "ECX",
        "make_withdrawn": "ECX",
        "delete_selected": "CX",
    },
    "tag": {"delete_selected": "CX"} | dict.fromkeys(ASKING, "CX"),
    "importrun": {"mark_seen": "CX"},
    "importnotice": {"take_values": "CX"},
    "collection": {"delete_selected": "CX"},
    "person": {"delete_selected": "X"},
    "finding": {"accept_selected": "ECX", "reject_selected": "ECX"},
    "tagging": {"accept_selected": "ECX", "reject_selected": "ECX"},
    "readinglist": {"make_private": "CX"},
    "user": {"remove_second_steps": "X", "close_accounts": "X"},
    "group": {"delete_selected": "X"},
}


def addresses() -> Iterator[str]:
    """The names of all addresses below /admin/, those without a name left out that only lead to one with it."""
    waiting = [("", pattern) for pattern in get_resolver().url_patterns]
    while waiting:
        before, pattern = waiting.pop()
        whole = before + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            waiting += [(whole, each) for each in pattern.url_patterns]
        elif whole.startswith("admin/") and pattern.name:
            yield pattern.name


class World:
    """One thing of each sort, and somebody in each role."""

    def __init__(self) -> None:
        set_roles()  # a test that empties the database takes away what migrations made
        self.reader = a_reader("reader")
        self.paper = a_paper("A paper", authors=("Ann Author",), collection="ICLR 2026", visibility="hidden")
        tag = a_tag("Sorting", "task")
        tagging = catalogue.Tagging.objects.create(paper=self.paper, tag=tag, origin="rule", state="proposed")
        run = catalogue.ImportRun.objects.create(paths=[])
        self.public = a_list(self.reader, self.paper, title="Public", visibility="public")
        self.things: dict[str, models.Model] = {
            "tag": tag, "paper": self.paper, "tagging": tagging, "importrun": run, "readinglist": self.public,
            "finding": a_finding(self.paper, "name", "Sorter"),
            "collection": catalogue.Collection.objects.get(), "source": catalogue.Source.objects.get(),
            "person": catalogue.Person.objects.get(),
            "report": catalogue.Report.objects.create(paper=self.paper, reader=self.reader, subject="text", text="wrong"),
            "importnotice": catalogue.ImportNotice.objects.create(run=run, kind="problem", file="a.txt", message="short"),
            "tagevent": add_labels(tag, ["Ordering"], None), "rulerun": catalogue.RuleRun.of(tag, [self.paper.pk], None),
            "user": a_user("somebody"), "group": Group.objects.create(name="Others"),
        }  # fmt: skip
        a_visitor("the visitor's token")
        self.users = {role: a_user(f"role-{role.lower()}", is_staff=role in STAFF) for role in "RSECX"}
        self.users["E"].groups.add(Group.objects.get(name=EDITORS))
        self.users["C"].groups.add(Group.objects.get(name=CURATORS))
        catalogue.User.objects.filter(pk=self.users["X"].pk).update(is_superuser=True)

    def client(self, role: str) -> Client:
        client = Client()
        if role == "V":
            client.cookies[VISITOR_COOKIE] = get_cookie_signer(VISITOR_COOKIE + VISITOR_COOKIE).sign(
                "the visitor's token"
            )
        elif role != "A":
            client.force_login(catalogue.User.objects.get(pk=self.users[role].pk))
        return client

    def url(self, name: str) -> str:
        if name == "view_on_site":
            type_ = ContentType.objects.get_for_model(catalogue.Tag)
            return reverse("admin:view_on_site", args=[type_.pk, self.things["tag"].pk])
        if name == "autocomplete":
            return reverse("admin:autocomplete") + "?app_label=catalogue&model_name=tagging&field_name=tag&term=sort"
        _, model, act = name.split("_", 2)
        arguments = [self.things["rulerun" if act == "run" else model].pk] if act in OF_ONE else []
        arguments += {"download": ["csv"], "exchange_trial": ["unknown"]}.get(act, [])
        return reverse(f"admin:{name}", args=arguments)

    def rows(self) -> dict[str, list[Any]]:
        """All that the desk changes."""
        kept = [catalogue.Paper, catalogue.Tag, catalogue.TagLabel, catalogue.Tagging, catalogue.Finding,
                catalogue.Collection, catalogue.Person, catalogue.Report, catalogue.ImportRun, catalogue.ReadingList, catalogue.User, Group,
                catalogue.User.groups.through, catalogue.User.user_permissions.through, Group.permissions.through]  # fmt: skip
        rows = {model.__name__: sorted(map(str, model.objects.values())) for model in kept if model != catalogue.User}
        names = ("pk", "username", "email", "password", "is_staff", "is_superuser", "is_active")
        return rows | {"User": sorted(map(str, catalogue.User.objects.values_list(*names)))}


@pytest.fixture
def world(db: None) -> World:
    return World()


RIGHTS = {f"{of}_{act}": who for of, acts in TABLE.items() for act, who in acts.items()} | PLACES


def test_every_address_has_a_line() -> None:
    assert sorted(set(addresses()) - OPEN) == sorted(RIGHTS)


@pytest.mark.parametrize("name", RIGHTS)
def test_who_reaches_an_address(world: World, name: str) -> None:
    url = world.url(name)
    for role, (method, may) in product(OUTSIDE + STAFF, zip(("get", "post"), RIGHTS[name].split(), strict=True)):
        before = world.rows()
        with transaction.atomic():
            response = getattr(world.client(role), method)(url, {"post": "yes"} if method == "post" else {})
            after = world.rows()
            transaction.set_rollback(True)
        asked = (role, method, response.status_code)
        if role in OUTSIDE:
            assert response.status_code == 302, asked
            assert response["Location"].startswith("/admin/login/"), asked
        else:
            assert (response.status_code not in (403, 405)) is (role in may), asked
            assert response.status_code < 500, asked
        assert role in may or after == before, asked


def test_staff_without_a_group_find_an_empty_desk(world: World) -> None:
    page = world.client("S").get("/admin/").content.decode()
    assert "You don’t have permission to view or edit anything." in page
    assert [name for name in world.things if f"/admin/catalogue/{name}/" in page] == []
    for name in sorted(OPEN - {"index", "jsi18n"}):
        url = reverse(f"admin:{name}", args=["catalogue"] if name == "app_list" else [])
        response = world.client("S").get(url)
        assert response.status_code in (302, 404) or "Sorting" not in response.content.decode(), name


def test_an_unknown_address_of_the_desk_tells_nobody_anything(world: World) -> None:
    for role in STAFF:
        assert world.client(role).get("/admin/no/such/place/").status_code == 404
        assert world.client(role).get("/admin/r/abc/1/").status_code == 403
        # A list has a page, but nobody is led to a private one by its number.
        private = a_list(world.reader, title="Private")
        type_ = ContentType.objects.get_for_model(private)
        response = world.client(role).get(f"/admin/r/{type_.pk}/{private.pk}/")
        assert response.status_code == (404 if role in "CX" else 403)


def test_every_action_has_a_line(world: World, rf: Any) -> None:
    request = rf.get("/admin/")
    request.user = catalogue.User.objects.get(pk=world.users["X"].pk)
    offered = {of.opts.model_name: set(of.get_actions(request)) for of in admin.site._registry.values()}
    assert {name: actions for name, actions in offered.items() if actions} == {n: set(a) for n, a in ACTIONS.items()}


@pytest.mark.parametrize(("model", "action"), [(model, action) for model in ACTIONS for action in ACTIONS[model]])
def test_who_does_an_action(world: World, model: str, action: str) -> None:
    thing, may = world.things[model], ACTIONS[model][action]
    url = reverse(f"admin:{'auth' if model == 'group' else 'catalogue'}_{model}_changelist")
    if action == "delete_selected" and model in ("collection", "person"):
        thing = a_collection("Empty") if model == "collection" else a_person("No Papers")
    sent = {"action": action, "_selected_action": [thing.pk], "post": "yes", "sure": "yes"}
    if action == "make_hidden":
        catalogue.Paper.objects.update(visibility="listed")
    for role in OUTSIDE + STAFF:
        before = world.rows()
        with transaction.atomic():
            response = world.client(role).post(f"{url}?state=all" if model == "report" else url, sent)
            after = world.rows()
            transaction.set_rollback(True)
        assert response.status_code in ((302, 200) if role in may else (302, 200, 403)), (role, response.status_code)
        if action in ("tags_of_selected", "compare", "take_values") or (model == "tag" and action in ASKING):
            assert after == before, role
        elif action != "remove_second_steps":
            assert (after != before) is (role in may), role


@pytest.mark.parametrize("role", "SEC")
def test_nobody_but_a_superuser_gives_rights(world: World, role: str) -> None:
    """Not even with the permissions for accounts and groups that an operator may have given by mistake."""
    user = world.users[role]
    for codename in ("change_user", "add_user", "change_group", "add_group", "view_user", "view_group"):
        user.user_permissions.add(catalogue.User.user_permissions.rel.model.objects.get(codename=codename))
    before = world.rows()
    for url in (f"/admin/catalogue/user/{user.pk}/change/", f"/admin/catalogue/user/{world.users['X'].pk}/password/",
                "/admin/catalogue/user/add/", f"/admin/auth/group/{world.things['group'].pk}/change/"):  # fmt: skip
        sent = {"username": user.username, "is_superuser": "on", "is_staff": "on", "password1": "x", "password2": "x"}
        assert world.client(role).post(url, sent).status_code == 403
        assert world.client(role).get(url).status_code == 403
    assert world.rows() == before


def test_buttons_that_somebody_may_not_use_are_not_shown(world: World) -> None:
    shown = {
        "E": {
            "/collections/iclr-2026/": False,
            "/tags/task/sorting/": False,
            "/people/ann-author/": False,
            "paper": True,
        },
        "C": {"/collections/iclr-2026/": True, "/tags/task/sorting/": True, "/people/ann-author/": True, "paper": True},
        "S": {"/collections/iclr-2026/": False, "/tags/task/sorting/": False, "/people/ann-author/": False},
    }
    for role, pages in shown.items():
        for page, is_shown in pages.items():
            url = world.paper.get_absolute_url() if page == "paper" else page
            assert ("Edit this" in world.client(role).get(url).content.decode()) is is_shown, (role, page)
    listed = world.client("E").get("/admin/catalogue/collection/").content.decode()
    assert "Add collection" not in listed
    form = (
        world.client("E").get(f"/admin/catalogue/collection/{world.things['collection'].pk}/change/").content.decode()
    )
    assert ('name="_save"' in form, "deletelink" in form) == (False, False)


def test_an_editor_tags_papers_by_looking_tags_up(world: World) -> None:
    found = world.client("E").get(world.url("autocomplete")).json()["results"]
    assert [each["text"] for each in found] == ["Sorting (task)"]
    assert world.client("S").get(world.url("autocomplete")).status_code == 403


# --- The groups themselves ----------------------------------------------------------------------
def test_every_model_of_the_desk_is_for_a_role_or_for_superusers() -> None:
    on_desk = {model._meta.model_name for model in admin.site._registry}
    assert on_desk - {"user", "group"} <= set(ROLES[CURATORS])


@pytest.mark.django_db
def test_roles_are_set_again_and_groups_of_others_stay() -> None:
    set_roles()
    own = Group.objects.create(name="Own")
    curators = Group.objects.get(name=CURATORS)
    before = set(curators.permissions.values_list("codename", flat=True))
    assert {"change_tag", "add_tag", "change_report", "change_readinglist", "view_importrun"} <= before
    wrong = catalogue.User.user_permissions.rel.model.objects.get(codename="change_user")
    curators.permissions.set([wrong])
    own.permissions.set([wrong])

    call_command("set_roles")
    set_roles()

    assert set(curators.permissions.values_list("codename", flat=True)) == before
    assert own.permissions.get() == wrong
