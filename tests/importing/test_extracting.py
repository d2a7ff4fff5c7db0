"""What the rules find is stored, follows the text and the vocabulary, and gives way to people."""

from typing import Any

import pytest

from catalogue.curation import accept, correct, current_vocabulary, merge, reject
from catalogue.importing import extract_again
from catalogue.importing.extracting import Rereading
from catalogue.models import Finding, Paper, PaperLink, Tag, Tagging, User
from catalogue.sources import LinkRecord
from tests.cast import a_tag
from tests.importing.conftest import LoadRecords, record

TEXT = (
    "Graph neural networks forget. We propose Mnemo, a replay method for graph neural networks (GNNs). "
    "Mnemo uses reinforcement learning and gains 4.5% on CIFAR-10. Code: https://github.com/a/mnemo."
)


def again(**options: Any) -> Rereading:
    return extract_again(current_vocabulary(), lambda done: None, **options)


def labels(state: str = "accepted") -> set[str]:
    return set(Tagging.objects.filter(state=state).values_list("tag__label", flat=True))


def values(kind: str, state: str = "accepted") -> list[str]:
    return list(Finding.objects.filter(kind=kind, state=state).values_list("value", flat=True))


@pytest.fixture
def curator(db: None) -> User:
    return User.objects.create_user("curator", is_staff=True)


@pytest.fixture
def vocabulary(db: None) -> dict[str, Tag]:
    return {
        "gnn": a_tag("graph neural network", "method", "GNN", patterns="graph neural network\nGNN"),
        "rl": a_tag("reinforcement learning", "method", patterns="reinforcement learning"),
        "cifar": a_tag("CIFAR-10", "dataset", patterns="CIFAR-10"),
    }


def test_a_loaded_paper_has_what_the_rules_found_each_with_its_words(
    load_records: LoadRecords, vocabulary: dict[str, Tag]
) -> None:
    load_records(record(TEXT))

    paper = Paper.objects.get()
    assert paper.heading.startswith("Mnemo: a replay method")
    assert values("name") == ["Mnemo"]
    assert values("heading") == [paper.heading]
    assert labels() == {"graph neural network", "reinforcement learning", "CIFAR-10"}
    link = PaperLink.objects.get()
    assert (link.kind, link.url, link.origin) == ("code", "https://github.com/a/mnemo", "rule")
    for row in [*Finding.objects.all(), *Tagging.objects.all(), link]:
        evidence = row.evidence
        assert paper.abstract_text[evidence["start"] : evidence["end"]] == evidence["quote"]
        assert row.rule


def test_two_patterns_of_one_tag_make_one_tagging_and_a_second_run_changes_nothing(
    load_records: LoadRecords, vocabulary: dict[str, Tag]
) -> None:
    load_records(record(TEXT))
    before = list(Tagging.objects.order_by("pk").values())

    assert again() == Rereading(read=0, skipped=1, changed=0)
    assert again(everything=True) == Rereading(read=1, skipped=0, changed=0)
    assert list(Tagging.objects.order_by("pk").values()) == before
    assert Tagging.objects.filter(tag=vocabulary["gnn"]).count() == 1


def test_papers_are_read_again_when_the_vocabulary_changes(
    load_records: LoadRecords, vocabulary: dict[str, Tag]
) -> None:
    load_records(record(TEXT))
    Tag.objects.filter(pk=vocabulary["rl"].pk).update(patterns="policy gradient")
    a_tag("replay", "method", patterns="replay method")

    assert again() == Rereading(read=1, skipped=0, changed=1)
    assert labels() == {"graph neural network", "replay", "CIFAR-10"}


@pytest.mark.parametrize("state", ["retired", "proposed"])
def test_a_tag_that_is_not_accepted_is_not_given(
    load_records: LoadRecords, vocabulary: dict[str, Tag], state: str
) -> None:
    Tag.objects.filter(pk=vocabulary["rl"].pk).update(state=state)
    load_records(record(TEXT))

    assert labels() == {"graph neural network", "CIFAR-10"}


def test_a_long_run_gives_no_tag_that_was_merged_meanwhile(
    load_records: LoadRecords, vocabulary: dict[str, Tag]
) -> None:
    load_records(record(TEXT))
    as_it_was = current_vocabulary()
    merge([vocabulary["gnn"]], vocabulary["rl"], None)

    extract_again(as_it_was, lambda done: None, everything=True)
    again()

    assert labels() == {"reinforcement learning", "CIFAR-10"}


def test_what_was_rejected_stays_away_after_loads_and_runs(
    load_records: LoadRecords, vocabulary: dict[str, Tag], curator: User
) -> None:
    load_records(record(TEXT))
    reject([*Tagging.objects.filter(tag=vocabulary["rl"]), *Finding.objects.filter(kind="name")], curator)
    reject(PaperLink.objects.all(), curator)

    load_records(record(TEXT))
    load_records(record(TEXT, year=2026))
    again(everything=True)

    assert labels() == {"graph neural network", "CIFAR-10"}
    assert labels("rejected") == {"reinforcement learning"}
    assert (values("name"), values("name", "rejected")) == ([], ["Mnemo"])
    assert PaperLink.objects.get().state == "rejected"
    assert not Paper.objects.get().heading.startswith("Mnemo:")


