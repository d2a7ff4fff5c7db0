"""Vocabulary files: what they would change is told before, and just that is done."""

import socket
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalogue.curation import undo
from catalogue.importing import Exchange, VocabularyChanged, import_terms, try_terms
from catalogue.models import Tag, TagAddress, TagEvent, Tagging
from catalogue.sources import SourceError
from tests.cast import a_paper, a_reader, a_tag, a_user
from tests.curation.conftest import rows
from tests.importing.vocabulary_files import read, said, written

pytestmark = pytest.mark.django_db


# --- Tables -------------------------------------------------------------------------------------
def changes(exchange: Exchange) -> dict[str, list[tuple[str, str, str, str]]]:
    return {entry.record.label.text: [tuple(change) for change in entry.changes] for entry in exchange.changed}


def test_a_table_changes_what_its_columns_state_and_tells_what_is_lost() -> None:
    tag = a_tag("RAG", "method", "Retrieval", scope_note="Old.", patterns="rag\nretrieval")
    wide = a_tag("Language models", "method")
    file = read(
        "label,kind,alternative_labels,scope_note,broader,patterns\nRAG,method,Grounding,New.,language MODELS,rag"
    )

    trial = try_terms(file)

    assert Tag.objects.get(pk=tag.pk).scope_note == "Old."
    assert changes(trial) == {
        "RAG": [
            ("other labels", "Retrieval (en)", "Grounding (en)", "Retrieval"),
            ("scope note", "Old.", "New.", "Old."),
            ("patterns", "rag\nretrieval", "rag", "retrieval"),
            ("broader tag", "", "Language models", ""),
        ]
    }
    assert import_terms(file, seen=trial.digest).summary == "created 0, updated 1, unchanged 0, problems 0"
    tag.refresh_from_db()
    assert (tag.alternative_labels, tag.scope_note, tag.patterns, tag.broader) == (["Grounding"], "New.", "rag", wide)
    assert import_terms(file).summary == "created 0, updated 0, unchanged 1, problems 0"


def test_what_a_table_has_no_column_for_stays() -> None:
    tag = a_tag("RAG", "method", "Retrieval", scope_note="Note.", patterns="rag", state="retired")

    exchange = import_terms(read("Kind;Term\nmethods;Rag\n\n"))

    tag.refresh_from_db()
    assert changes(exchange) == {"Rag": [("label", "RAG", "Rag", "")]}
    assert (tag.label, tag.scope_note, tag.patterns, tag.state) == ("Rag", "Note.", "rag", "retired")
    assert tag.alternative_labels == ["Retrieval"]


def test_a_tag_renamed_in_its_own_table_is_found_by_its_id_and_address_and_its_old_address_redirects() -> None:
    tag = a_tag("RAG", "method")

    exchange = import_terms(read(written("csv").replace("RAG,en", "Retrieval,en")))

    tag.refresh_from_db()
    assert changes(exchange) == {
        "Retrieval": [("label", "RAG", "Retrieval", "RAG"), ("addresses", "", "method/retrieval", "")]
    }
    assert (tag.label, tag.slug) == ("Retrieval", "retrieval")
    assert TagAddress.objects.get(kind="method", slug="rag").tag == tag


def test_an_id_of_another_catalogue_is_no_match() -> None:
    tag = a_tag("RAG", "method")

    import_terms(
        read(
            f"id,kind,label,alternative_labels,address\n{tag.pk},method,Sorting,,https://other.example/tags/method/sorting/"
        )
    )

    assert sorted(Tag.objects.values_list("label", flat=True)) == ["RAG", "Sorting"]


