"""Keeping papers from where they are shown, without an account and with one."""

import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from catalogue.models import Paper, Reader, ReadingList, Report, Tagging
from tests.cast import a_list, a_paper, a_reader, a_tag, a_user

pytestmark = pytest.mark.django_db
COOKIE = "reader"


def messages_of(text: str) -> list[str]:
    return [
        unescape(re.sub("<[^>]+>", "", found)) for found in re.findall(r'<p class="message[^>]*>(.*?)</p>', text, re.S)
    ]


def titles(owner: Reader) -> list[str]:
    return list(ReadingList.saved_by(owner).items.values_list("paper__title", flat=True))


def test_reading_sets_no_cookie_and_saving_sets_a_long_lived_one(client: Client) -> None:
    paper = a_paper("A")
    client.get("/papers/")
    client.get(paper.get_absolute_url())
    assert COOKIE not in client.cookies
    assert not Reader.objects.exists()

    response = client.post("/lists/saved/", {"save": paper.key, "next": "/papers/?q=A"})

    assert (response.status_code, response["Location"]) == (303, f"/papers/?q=A#paper-{paper.key}")
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 24 * 3600
    reader = Reader.objects.get()
    assert reader.token_hash not in cookie.value
    assert titles(reader) == ["A"]


def test_the_page_says_once_where_a_visitor_keeps_things(client: Client) -> None:
    first, second = a_paper("A"), a_paper("B")
    text = client.post("/lists/saved/", {"save": first.key, "next": "/papers/"}, follow=True).content.decode()
    assert "tied to this browser" in messages_of(text)[0]
    text = client.post("/lists/saved/", {"save": second.key, "next": "/papers/"}, follow=True).content.decode()
    assert messages_of(text) == []


def test_reloading_after_saving_saves_once_and_the_button_takes_it_out_again(client: Client) -> None:
    paper = a_paper("A")
    for _ in range(2):
        text = client.post("/lists/saved/", {"save": paper.key, "next": "/papers/"}, follow=True).content.decode()
    assert titles(Reader.objects.get()) == ["A"]
    assert f'name="unsave" value="{paper.key}"' in text
    client.post("/lists/saved/", {"unsave": paper.key})
    assert titles(Reader.objects.get()) == []


def test_a_forged_or_foreign_cookie_is_nobodys(client: Client) -> None:
    client.cookies[COOKIE] = "made-up"
    assert client.get("/papers/").status_code == 200
    client.post("/lists/saved/", {"save": a_paper("A").key})
    assert Reader.objects.count() == 1


def test_what_a_visitor_saved_is_the_accounts_after_signing_in_and_out_of_sight_after_signing_out(
    client: Client,
) -> None:
    paper = a_paper("A")
    user = a_user("ann")
    client.post("/lists/saved/", {"save": paper.key})
    client.post("/accounts/login/", {"login": "ann", "password": "opensesame"})
    assert titles(Reader.objects.get()) == ["A"]
    assert Reader.objects.get().user == user
    assert client.cookies[COOKIE].value == ""
    client.post("/accounts/logout/")
    assert f'name="save" value="{paper.key}"' in client.get("/papers/").content.decode()


def test_a_selection_goes_on_a_list_in_its_order(client: Client) -> None:
    papers = [a_paper(f"P{n}") for n in range(3)]
    ann = a_reader("ann")
    chosen = a_list(ann, papers[1], title="Group")
    client.force_login(ann.user)
    sent = {"act": "list", "list": chosen.public_id, "paper": [papers[2].key, papers[1].key, papers[0].key, "unknown"]}
    text = client.post("/papers/selection/", sent | {"next": "/papers/"}, follow=True).content.decode()
    assert list(chosen.items.values_list("paper__title", flat=True)) == ["P1", "P2", "P0"]
    assert messages_of(text) == ["2 papers added to Group; 1 was there already."]


