"""The pages of papers, tags, people and collections, the start page, and addresses that lead elsewhere."""

from urllib.parse import quote

import pytest
from django.test import Client

from catalogue.models import PaperAddress, Tag, User
from tests.cast import a_collection, a_paper, a_reader, a_tag, appear
from tests.views.conftest import Browser


@pytest.fixture
def curator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("curator", password="x"))
    return client


def test_a_paper_is_at_its_key_and_a_wrong_or_missing_slug_redirects(client: Client, db: None) -> None:
    paper = a_paper("Merge kernels for sorting", key="k7m2qx0d")

    assert paper.get_absolute_url() == "/papers/k7m2qx0d/merge-kernels-for-sorting/"
    for url in ("/papers/k7m2qx0d/", "/papers/k7m2qx0d/something-else/"):
        response = client.get(url)
        assert (response.status_code, response["Location"]) == (301, paper.get_absolute_url())


def test_the_key_of_a_merged_paper_redirects(client: Client, db: None) -> None:
    paper = a_paper("Kept")
    PaperAddress.objects.create(key="0dkey000", paper=paper)

    assert client.get("/papers/0dkey000/any/")["Location"] == paper.get_absolute_url()


def test_a_paper_in_another_script_has_a_working_address(browser: Browser, db: None) -> None:
    for title in ("强化学习综述", "Обучение с подкреплением", "🙂"):
        assert title in browser.open(a_paper(title).get_absolute_url())


def test_a_paper_page_shows_what_is_known_of_it(browser: Browser, db: None) -> None:
    paper = a_paper(
        abstract="We study $a<b$ & <script>alert(1)</script>. More follows here.",
        tags=[a_tag("Q&A", "task")],
        authors=("O'Neill", "A & B"),
        code="https://example.org/code?a=1&b=2",
        doi="10.1/x",
        arxiv_id="2601.00001",
        url="https://example.org/p",
        pdf_url="https://example.org/p.pdf",
        year=2026,
    )
    appear(paper, "ICLR 2026", "part 1.txt")

    text = browser.open(paper.get_absolute_url())

    assert "</math> &amp; &lt;script&gt;alert(1)&lt;/script&gt;. More follows here." in text
    assert "<script>" not in text
    for part in (
        "Heading derived from the abstract",
        "O&#x27;Neill",
        "A &amp; B",
        "https://example.org/p.pdf",
        "Q&amp;A",
    ):
        assert part in text
    for part in ("https://doi.org/10.1/x", "https://arxiv.org/abs/2601.00001", "part 1.txt", paper.key):
        assert part in text
    assert 'href="https://example.org/code?a=1&amp;b=2"' in text


def test_a_hidden_paper_exists_for_curators_only(client: Client, db: None) -> None:
    paper = a_paper("Secret", visibility="hidden")
    url = paper.get_absolute_url()

    assert client.get(url).status_code == 404
    client.force_login(User.objects.create_user("reader", password="x"))
    assert client.get(url).status_code == 404
    client.force_login(User.objects.create_superuser("curator", password="x"))
    assert b"hidden" in client.get(url).content.lower()


def test_a_withdrawn_paper_says_so_with_410_and_shows_no_abstract(browser: Browser, db: None) -> None:
    paper = a_paper("Taken back", abstract="The words of the abstract.", visibility="withdrawn")

    text = browser.open(paper.get_absolute_url(), status=410)

    assert "withdrawn" in text
    assert "The words of the abstract" not in text


def test_curators_find_the_way_to_the_admin_and_readers_do_not(curator: Client, db: None) -> None:
    tag = a_tag("Kernels")
    paper = a_paper("P", tags=[tag], authors=("A",), collection="ICLR 2026")
    urls = [paper.get_absolute_url(), tag.get_absolute_url(), "/people/a/", "/collections/iclr-2026/"]

    assert all(b"/change/" in curator.get(url).content for url in urls)
    curator.logout()
    assert not any(b"/change/" in curator.get(url).content for url in urls)