def test_tags_may_change_places_and_labels_in_one_import() -> None:
    one, other = a_tag("One", "method", "Uno"), a_tag("Two", "method", "Dos")
    Tag.objects.filter(pk=other.pk).update(broader=one)
    text = written("csv").replace("One,en,,Uno,", "Two,en,,Uno,").replace("Two,en,,Dos,,One", "One,en,,Dos,,")
    text = text.replace(",Uno,,,", ",Uno,,One,")

    exchange = import_terms(read(text))

    assert said(exchange) == []
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.label, one.broader, other.label, other.broader) == ("Two", other, "One", None)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (",method", ["It was left out: a label has no visible character."]),
        ("A,thing", ["It was left out: “thing” is no kind of tags."]),
        ("A,", ["It was left out: the kind of the tag is missing."]),
        ("x" * 201 + ",method", [f"It was left out: the label “{'x' * 40}…” is longer than 200 characters."]),
        ("A,method\na,method", ["It was left out: “a” is a label of the method “A”."]),
        ("Sorting,method\nSORT,method", ["It was left out: it is the same tag as line 2."]),
        ("A,method,B\nB,method,", ["“B” was left out: it is a label of the method “B”."]),
        ("A,method,,A", ["Its broader tag was left out: that would be a circle."]),
        ("A,method,,B\nB,method,,A", ["Its broader tag was left out: that would be a circle."]),
        ("A,method,,Nowhere", ["Its broader tag “Nowhere” is not known and was left out."]),
        ("A,method,,,gone", ["“gone” is no state of a tag (accepted, proposed, retired) and was not used."]),
        ("A,method,,,,!?", ["Patterns without a word were left out: !?."]),
        ("A,method,,,,,7", ["There are more cells than the head of the table has."]),
    ],
)
def test_what_cannot_be_taken_is_told_and_the_rest_comes_in(rows: str, expected: list[str]) -> None:
    a_tag("Sorting", "method", "Sort")
    exchange = import_terms(read(f"label,kind,synonyms,broader,state,patterns\n{rows}\nRest,task"))
    assert said(exchange) == expected
    assert Tag.objects.filter(kind="task", label="Rest").exists()


def test_columns_that_are_not_known_are_named_and_a_table_without_labels_is_refused() -> None:
    assert said(try_terms(read("label,kind,colour,\nA,method,red,"))) == ["Columns that were not used: “colour”."]
    with pytest.raises(SourceError, match="without a column “label”"):
        read("kind,colour\nmethod,red")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_is_read_in_any_usual_encoding_and_with_any_usual_sign(encoding: str, sign: str) -> None:
    text = f"label{sign}kind{sign}note\nKlassenübergreifend{sign}method{sign}Über “Größe” und Maß – in Wörtern.\n"
    exchange = import_terms(read(text.encode(encoding)))
    assert said(exchange) == []
    assert Tag.objects.get().label == "Klassenübergreifend"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"%PDF-1.7 ...", "is a PDF"),
        (b"<?xml version='1.0'?><rdf:RDF/>", "is XML"),
        (b"[[task]]\nlabel = 'A'\n", "is TOML"),
        (b'{"@graph": [', "is no complete JSON (line 1)"),
        (b"@prefix a: <b> .\na:b c", "is no Turtle (line 2"),
        (b"@prefix a: <b:> .\na:b a:c a:d .", "has no tags in it"),
        (b"[" * 100_000, "is no complete JSON"),
        (b"@prefix a: <b:> .\n" + b"[ a:b " * 20_000, "holds things in things without end"),
        (b"label,kind\n" * 1_000_000, "is larger than 10 MB"),
    ],
    ids=range(10),
)
def test_a_file_that_is_wrong_as_a_whole_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as refused:
        read(data)
    assert message in refused.value.message


# --- SKOS of others -----------------------------------------------------------------------------
FOREIGN = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <http://thesaurus.example/> .
x:s a skos:ConceptScheme ; skos:prefLabel "Methods"@en ; skos:hasTopConcept x:ml .
x:ml a skos:Concept ; skos:prefLabel "machine learning"@en, "apprentissage automatique"@fr, "机器学习"@zh-Hans ;
  skos:altLabel "ML"@en, "statistical learning"@en ; skos:definition "Lernen."@de, "Learning."@en ; skos:narrower x:dl .