def test_a_whole_result_set_goes_on_a_new_list_in_the_order_of_the_page(client: Client) -> None:
    for n in range(25):
        a_paper(f"graph {n}")
    a_paper("other")
    sent = {"act": "list", "list": "new", "title": "Graphs", "scope": "all", "query": "q=graph&sort=heading"}
    text = client.post("/papers/selection/", sent | {"next": "/papers/"}, follow=True).content.decode()
    made = ReadingList.objects.get(title="Graphs")
    assert messages_of(text)[0] == "25 papers added to Graphs."
    found = list(made.items.values_list("paper__title", flat=True))
    assert found == list(Paper.objects.filter(title__startswith="graph").by_heading().values_list("title", flat=True))


def test_a_whole_result_set_is_tagged_and_untagged(client: Client) -> None:
    for n in range(25):
        a_paper(f"graph {n}")
    a_paper("other")
    sent = {"act": "tag", "tags": "to sort, pile", "mine": "on", "scope": "all", "query": "q=graph"}
    text = client.post("/papers/selection/", sent | {"next": "/papers/"}, follow=True).content.decode()
    assert messages_of(text)[0] == "You tagged “to sort”, “pile” on 25 papers."
    assert Tagging.objects.count() == 50
    text = client.post(
        "/papers/selection/", sent | {"act": "untag", "tags": "Pile", "next": "/papers/"}, follow=True
    ).content.decode()
    assert messages_of(text) == ["Your tag was taken from 25 papers."]
    assert Tagging.objects.count() == 25


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"act": "list"}, "Select papers first"),
        ({"act": "tag", "tags": "x", "paper": "nothing"}, "Select papers first"),
        ({}, "Choose what to do"),
        ({"act": "list", "list": "new", "paper": "KEY"}, "Give the new list a title."),
        ({"act": "tag", "paper": "KEY"}, "Type a tag"),
        ({"act": "untag", "tags": "x", "paper": "KEY"}, "None of these is a tag of yours."),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_kept(client: Client, sent: dict[str, str], said: str) -> None:
    key = a_paper("A").key
    sent = {name: value.replace("KEY", key) for name, value in sent.items()}
    text = client.post("/papers/selection/", sent | {"next": "/papers/"}, follow=True).content.decode()
    assert said in messages_of(text)[0]
    assert not ReadingList.objects.filter(items__isnull=False).exists()
    assert not Tagging.objects.exists()


def test_nobody_puts_papers_on_the_list_of_somebody_else(client: Client) -> None:
    ann, bob = a_reader("ann"), a_reader("bob")
    private, public = a_list(ann), a_list(ann, visibility="public")
    client.force_login(bob.user)
    for chosen, status in ((private, 404), (public, 403)):
        sent = {"act": "list", "list": chosen.public_id, "paper": a_paper("A").key}
        assert client.post("/papers/selection/", sent).status_code == status
        assert not chosen.items.exists()


@pytest.mark.parametrize("name", ["save", "unsave", "paper", "title", "list", "query", "tags", "act", "next", "scope"])
def test_a_null_character_in_a_form_is_refused(client: Client, name: str) -> None:
    key = a_paper("A").key
    for url in ("/lists/saved/", "/papers/selection/", f"/papers/tag/{key}/"):
        sent = {"act": "tag", "tags": "x", "paper": key, "save": key} | {name: "a\0b"}
        assert client.post(url, sent).status_code == 400, url


@pytest.mark.parametrize("url", ["/lists/saved/", "/papers/selection/", "/papers/tag/KEY/", "/tags/mine/1/delete/"])
def test_nothing_changes_by_get_or_from_another_site(url: str) -> None:
    url = url.replace("KEY", a_paper("A").key)
    client = Client(enforce_csrf_checks=True)
    assert client.get(url, {"save": "x", "tags": "x", "act": "tag"}).status_code == 405
    assert client.post(url, {"tags": "x"}, headers={"origin": "https://evil.example"}).status_code == 403
    assert not Reader.objects.exists()


@pytest.mark.parametrize(
    "wanted", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "x"]
)
def test_a_form_leads_nowhere_but_to_this_site(client: Client, wanted: str) -> None:
    response = client.post("/lists/saved/", {"save": a_paper("A").key, "next": wanted})
    assert response["Location"].startswith("/lists/")