@pytest.mark.parametrize(
    "labels", [("C", "C#", "C++"), ("C++", "A+B", "#1 tag", "100%"), ("强化学习", "図", "Ωμέγα", "🙂")]
)
def test_every_tag_has_a_page_of_its_own_with_the_count_of_the_list(browser: Browser, labels: tuple[str, ...]) -> None:
    tags = [a_tag(label) for label in labels]
    for number, tag in enumerate(tags, start=1):
        for _ in range(number):
            a_paper(tags=[tag])

    listing = browser.open("/tags/keyword/")

    assert len({tag.get_absolute_url() for tag in tags}) == len(labels)
    for number, tag in enumerate(tags, start=1):
        assert f'href="{tag.get_absolute_url()}"' in listing
        assert browser.total(tag.get_absolute_url()) == number
        assert len(browser.headings(tag.get_absolute_url())) == number


def test_old_addresses_and_the_id_of_a_tag_redirect(client: Client, db: None) -> None:
    tag = a_tag("Old name", "method")
    tag.set_labels("New name", ["Old name"])

    for slug in ("old-name", str(tag.pk)):
        assert client.get(f"/tags/method/{slug}/")["Location"] == "/tags/method/new-name/"
    assert client.get("/tags/method/nothing/").status_code == 404
    assert client.get("/tags/nothing/new-name/").status_code == 404


def test_a_tag_page_shows_its_place_in_the_vocabulary(browser: Browser, db: None) -> None:
    wide = a_tag("Learning", "method")
    tag = a_tag("Meta-learning", "method", "learning to learn", broader=wide, scope_note="Learning how to learn.")
    narrow = a_tag("MAML", "method", broader=tag)
    a_paper(tags=[narrow])

    text = browser.open(tag.get_absolute_url())

    for part in ("learning to learn", "Learning how to learn.", wide.get_absolute_url(), narrow.get_absolute_url()):
        assert part in text
    assert browser.total(wide.get_absolute_url()) == 1


def test_tags_without_papers_are_shown_on_request_only(browser: Browser, db: None) -> None:
    used, unused, other = a_tag("Theory", "area"), a_tag("Robotics", "area"), a_tag("Sorting", "task")
    a_paper(tags=[used])
    a_paper("Hidden", tags=[unused], visibility="hidden")

    for url in ("/", "/tags/", "/tags/area/"):
        text = browser.open(url)
        assert "Theory" in text, url
        assert "Robotics" not in text, url
        assert "Sorting" not in text, url
    assert "1 further tag of the vocabulary has none" in browser.open("/tags/area/")
    everything = browser.open("/tags/area/?unused=1")
    assert unused.get_absolute_url() in everything
    assert 'content="noindex"' in everything
    assert '<input type="hidden" name="unused" value="1">' in everything
    assert "1 further tag of the vocabulary has none" in browser.open("/tags/task/")
    assert other.get_absolute_url() in browser.open("/tags/task/?unused=1&text=SORT")
    assert "/tags/area/?text=robo&amp;unused=1" in browser.open("/tags/area/?text=robo")
    assert "No paper has this tag yet" in browser.open(unused.get_absolute_url())


def test_a_tag_shows_its_neighbours_without_papers_too(browser: Browser, db: None) -> None:
    wide = a_tag("Learning", "method")
    tag = a_tag("Meta-learning", "method", broader=wide)
    narrow = a_tag("MAML", "method", broader=tag)

    text = browser.open(tag.get_absolute_url())

    assert wide.get_absolute_url() in text
    assert narrow.get_absolute_url() in text


def test_the_start_page_leads_into_areas_and_contributions_with_the_right_numbers(browser: Browser, db: None) -> None:
    wide = a_tag("Learning", "area")
    narrow, method = a_tag("Meta-learning", "area", broader=wide), a_tag("Method", "contribution")
    a_paper(tags=[narrow, method])
    a_paper(tags=[narrow])
    a_paper(tags=[method], visibility="hidden")

    links = browser.facet_links("/")

    assert {(link.facet, link.value): link.count for link in links} == {
        ("area", "learning"): 2,
        ("area", "meta-learning"): 2,
        ("contribution", "method"): 1,
    }
    assert all(browser.total(link.url) == link.count for link in links)
    assert "with 3 tags" in browser.open("/")


