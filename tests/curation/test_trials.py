"""Trying patterns: which papers a tag would gain and lose."""

import pytest

from catalogue.curation import Trial, accept, current_vocabulary, reject, trials, try_patterns
from catalogue.importing import read_again
from catalogue.models import Finding, Paper, Tag, Tagging, User, VocabularyEntry
from tests.cast import a_paper, a_reader, a_tag

pytestmark = pytest.mark.django_db
IMAGES = "We propose a faster method of text-to-image generation: image generation with diffusion models."


@pytest.fixture
def sorting() -> Tag:
    return a_tag("Sorting", "task", patterns="sort")


@pytest.fixture
def papers(sorting: Tag) -> dict[str, Paper]:
    """Papers by a word of theirs, read by the rules."""
    texts = {"sort": "We sort birds.", "order": "We order birds.", "both": "We sort and order birds.", "none": "Birds."}
    made = {word: a_paper(word, abstract=text) for word, text in texts.items()}
    read_again([paper.pk for paper in made.values()], current_vocabulary())
    return made


def outcome(trial: Trial) -> tuple[set[str], set[str]]:
    """The titles of the papers gained and lost."""
    return {paper.title for paper in trial.gained}, {paper.title for paper in trial.lost}


def everything() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Tag, Tagging, Paper, Finding)]


@pytest.mark.parametrize(
    ("patterns", "gained", "lost"),
    [
        ("sort\norder", {"order"}, set()),
        ("order", {"order"}, {"sort"}),
        ("sort\n!sort and order", set(), {"both"}),
        ("  sorts \r\n\n", set(), set()),
        ("SORT", set(), {"sort", "both"}),
        ("", set(), {"sort", "both"}),
        (" \n", set(), {"sort", "both"}),
        ("!", set(), {"sort", "both"}),
    ],
)
def test_a_trial_tells_which_papers_are_gained_and_lost_and_saves_nothing(
    sorting: Tag, papers: dict[str, Paper], patterns: str, gained: set[str], lost: set[str]
) -> None:
    before = everything()

    trial = try_patterns(sorting, patterns)

    assert outcome(trial) == (gained, lost)
    assert (trial.total, trial.read, trial.complete) == (4, 4, True)
    assert everything() == before


def test_what_a_trial_tells_is_what_happens(sorting: Tag, papers: dict[str, Paper]) -> None:
    trial = try_patterns(sorting, "order\n!sort and order")
    sorting.patterns = "order\n!sort and order"
    sorting.save()
    read_again([paper.pk for paper in papers.values()], current_vocabulary())

    tagged = {tagging.paper.title for tagging in Tagging.objects.filter(tag=sorting)}
    assert outcome(trial) == ({"order"}, {"sort", "both"})
    assert tagged == {"order"}
    assert outcome(try_patterns(sorting, sorting.patterns)) == (set(), set())


def test_what_curators_said_is_neither_gained_nor_lost(sorting: Tag, papers: dict[str, Paper]) -> None:
    curator = User.objects.create_user("curator")
    accept(Tagging.objects.filter(paper=papers["sort"]), curator)
    reject(Tagging.objects.filter(paper=papers["both"]), curator)
    Tagging.objects.create(paper=papers["none"], tag=sorting, origin="import")

    assert outcome(try_patterns(sorting, "order")) == ({"order"}, set())
    assert outcome(try_patterns(sorting, "")) == (set(), set())
    assert outcome(try_patterns(sorting, "birds")) == ({"order"}, set())


def test_a_readers_own_tagging_says_nothing(sorting: Tag, papers: dict[str, Paper]) -> None:
    reader = a_reader()
    Tagging.objects.create(paper=papers["order"], tag=sorting, owner=reader, origin="reader")

    assert outcome(try_patterns(sorting, "sort\norder")) == ({"order"}, set())


@pytest.mark.parametrize("visibility", ["hidden", "withdrawn"])
def test_papers_that_are_not_listed_do_not_count(sorting: Tag, papers: dict[str, Paper], visibility: str) -> None:
    Paper.objects.filter(title__in=["sort", "order"]).update(visibility=visibility)

    trial = try_patterns(sorting, "birds")

    assert outcome(trial) == ({"none"}, set())
    assert (trial.total, trial.read) == (2, 2)