def test_tags_are_put_on_a_paper_and_shown_to_nobody_else(client: Client) -> None:
    paper = a_paper("A")
    url = paper.get_absolute_url()
    sent = {"tags": "kernel trick, pile"}
    text = client.post(f"/papers/tag/{paper.key}/", sent, follow=True).content.decode()
    assert messages_of(text)[0].startswith("You tagged “kernel trick”, “pile”. The curators are asked")
    assert text.count(">proposed<") == 2
    assert "pile" not in Client().get(url).content.decode()
    tag = Tagging.objects.get(tag__label="pile").tag
    assert "pile" not in client.post(f"/papers/tag/{paper.key}/", {"remove": tag.pk}, follow=True).content.decode()


def test_own_tags_and_lists_narrow_the_results_for_their_reader_only(client: Client) -> None:
    one, two, _ = a_paper("one"), a_paper("two"), a_paper("three")
    ann, bob = a_reader("ann"), a_reader("bob")
    mine = a_list(ann, one, two, title="Group")
    a_list(bob, one, title="Secret plans")
    client.force_login(ann.user)
    client.post(f"/papers/tag/{one.key}/", {"tags": "pile", "mine": "on"})
    tag = Tagging.objects.get().tag

    text = client.get("/papers/").content.decode()
    assert f'data-facet="list" data-value="{mine.public_id}" data-count="2"' in text
    assert f'data-facet="mytag" data-value="{tag.pk}" data-count="1"' in text
    assert "Secret plans" not in text
    for query, total in {
        f"list={mine.public_id}": 2,
        f"mytag={tag.pk}": 1,
        "list=~none": 1,
        f"not_mytag={tag.pk}": 2,
        f"list={mine.public_id}&mytag=~none": 1,
    }.items():
        assert f'data-total="{total}"' in client.get(f"/papers/?{query}").content.decode(), query
    assert "Papers on my list Group." in client.get(f"/papers/?list={mine.public_id}").content.decode()

    stranger = Client().get(f"/papers/?list={mine.public_id}&mytag={tag.pk}").content.decode()
    assert "Group" not in stranger
    assert "pile" not in stranger
    assert f"There is no list of yours “{mine.public_id}”" in stranger


def test_most_listed_counts_public_lists_only(client: Client) -> None:
    one, two, three = a_paper("one"), a_paper("two"), a_paper("three")
    ann = a_reader("ann")
    a_list(ann, one, three, visibility="public")
    a_list(ann, one, title="B", visibility="public")
    a_list(ann, two, two, title="C")
    a_list(ann, two, title="D", visibility="link")
    text = client.get("/papers/?sort=listed").content.decode()
    assert [text.index(f'id="paper-{paper.key}"') for paper in (one, three, two)] == sorted(
        text.index(f'id="paper-{paper.key}"') for paper in (one, two, three)
    )
    assert 'data-total="2"' in client.get("/papers/?on_lists=1").content.decode()
    assert 'data-total="1"' in client.get("/papers/?on_lists=2").content.decode()


def test_all_own_tags_are_listed_and_deleted(client: Client) -> None:
    one, two = a_paper("one"), a_paper("two")
    a_tag("kernels")
    for paper in (one, two):
        client.post(f"/papers/tag/{paper.key}/", {"tags": "kernels"})
    client.post(f"/papers/tag/{one.key}/", {"tags": "pile", "mine": "on"})
    text = client.get("/tags/mine/").content.decode()
    assert "proposed on 2" in text
    assert "only you" in text
    tag = Tagging.objects.filter(tag__label="kernels").first().tag
    assert client.post(f"/tags/mine/{tag.pk}/delete/").status_code == 303
    assert set(Tagging.objects.values_list("tag__label", flat=True)) == {"pile"}
    assert client.post(f"/tags/mine/{tag.pk}/delete/").status_code == 404


