"""The vocabulary as files: nothing is lost on the way out and back, and others can read the files."""

import csv
import io
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rdflib import Graph, URIRef
from rdflib.namespace import RDF, SKOS

from catalogue.exports import VOCABULARY_FORMATS, vocabulary_of
from catalogue.importing import import_terms
from catalogue.models import Tag, TagLabel, name_key
from catalogue.sources import clean_text
from tests.importing.vocabulary_files import SITE, read, said, written

pytestmark = pytest.mark.django_db
FORMATS = sorted(VOCABULARY_FORMATS)


def snapshot() -> list[Any]:
    """All that a file says of shared tags, without ids."""
    return sorted(
        (
            (tag.kind, tag.label, tag.slug),
            (clean_text(tag.scope_note), clean_text(tag.patterns), tag.state, tag.only_proposes),
            (tag.broader.kind, tag.broader.label) if tag.broader else (),
            sorted((each.label, each.key, each.slug, each.language, each.preferred) for each in tag.labels.all()),
            sorted((each.kind, each.slug) for each in tag.addresses.all()),
        )
        for tag in Tag.objects.shared().select_related("broader").prefetch_related("labels", "addresses")
    )


NASTY = st.sampled_from(
    ["=1+1", "'", "''a", "a@fr", "@", "x@en-GB", ";", "|", ",", '"', "\\", "\\n", "<", ">", "{", "}", "^", "#", "C#", "C++",
     "1/2", "3 May", "2401.1", "é", "字", "🙂", "٣", "\u202e", "a b", "&amp;", "http://x/", "%2F", "urn:x", "$x^2$"]
)  # fmt: skip
WORD = st.one_of(NASTY, st.text(min_size=1, max_size=8).map(clean_text), st.sampled_from(["graph", "Graphs", "RAG"]))
LABEL = st.lists(WORD, min_size=1, max_size=3).map(lambda parts: " ".join(" ".join(parts).split())).filter(
    lambda text: any(letter.isprintable() and not letter.isspace() for letter in text) and len(name_key(text)) < 100
    and not text.isspace() and text.strip("\u200b\xad\u2800\u202e") != ""
)  # fmt: skip
NOTE = st.lists(st.one_of(WORD, st.sampled_from(["\n", "\n\n", " "])), max_size=5).map("".join)
TAGS = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["area", "method", "keyword"]),
            "labels": st.lists(LABEL, min_size=1, max_size=4),
            "languages": st.lists(st.sampled_from(["en", "de", "zh-Hans", "pt-BR", "fr"]), min_size=4, max_size=4),
            "note": NOTE,
            "patterns": st.lists(st.sampled_from(["graph", "!graph paper", "RAG", "a-b"]), max_size=3, unique=True),
            "state": st.sampled_from(["accepted", "proposed", "retired"]),
            "former": LABEL | st.none(),
            "only_proposes": st.booleans(),
            "broader": st.integers(0, 9),
        }
    ),
    max_size=5,  # a tree has no more levels
)


def make(tags: list[dict[str, Any]]) -> None:
    """Make tags of what was drawn: labels that another has are left out, broader tags come before narrower ones."""
    made: list[Tag] = []
    for drawn in tags:
        keys = set(TagLabel.objects.filter(kind=drawn["kind"]).values_list("key", flat=True))
        labels = [label for label in drawn["labels"] if name_key(label) not in keys]
        if not labels:
            continue
        fields = {"scope_note": drawn["note"].replace("\n", "\r\n"), "patterns": "\n".join(drawn["patterns"])}
        fields["only_proposes"] = drawn["only_proposes"]
        tag = Tag.create(drawn["kind"], labels[0], labels[1:], state=drawn["state"], **fields)
        if drawn["former"] and name_key(drawn["former"]) not in keys:
            tag.set_labels(drawn["former"], labels)
            tag.set_labels(labels[0], labels[1:])
        seen = set()
        for label, language in zip(tag.labels.order_by("-preferred", "pk"), drawn["languages"], strict=False):
            preferred = label.preferred or language not in seen
            seen.add(language)
            TagLabel.objects.filter(pk=label.pk).update(language=language, preferred=preferred)
        wider = [each for each in made if each.kind == tag.kind]
        if wider and drawn["broader"] < 7:
            Tag.objects.filter(pk=tag.pk).update(broader=wider[drawn["broader"] % len(wider)])
        made.append(tag)


# Without looking for the smallest example: each one writes to the database.
SOME = settings(
    deadline=None,
    max_examples=15,
    phases=(Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("format", FORMATS)
@SOME
@given(tags=TAGS)
def test_nothing_is_lost_on_the_way_out_and_back(format: str, tags: list[dict[str, Any]]) -> None:
    with transaction.atomic():
        make(tags)
        before = snapshot()
        text = written(format)
        if before:
            same = import_terms(read(text))
            assert (same.created, same.changed, said(same)) == ([], [], [])
            assert snapshot() == before
            Tag.objects.all().delete()
            exchange = import_terms(read(text))
            assert (len(exchange.created), said(exchange)) == (len(before), [])
            assert snapshot() == before
        transaction.set_rollback(True)


@SOME
@given(tags=TAGS)
def test_other_programs_read_what_was_written(tags: list[dict[str, Any]]) -> None:
    with transaction.atomic():
        make(tags)
        rows = list(csv.DictReader(io.StringIO(written("csv").removeprefix("\ufeff"), newline="")))
        assert [row["label"].removeprefix("'") for row in rows] == [
            concept.preferred[0].text for concept in vocabulary_of(Tag.objects.shared()).concepts
        ]
        graphs = [
            Graph().parse(data=written(format), format=name)
            for format, name in (("ttl", "turtle"), ("jsonld", "json-ld"))
        ]
        assert set(graphs[0]) == set(graphs[1])
        for tag in Tag.objects.shared():
            uri = URIRef(SITE + tag.get_absolute_url())
            assert (uri, RDF.type, SKOS.Concept) in graphs[0]
            assert tag.label in map(str, graphs[0].objects(uri, SKOS.prefLabel))
            wider = [str(each) for each in graphs[0].objects(uri, SKOS.broader)]
            assert wider == ([SITE + tag.broader.get_absolute_url()] if tag.broader else [])
        transaction.set_rollback(True)