x:dl a skos:Concept ; skos:inScheme x:s ; skos:prefLabel "apprentissage profond"@fr ; skos:altLabel "deep learning"@en .
x:cnn a skos:Concept ; skos:inScheme x:s ; skos:prefLabel "CNN" ; skos:broader x:dl, x:ml .
x:one skos:inScheme x:s ; skos:prefLabel "one"@en ; skos:broader x:two .
x:two skos:inScheme x:s ; skos:prefLabel "two"@en ; skos:broader x:one .
x:nameless a skos:Concept ; skos:inScheme x:s .
x:called a skos:Concept ; skos:inScheme x:s ; skos:altLabel "called so"@en .
x:both a skos:Concept ; skos:inScheme x:s, x:tasks ; skos:prefLabel "both"@en .
x:tasks a skos:ConceptScheme ; skos:prefLabel "Tasks"@en .
x:twice a skos:Concept ; skos:inScheme x:s ; skos:prefLabel "twice"@en, "two times"@en .
"""


def test_a_vocabulary_of_others_comes_in_with_its_languages_and_its_flaws_are_told() -> None:
    exchange = import_terms(read(FOREIGN))

    assert [tuple(problem) for problem in exchange.problems] == [
        ("http://thesaurus.example/nameless", "It was left out: it has no label.")
    ]
    x = "http://thesaurus.example/"
    assert sorted(map(tuple, exchange.remarks)) == [
        (f"{x}both", "It is in 2 schemes and was taken as task."),
        (f"{x}called", "It has no preferred label and was called “called so”."),
        (f"{x}cnn", f"It has 2 broader concepts; {x}dl was taken."),
        (f"{x}twice", "Further preferred labels of one language were left out: two times."),
        (f"{x}two", f"Its broader concept {x}one was left out: that would be a circle."),
    ]
    tags = {tag.label: tag for tag in Tag.objects.select_related("broader")}
    assert {tag.label: tag.broader.label for tag in tags.values() if tag.broader} == {
        "CNN": "apprentissage profond", "apprentissage profond": "machine learning", "one": "two",
    }  # fmt: skip
    labels = tags["machine learning"].labels.order_by("language", "label").values_list("label", "language", "preferred")
    assert list(labels) == [
        ("ML", "en", False), ("machine learning", "en", True), ("statistical learning", "en", False),
        ("apprentissage automatique", "fr", True), ("机器学习", "zh-Hans", True),
    ]  # fmt: skip
    assert tags["machine learning"].scope_note == "Learning."
    assert tags["CNN"].labels.get().language == "und"
    assert tags["both"].kind == "task"


def test_a_vocabulary_of_others_only_adds_to_tags_that_are_there() -> None:
    tag = a_tag("ML", "method", scope_note="Ours.", patterns="ml", state="proposed")

    exchange = import_terms(read(FOREIGN))

    entry = next(entry for entry in exchange.entries if entry.tag == tag)
    tag.refresh_from_db()
    assert (tag.label, tag.scope_note, tag.patterns, tag.state) == ("ML", "Ours.", "ml", "proposed")
    assert "machine learning" in tag.alternative_labels
    assert (entry.kept, [change.loses for change in entry.changes]) == (["note"], [""])
    assert import_terms(read(FOREIGN)).changed == []


def test_concepts_of_schemes_that_are_no_kind_need_one() -> None:
    text = FOREIGN.replace('"Methods"@en', '"Thesaurus"@en').replace('"Tasks"@en', '"Things"@en')
    assert {message for _, message in read(text).problems} == {
        "It was left out: its scheme is no kind of tags, so say which kind it is.",
    }
    assert {term.kind for term in read(text, kind="dataset").terms} == {"dataset"}


@pytest.mark.parametrize(
    "text",
    [
        '{"@context": "https://thesaurus.example/context.jsonld", "@graph": []}',
        '{"@context": ["https://thesaurus.example/c", {"a": "b:c"}]}',
        '{"@context": {"@import": "https://thesaurus.example/c"}}',
        '{"@context": {"a": {"@id": "b:c", "@context": "https://thesaurus.example/c"}}}',
        '[{"@graph": [{"@context": "https://thesaurus.example/c"}]}]',
    ],
)
def test_nothing_is_fetched_for_a_file(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(SourceError, match=r"takes what its words mean from https://thesaurus\.example/c"):
        read(text)


# --- All or nothing -----------------------------------------------------------------------------
def test_an_import_is_refused_when_the_vocabulary_changed_since_it_was_tried() -> None:
    a_tag("RAG", "method")
    file = read("label,kind\nSorting,task")
    seen = try_terms(file).digest
    a_tag("Graphs", "method")

    with pytest.raises(VocabularyChanged):
        import_terms(file, seen=seen)

    assert not Tag.objects.filter(label="Sorting").exists()


def test_private_tags_are_neither_written_nor_changed() -> None:
    mine = a_tag("Sorting", "task", owner=a_reader(), scope_note="Mine.")

    assert "Sorting" not in written("csv")
    import_terms(read("label,kind,note\nSorting,task,Theirs."))

    mine.refresh_from_db()
    assert mine.scope_note == "Mine."
    assert Tag.objects.shared().get().scope_note == "Theirs."


def test_the_number_of_queries_does_not_depend_on_the_number_of_tags() -> None:
    def queries(count: int, note: str) -> int:
        rows = [f"Tag {number},task,{note},Tag {number // 2}" for number in range(1, count)]
        file = read("\n".join(["label,kind,note,broader", *rows]))
        with CaptureQueriesContext(connection) as captured:
            import_terms(file)
        return len(captured)

    queries(60, "first")
    assert queries(5, "second") == queries(60, "third")


def test_an_import_is_undone_to_the_row(db: None) -> None:
    wide, tag = a_tag("Wide", "task"), a_tag("Sorting", "task", "Ordering", patterns="sort")
    Tagging.objects.create(paper=a_paper(), tag=tag, origin="rule")
    ann = a_user("ann")
    before = rows()

    text = "label,kind,synonyms,broader,patterns,only_proposes\nSorting,task,Ranking,Wide,order,yes\nNew,task,,Wide,,"
    exchange = import_terms(read(text), user=ann, name="terms.csv")

    assert (tag.taggings.get().state, wide.narrower.count()) == ("proposed", 2)
    event = TagEvent.objects.of_tag(tag.pk).get()
    assert (event.said, event.user, event.place) == ("Loaded terms.csv: 1 new, 1 changed", ann, "terms.csv")
    assert exchange.event == event
    undo(event, ann)
    assert rows() == before


def test_an_import_that_changes_nothing_is_no_act(db: None) -> None:
    a_tag("Sorting", "task")

    assert import_terms(read("label,kind\nSorting,task")).event is None
    assert not TagEvent.objects.exists()


def test_what_would_stand_too_deep_stands_at_the_top(db: None) -> None:
    there = a_tag("0", "task")
    below = a_tag("1", "task", broader=there)
    lines = "\n".join(f"{number},task,{number - 1}" for number in range(2, 7))

    exchange = import_terms(read(f"label,kind,broader\n{lines}\n0,task,Top\nTop,task,"))

    assert [why for _, why in exchange.remarks] == [
        "Its broader tag was left out: that would be more than 5 levels of tags."
    ] * 2
    assert max(len(tag.wider_tags()) for tag in Tag.objects.all()) == 4
    below.refresh_from_db()
    assert below.broader == there


@pytest.mark.parametrize(("cell", "only_proposes"), [("yes", True), ("No", False), ("", False), ("perhaps", True)])
def test_whether_a_tag_only_proposes_is_read(db: None, cell: str, only_proposes: bool) -> None:
    tag = a_tag("Sorting", "task", only_proposes=True)

    import_terms(read(f"label,kind,only_proposes\nSorting,task,{cell}"))

    tag.refresh_from_db()
    assert tag.only_proposes is only_proposes


def test_a_label_whose_key_no_column_holds_is_a_problem_with_its_line(db: None) -> None:
    exchange = import_terms(read(f"label,kind\nSorting,task\n{'ﷺ' * 190},task"))

    assert [(place, "longer than 200 characters" in why) for place, why in exchange.problems] == [("line 3", True)]
    assert [tag.label for tag in Tag.objects.all()] == ["Sorting"]