def test_names_are_offered_by_any_part_of_any_label_without_accents(client: Client) -> None:
    a_tag("Schrödinger bridge", "method", "diffusion bridges")
    a_tag("graphs", "area")
    a_tag("graphs", "modality")
    a_tag("hidden bridge", state="proposed")
    paper = a_paper("A")
    client.post(f"/papers/tag/{paper.key}/", {"tags": "my bridge", "mine": "on"})

    def typed(text: str, client: Client = client) -> list[str]:
        return re.findall(r'data-typed="([^"]+)"', client.get("/tags/names/", {"q": text}).content.decode())

    assert typed("odinger") == ["Schrödinger bridge"]
    assert set(typed("BRIDGE")) == {"my bridge", "Schrödinger bridge"}
    assert typed("bridge", Client()) == ["Schrödinger bridge"]
    assert set(typed("graphs")) == {"area: graphs", "modality: graphs"}
    assert typed("") == typed("\u0301") == []


def test_a_mistake_is_reported_and_its_reporter_sees_what_becomes_of_it(client: Client) -> None:
    paper = a_paper("A")
    url = f"/papers/report/{paper.key}/"
    assert client.get(url).status_code == 200
    empty = client.post(url, {"subject": "text", "text": " "})
    assert (empty.status_code, "errorlist" in empty.content.decode()) == (400, True)
    assert not Report.objects.exists()
    text = client.post(
        url, {"subject": "text", "text": "The formula", "email": "ann@example.org"}, follow=True
    ).content.decode()
    assert "The curators have not answered yet." in text
    Report.objects.update(state="accepted", answer="Thanks, mended.")
    text = client.get(paper.get_absolute_url()).content.decode()
    assert "It was mended." in text
    assert "Thanks, mended." in text
    assert "The formula" not in Client().get(paper.get_absolute_url()).content.decode()


def test_a_hidden_paper_is_neither_tagged_nor_saved_nor_reported(client: Client) -> None:
    paper = a_paper("A", visibility="hidden")
    assert client.get(f"/papers/report/{paper.key}/").status_code == 404
    assert client.post(f"/papers/tag/{paper.key}/", {"tags": "x"}).status_code == 404
    client.post("/lists/saved/", {"save": paper.key})
    assert not Reader.objects.exists()


def test_a_network_that_makes_too_many_visitors_has_to_wait(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"visitor": "1/h/ip"}
    cache.clear()
    paper = a_paper("A")
    assert Client().post("/lists/saved/", {"save": paper.key}).status_code == 303
    assert Client().post("/lists/saved/", {"save": paper.key}).status_code == 429
    assert Reader.objects.count() == 1


def test_no_browser_stores_a_page_of_what_somebody_keeps(client: Client) -> None:
    ann = a_reader("ann")
    kept = a_list(ann)
    client.force_login(ann.user)
    for url in ("/lists/", kept.get_absolute_url(), "/tags/mine/", "/account/", f"/lists/{kept.public_id}.csv"):
        assert client.get(url)["Cache-Control"] == "private, no-store", url
    assert client.get("/papers/")["Cache-Control"] == "private, no-store"
    assert Client().get("/papers/")["Cache-Control"] == "no-cache"


def test_enter_does_what_was_typed_for_and_all_of_a_page_can_be_meant(client: Client) -> None:
    for n in range(25):
        a_paper(f"graph {n}")
    page = client.get("/papers/")
    keys = page.context["keys_on_page"]
    sent = {"act": "enter", "scope": "page", "page": keys, "next": "/papers/"}
    client.post("/papers/selection/", sent | {"tags": "pile", "mine": "on", "list": "saved", "title": ""})
    assert Tagging.objects.count() == 20
    assert not ReadingList.objects.exists()
    client.post("/papers/selection/", sent | {"list": "new", "title": "Graphs"})
    assert ReadingList.objects.get().items.count() == 20
    text = client.post("/papers/selection/", sent | {"list": "saved"}, follow=True).content.decode()
    assert "Choose what to do with the papers." in messages_of(text)
