"""What is shown of a found paper."""

from catalogue.markup import render
from catalogue.search import Finder, found_excerpt, marked

LONG = render(
    "We begin with words that nobody asked for and go on with them for a while, as abstracts do. "
    "Then we bound the regret by $O(\\sqrt{n})$ for every kernel. " + "More words follow here. " * 10
)


def test_the_words_of_a_query_are_marked_whatever_their_endings() -> None:
    assert marked(render("Two Kernels"), Finder(["kernel"])).html == "<p>Two <mark>Kernels</mark></p>"


def test_an_excerpt_stands_where_the_words_do_and_cuts_no_formula() -> None:
    found = found_excerpt(LONG, Finder(["regret", "kernel"]), 120)

    assert found is not None
    assert found.text.startswith("… Then we bound the regret by O(√(n)) for every kernel") or "regret" in found.text
    assert found.html.count("<math") == found.html.count("</math>") == 1
    assert "<mark>regret</mark>" in found.html
    assert "<mark>kernel</mark>" in found.html


def test_no_stretch_begins_inside_a_formula() -> None:
    for lead in range(40, 130):
        text = render("x" * lead + " $a + b + c + d + e$ and a kernel. " + "More words. " * 30)
        found = found_excerpt(text, Finder(["kernel"]), 100)
        if found is not None:
            assert found.html.count("<math") == found.html.count("</math>")


def test_the_beginning_stays_where_it_does_as_well() -> None:
    assert found_excerpt(LONG, Finder(["begin"]), 120) is None
    assert found_excerpt(LONG, Finder(["absent"]), 120) is None


def test_the_beginning_is_shown_where_it_holds_every_word() -> None:
    text = render("Kernels and trees. " + "Filler words. " * 40 + "Kernels, trees, kernels and trees.")

    assert found_excerpt(text, Finder(["kernel", "tree"]), 120) is None


def test_a_word_that_the_beginning_cuts_is_none_of_it() -> None:
    text = render("Kernel " + "x" * 100 + " tree-like things, " + "filler words " * 20 + "kernel of a tree.")

    shown = found_excerpt(text, Finder(["kernel", "tree"]), 111)
    assert shown is not None
    assert "<mark>kernel</mark> of a <mark>tree</mark>" in shown.html
