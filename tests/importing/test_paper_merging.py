"""Two papers become one, and two again."""

from typing import Any

import pytest
from django.test import Client

from catalogue.curation import undo
from catalogue.importing import CannotMergePapers, merge_papers
from catalogue.models import Item, Paper, PossibleDuplicate, Tagging
from tests.cast import a_finding, a_list, a_paper, a_reader, a_tag
from tests.curation.conftest import rows
from tests.importing.conftest import LoadRecords, abstract, record

# What only grows, and what undoing adds itself.
GROWS = {"searchterm", "searchword", "searchname", "tagevent", "tageventtag", "tageventpaper", "facetchange"}


@pytest.fixture
def pair(load_records: LoadRecords) -> tuple[Paper, Paper]:
    """A bare abstract, and a full record of what is the same paper."""
    load_records(record(abstract(1)), name="a.txt")
    full = {"title": "Merging diffusion", "authors": ("Ada Bell",), "doi": "10.1/x", "keywords": ("diffusion", "trees")}
    load_records(record("Quite another text about how trees are merged in the end, by whoever.", **full), name="b.csv")
    return Paper.objects.get(title=""), Paper.objects.get(title="Merging diffusion")


def stored() -> dict[str, Any]:
    return {name: each for name, each in rows().items() if name not in GROWS}


def test_the_paper_that_stays_gets_what_it_has_not_and_the_other_key_redirects(
    pair: tuple[Paper, Paper], client: Client
) -> None:
    bare, full = pair

    merge_papers(full.pk, bare.pk, None)

    bare.refresh_from_db()
    assert (bare.title, bare.heading, bare.doi) == ("Merging diffusion", "Merging diffusion", "10.1/x")
    assert bare.abstract_source == abstract(1)
    assert [a.name for a in bare.authorships.all()] == ["Ada Bell"]
    assert {t.tag.label for t in bare.taggings.filter(origin="import")} == {"diffusion", "trees"}
    assert {a.source.name for a in bare.appearances.all()} == {"a.txt", "b.csv"}
    assert client.get(full.get_absolute_url()).url == bare.get_absolute_url()


def test_undoing_restores_every_row(pair: tuple[Paper, Paper]) -> None:
    bare, full = pair
    tag = a_tag("sorting", "area")
    Tagging.objects.create(paper=full, tag=tag, origin="curator")
    a_finding(full, "name", "MergeNet", origin="curator")
    reading_list = a_list(a_reader(), bare, full)
    Item.objects.filter(paper=full).update(note="Read this")
    before = stored()

    event = merge_papers(full.pk, bare.pk, None)
    assert Item.objects.get(reading_list=reading_list).note == "Read this"
    undo(event, None)

    assert stored() == before


def test_what_curators_decided_wins(pair: tuple[Paper, Paper]) -> None:
    bare, full = pair
    tag, refused = a_tag("sorting", "area"), a_tag("graphs", "area")
    Tagging.objects.create(paper=bare, tag=refused, origin="import")
    Tagging.objects.create(paper=full, tag=refused, origin="import", state="rejected")
    Tagging.objects.create(paper=full, tag=tag, origin="curator")
    Paper.objects.filter(pk=full.pk).update(abstract_source="As a curator wrote it.", locked_fields=["abstract_source"])

    merge_papers(full.pk, bare.pk, None)

    bare.refresh_from_db()
    assert (bare.abstract_source, bare.locked_fields) == ("As a curator wrote it.", ["abstract_source"])
    states = dict(bare.taggings.exclude(origin="rule").values_list("tag__label", "state"))
    assert (states["sorting"], states["graphs"]) == ("accepted", "rejected")


def test_the_merged_paper_is_recognised_by_what_either_was(
    pair: tuple[Paper, Paper], load_records: LoadRecords
) -> None:
    bare, full = pair
    merge_papers(full.pk, bare.pk, None)

    again = load_records(record("A new abstract of it all.", doi="10.1/x"), record(abstract(1)), name="c.txt")

    assert again.counts["created"] == 0
    assert Paper.objects.count() == 1


def test_other_doubts_move_along(pair: tuple[Paper, Paper]) -> None:
    bare, full = pair
    third = a_paper("A third paper")
    PossibleDuplicate.objects.create(paper=bare, other=full, reason="one title")
    PossibleDuplicate.objects.create(paper=full, other=third, reason="one title")

    merge_papers(full.pk, bare.pk, None)

    assert list(PossibleDuplicate.objects.values_list("paper", "other")) == [(bare.pk, third.pk)]


def test_a_paper_is_not_merged_into_itself_or_into_one_that_is_gone(pair: tuple[Paper, Paper]) -> None:
    bare, full = pair
    with pytest.raises(CannotMergePapers, match="into itself"):
        merge_papers(bare.pk, bare.pk, None)
    full.delete()
    with pytest.raises(CannotMergePapers, match="is gone"):
        merge_papers(bare.pk, bare.pk + 1000, None)
