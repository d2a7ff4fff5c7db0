"""The desk's pages of what needs care, as a curator uses them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalogue.curation import Care, accept, reject
from catalogue.models import Finding, ImportRun, NotTwins, Paper, Tag, Tagging, TagKind, User, VocabularyEntry
from tests.admin.desk import list_url
from tests.cast import a_paper, a_reader, a_tag, a_user

CARE, TWINS = "/admin/catalogue/tag/care/", "/admin/catalogue/tag/care/twins/"
OVERLAPS, RULES = "/admin/catalogue/tag/care/overlaps/", "/admin/catalogue/tag/care/rules/"


def needs() -> dict[str, tuple[int, int]]:
    """How many of each line, and papers, but for those with nothing to do."""
    return {f"{need.name} {need.kind}".strip(): need[1:3] for need in Care().needs() if need.number}


def twins() -> list[tuple[str, str, str]]:
    return [(pair.stays.label, pair.gone.label, pair.twin.reason) for pair in Care().twins()]


def test_an_empty_catalogue_needs_nothing(desk: Client) -> None:
    assert needs() == {}
    for page in ("/admin/", CARE, TWINS, OVERLAPS, f"{OVERLAPS}?inside=1", RULES):
        assert desk.get(page).status_code == 200


def test_each_line_has_its_number_and_leads_to_a_list_of_that_many(desk: Client) -> None:
    full = [a_tag(kind, kind) for kind in TagKind.values]
    a_paper("Full", tags=full)
    a_paper("Half", tags=full[:4], abstract=r"A \strange macro.")
    a_paper("Hidden", abstract=r"A \strange macro.", visibility="hidden")
    a_paper(abstract="Birds.")
    a_tag("Unused", "method")
    ImportRun.objects.create(problems=3)
    ImportRun.objects.create(problems=2, seen_at=timezone.now())
    ImportRun.objects.create()

    assert needs() == {
        "never": (1, 0),
        "once": (4, 1),
        "imports": (1, 0),
        "heading": (1, 1),
        "markup": (1, 1),
        **{f"without {kind}": (1 if kind in TagKind.values[:4] else 2,) * 2 for kind in TagKind.values},
    }
    lines = desk.get(CARE).context["lines"]
    for line in lines:
        response = desk.get(line["url"])
        assert response.status_code == 200, line
        if "cl" in response.context:
            assert response.context["cl"].result_count == line["number"], line
    assert desk.get("/admin/").context["needs"] == lines


def test_the_front_page_tells_what_waits(desk: Client) -> None:
    tag, paper = a_tag("birds"), a_paper("Birds")
    for reader in (a_reader("one"), a_reader("two")):
        Tagging.objects.create(paper=paper, tag=tag, owner=reader, origin="reader", state="proposed")

    assert [number for _, _, number in desk.get("/admin/").context["waiting"]] == [1, 0]


# --- Near twins -------------------------------------------------------------------------------------
def test_of_two_twins_the_one_with_more_papers_stays(desk: Client) -> None:
    few, many = a_tag("fine-tuning"), a_tag("finetuning")
    for at in range(3):
        a_paper(f"Paper {at}", tags=[many, few] if at == 0 else [many])

    assert twins() == [("finetuning", "fine-tuning", "hyphen or space")]
    page = desk.get(TWINS).content.decode()
    assert "changes 1 paper" in " ".join(page.split())
    assert few.label in page
    assert needs()["twins"] == (1, 1)


def test_the_vocabularys_own_stays_whatever_others_have(desk: Client) -> None:
    own, other = a_tag("LLM agent"), a_tag("LLM agents")
    VocabularyEntry.objects.create(kind="keyword", name="llm-agent", tag=own)
    a_paper("Paper", tags=[other])

    assert twins() == [("LLM agent", "LLM agents", "singular and plural")]


def test_what_the_vocabulary_has_in_two_kinds_is_meant_so(desk: Client) -> None:
    for kind in ("area", "method"):
        tag = a_tag("Reinforcement learning", kind)
        VocabularyEntry.objects.create(kind=kind, name="reinforcement-learning", tag=tag)
    assert twins() == []

    a_tag("reinforcement learning", "keyword")

    assert twins() == [("Reinforcement learning", "reinforcement learning", "in two kinds")]


def test_retired_tags_and_private_labels_are_no_twins(desk: Client) -> None:
    a_tag("birds")
    a_tag("bird", state="retired")
    Tag.create("keyword", "Birds", owner=a_reader("one"))

    assert twins() == []


def test_what_papers_spell_out_counts(desk: Client) -> None:
    a_tag("BERT"), a_tag("bidirectional transformers")
    paper = a_paper("Paper")
    Finding.objects.create(
        paper=paper,
        kind="expansion",
        about="BERT",
        value="Bidirectional transformers",
        origin="rule",
        rule="spelled out",
    )

    assert twins() == [("BERT", "bidirectional transformers", "an acronym")]


def test_two_that_are_no_twins_stay_away_for_good_until_one_is_gone(
    desk: Client, django_user_model: type[User]
) -> None:
    one, other = a_tag("bird"), a_tag("birds")

    response = desk.post(f"{TWINS}?page=1", {"one": other.pk, "other": one.pk})

    assert (response.status_code, response["Location"]) == (302, f"{TWINS}?page=1")
    assert "“bird” and “birds” are two" in desk.get(TWINS).content.decode()
    assert twins() == []
    said = NotTwins.objects.get()
    assert (said.one, said.other, said.user) == (one, other, django_user_model.objects.get())
    desk.post(TWINS, {"one": one.pk, "other": other.pk})
    assert NotTwins.objects.count() == 1
    one.delete()
    assert NotTwins.objects.count() == 0


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"one": "x", "other": "1"},
        {"one": "1", "other": "9" * 40},
        {"one": "0", "other": "-1"},
        {"one": "²", "other": "1"},
    ],
)
def test_strange_pairs_are_refused(desk: Client, sent: dict[str, str]) -> None:
    assert desk.post(TWINS, sent).status_code in (302, 404)
    tag = a_tag("bird")
    assert desk.post(TWINS, {"one": tag.pk, "other": tag.pk}).status_code == 302
    assert NotTwins.objects.count() == 0


def test_pairs_come_in_pages_and_by_their_reason(desk: Client) -> None:
    for at in range(51):
        a_tag(f"{at} bird")
        a_tag(f"{at} birds")
    a_tag("colour"), a_tag("color")

    assert len(desk.get(TWINS).context["rows"]) == 50
    assert len(desk.get(TWINS, {"page": "2"}).context["rows"]) == 2
    assert len(desk.get(TWINS, {"page": "x", "reason": "British and American spelling"}).context["rows"]) == 1
    assert desk.get(TWINS, {"reason": "none", "page": "9"}).context["rows"] == []


# --- Overlaps ---------------------------------------------------------------------------------------
def test_overlapping_tags_are_shown_with_what_they_share(desk: Client) -> None:
    wide, narrow, alike = (a_tag(name, "method") for name in ("Wide", "Narrow", "Alike"))
    for at in range(20):
        a_paper(f"Paper {at}", tags=[wide, narrow, alike] if at < 5 else [wide])

    (same,) = desk.get(OVERLAPS).context["rows"]
    assert {same["pair"].one.label, same["pair"].other.label, same["pair"].overlap.shared} == {"Narrow", "Alike", 5}
    assert len(desk.get(f"{OVERLAPS}?inside=1").context["rows"]) == 2
    assert (needs()["same"], needs()["inside"]) == ((1, 5), (2, 5))

    desk.post(OVERLAPS, {"one": narrow.pk, "other": alike.pk})
    assert desk.get(OVERLAPS).context["rows"] == []


# --- Rules and hand decisions -----------------------------------------------------------------------
def test_rules_that_disagree_with_decisions_are_counted_both_ways(desk: Client) -> None:
    curator = a_user("ada")
    tag = a_tag("Sorting", "task", patterns="sort")
    without_rules = a_tag("By hand", "task")

    def said(rule: str, of: Tag = tag, **fields: Any) -> Tagging:
        return Tagging.objects.create(
            paper=a_paper(), tag=of, origin="rule" if rule else "curator", rule=rule, **fields
        )

    reject([said("pattern"), said("pattern")], curator)
    accept([said("pattern")], curator)
    said("", decided_by=curator), said("", without_rules, decided_by=curator), said("pattern")

    (row,) = desk.get(RULES).context["page"]
    assert (row["tag__label"], row["against"], row["missed"], row["agreed"]) == ("Sorting", 2, 1, 1)
    assert needs()["disagreements"] == (1, 3)
    links = [part.split('"')[0].replace("&amp;", "&") for part in desk.get(RULES).content.decode().split('href="')]
    lists = [link for link in links if link.startswith(list_url("tagging") + "?tag__id")]
    assert [desk.get(link).context["cl"].result_count for link in lists] == [2, 2]


# --- Imports ----------------------------------------------------------------------------------------
def test_a_run_is_marked_as_seen_once(desk: Client) -> None:
    run = ImportRun.objects.create(problems=1)
    act = {"action": "mark_seen", "_selected_action": [run.pk]}

    desk.post(list_url("importrun"), act)

    run.refresh_from_db()
    seen = (run.seen_by, run.seen_at)
    assert run.seen_by is not None
    assert "curator, 20" in desk.get(list_url("importrun")).content.decode()
    desk.post(list_url("importrun"), act)
    run.refresh_from_db()
    assert (run.seen_by, run.seen_at) == seen
    assert "imports" not in needs()


# --- Who ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", [CARE, TWINS, OVERLAPS, RULES])
def test_only_who_may_change_tags_sees_what_they_need(client: Client, db: None, page: str) -> None:
    assert client.get(page).status_code == 302
    client.force_login(a_user("reader"))
    assert client.get(page).status_code in (302, 403)
    client.force_login(a_user("staff", is_staff=True))
    assert client.get(page).status_code == 403
    assert client.post(page, {"one": "1", "other": "2"}).status_code == 403
    front = client.get("/admin/")
    assert (front.status_code, front.context["needs"], front.context["waiting"]) == (200, [], [])


@pytest.mark.parametrize("page", [CARE, RULES, "/admin/catalogue/tag/runs/"])
def test_pages_that_only_show_take_nothing(desk: Client, page: str) -> None:
    assert desk.post(page).status_code == 405


def test_more_tags_do_not_mean_more_queries(desk: Client, django_assert_max_num_queries: Any) -> None:
    for page in ("/admin/", CARE, TWINS, OVERLAPS, RULES, reverse("admin:catalogue_tag_changelist")):
        desk.get(page)
        with django_assert_max_num_queries(100) as few:
            desk.get(page)
        tags = [a_tag(f"{page} {chr(97 + at)}lement{end}") for at in range(8) for end in ("", "s")]
        for at in range(6):
            a_paper(f"{page} {at}", tags=tags)
        with django_assert_max_num_queries(len(few) + 1):
            desk.get(page)


def test_papers_tell_what_they_need_when_they_are_derived(db: None) -> None:
    titled, derived = a_paper("A title"), a_paper(abstract="Birds.")
    named = a_paper(abstract="We propose a method that sorts birds by the length of their wings.")
    found = Paper.objects.filter(plain_heading=True)

    assert list(found) == [derived]
    assert (titled.odd_markup, named.odd_markup, a_paper("An open $x").odd_markup) == (False, False, True)


def test_the_list_of_tags_is_sorted_by_papers(desk: Client) -> None:
    tags = [a_tag(f"t{number}") for number in range(3)]
    for number, tag in enumerate(tags):
        for _ in range(2 - number):
            a_paper(tags=[tag])

    for order, wanted in (("-4", tags), ("4", tags[::-1])):
        page = desk.get("/admin/catalogue/tag/", {"o": order})
        assert [tag.pk for tag in page.context["cl"].result_list] == [tag.pk for tag in wanted]
