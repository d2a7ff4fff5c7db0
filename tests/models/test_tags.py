"""Tags, their labels and their addresses."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from catalogue.models import Tag, TagAddress, Tagging, TagLabel
from tests.cast import a_paper, a_reader, a_tag

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("twin", ["llm", "Llm", " LLM ", "ＬＬＭ"])
def test_the_database_refuses_a_second_spelling_of_a_label(twin: str) -> None:
    a_tag("LLM")

    with pytest.raises(IntegrityError), transaction.atomic():
        a_tag(twin)

    assert [tag.label for tag in Tag.objects.all()] == ["LLM"]


def test_composed_and_decomposed_letters_are_one_label() -> None:
    tag = a_tag("si\u00e8cle")

    assert [clash.tag for clash in Tag(kind="keyword").label_clashes(["sie\u0300cle"])] == [tag]
    with pytest.raises(IntegrityError), transaction.atomic():
        a_tag("sie\u0300cle")


def test_a_label_may_stand_in_two_kinds_and_in_private() -> None:
    reader, other = a_reader(), a_reader()
    a_tag("Planning", "task")
    a_tag("Planning", "area")
    a_tag("Planning", "area", owner=reader)
    a_tag("Planning", "area", owner=other)

    with pytest.raises(IntegrityError), transaction.atomic():
        a_tag("planning", "area", owner=reader)


def test_an_alternative_label_cannot_be_another_tags_label() -> None:
    a_tag("Large language model", "method", "LLM")

    with pytest.raises(IntegrityError), transaction.atomic():
        a_tag("Language model", "method", "llm")


def test_renaming_keeps_the_old_address_and_coming_back_takes_it_again() -> None:
    tag = a_tag("RAG")
    tag.set_labels("Retrieval-augmented generation", ["RAG", "rag "])
    assert tag.slug == "retrieval-augmented-generation"
    assert set(tag.addresses.values_list("slug", flat=True)) == {"rag", "retrieval-augmented-generation"}
    assert [(label.label, label.preferred) for label in tag.labels.all()] == [
        ("Retrieval-augmented generation", True),
        ("RAG", False),
    ]

    tag.set_labels("RAG")

    assert (tag.slug, tag.label) == ("rag", "RAG")
    assert TagLabel.objects.count() == 1


def test_the_old_address_of_a_tag_is_not_given_to_another() -> None:
    tag = a_tag("Old")
    tag.set_labels("New")

    other = a_tag("Old")

    assert other.slug.startswith("old-")
    assert TagAddress.objects.get(kind="keyword", slug="old").tag == tag


def test_a_circle_of_broader_tags_is_refused() -> None:
    first = a_tag("A")
    second = a_tag("B", broader=first)
    third = a_tag("C", broader=second)

    for broader in (first, second, third):
        first.broader = broader
        with pytest.raises(ValidationError):
            first.clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tag.objects.filter(pk=first.pk).update(broader=first)
    assert third.wider_tags() == [first, second]


def test_a_broader_tag_is_of_the_same_kind() -> None:
    with pytest.raises(ValidationError):
        Tag(kind="method", label="x", broader=a_tag("Reasoning", "area")).clean()


def test_a_tag_is_on_a_paper_once_in_public_and_once_for_each_reader() -> None:
    tag, reader = a_tag("A"), a_reader()
    paper = a_paper(tags=[tag])
    Tagging.objects.create(paper=paper, tag=tag, owner=reader, origin="reader")

    for owner in (None, reader):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tagging.objects.create(paper=paper, tag=tag, owner=owner, origin="reader")
    assert Tagging.objects.public().count() == 1


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        ("paper", {"key": "", "heading": "x", "title": "x"}),
        ("paper", {"key": "x", "heading": "", "title": "x"}),
        ("paper", {"key": "x", "heading": "x"}),
        ("paper", {"key": "x", "heading": "x", "title": "x", "year": 20260}),
        ("paper", {"key": "x", "heading": "x", "title": "x", "visibility": "secret"}),
        ("tag", {"kind": "colour", "label": "x"}),
        ("tag", {"kind": "area", "label": "x", "state": "odd"}),
    ],
)
def test_the_database_refuses_what_no_row_may_be(model: str, fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        apps.get_model("catalogue", model).objects.create(**fields)


@pytest.mark.django_db
def test_labels_keep_their_languages_and_stay_preferred_in_those() -> None:
    tag = a_tag("Graph", "method", "Graphe", "Network")
    tag.labels.filter(label="Graphe").update(language="fr", preferred=True)

    tag.set_labels("Network", ["Graph", "Graphe"])

    labels = set(tag.labels.values_list("label", "language", "preferred"))
    assert labels == {("Network", "en", True), ("Graph", "en", False), ("Graphe", "fr", True)}
