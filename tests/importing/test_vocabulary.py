"""Loading a vocabulary: what it makes, what it changes later, and what it leaves to curators."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from catalogue.curation import current_vocabulary
from catalogue.importing import VocabularyReport, load_vocabulary
from catalogue.importing.vocabulary import load_starter_vocabulary
from catalogue.models import Tag, TagAddress, TagLabel, VocabularyEntry
from catalogue.sources import SourceError
from tests.cast import a_reader, a_tag

pytestmark = pytest.mark.django_db
Load = Callable[..., VocabularyReport]


def entry(label: str, kind: str = "task", **fields: str | list[str]) -> str:
    """An entry as it is written in a file. (A list of short texts is written in TOML as in Python.)"""
    lines = [f"{name} = {value!r}" for name, value in ({"label": label} | fields).items()]
    return "\n".join([f"[[{kind}]]", *lines, ""])


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """`load(entry, …)` writes a vocabulary of the entries and loads it."""

    def write_and_load(*entries: str) -> VocabularyReport:
        path = tmp_path / "terms.toml"
        path.write_text("\n".join(entries), encoding="utf-8")
        return load_vocabulary(path)

    return write_and_load


def counts(report: VocabularyReport) -> tuple[int, int, int, int]:
    return report.created, report.updated, report.unchanged, len(report.kept)


def tag_of(label: str) -> Tag:
    return Tag.objects.get(label=label)


def everything() -> list[object]:
    return [
        list(Tag.objects.order_by("pk").values()),
        list(TagLabel.objects.order_by("pk").values()),
        list(TagAddress.objects.order_by("pk").values()),
        list(VocabularyEntry.objects.order_by("pk").values()),
    ]


BIRDS = entry("Bird sorting", alternative=["BS", "ornithology"], note="By voice.", patterns=["bird sort", "!sort of"])


# --- Making -------------------------------------------------------------------------------------
def test_an_entry_becomes_a_tag_with_all_it_states(load: Load) -> None:
    assert counts(load(entry("Sorting"), BIRDS.replace("note", "broader = 'sorting'\nnote"))) == (2, 0, 0, 0)

    tag = tag_of("Bird sorting")
    assert (tag.kind, tag.slug, tag.state, tag.scope_note) == ("task", "bird-sorting", "accepted", "By voice.")
    assert (tag.patterns, tag.broader) == ("bird sort\n!sort of", tag_of("Sorting"))
    assert [(label.label, label.preferred) for label in tag.labels.all()] == [
        ("Bird sorting", True),
        ("BS", False),
        ("ornithology", False),
    ]
    # As if somebody had given it by hand: it is found by any label while somebody types.
    by_hand = a_tag("Bird sorting", "method", "BS", "ornithology")
    derived = ["label", "key", "slug", "preferred", "language"]
    assert list(tag.labels.values_list(*derived)) == list(by_hand.labels.values_list(*derived))


def test_a_second_load_changes_nothing(load: Load) -> None:
    vocabulary = [entry("Sorting"), BIRDS, entry("Bird sorting", "area"), entry("Deep sorting", broader="Sorting")]
    load(*vocabulary)
    before = everything()

    assert counts(load(*vocabulary)) == (0, 0, 4, 0)

    assert everything() == before


@pytest.mark.parametrize("label", ["C++", "C#", "🙂", "Größe – π", "検索", "a/b?c#d", "..", "x" * 120, "𝐋𝐋𝐌", "%2e"])
def test_the_address_of_every_tag_works(load: Load, client: Client, label: str) -> None:
    load(entry("C"), entry(label))

    address = tag_of(label).get_absolute_url()
    assert client.get(address).status_code == 200
    assert address.count("/") == 4
    assert TagAddress.objects.filter(tag=tag_of(label), slug=tag_of(label).slug).exists()


def test_two_labels_with_one_address_get_two(load: Load) -> None:
    load(entry("C"), entry("C#"), entry("C++"), entry("C", "model"))

    slugs = [(tag.kind, tag.slug) for tag in Tag.objects.all()]
    assert len(set(slugs)) == 4
    assert ("task", "c") in slugs
    assert ("model", "c") in slugs


def test_the_rules_know_a_tag_by_the_name_of_its_entry_whatever_its_label(load: Load) -> None:
    load(entry("Reasoning", "area"))
    tag_of("Reasoning").set_labels("Thinking")

    assert [(term.slug, term.label) for term in current_vocabulary().terms] == [("reasoning", "Thinking")]


def test_the_starter_vocabulary_is_for_an_empty_catalogue_only() -> None:
    a_tag("Mine")

    load_starter_vocabulary()

    assert Tag.objects.count() == 1


# --- Changing -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stated", "changed"),
    [
        ("'By voice.'", "'By song.'"),
        ("'By voice.'", "''"),
        ("'!sort of'", "'sorter'"),
        ("['bird sort', '!sort of']", "[]"),
        ("'ornithology'", "'birding'"),
        ("['BS', 'ornithology']", "[]"),
        ("'Bird sorting'", "'Bird Sorting'"),
        ("note", "broader = 'Sorting'\nnote"),
    ],
)
def test_an_update_is_as_if_the_file_had_said_so_from_the_beginning(load: Load, stated: str, changed: str) -> None:
    updated = BIRDS.replace(stated, changed)
    assert updated != BIRDS
    load(entry("Sorting"), BIRDS)
    assert counts(load(entry("Sorting"), updated)) == (0, 1, 1, 0)
    after = stated_of_tags()
    Tag.objects.all().delete()
    VocabularyEntry.objects.all().delete()
    load(entry("Sorting"), updated)

    assert stated_of_tags() == after
    assert counts(load(entry("Sorting"), updated)) == (0, 0, 2, 0)


def stated_of_tags() -> list[object]:
    return [
        (
            tag.label,
            tag.slug,
            sorted(tag.alternative_labels),
            tag.scope_note,
            tag.patterns,
            tag.broader and tag.broader.label,
        )
        for tag in Tag.objects.order_by("label")
    ]


def test_a_broader_entry_can_be_exchanged_and_taken_away(load: Load) -> None:
    load(entry("A"), entry("B"), entry("C", broader="A"))

    assert counts(load(entry("A"), entry("B"), entry("C", broader="b"))) == (0, 1, 2, 0)
    assert tag_of("C").broader == tag_of("B")
    assert counts(load(entry("A"), entry("B"), entry("C"))) == (0, 1, 2, 0)
    assert tag_of("C").broader is None


@pytest.mark.parametrize("order", [1, -1])
def test_entries_can_change_places(load: Load, order: int) -> None:
    load(*[entry("A"), entry("B", broader="A"), entry("C", broader="B")][::order])

    assert counts(load(*[entry("A", broader="B"), entry("B", broader="C"), entry("C")][::order])) == (0, 3, 0, 0)

    assert tag_of("A").wider_tags() == [tag_of("C"), tag_of("B")]


def test_an_entry_that_the_file_no_longer_has_keeps_its_tag(load: Load) -> None:
    load(entry("A"), BIRDS)
    before = everything()

    assert counts(load(entry("A"))) == (0, 0, 1, 0)

    assert everything() == before


# --- Curators -----------------------------------------------------------------------------------
CURATORS_CHANGES: dict[str, Callable[[Tag], object]] = {
    "label": lambda tag: tag.set_labels("Sorting of birds", tag.alternative_labels),
    "alternative labels": lambda tag: tag.set_labels(tag.label, ["BS", "twitching"]),
    "scope note": lambda tag: Tag.objects.filter(pk=tag.pk).update(scope_note="Mine."),
    "patterns": lambda tag: Tag.objects.filter(pk=tag.pk).update(patterns=""),
    "broader tag": lambda tag: Tag.objects.filter(pk=tag.pk).update(broader=tag_of("Other")),
}


@pytest.mark.parametrize("changed", CURATORS_CHANGES)
def test_what_a_curator_changed_stays_and_is_reported_while_the_other_fields_follow(load: Load, changed: str) -> None:
    others = [entry("Other"), entry("Sorting")]
    load(*others, BIRDS)
    tag = tag_of("Bird sorting")
    CURATORS_CHANGES[changed](tag)
    curators = values(Tag.objects.get(pk=tag.pk))[changed]

    update = entry(
        "BIRD sorting", alternative=["BS", "birding"], note="By song.", patterns=["bird order"], broader="Sorting"
    )
    report = load(*others, update)

    now = Tag.objects.get(pk=tag.pk)
    assert counts(report) == (0, 1, 2, 1)
    assert f"a curator's {changed} was kept" in report.kept[0]
    assert report.kept[0].startswith(f"{now.label} (task): ") or changed != "label"
    expected = {
        "label": "BIRD sorting",
        "alternative labels": {"BS", "birding"},
        "scope note": "By song.",
        "patterns": "bird order",
        "broader tag": "Sorting",
    }
    assert values(now) == expected | {changed: curators}
    assert counts(load(*others, update)) == (0, 0, 3, 0)


def values(tag: Tag) -> dict[str, object]:
    return {
        "label": tag.label,
        "alternative labels": set(tag.alternative_labels),
        "scope note": tag.scope_note,
        "patterns": tag.patterns,
        "broader tag": tag.broader and tag.broader.label,
    }


def test_a_curator_who_said_the_same_before_the_file_did_is_no_news(load: Load) -> None:
    load(entry("Sorting"), BIRDS)
    Tag.objects.filter(label="Bird sorting").update(scope_note="By song.", broader=tag_of("Sorting"))

    report = load(entry("Sorting"), BIRDS.replace("'By voice.'", "'By song.'\nbroader = 'Sorting'"))

    assert counts(report) == (0, 0, 2, 0)


def test_line_ends_of_a_form_are_no_change_of_a_curator(load: Load) -> None:
    load(entry("Sorting", patterns=["sort", "order"]))
    Tag.objects.update(patterns="sort\r\norder\r\n")

    assert counts(load(entry("Sorting", patterns=["sort", "range"]))) == (0, 1, 0, 0)
    assert tag_of("Sorting").patterns == "sort\nrange"


def test_a_tag_that_a_curator_deleted_stays_deleted(load: Load) -> None:
    load(entry("Sorting"), entry("Bird sorting", broader="Sorting"))
    tag_of("Sorting").delete()

    assert counts(load(entry("Sorting", note="New."), entry("Bird sorting", broader="Sorting"))) == (0, 0, 2, 0)
    assert counts(load(entry("Sorting"), entry("Bird sorting"))) == (0, 0, 2, 0)

    assert [tag.label for tag in Tag.objects.all()] == ["Bird sorting"]


def test_what_would_be_a_circle_with_a_curators_tags_is_left_out(load: Load) -> None:
    load(entry("A"), entry("B"))
    Tag.objects.filter(label="A").update(broader=tag_of("B"))

    load(entry("A"), entry("B", broader="A"))

    assert tag_of("B").broader is None
    assert tag_of("A").wider_tags() == [tag_of("B")]


@pytest.mark.parametrize("label", ["bird  SORTING", "Ornithology"])
def test_a_tag_that_a_curator_made_under_the_label_is_taken_with_its_values(load: Load, label: str) -> None:
    mine = a_tag("Ornithology", "task", "Bird Sorting", scope_note="Mine.", state="proposed")

    assert counts(load(entry(label, alternative=["BS"], note="Theirs.", patterns=["bird sort"]))) == (1, 0, 0, 0)

    tag = Tag.objects.get()
    assert (tag.pk, tag.label, tag.alternative_labels) == (mine.pk, "Ornithology", ["Bird Sorting"])
    assert (tag.scope_note, tag.state, tag.patterns) == ("Mine.", "proposed", "bird sort")
    report = load(entry(label, alternative=["BS"], note="Changed.", patterns=["sort bird"]))
    assert report.kept == ["Ornithology (task): a curator's scope note was kept"]
    assert Tag.objects.get().patterns == "sort bird"


def test_a_curators_patterns_outlive_the_adoption_of_the_tag(load: Load) -> None:
    a_tag("Bird sorting", "task", patterns="twitcher")

    load(BIRDS)

    assert (tag_of("Bird sorting").patterns, tag_of("Bird sorting").scope_note) == ("twitcher", "By voice.")


def test_two_entries_may_mean_one_tag_of_a_curator(load: Load) -> None:
    a_tag("Ornithology", "task", "Bird sorting")

    load(entry("Bird sorting", note="First."), entry("Ornithology", note="Second."))

    assert [tag.scope_note for tag in Tag.objects.all()] == ["First."]
    assert [term.slug for term in current_vocabulary().terms] == ["bird-sorting"]


def test_a_readers_private_tag_is_not_taken(load: Load) -> None:
    private = a_tag("Bird sorting", "task", owner=a_reader())

    load(BIRDS)

    private.refresh_from_db()
    assert (private.patterns, Tag.objects.shared().get().label) == ("", "Bird sorting")


def test_a_label_that_another_tag_has_is_left_out_and_no_later_load_takes_that_for_a_curators_change(
    load: Load,
) -> None:
    a_tag("Ornithology", "task")

    load(BIRDS)
    assert tag_of("Bird sorting").alternative_labels == ["BS"]
    report = load(BIRDS.replace("'BS'", "'BS', 'bs', 'birding'"))

    assert counts(report) == (0, 1, 0, 0)
    assert set(tag_of("Bird sorting").alternative_labels) == {"BS", "birding"}
    assert counts(load(BIRDS.replace("'BS', ", ""))) == (0, 1, 0, 0)
    assert tag_of("Bird sorting").alternative_labels == []


# --- As a whole ---------------------------------------------------------------------------------
def test_a_wrong_file_changes_nothing(load: Load) -> None:
    load(BIRDS)
    before = everything()

    with pytest.raises(SourceError, match="unknown broader entry “none”"):
        load(BIRDS.replace("By voice.", "By song."), entry("New"), entry("Wrong", broader="none"))

    assert everything() == before


def test_nothing_is_half_written_when_the_database_fails(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    load(BIRDS)
    before = everything()

    def fail(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("catalogue.importing.vocabulary._set_broader", fail)
    with pytest.raises(RuntimeError):
        load(BIRDS.replace("By voice.", "By song."), entry("New"))

    assert everything() == before


def test_a_load_takes_no_more_queries_for_more_entries(load: Load) -> None:
    queries = []
    for count in (3, 40):
        entries = [entry(f"{count} {n}", broader=f"{count} 0" if n else "") for n in range(count)]
        for _ in range(2):
            with CaptureQueriesContext(connection) as captured:
                load(*entries)
            queries.append(len(captured))

    assert queries[:2] == queries[2:]
