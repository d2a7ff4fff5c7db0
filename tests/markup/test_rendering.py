"""Texts as HTML and plain text, and their beginnings."""

import pytest

from catalogue.markup import excerpt, render


@pytest.mark.parametrize(
    ("source", "html", "text"),
    [
        ("", "", ""),
        ("Two\nlines", "<p>Two lines</p>", "Two lines"),
        ("One.\n \n- two\n- three", "<p>One.</p><p>- two - three</p>", "One. - two - three"),
        ('$a<b$ & "c"', "<p>$a&lt;b$ &amp; &quot;c&quot;</p>", '$a<b$ & "c"'),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", "<script>alert(1)</script>"),
    ],
)
def test_a_text_is_shown_as_it_was_written(source: str, html: str, text: str) -> None:
    rendered = render(source)

    assert (rendered.html, rendered.text) == (html, text)


@pytest.mark.parametrize(
    ("text", "length", "cut"),
    [
        ("short", 10, "short"),
        ("one two three", 8, "one two…"),
        ("one two three", 7, "one two…"),
        ("one two three", 9, "one two…"),
        ("one, two three", 5, "one…"),
        ("One. Two three", 8, "One. Two…"),
        ("One. Two three", 6, "One. …"),
        ("cost $a b c$ more", 9, "cost…"),
        ("a very-long-word", 16, "a very-long-word"),
        ("averylongwordindeed", 5, "avery…"),
        ("字字字字字字", 3, "字字字…"),
    ],
)
def test_an_excerpt_ends_at_a_word(text: str, length: int, cut: str) -> None:
    assert excerpt(text, length) == cut
