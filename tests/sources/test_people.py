"""Names given name first, from all the ways in which files write them."""

import pytest

from catalogue.sources.people import people, people_in, printed, turned


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Bell, Ann", "Ann Bell"),
        ("Ann Bell", "Ann Bell"),
        ("van der Berg, Jan", "Jan van der Berg"),
        ("Bell, Jr., Ann", "Ann Bell Jr."),
        ("Bell, Ann, Jr.", "Ann Bell Jr."),
        ("Bell, III", "Bell III"),
        ("Bell A.B.", "A.B. Bell"),
        ("Plato", "Plato"),
        ("  Bell ,  Ann  ", "Ann Bell"),
        ("Ann Bell (ann@example.org)", "Ann Bell"),
        ("王, 军", "军 王"),
    ],
)
def test_a_name_is_given_name_first(written: str, name: str) -> None:
    assert turned(written) == name


def test_parts_of_a_name_are_put_in_the_order_of_print() -> None:
    assert printed("Berg", "Jan", "van der", "Jr.") == "Jan van der Berg Jr."
    assert printed("The Kernel Group") == "The Kernel Group"


@pytest.mark.parametrize("nobody", ["others", "et al.", "et al", "and others", "…", "-", "N/A", "", " , "])
def test_what_closes_a_list_is_nobodys_name(nobody: str) -> None:
    assert people(["Bell, Ann", nobody]) == ["Ann Bell"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bell, Ann; Day, Cy", ["Ann Bell", "Cy Day"]),
        ("Ann Bell and Cy Day", ["Ann Bell", "Cy Day"]),
        ("Ann Bell, Cy Day and Eve Fox", ["Ann Bell", "Cy Day", "Eve Fox"]),
        ("A. Bell, C. Day", ["A. Bell", "C. Day"]),
        ("Bell, A., Day, C. D.", ["A. Bell", "C. D. Day"]),
        ("Bell, A. B.", ["A. B. Bell"]),
        ("Bell A., Day C.D.", ["A. Bell", "C.D. Day"]),
        ("Bell, Jr, Ann", ["Ann Bell Jr"]),
        ("Ann Bell|Cy Day", ["Ann Bell", "Cy Day"]),
        ("Bell, Ann and Day, Cy and others", ["Ann Bell", "Cy Day"]),
        ("陈伟；王芳", ["陈伟", "王芳"]),
        ("Ann Bell", ["Ann Bell"]),
        ("", []),
    ],
)
def test_a_list_of_people_is_parted_where_it_is_clear(text: str, names: list[str]) -> None:
    assert people_in(text) == names


@pytest.mark.parametrize("piece", ["a.", "aa ", "{a}", " and", "x@", "-", "A. B, ", "https://a", " "])
def test_a_long_text_is_no_name_and_keeps_nobody_waiting(piece: str) -> None:
    long = piece * 50_000
    assert turned(f"x{long}x") == " ".join(f"x{long}x".split())
    assert "" not in people_in(long)
