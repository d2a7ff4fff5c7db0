"""Names, given name first, from the ways in which files write them."""

import pytest

from catalogue.sources.people import people_in, printed, turned


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Knuth, D. E.", ["D. E. Knuth"]),
        ("Donald Knuth, Leslie Lamport", ["Donald Knuth", "Leslie Lamport"]),
        ("van der Berg, Jan", ["Jan van der Berg"]),
        ("King, Jr, Martin", ["Martin King Jr"]),
        ("Liu R., Adler D.G.", ["R. Liu", "D.G. Adler"]),
        ("Smith, J., Doe, A.B.", ["J. Smith", "A.B. Doe"]),
        ("P. Kogge; J. Shalf", ["P. Kogge", "J. Shalf"]),
        ("Wang, Y.; Li, X.", ["Y. Wang", "X. Li"]),
        ("Ann Bell|Cy Day", ["Ann Bell", "Cy Day"]),
        ("A. Bell, C. Day and E. Fox", ["A. Bell", "C. Day", "E. Fox"]),
        ("Bell, Ann and Day, Cy and others", ["Ann Bell", "Cy Day"]),
        ("Ann Bell (ann@example.org); Cy Day", ["Ann Bell", "Cy Day"]),
        ("陈伟；王芳", ["陈伟", "王芳"]),
        ("", []),
    ],
)
def test_one_text_lists_people(text: str, names: list[str]) -> None:
    assert people_in(text) == names


def test_a_name_from_its_parts() -> None:
    assert printed("Beethoven", "Ludwig", "van") == "Ludwig van Beethoven"
    assert printed("King", "Martin", suffix="Jr") == "Martin King Jr"


def test_a_name_that_is_printed_as_it_should_be_stays() -> None:
    assert turned("Ada  Lovelace") == "Ada Lovelace"
    assert turned("The Corporation") == "The Corporation"
