"""Similar papers: which come first, and the words that make them so."""

import pytest

from catalogue.models import Finding, Paper, SearchTerm
from catalogue.search import similar, similar_to_paper, similar_to_text
from catalogue.search.documents import document
from catalogue.search.likeness import Likeness, Spelling, telling_words
from tests.cast import a_finding, a_paper, a_tag

pytestmark = pytest.mark.django_db

FILLER = "Measured well by anybody."


def like(paper: Paper, most: int = 10) -> list[str]:
    found = similar_to_paper(Paper.objects.with_page().get(pk=paper.pk), most)
    return [Paper.objects.get(pk=each.paper).heading for each in found]


def like_text(text: str, most: int = 10) -> list[str]:
    return [Paper.objects.get(pk=each.paper).heading for each in similar_to_text(text, most)]


def shared(text: str, other: str, most: int = 10) -> list[str]:
    """The words that a text shares with another, in a catalogue in which all words are equally rare."""
    words = document("", (), (), text)
    telling = telling_words(words)
    likeness = Likeness(words, telling, dict.fromkeys(telling, 1), 100, 20.0)
    return Spelling(text, likeness).phrases(likeness.shared(document("", (), (), other)), most)


@pytest.fixture
def shelf() -> dict[str, Paper]:
    """Papers on kernels, on birds and on nothing in particular."""
    papers = {
        "Graph kernels": "Kernels compare graphs by their walks.",
        "Walks": "Random walks on graphs are kernels of a kind.",
        "Trees": "Kernels of trees.",
        "Birdsong": "Nightingales sing at night.",
    }
    made = {title: a_paper(title, abstract=abstract) for title, abstract in papers.items()}
    for number in range(6):
        a_paper(f"Filler {number}", abstract=FILLER)
    return made


def test_papers_that_share_more_come_first_and_others_not_at_all(shelf: dict[str, Paper]) -> None:
    assert like(shelf["Graph kernels"]) == ["Walks", "Trees"]
    assert like(shelf["Graph kernels"], most=1) == ["Walks"]
    assert like(shelf["Birdsong"]) == []


def test_a_text_finds_the_paper_it_is_of_before_similar_ones(shelf: dict[str, Paper]) -> None:
    assert like_text("Kernels compare graphs by their walks.") == ["Graph kernels", "Walks", "Trees"]
    assert similar_to_text(shelf["Walks"].abstract_text, 1)[0].score > 0.9


@pytest.mark.parametrize(
    "text", ["", " ", "the of and", "🙂", "zzzz", "12 3", "'\"*)(:%s%%\\", "\x00", "的", "a" * 5000]
)
def test_a_text_that_says_nothing_finds_nothing(shelf: dict[str, Paper], text: str) -> None:
    assert similar_to_text(text, 5) == []


def test_words_of_any_abstract_make_nothing_similar(shelf: dict[str, Paper]) -> None:
    text = "We propose a new method and show that it performs well in experiments."
    a_paper("Other", abstract=text)

    assert similar_to_text(text, 5) == []
    assert similar_to_text(f"{text} It has kernels.", 5) != []


def test_papers_that_are_equally_similar_stand_in_the_order_of_their_ids() -> None:
    papers = [a_paper(f"Sorting {number}", abstract="Merge sort on graphs.") for number in range(5)]

    assert [each.paper for each in similar_to_text("merge sort", 9)] == [paper.pk for paper in papers]
    assert like(papers[2]) == ["Sorting 0", "Sorting 1", "Sorting 3", "Sorting 4"]


def test_hidden_and_withdrawn_papers_never_appear(shelf: dict[str, Paper]) -> None:
    Paper.objects.filter(heading="Walks").update(visibility="hidden")
    Paper.objects.filter(heading="Trees").update(visibility="withdrawn")

    assert like(shelf["Graph kernels"]) == []
    assert like(shelf["Walks"]) == ["Graph kernels"]
    assert like_text("kernels of trees and walks") == ["Graph kernels"]


def test_shared_tags_make_papers_more_similar(shelf: dict[str, Paper]) -> None:
    tag = a_tag("Kernel methods", "method")
    asked = a_paper("Asked", abstract="Kernels.", tags=[tag, a_tag("Theory", "area")])
    for number in range(3):
        a_paper(f"Kernels {number}", abstract="Kernels.", tags=[tag] if number == 1 else [])

    assert like(asked)[0] == "Kernels 1"


def test_a_tag_that_was_rejected_does_not_count(shelf: dict[str, Paper]) -> None:
    tag = a_tag("Kernel methods", "method")
    asked = a_paper("Asked", abstract="Kernels of nets.", tags=[tag])
    a_paper("First", abstract="Kernels of nets.")
    rejected = a_paper("Second", abstract="Kernels of nets.", tags=[tag])
    rejected.taggings.update(state="rejected")

    assert [title for title in like(asked) if title in ("First", "Second")] == ["First", "Second"]


def test_a_paper_that_names_what_another_introduces_comes_before_others() -> None:
    first = a_paper("SortNet", abstract="SortNet sorts lists.")
    a_finding(first, "name", "SortNet")
    a_paper("Lists", abstract="We compare quickly with nets that order lists.")
    a_paper("Builds on it", abstract="We extend SortNet with numbers and other wonders.")
    for number in range(6):
        a_paper(f"Filler {number}", abstract=FILLER)

    assert like(first) == ["Builds on it", "Lists"]
    assert Finding.objects.filter(kind="name").count() == 1


def test_papers_are_compared_though_their_words_are_not_counted_yet(shelf: dict[str, Paper]) -> None:
    SearchTerm.objects.all().delete()

    assert like(shelf["Graph kernels"]) == []


def test_words_that_too_many_papers_hold_are_not_looked_up(
    shelf: dict[str, Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similar, "LOOKED_UP", 2)
    monkeypatch.setattr(similar, "SHARE_LOOKED_UP", 100)

    assert like_text("kernels of walks") == ["Graph kernels", "Walks"]


@pytest.mark.parametrize(
    ("text", "other", "words"),
    [
        ("Learned reward models.", "a reward model learning", ["reward models", "Learned"]),
        ("Reward hacking; reward Hacking.", "hack of a reward", ["reward", "hacking"]),
        ("Graph. A graph", "graphs", ["graph"]),
        ("Vision (models)", "vision models", ["Vision", "models"]),
        ("A multi-agent world", "multi-agent", ["multi-agent"]),
        ("On fine-grained birds", "fine-grained", ["fine-grained"]),
        ("Modal and multi-modal logic", "modal; multi-modal", ["multi-modal"]),
        ("AI training; the model’s aim, a model", "training of AI models", ["model", "AI", "training"]),
        ("We propose a novel approach to sums", "a novel approach to sums is proposed", ["sums"]),
        ("强化学习的综述", "深度强化学习", ["强化学习"]),
        ("Gödel machines", "godel", ["Gödel"]),
        ("We do the 12 and 3 of it", "we do the 12 and 3 of it", []),
    ],
)
def test_shared_words_are_shown_as_the_text_spells_them(text: str, other: str, words: list[str]) -> None:
    assert shared(text, other) == words


def test_a_paper_takes_two_queries_however_many_are_similar(
    shelf: dict[str, Paper], django_assert_num_queries: object
) -> None:
    paper = Paper.objects.with_page().get(heading="Walks")
    with django_assert_num_queries(2):
        similar_to_paper(paper, 3)
    for number in range(20):
        a_paper(f"Kernels of graphs {number}")
    with django_assert_num_queries(2):
        similar_to_paper(paper, 30)