def test_what_was_accepted_stays_when_the_rules_find_it_no_more(
    load_records: LoadRecords, vocabulary: dict[str, Tag], curator: User
) -> None:
    load_records(record(TEXT))
    accept(Tagging.objects.filter(tag=vocabulary["rl"]), curator)
    Tag.objects.update(patterns="")

    again()

    assert labels() == {"reinforcement learning"}
    assert Tagging.objects.get().evidence["quote"] == "reinforcement learning"


def test_a_corrected_name_stays_and_takes_its_expansion_along(load_records: LoadRecords, curator: User) -> None:
    load_records(record("We introduce Slow Graph Replay (SGR), a method. SGR wins by 3%."))
    (name,) = Finding.objects.filter(kind="name")
    correct(name, "Slow Graph Replay", curator)

    load_records(record("We introduce Slow Graph Replay (SGR), a method. SGR wins by 3%.", year=2026))
    again(everything=True)

    assert (values("name"), values("name", "rejected")) == (["Slow Graph Replay"], ["SGR"])
    corrected = Finding.objects.get(kind="name", state="accepted")
    assert corrected.evidence["quote"] == "Slow Graph Replay"
    assert corrected.decided_by == curator


def test_a_corrected_heading_is_shown_and_stays(load_records: LoadRecords, curator: User) -> None:
    load_records(record(TEXT))
    correct(Finding.objects.get(kind="heading"), "Remembering $O(n)$ graphs", curator)

    again()
    load_records(record(TEXT, year=2026))
    again(everything=True)

    paper = Paper.objects.get()
    assert paper.heading == "Remembering O(n) graphs"
    assert "<math" in paper.heading_html
    assert values("heading") == ["Remembering $O(n)$ graphs"]


def test_a_title_wins_over_a_derived_heading_and_names_the_system(load_records: LoadRecords) -> None:
    load_records(record(TEXT))
    load_records(record(TEXT, title="MNEMO++: Graphs That Remember"))

    assert Paper.objects.get().heading == "MNEMO++: Graphs That Remember"
    assert values("heading") == []
    first = Finding.objects.filter(kind="name").first()
    assert (first.value, first.evidence["field"]) == ("MNEMO++", "title")


def test_keywords_of_a_file_give_terms_of_the_vocabulary(load_records: LoadRecords, vocabulary: dict[str, Tag]) -> None:
    load_records(record("We study memory. It is large.", keywords=("GNN", "memory")))

    tagging = Tagging.objects.get(tag=vocabulary["gnn"])
    assert tagging.evidence == {"field": "keywords", "start": 0, "end": 3, "quote": "GNN"}
    assert again() == Rereading(read=0, skipped=1, changed=0)


def test_a_promise_of_code_is_none_where_a_link_is_known(load_records: LoadRecords) -> None:
    promise = "We propose Mnemo, a method. Code will be released upon acceptance."
    load_records(record(promise))
    assert len(values("code_promised")) == 1

    load_records(record(promise, links=(LinkRecord("code", "https://example.org/code"),)))
    assert values("code_promised") == []


def test_what_a_source_states_is_the_sources_own(load_records: LoadRecords) -> None:
    load_records(record(TEXT, links=(LinkRecord("code", "https://github.com/a/mnemo"),)))
    again(everything=True)

    assert PaperLink.objects.get().origin == "import"


def test_the_number_of_queries_does_not_grow_with_the_papers(
    load_records: LoadRecords, vocabulary: dict[str, Tag], django_assert_max_num_queries: Any
) -> None:
    load_records(*[record(TEXT.replace("4.5", str(number))) for number in range(1, 40)])
    Tag.objects.filter(pk=vocabulary["rl"].pk).update(patterns="replay")
    terms = current_vocabulary()

    with django_assert_max_num_queries(40):
        assert extract_again(terms, lambda done: None).changed == 39


def test_a_rejected_heading_gives_way_to_the_first_sentence(load_records: LoadRecords, curator: User) -> None:
    load_records(record(TEXT))
    rejected = Finding.objects.get(kind="heading")
    reject([rejected], curator)

    again()
    load_records(record(TEXT, year=2026))

    assert Paper.objects.get().heading == "Graph neural networks forget"
    assert values("heading") == ["Graph neural networks forget"]
    assert values("heading", "rejected") == [rejected.value]


def test_a_known_model_among_the_names_is_no_name_of_the_papers_own(load_records: LoadRecords) -> None:
    a_tag("Gemma", "model", patterns="Gemma")
    load_records(record("We introduce Mnemo, a method. We propose Gemma, called so. Mnemo beats Gemma by 3%."))

    assert values("name") == ["Mnemo"]
    assert labels() == {"Gemma"}
