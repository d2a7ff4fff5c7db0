"""Rendering again what is stored."""

from io import StringIO

import pytest
from django.core.management import call_command

from catalogue.importing.anchoring import nearest
from catalogue.models import Paper, SearchDocument, Tagging
from tests.cast import a_paper, a_tag

pytestmark = pytest.mark.django_db


def render_papers() -> list[str]:
    out = StringIO()
    call_command("render_papers", stdout=out)
    return out.getvalue().splitlines()


def test_papers_are_rendered_from_their_source_and_a_second_run_changes_nothing() -> None:
    paper = a_paper(abstract="We sort in $O(n)$ time. It is fast.", authors=("Ada Bell",))
    Paper.objects.update(heading="old", heading_html="old", heading_key="old", abstract_html="old", abstract_text="old")
    SearchDocument.objects.update(authors="old")

    assert render_papers() == ["rendered 1, changed 1"]

    again = Paper.objects.get()
    assert (again.heading, again.abstract_html) == (paper.heading, paper.abstract_html)
    assert SearchDocument.objects.get().authors == "ada bell"
    assert render_papers() == ["rendered 1, changed 0"]


def test_evidence_is_anchored_anew_by_its_quote_and_what_is_lost_is_reported() -> None:
    moved, lost = a_tag("moved"), a_tag("lost")
    paper = a_paper("T", abstract="We use kernels 𝔸 and trees.", tags=[moved, lost])
    Tagging.objects.filter(tag=moved).update(evidence={"field": "abstract", "start": 2, "end": 7, "quote": "trees"})
    Tagging.objects.filter(tag=lost).update(evidence={"field": "abstract", "start": 2, "end": 8, "quote": "graphs"})
    Paper.objects.update(abstract_text="old")

    lines = render_papers()

    assert lines == [f"evidence lost: {paper.key}: “graphs” for lost (keyword)", "rendered 1, changed 1"]
    evidence = Tagging.objects.get(tag=moved).evidence
    assert Paper.objects.get().abstract_text[evidence["start"] : evidence["end"]] == "trees"


@pytest.mark.parametrize(("start", "place"), [(0, 0), (3, 0), (6, 8), (8, 8), (99, 8)])
def test_the_nearest_of_several_places_is_taken(start: int, place: int) -> None:
    assert nearest("kernel, kernel", "kernel", start) == place
    assert nearest("kernel", "tree", start) is None