def test_proposed_retired_and_private_tags_are_nowhere(browser: Browser, db: None) -> None:
    owner = a_reader()
    hidden = [a_tag("aproposed", state="proposed"), a_tag("aretired", state="retired"), a_tag("aprivate", owner=owner)]
    paper = a_paper("P", tags=[*hidden, a_tag("apublic")])

    for url in (paper.get_absolute_url(), "/papers/", "/tags/", "/tags/keyword/", "/"):
        text = browser.open(url)
        assert not any(tag.label in text for tag in hidden), url
    for tag in hidden:
        browser.open(tag.get_absolute_url(), status=404)


def test_rejected_and_readers_own_taggings_count_nowhere(browser: Browser, db: None) -> None:
    tag, reader = a_tag("kernels"), a_reader()
    a_paper("Shown", tags=[tag])
    a_paper("Rejected", tags=[tag]).taggings.update(state="rejected")
    a_paper("Own", tags=[tag]).taggings.update(owner=reader)

    assert browser.total("/papers/?keyword=kernels") == 1
    assert browser.headings(tag.get_absolute_url()) == ["Shown"]
    assert Tag.objects.with_paper_counts().get().paper_count == 1


def test_a_person_and_a_collection_list_their_papers(browser: Browser, db: None) -> None:
    for title in ("One", "Two"):
        a_paper(title, authors=("A & B",), collection="ICLR 2026")
    a_collection("Empty 2020")

    assert browser.headings("/people/a-b/") == ["Two", "One"]
    assert "A &amp; B" in browser.open("/people/?text=a+%26")
    assert browser.headings("/collections/iclr-2026/") == ["Two", "One"]
    assert "Empty 2020" in browser.open("/collections/")
    browser.open("/people/nobody/", status=404)
    browser.open("/collections/none/", status=404)


@pytest.mark.parametrize(
    "url",
    ["/tags/keyword/kernels/", "/people/a/", "/collections/iclr-2026/", "/tags/keyword/", "/people/", "/collections/"],
)
def test_every_list_has_the_same_rule_for_pages_that_are_not_there(browser: Browser, url: str) -> None:
    a_paper("P", tags=[a_tag("kernels")], authors=("A",), collection="ICLR 2026")

    for page in ("2", "0", "x", "-1"):
        assert f'href="{url}"' in browser.open(f"{url}?page={page}", status=404)


def test_the_start_page_shows_what_is_here_or_how_to_begin(browser: Browser, db: None) -> None:
    assert "load_papers" in browser.open("/")

    a_paper("A paper", tags=[a_tag("Reasoning", "area")], collection="ICLR 2026")

    text = browser.open("/")
    for part in ("A paper", "/papers/?area=reasoning", "/collections/iclr-2026/"):
        assert part in text


@pytest.mark.parametrize("url", ["/", "/papers/", "/tags/", "/tags/keyword/", "/collections/", "/people/", "/help/"])
def test_an_empty_catalogue_has_every_page(browser: Browser, url: str) -> None:
    text = browser.open(url)

    assert text.count("<h1") == 1
    assert '<html lang="en">' in text
    assert 'class="skip"' in text


def test_pages_that_are_not_there_are_designed(browser: Browser, db: None) -> None:
    for url in ("/nothing/", "/papers/nothing/", "/papers/values/nothing/", "/tags/a/b/c/"):
        text = browser.open(url, status=404)
        assert "Carrel" in text
        assert "<main" in text


