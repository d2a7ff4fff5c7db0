"""Marks over spans of the plain text."""

import pytest

from catalogue.markup import mark, render

FORMULA = '<math alttext="n²"><mrow><msup><mi>n</mi><mn>2</mn></msup></mrow></math>'


@pytest.mark.parametrize(
    ("source", "spans", "html"),
    [
        ("one two", [], "<p>one two</p>"),
        ("one two", [(4, 7)], "<p>one <mark>two</mark></p>"),
        ("one two", [(4, 99), (-3, 1)], "<p><mark>o</mark>ne <mark>two</mark></p>"),
        ("one two", [(0, 2), (1, 3), (5, 5)], "<p><mark>one</mark> two</p>"),
        ("one two", [(0, 3), (3, 4)], "<p><mark>one </mark>two</p>"),
        # An element's border splits a mark.
        ("a **b** c", [(0, 5)], "<p><mark>a </mark><strong><mark>b</mark></strong><mark> c</mark></p>"),
        ("one\n\ntwo", [(2, 5)], "<p>on<mark>e</mark></p><p><mark>t</mark>wo</p>"),
        ("- one\n- two", [(0, 3), (6, 9)], "<ul><li><mark>o</mark>ne</li><li><mark>t</mark>wo</li></ul>"),
        # What cannot be divided is marked as a whole.
        ("a & b", [(2, 3)], "<p>a <mark>&amp;</mark> b</p>"),
        ("in $n^2$ x", [(4, 5)], f"<p>in <mark>{FORMULA}</mark> x</p>"),
        ("in $n^2$ x", [(0, 4)], f"<p><mark>in {FORMULA}</mark> x</p>"),
        ("in $n^2$ x", [(0, 3)], f"<p><mark>in </mark>{FORMULA} x</p>"),
        ("H<sub>10</sub>O", [(1, 2)], "<p>H<mark><sub>10</sub></mark>O</p>"),
        ("𝒪 and 字", [(2, 5), (6, 7)], "<p>𝒪 <mark>and</mark> <mark>字</mark></p>"),
    ],
)
def test_marks_follow_the_plain_text(source: str, spans: list[tuple[int, int]], html: str) -> None:
    rendered = render(source)

    marked = mark(rendered, spans)

    assert (marked.html, marked.text) == (html, rendered.text)


def test_the_first_mark_can_be_led_to() -> None:
    rendered = render("$a<mark>b$ one **two**")
    at = rendered.text.index("one")

    marked = mark(rendered, [(at, at + 7)], anchor="here")

    assert marked.html.replace(' id="here"', "") == mark(rendered, [(at, at + 7)]).html
    assert '<mark id="here">one </mark><strong><mark>two</mark></strong>' in marked.html