def test_a_new_tag_can_be_tried_before_it_is_made(papers: dict[str, Paper]) -> None:
    trial = try_patterns(Tag(kind="method", label="Ordering"), "order")

    assert outcome(trial) == ({"order", "both"}, set())
    assert Tag.objects.count() == 1


def test_names_that_were_rejected_are_read_as_the_rules_read_them(sorting: Tag) -> None:
    paper = a_paper("own", abstract="We introduce TernBench, a benchmark of birds.")
    tag = a_tag("TernBench", "dataset", patterns="")
    read_again([paper.pk], current_vocabulary())
    assert outcome(try_patterns(tag, "TernBench")) == (set(), set())

    reject(Finding.objects.filter(value="TernBench"), User.objects.create_user("curator"))

    assert outcome(try_patterns(tag, "TernBench")) == ({"own"}, set())


def test_patterns_find_titles_and_keywords_too(sorting: Tag) -> None:
    a_paper("A sieve of birds", abstract="Birds sing.")
    keyword = a_tag("sieving")
    Tagging.objects.create(paper=a_paper("keyword", abstract="Birds fly."), tag=keyword, origin="import")

    assert outcome(try_patterns(sorting, "sieve\nsieving")) == ({"A sieve of birds", "keyword"}, set())


def test_the_latest_papers_are_tried_first_and_the_end_is_told(
    sorting: Tag, papers: dict[str, Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "PAPERS_TRIED", 2)
    monkeypatch.setattr(trials, "BATCH", 2)
    trial = try_patterns(sorting, "birds")
    assert (outcome(trial), trial.complete) == (({"none"}, set()), False)

    monkeypatch.setattr(trials, "PAPERS_READ", 2)
    trial = try_patterns(sorting, "birds")
    assert (outcome(trial), trial.complete) == (({"none"}, set()), True)
    assert (trial.read, trial.total) == (2, 4)


# --- Kinds that are weighed ---------------------------------------------------------------------
@pytest.fixture
def areas() -> dict[str, Tag]:
    made = {
        "image-generation": a_tag("Image generation", "area", patterns="image generation"),
        "reasoning": a_tag("Reasoning", "area", patterns="reasoning"),
    }
    for paper in (a_paper("weighed", abstract=IMAGES), a_paper("birds", abstract="Birds reason by reasoning.")):
        read_again([paper.pk], current_vocabulary())
    return made


def test_patterns_of_an_area_are_one_sign_among_others(areas: dict[str, Tag]) -> None:
    assert Tagging.objects.filter(tag=areas["image-generation"]).get().paper.title == "weighed"
    assert outcome(try_patterns(areas["image-generation"], "portrait")) == (set(), set())


def test_an_area_whose_patterns_are_emptied_is_lost_by_all_that_have_it(areas: dict[str, Tag]) -> None:
    area = areas["image-generation"]
    Tag.objects.filter(pk=area.pk).update(patterns="portrait")

    assert outcome(try_patterns(area, "")) == (set(), {"weighed"})


@pytest.mark.parametrize("label", ["Image generation", "Making images"])
def test_an_area_of_the_model_without_patterns_gains_by_any(areas: dict[str, Tag], label: str) -> None:
    """Whatever its label has become: the rules know it by its entry in the vocabulary."""
    area = areas["image-generation"]
    VocabularyEntry.objects.create(kind="area", name="image-generation", tag=area)
    area.set_labels(label)
    Tag.objects.filter(pk=area.pk).update(patterns="")
    Tagging.objects.filter(tag=area).delete()
    area.refresh_from_db()

    assert outcome(try_patterns(area, "portrait")) == ({"weighed"}, set())


def test_an_area_that_the_model_does_not_know_is_given_by_its_patterns(areas: dict[str, Tag]) -> None:
    trial = try_patterns(Tag(kind="area", label="Diffusing"), "diffusion model")

    assert outcome(trial) == ({"weighed"}, set())
