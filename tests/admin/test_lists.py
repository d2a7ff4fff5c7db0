"""Lists on the curators' desk: only public ones, to be taken from the public."""

import pytest
from django.test import Client
from django.urls import reverse

from catalogue.models import ReadingList
from tests.cast import a_list, a_paper, a_reader

DESK = "/admin/catalogue/readinglist/"


@pytest.fixture
def lists(db: None) -> dict[str, ReadingList]:
    owner = a_reader("ann")
    return {
        visibility: a_list(owner, a_paper(), title=f"A {visibility} list", visibility=visibility)
        for visibility in ("private", "link", "public")
    }


def test_only_public_lists_are_shown_found_and_opened(desk: Client, lists: dict[str, ReadingList]) -> None:
    for url in (DESK, f"{DESK}?q=list"):
        page = desk.get(url).content.decode()
        assert [word for word in lists if f"A {word} list" in page] == ["public"]
    for word, each in lists.items():
        response = desk.get(reverse("admin:catalogue_readinglist_change", args=[each.pk]))
        assert response.status_code == (200 if word == "public" else 302)
        assert (lists["public"].title in response.content.decode()) is (word == "public")


def test_a_public_list_is_made_private_and_a_private_one_is_out_of_reach(
    desk: Client, lists: dict[str, ReadingList]
) -> None:
    ids = [each.pk for each in lists.values()]
    desk.post(DESK, {"action": "make_private", "_selected_action": ids})
    assert sorted(ReadingList.objects.values_list("title", "visibility")) == [
        ("A link list", "link"),
        ("A private list", "private"),
        ("A public list", "private"),
    ]


def test_nothing_is_added_changed_or_deleted_at_the_desk(desk: Client, lists: dict[str, ReadingList]) -> None:
    public = lists["public"]
    assert desk.get(f"{DESK}add/").status_code == 403
    assert desk.post(f"{DESK}{public.pk}/delete/", {"post": "yes"}).status_code == 403
    assert desk.post(f"{DESK}{public.pk}/change/", {"title": "Mine"}).status_code == 403
    public.refresh_from_db()
    assert public.title == "A public list"
