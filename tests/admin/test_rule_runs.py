"""Changed patterns on the desk: shown before they are saved, applied at once or in the background."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from catalogue.admin import rule_runs
from catalogue.curation import current_vocabulary
from catalogue.importing import background, read_again, work_off
from catalogue.models import RuleRun, Tag, Tagging
from tests.admin.desk import change_url
from tests.admin.test_judging import tag_form
from tests.cast import a_paper, a_tag, a_user


@pytest.fixture
def sorting(db: None) -> Tag:
    tag = a_tag("Sorting", "task", patterns="sort")
    papers = [a_paper(f"Paper {at}", abstract="We order birds." if at % 3 else "We sort birds.") for at in range(9)]
    read_again([paper.pk for paper in papers], current_vocabulary())
    return tag


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were started."""
    found: list[list[str]] = []
    monkeypatch.setattr(background, "_start", found.append)
    return found


def save(desk: Client, tag: Tag, **changes: str) -> Any:
    """Try patterns and save them."""
    shown = desk.post(change_url(tag), tag_form(tag, **changes))
    tried = shown.context["adminform"].form.data["tried"]
    return desk.post(change_url(tag), tag_form(tag, tried=tried, **changes), follow=True)


def test_the_preview_shows_numbers_samples_and_what_curators_decided(desk: Client, sorting: Tag) -> None:
    Tagging.objects.filter(paper__title="Paper 0").update(origin="curator")

    page = " ".join(desk.post(change_url(sorting), tag_form(sorting, patterns="order")).content.decode().split())

    assert "6 papers would gain the tag, 2 would lose it, 1 would keep it." in page
    assert "of 1 paper they gave the tag the patterns find 0; of 0 they took it from, 0." in page
    assert "We <mark>order</mark> birds." in page
    assert "We <mark>sort</mark> birds." in page


def test_few_papers_follow_at_once(desk: Client, sorting: Tag, started: list[list[str]]) -> None:
    page = save(desk, sorting, patterns="order").content.decode()

    assert "Papers that gained the tag: 6; that lost it: 3." in page
    assert Tagging.objects.count() == 6
    assert (RuleRun.objects.count(), started) == (0, [])


def test_many_papers_follow_in_the_background(
    desk: Client,
    sorting: Tag,
    started: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(rule_runs, "AT_ONCE", 5)
    with django_capture_on_commit_callbacks(execute=True):
        page = save(desk, sorting, patterns="order").content.decode()

    run = RuleRun.objects.get()
    url = reverse("admin:catalogue_tag_run", args=[run.pk])
    assert "9 papers are read again." in page
    assert url in page
    assert [command[-2:] for command in started] == [["apply_patterns", str(run.pk)]]
    response = desk.get(url)
    assert "0 of 9 papers read" in response.content.decode()
    assert response["Refresh"] == "3"

    work_off(run)
    response = desk.get(url)
    assert "Gained the tag: 6; lost it: 3." in response.content.decode()
    assert "Finished" in response.content.decode()
    assert "Refresh" not in response
    assert "9 of 9" in desk.get(reverse("admin:catalogue_tag_runs")).content.decode()


def test_a_run_that_stopped_goes_on_by_a_button(
    desk: Client, sorting: Tag, started: list[list[str]], django_capture_on_commit_callbacks: Any
) -> None:
    run = RuleRun.of(sorting, [1, 2], None)
    url = reverse("admin:catalogue_tag_run", args=[run.pk])
    with django_capture_on_commit_callbacks(execute=True):
        desk.post(url)
    assert started == []

    RuleRun.objects.update(started=timezone.now() - timedelta(minutes=5))
    response = desk.get(url)
    assert "It stopped before its end." in response.content.decode()
    assert "Refresh" not in response
    with django_capture_on_commit_callbacks(execute=True):
        assert desk.post(url, follow=True).status_code == 200
    assert len(started) == 1
    assert "whose application stopped" in desk.get("/admin/catalogue/tag/care/").content.decode()


def test_a_tag_is_switched_to_proposing_and_back(desk: Client, sorting: Tag) -> None:
    page = desk.post(change_url(sorting), tag_form(sorting, only_proposes="on"), follow=True).content.decode()
    assert "Papers on which the tag waits for a curator now: 3." in page
    assert Tagging.objects.filter(state="proposed").count() == 3
    assert [number for text, _, number in desk.get("/admin/").context["waiting"] if "proposed" in text] == [1]

    page = desk.post(change_url(sorting), tag_form(sorting), follow=True).content.decode()
    assert "Papers that have the tag now: 3." in page
    assert Tagging.objects.public().count() == 3


def test_retiring_a_tag_takes_it_from_its_papers_and_a_new_one_finds_its_own(desk: Client, sorting: Tag) -> None:
    desk.post(change_url(sorting), tag_form(sorting, state="retired"))
    assert Tagging.objects.count() == 0

    new = {"kind": "task", "preferred_label": "Ordering", "state": "accepted", "patterns": "order"}
    shown = desk.post(reverse("admin:catalogue_tag_add"), new)
    tried = shown.context["adminform"].form.data["tried"]
    desk.post(reverse("admin:catalogue_tag_add"), new | {"tried": tried})
    assert Tagging.objects.filter(tag__label="Ordering").count() == 6


@pytest.mark.parametrize("name", ["catalogue_tag_runs", "catalogue_tag_run"])
def test_only_who_may_change_tags_sees_runs(client: Client, sorting: Tag, name: str) -> None:
    run = RuleRun.of(sorting, [], None)
    url = reverse(f"admin:{name}", args=[run.pk] if name.endswith("run") else [])
    client.force_login(a_user("staff", is_staff=True))
    assert (client.get(url).status_code, client.post(url).status_code) == (403, 403)
    assert Client().get(url).status_code == 302


def test_a_run_that_is_not_there_is_not_found(desk: Client) -> None:
    assert desk.get(reverse("admin:catalogue_tag_run", args=[77])).status_code == 404
