"""Whether two descriptions are of one paper: a table of pairs."""

from dataclasses import replace

import pytest

from catalogue.importing.sameness import Comparison, Look, Verdict, verdict

SENTENCES = [
    "We study how trees that are stored on many disks can be merged without reading any of them twice.",
    "Earlier methods sort the leaves first, which takes time and memory that grow with the largest tree.",
    "Our method walks both trees at once and keeps a small buffer, whose size we prove to be optimal.",
    "Experiments with logs of three companies show that it is twice as fast as the best known method.",
]
TEXT = " ".join(SENTENCES)
LOOK = Look("Merging trees without reading them twice", TEXT, 2024, "Ann Bell", {"doi": "", "arxiv_id": ""})
SHORT = "No abstract."
OTHER = (
    "Diffusion models of faces drift when they are trained on their own pictures, as twelve photographers found out."
)


def says(one: Look, other: Look, one_file: bool = False) -> Verdict:
    return verdict(Comparison.of(one, other), one_file)[0]


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, Verdict.SAME),
        # The same text without a title, in LaTeX, cut off, or revised a little.
        ({"title": "", "first_author": ""}, Verdict.SAME),
        ({"title": "", "text": TEXT.replace("optimal", r"\textbf{optimal}")}, Verdict.SAME),
        ({"title": "", "text": " ".join(SENTENCES[:2])}, Verdict.SAME),
        ({"title": "", "text": TEXT.replace("twice as fast", "three times as fast")}, Verdict.SAME),
        # Half of the text another one: perhaps.
        ({"title": "", "text": " ".join([*SENTENCES[:2], OTHER, OTHER])}, Verdict.DOUBTFUL),
        ({"text": " ".join([*SENTENCES[:2], OTHER])}, Verdict.SAME),
        # The same title.
        ({"text": ""}, Verdict.SAME),
        ({"text": "", "first_author": "Bell, A."}, Verdict.SAME),
        ({"text": "", "first_author": ""}, Verdict.SAME),
        ({"text": "", "year": 2021}, Verdict.DOUBTFUL),
        ({"text": "", "first_author": "Cy Day"}, Verdict.DOUBTFUL),
        ({"text": OTHER}, Verdict.DOUBTFUL),
        ({"text": OTHER, "title": "Faces that drift"}, Verdict.DIFFERENT),
        # A title of its own says that it is another paper, unless so much is the same that it is not.
        ({"title": "Faces that drift", "text": " ".join(SENTENCES[:2])}, Verdict.DOUBTFUL),
        ({"title": "Faces that drift"}, Verdict.SAME),
        ({"title": "Faces that drift", "first_author": "Cy Day"}, Verdict.DOUBTFUL),
    ],
)
def test_a_pair(changes: dict[str, object], wanted: Verdict) -> None:
    other = replace(LOOK, **changes)  # type: ignore[arg-type]
    assert says(LOOK, other) is wanted
    assert says(other, LOOK) is wanted


def test_an_identifier_is_enough_unless_everything_else_differs() -> None:
    one = replace(LOOK, identifiers={"doi": "10.1/x", "arxiv_id": ""})
    assert says(one, replace(one, text="", year=1999, first_author="Cy Day")) is Verdict.SAME
    assert says(one, replace(one, title="Faces that drift", text=OTHER)) is Verdict.DOUBTFUL


def test_versions_of_arxiv_are_one_identifier() -> None:
    one = replace(LOOK, text="", identifiers={"arxiv_id": "2401.00001v1"})
    assert says(one, replace(one, year=1999, identifiers={"arxiv_id": "2401.00001"})) is Verdict.SAME


def test_another_identifier_makes_one_title_doubtful() -> None:
    one = replace(LOOK, text="", identifiers={"doi": "10.1/x"})
    assert says(one, replace(one, identifiers={"doi": "10.1/y"})) is Verdict.DOUBTFUL


@pytest.mark.parametrize("title", ["Editorial", "Preface"])
def test_short_titles_and_texts_tell_no_papers_apart(title: str) -> None:
    one = Look(title, SHORT, 2024, "", {})
    assert says(one, replace(one, first_author="Cy Day", title="Merging trees")) is Verdict.DIFFERENT
    assert (
        says(replace(one, text="", first_author="Ann Bell"), replace(one, text="", first_author="Cy Day"))
        is Verdict.DIFFERENT
    )
    assert says(replace(one, text=""), replace(one, text="")) is Verdict.DOUBTFUL


def test_two_texts_in_one_file_that_differ_a_little_may_be_meant_so() -> None:
    bare = replace(LOOK, title="", first_author="")
    other = replace(bare, text=TEXT.replace("twice as fast", "three times as fast"))
    assert says(bare, other, one_file=True) is Verdict.DOUBTFUL
    assert says(bare, bare, one_file=True) is Verdict.SAME