def test_an_error_of_ours_is_a_designed_500_without_the_database(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("catalogue.views.home.connection.cursor", fail)
    client.raise_request_exception = False

    response = client.get("/healthz")

    assert response.status_code == 500
    assert b"<main" in response.content


def test_a_form_without_its_token_is_a_designed_403(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a", "password": "b"})

    assert response.status_code == 403
    assert b"<main" in response.content


def test_pages_are_read_only(client: Client, db: None) -> None:
    a_paper("P", key="k7m2qx0d")
    for url in ("/", "/papers/", "/papers/k7m2qx0d/p/", "/tags/", "/people/", "/collections/", "/healthz"):
        assert client.post(url).status_code == 405
        assert client.head(url).status_code == 200


def test_every_answer_carries_a_strict_policy(client: Client, db: None) -> None:
    for url in ("/", "/nothing/", "/papers/?q=%00", "/accounts/login/"):
        policy = client.get(url)["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_machines_are_answered(browser: Browser, db: None) -> None:
    assert "Disallow: /papers/?" in browser.open("/robots.txt")
    assert browser.open("/healthz") == "ok\n"


@pytest.mark.parametrize("bad", ["%ff", "%ed%a0%80", "%F0%9F", quote("‮"), "a" * 3000, "%", "[]", "';--"])
def test_odd_characters_never_fail(browser: Browser, db: None, bad: str) -> None:
    a_paper("P", tags=[a_tag("kernels")])
    for url in (
        "/papers/?q=",
        "/papers/?keyword=",
        "/papers/?author=",
        "/papers/?",
        "/people/?text=",
        "/tags/keyword/?text=",
    ):
        browser.open(url + bad)
    assert browser.client.get(f"/tags/keyword/{bad}/").status_code == 404


@pytest.mark.parametrize(
    ("referer", "shown"),
    [
        ("http://testserver/papers/?q=a&page=2", True),
        ("http://testserver/papers/", True),
        ("http://testserver/tags/", False),
        ("https://elsewhere.example/papers/?q=a", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_a_paper_leads_back_to_the_results_it_was_reached_from(
    client: Client, db: None, referer: str, shown: bool
) -> None:
    response = client.get(a_paper("P").get_absolute_url(), headers={"referer": referer})

    assert response.status_code == 200
    assert ("Back to the results" in response.content.decode()) == shown


def test_browsers_ask_again_where_an_address_may_come_back(client: Client, db: None) -> None:
    tag = a_tag("Old", "method")
    tag.set_labels("New")
    gone = a_paper("P", visibility="withdrawn")

    for url, status in (
        ("/tags/method/old/", 301),
        (gone.get_absolute_url(), 410),
        ("/nothing/", 404),
        ("/papers/", 200),
    ):
        response = client.get(url)
        assert (response.status_code, response["Cache-Control"]) == (status, "no-cache")

    tag.set_labels("Old")
    assert client.get("/tags/method/old/").status_code == 200
    assert client.get("/tags/method/new/")["Location"] == "/tags/method/old/"


def test_broader_tags_that_are_not_public_are_not_shown(browser: Browser, db: None) -> None:
    tag = a_tag("B", "method", broader=a_tag("ahidden", "method", state="retired"))

    assert "ahidden" not in browser.open(tag.get_absolute_url())


def test_people_stand_in_the_order_of_their_letters(client: Client, db: None) -> None:
    a_paper("P", authors=("Zoë", "Émile", "ada", "Bo"))

    assert [person.name for person in client.get("/people/").context["people"]] == ["ada", "Bo", "Émile", "Zoë"]


def test_people_are_listed_with_the_number_of_their_listed_papers(client: Client, db: None) -> None:
    a_paper("P", authors=("Ann", "Bob"))
    a_paper("Q", authors=("Ann",))
    a_paper("R", authors=("Ann", "Cy"), visibility="hidden")

    people = client.get("/people/").context["people"]

    assert [(person.name, person.paper_count) for person in people] == [("Ann", 2), ("Bob", 1)]


def test_a_tag_that_came_from_another_kind_does_not_answer_for_that_kinds_slugs(browser: Browser, db: None) -> None:
    moved, other = a_tag("graph", "task"), a_tag("graph", "method")
    a_paper(tags=[moved])
    a_paper(tags=[moved])
    a_paper(tags=[other])
    moved.kind = "method"
    moved.set_labels("graph neural")
    moved.save()

    counts = {link.value: link for link in browser.facet_links("/papers/")}

    assert (counts["graph"].count, browser.total(counts["graph"].url)) == (1, 1)
    assert (counts["graph-neural"].count, browser.total(counts["graph-neural"].url)) == (2, 2)
