"""Beginnings of texts, plain and rendered."""

import pytest

from catalogue.markup import Rendered, cut, excerpt, part, render


@pytest.mark.parametrize(
    ("text", "length", "beginning"),
    [
        ("short", 10, "short"),
        ("one two three", 8, "one two…"),
        ("one two three", 7, "one two…"),
        ("one two three", 9, "one two…"),
        ("one, two three", 5, "one…"),
        ("One. Two three", 8, "One. Two…"),
        ("One. Two three", 6, "One. …"),
        ("One. Two", 4, "One.…"),
        ("cost $a b c$ more", 9, "cost…"),
        ("a very-long-word", 16, "a very-long-word"),
        ("averylongwordindeed", 5, "avery…"),
        ("字字字字字字", 3, "字字字…"),
    ],
)
def test_a_plain_text_is_cut_at_a_word(text: str, length: int, beginning: str) -> None:
    assert cut(text, length) == beginning


@pytest.mark.parametrize(
    ("source", "length", "html", "text"),
    [
        ("short", 10, "short", "short"),
        ("one two three", 9, "one two…", "one two…"),
        ("a\n\nb c", 10, "a b c", "a b c"),
        ("a\n\n- b\n- c & d", 20, "a • b • c &amp; d", "a • b • c & d"),
        ("1. x\n2. y", 20, "1. x 2. y", "1. x 2. y"),
        # Balanced, and before a bold run rather than in it, if enough is left.
        ("**bold and long** rest", 6, "<strong>bold</strong>…", "bold…"),
        ("one two three **bold and long** rest", 20, "one two three…", "one two three…"),
        ("one two three (see the other one) rest", 22, "one two three…", "one two three…"),
        ("one two three `a b c d e f` rest", 19, "one two three…", "one two three…"),
        ("one two three [a link](http://a.b) rest", 17, "one two three…", "one two three…"),
        # A character is whole, a raised run too.
        ("a & b c", 3, "a &amp;…", "a &…"),
        ("a <b c d e", 4, "a &lt;b…", "a <b…"),
        ("one x<sup>a b c d</sup> rest", 8, "one x…", "one x…"),
        ("One. Two three", 6, "One. …", "One. …"),
        (r"a\\b c d e", 5, "a b c…", "a b c…"),
    ],
)
def test_a_rendered_text_is_cut_in_line_and_stays_balanced(source: str, length: int, html: str, text: str) -> None:
    assert excerpt(render(source), length) == Rendered(html, text)


@pytest.mark.parametrize("length", range(1, 40))
def test_a_formula_is_never_divided(length: int) -> None:
    rendered = render(r"In $O(n \log n + m)$ time and **$a + b + c$ bold** words")

    short = excerpt(rendered, length)

    assert len(short.text) <= length + 1
    assert short.html.count("<math") == short.html.count("</math>")
    assert short.html.count("<strong>") == short.html.count("</strong>")
    assert ("O(n log n + m)" in short.text) == ("<math" in short.html)


def test_a_formula_longer_than_the_excerpt_is_left_out() -> None:
    assert excerpt(render(r"$a+b+c+d+e+f$ is long"), 5) == Rendered("…", "…")


@pytest.mark.parametrize(
    ("source", "start", "end", "html", "text"),
    [
        ("one two three", 4, 7, "two", "two"),
        ("one **two three** four", 6, 11, "<strong>o thr</strong>", "o thr"),
        ("**one** two", 4, 7, "two", "two"),
        ("a &amp; b < c", 2, 7, "&amp; b &lt;", "& b <"),
        ("one\n\ntwo", 2, 6, "e tw", "e tw"),
        ("x", 5, 9, "", ""),
    ],
)
def test_a_stretch_of_a_rendered_text_is_in_line_and_balanced(
    source: str, start: int, end: int, html: str, text: str
) -> None:
    assert part(render(source), start, end) == Rendered(html, text)


def test_a_formula_at_the_border_of_a_stretch_is_kept_whole() -> None:
    rendered = render("in $O(n \\log n)$ time")

    assert part(rendered, 0, 6).text == part(rendered, 0, 13).text == "in O(n log n)"
    assert part(rendered, 5, 99).text == "O(n log n) time"
    assert part(rendered, 5, 99).html.count("</math>") == 1
