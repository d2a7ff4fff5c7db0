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
    titles = dict(Paper.objects.values_list("pk", "title"))
    return {titles[pk] for pk in trial.gained_ids}, {titles[pk] for pk in trial.lost_ids}


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
    assert (trial.gained, trial.lost, trial.kept) == (len(gained), len(lost), 2 - len(lost))
    assert (trial.looked_at, trial.estimated) == (trial.concerned, False)
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
    assert trial.concerned == 2


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


def test_what_a_rule_gave_to_a_tag_without_patterns_is_lost_where_the_new_ones_do_not_stand(
    sorting: Tag, papers: dict[str, Paper]
) -> None:
    Tag.objects.update(patterns="")

    assert outcome(try_patterns(sorting, "order")) == ({"order"}, {"sort"})


def test_only_papers_in_which_a_changed_pattern_may_stand_are_looked_at(sorting: Tag, papers: dict[str, Paper]) -> None:
    assert try_patterns(sorting, "sort\norder").concerned == 2
    assert try_patterns(sorting, "sort\nwings").concerned == 0
    assert try_patterns(sorting, "sort\n!birds").concerned == 4


def test_of_many_papers_some_are_looked_at_and_the_rest_is_estimated(
    sorting: Tag, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(40):
        a_paper(f"Paper {at}", abstract="We fold birds." if at % 2 else "We fold nothing, unlike origami.")
    monkeypatch.setattr(trials, "DECIDED", 5)
    trial = try_patterns(sorting, "fold")
    assert (len(trial.gained_ids), trial.gained, trial.looked_at, trial.concerned) == (5, 40, 5, 40)

    monkeypatch.setattr(trials, "LOOKED_AT", 20)
    trial = try_patterns(sorting, "fold birds\norigami folding")
    assert (trial.gained, trial.concerned) == (20, 20)
    trial = try_patterns(sorting, "fold\n!fold nothing")
    assert trial.estimated
    assert abs(trial.gained - 20) <= 8


def test_samples_show_the_sentence_with_the_words_marked(sorting: Tag, papers: dict[str, Paper]) -> None:
    Paper.objects.filter(title="both").update(abstract_html="<p>We sort and <em>order</em> birds.</p>")
    a_paper("A & B, ordered", abstract="Birds.")

    trial = try_patterns(sorting, "order\nordered\nsort and order")

    shown = {name: {sample.paper.title: sample.sentence for sample in some} for name, some in trial.samples.items()}
    assert shown == {
        "gained": {
            "order": "We <mark>order</mark> birds.",
            "A & B, ordered": "A &amp; B, <mark>ordered</mark>",
        },
        "lost": {"sort": "We <mark>sort</mark> birds."},
        "kept": {"both": "We <mark>sort and </mark><em><mark>order</mark></em> birds."},
    }


def test_a_hostile_keyword_is_shown_as_text(sorting: Tag) -> None:
    keyword = a_tag("sieving <script>alert(1)</script>")
    Tagging.objects.create(paper=a_paper("paper", abstract="Birds fly."), tag=keyword, origin="import")

    (sample,) = try_patterns(sorting, "sieving").samples["gained"]
    assert sample.sentence == "<mark>sieving</mark> &lt;script&gt;alert(1)&lt;/script&gt;"


def test_agreement_with_curators_is_told_both_ways(sorting: Tag, papers: dict[str, Paper]) -> None:
    curator = User.objects.create_user("curator")
    accept(Tagging.objects.filter(paper=papers["sort"]), curator)
    reject(Tagging.objects.filter(paper=papers["both"]), curator)
    Tagging.objects.create(paper=papers["order"], tag=sorting, origin="curator", decided_by=curator)

    said = try_patterns(sorting, "order").agreement
    assert (said.given, said.given_found, said.rejected, said.rejected_found) == (2, 1, 1, 1)
    said = try_patterns(sorting, "sort\n!sort and order").agreement
    assert (said.given, said.given_found, said.rejected, said.rejected_found) == (2, 1, 1, 0)


def test_another_kind_is_tried_by_its_own_rules(sorting: Tag, papers: dict[str, Paper]) -> None:
    papers["named"] = a_paper("named", abstract="Birds. Others sort.")
    read_again([papers["named"].pk], current_vocabulary())
    sorting.kind = "area"

    # An area that the model does not know takes a sentence of contribution, or two matches.
    trial = try_patterns(sorting, "sort")
    assert trial.concerned == 3
    assert outcome(trial)[0] == set()


@pytest.mark.parametrize(
    "pattern",
    [
        "k-means",
        "GPT-4.5",
        "self-attention",
        "β-VAE",
        "强化学习",
        "Bayes",
        "C++",
        "analyses",
        "Wan2.1-1.3B",
        "Newton's method",
    ],
)
def test_no_paper_is_missed_by_looking_in_the_index_first(pattern: str) -> None:
    tag = a_tag("Tag", "method")
    texts = [
        pattern,
        pattern.replace("-", " "),
        f"{pattern}s",
        pattern.replace("-", "/"),
        f"({pattern}),",
        f"“{pattern}”",
    ]
    papers = [a_paper(f"{at}", abstract=f"We study {text} here.") for at, text in enumerate(texts)]
    Tag.objects.filter(pk=tag.pk).update(patterns=pattern)
    read_again([paper.pk for paper in papers], current_vocabulary())
    found = set(Tagging.objects.filter(tag=tag).values_list("paper__title", flat=True))
    Tagging.objects.all().delete()
    Tag.objects.filter(pk=tag.pk).update(patterns="")
    tag.refresh_from_db()

    assert found
    assert outcome(try_patterns(tag, pattern)) == (found, set())


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
