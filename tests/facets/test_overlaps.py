"""Tags on almost the same papers, and tags inside others."""

from random import Random

import pytest
from pyroaring import BitMap

from catalogue.facets import current
from catalogue.facets.overlaps import INSIDE, PAPERS_AT_LEAST, SAME, Overlap, overlaps
from catalogue.models import Tag
from tests.cast import a_paper, a_tag

EVERYTHING = BitMap(range(10_000))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (range(5), range(5), True),
        (range(4), range(4), None),
        (range(8), range(10), True),
        (range(7), range(10), False),
        (range(5), range(100), False),
        (range(9), [*range(8), 50, 51], None),
        (range(10), [*range(9), *range(20, 60)], False),
        (range(500), range(50, 550), True),
        (range(500), range(120, 620), None),
        (range(5), range(100, 105), None),
    ],
)
def test_two_tags_overlap_inside_one_another_or_not(one: range, other: range, expected: bool | None) -> None:
    found = overlaps({1: BitMap(one), 2: BitMap(other)}, EVERYTHING)

    assert [each.same for each in found] == ([] if expected is None else [expected])
    for each in found:
        assert each.papers <= each.others
        assert each.shared == len(BitMap(one) & BitMap(other))


def test_only_papers_that_are_listed_count() -> None:
    tags = {1: BitMap(range(10)), 2: BitMap([*range(10), *range(50, 90)])}

    assert overlaps(tags, BitMap(range(10))) == [Overlap(1, 2, 10, 10, 10)]
    assert overlaps(tags, BitMap(range(4))) == []
    assert overlaps({}, EVERYTHING) == []


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_missed_among_random_tags(seed: int) -> None:
    random = Random(seed)
    bases = [BitMap(random.sample(range(400), random.randrange(5, 60))) for _ in range(12)]
    tags = {}
    for number in range(60):
        papers = BitMap(random.choice(bases))
        for _ in range(random.randrange(0, 8)):
            papers ^= BitMap([random.randrange(400)])
        tags[number] = papers
    sizes = {tag: len(papers) for tag, papers in tags.items()}
    wanted = set()
    for one, other in ((a, b) for a in tags for b in tags if (sizes[a], a) < (sizes[b], b)):
        shared = len(tags[one] & tags[other])
        same = shared >= SAME * (sizes[one] + sizes[other] - shared)
        if sizes[one] >= PAPERS_AT_LEAST and (same or shared >= INSIDE * sizes[one]):
            wanted.add((one, other))

    assert {(each.one, each.other) for each in overlaps(tags, EVERYTHING)} == wanted


@pytest.fixture
def tags(db: None) -> dict[str, Tag]:
    wide, narrow = a_tag("Wide", "method"), a_tag("Narrow", "method")
    alike, task = a_tag("Alike", "method"), a_tag("Alike", "task")
    made = {"wide": wide, "narrow": narrow, "alike": alike, "task": task}
    for at in range(20):
        some = [wide, *([narrow] if at < 6 else []), *([alike, task] if at < 5 else [])]
        a_paper(f"Paper {at}", tags=some)
    return made


def pairs(tags: dict[str, Tag]) -> set[tuple[str, str, bool]]:
    names = {tag.pk: name for name, tag in tags.items()}
    return {(names[each.one], names[each.other], each.same) for each in current().overlapping()}


def test_a_tag_inside_another_of_its_kind_is_told_and_almost_the_same_ones_of_any_kind(tags: dict[str, Tag]) -> None:
    assert pairs(tags) == {
        ("narrow", "wide", False),
        ("alike", "wide", False),
        ("alike", "narrow", True),
        ("alike", "task", True),
        ("task", "narrow", True),
    }


def test_a_tag_and_one_that_is_broader_are_no_pair_nor_is_one_that_is_retired(tags: dict[str, Tag]) -> None:
    Tag.objects.filter(pk=tags["narrow"].pk).update(broader=tags["wide"])
    Tag.objects.filter(pk=tags["alike"].pk).update(broader=tags["narrow"])
    assert pairs(tags) == {("alike", "task", True), ("task", "narrow", True)}

    Tag.objects.filter(pk=tags["task"].pk).update(state="retired")
    assert pairs(tags) == set()


def test_a_circle_of_broader_tags_is_borne_and_pairs_are_remembered(tags: dict[str, Tag]) -> None:
    Tag.objects.filter(pk=tags["wide"].pk).update(broader=tags["narrow"])
    Tag.objects.filter(pk=tags["narrow"].pk).update(broader=tags["wide"])

    assert pairs(tags) == {
        ("alike", "wide", False),
        ("alike", "narrow", True),
        ("alike", "task", True),
        ("task", "narrow", True),
    }
    index = current()
    assert index.overlapping() is index.overlapping()
