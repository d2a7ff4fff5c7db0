"""Markup that is left over in what is shown."""

import pytest

from catalogue.markup import is_odd, render, render_inline


@pytest.mark.parametrize(
    "text",
    [
        r"A \unknown{macro} here.",
        r"$\foo{x}$",
        "An open $x formula",
        "**never closed",
        "lost \ufffd letter",
        "&amp;amp; twice",
        "&amp;lt;p&amp;gt; &lt;sub&gt;",
    ],
)
def test_leftovers_are_seen(text: str) -> None:
    assert is_odd(render(text))


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5, US$ 6 million or 7$ a month.",
        "The tokens <eos>, <think> and <graph token>; a < b > c, <i, j>",
        "All *rendered*: $x^2$, **bold**, `code`, <b>x</b>, H<sub>2</sub>O.",
        "C:/path, 50% & more, R&D, 2 * 3 ** 4",
        "",
    ],
)
def test_prices_tokens_and_what_is_rendered_are_no_leftovers(text: str) -> None:
    assert not is_odd(render(text))


@pytest.mark.parametrize("text", ["An open $x formula", r"\unknown{x}", "lost \ufffd"])
def test_titles_too(text: str) -> None:
    assert is_odd(render_inline(text))
