"""Whatever is pasted: no exception, nothing but the allowed elements and attributes, balanced, text and HTML aligned."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.markup import Rendered, cut, excerpt, mark, render, render_inline
from catalogue.markup.sanitizing import ATTRIBUTES, CLASSES, MATH_ELEMENTS, TEXT_ELEMENTS
from catalogue.markup.walking import text_of, units

FRAGMENTS = (
    r"\textbf{ \emph{ \texttt{ {\em \bf } { }} $ $$ $x^2$ \( \) \[ \] \\ \% \$ \_ \foo \foo{ \frac{a}{b} \sqrt{ ^{ _{ ^ _ \'e \v{c} \" \cite{x} "
    r"\footnote{ \href{http://a.b}{ \href{javascript:x}{ \url{http://a.b} \begin{itemize} \item \end{itemize} \begin{align} \end{align} \left( "
    r"* ** *** **** ` `` ''  ' -- --- ~ ~2 & &amp; &lt; &#0; &#xD800; &nbsp; < > <b> </b> <i> </i> <sub> </sub> <sup> <br> <p> </p> <jats:p> "
    r"<jats:title> <mml:math> </mml:math> <mml:mi> <math> </math> <script> </script> <style> <svg/onload=alert(1)> <mglyph> <annotation-xml> "
    r"[x](http://a.b) [x](javascript:y) [ ] ( ) ]( http://a.b/c_d. https:// data:text/html - • 1. x y2 word 字 é i"
).split(" ")
markup_texts = st.lists(
    st.one_of(
        st.sampled_from(FRAGMENTS),
        st.sampled_from([" ", "\n", "\n\n", "\n- ", "\0", "\u0301", "\u00a0", "\u2028"]),
        st.text(max_size=3),
    ),
    max_size=30,
).map("".join)


class Checker(HTMLParser):
    """Raises on an element or attribute that is not allowed, on a tag that is not closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TEXT_ELEMENTS | MATH_ELEMENTS, tag
        for name, value in attrs:
            allowed = name in ATTRIBUTES.get(tag, set()) or (tag, name) == ("a", "rel")
            assert allowed or (tag == "span" and name == "class" and set((value or "").split()) <= CLASSES), (tag, name)
            if name == "href":
                assert re.match(r"https?://", value or "", re.IGNORECASE), value
        if tag != "br":
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError("a comment")


def check(rendered: Rendered) -> None:
    checker = Checker()
    checker.feed(rendered.html)
    checker.close()
    assert checker.opened == []
    assert text_of(rendered.html) == rendered.text


@given(markup_texts)
@settings(max_examples=600, deadline=None)
def test_any_text_is_rendered_safely(source: str) -> None:
    check(render(source))
    inline = render_inline(source)
    check(inline)
    assert not re.search("<(p|ul|ol|li)>", inline.html)


@given(markup_texts, st.integers(1, 60), st.lists(st.tuples(st.integers(-2, 80), st.integers(0, 90)), max_size=4))
@settings(max_examples=400, deadline=None)
def test_what_was_rendered_can_be_cut_and_marked(source: str, length: int, spans: list[tuple[int, int]]) -> None:
    rendered = render(source)

    marked = mark(rendered, spans)
    check(marked)
    assert marked.text == rendered.text
    assert re.sub("</?mark>", "", marked.html) == rendered.html
    short = excerpt(rendered, length)
    check(short)
    assert len(short.text) <= length + 1 or short.text == rendered.text
    assert len(cut(rendered.text, length)) <= length + 1 or cut(rendered.text, length) == rendered.text


@given(
    st.text(
        st.characters(
            exclude_categories=["Cc", "Cs", "Mn", "Mc", "Me"],
            exclude_characters="\\$*_`[<&{}~^-'\"•‣▪+123456789h\ufffe\uffff",
        )
    )
)
def test_text_without_markup_comes_back_unchanged(source: str) -> None:
    assert render_inline(source).text == source.strip(" ").replace("  ", " ") or "  " in source


@given(
    st.lists(
        st.sampled_from(
            r"x 1 + = \alpha \log \frac{a}{b} \sqrt{x} ^2 _i ^{ _{ { } \left( \right) \foo & \\ < \text{a} \hat \mathbf{x} , | \def\a \begin{cases} \end{cases} \href{javascript:x}{y} \color{red} \style{a}{b} \class{c}{d}".split(
                " "
            )
        ),
        max_size=14,
    ).map(" ".join)
)
@settings(max_examples=500, deadline=None)
def test_any_formula_is_rendered_safely(source: str) -> None:
    check(render(f"a $x {source}$ b"))


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '<b onmouseover="alert(1)">x</b>',
        "<svg/onload=alert(1)>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<math href='javascript:alert(1)'>x</math>",
        "[x](javascript:alert(1)) [x](  JaVaScRiPt:alert(1)) [x](data:text/html,x) [x](vbscript:x)",
        '[x](http://a.b/"onclick="alert(1))',
        r"\href{javascript:alert(1)}{x} \url{javascript:alert(1)} \href{http://a.b/'\"><script>}{x}",
        r"$\href{javascript:alert(1)}{x}$ $\text{<script>alert(1)</script>}$ $\style{background:url(x)}{y}$ $\class{macro}{y}$",
        r"$\unicode{x3c}script\unicode{x3e}$ $&lt;img src=x onerror=alert(1)&gt;$",
        "`<script>alert(1)</script>` &lt;script&gt;alert(1)&lt;/script&gt;",
        '<mml:math><mml:mi href="javascript:alert(1)" onclick="x">x</mml:mi><mml:annotation-xml encoding="text/html"><b>x</b></mml:annotation-xml></mml:math>',
        '<mml:math><script>alert(1)</script><!-- x --></mml:math>',
        r"\oursname\"><script>alert(1)</script>",
    ],
)  # fmt: skip
def test_attacks_are_shown_as_text(source: str) -> None:
    rendered = render(source)

    check(rendered)
    assert not re.search(r"<(script|img|svg|style)|<[^>]* on\w+=", rendered.html)


PATHOLOGICAL = {
    "braces": "{" * 10_000,
    "nested bold": r"\textbf{" * 300 + "x" + "}" * 300,
    "deep group around a long text": "{" * 20_000 + "a" * 300_000 + "}" * 20_000,
    "one megabyte": "word " * 200_000,
    "dollars": "$" * 10_000,
    "dollars apart": "$a " * 20_000,
    "displays": "$$ a " * 20_000,
    "asterisks": "*" * 100_000,
    "openers": "*a _b " * 30_000,
    "closers": "a* b_ " * 30_000,
    "brackets": "[" * 50_000,
    "links": "[a](" * 20_000,
    "less-thans": "<" * 50_000,
    "tags": "<i>" * 20_000 + "<sub>" * 20_000,
    "MathML": "<mml:math>" * 20_000 + "<tex-math>" * 20_000,
    "attributes": "<i " + 'a="b" ' * 20_000,
    "backticks": "`a ``b " * 20_000,
    "quotes": "`a'" * 30_000,
    "parentheses": r"\(" * 50_000 + r"\[ " * 50_000,
    "environments": r"\begin{equation}" * 5_000 + r"\begin{itemize}\item " * 5_000,
    "citations": r"\cite{" * 20_000,
    "scripts": "^{" * 20_000 + "_{" * 20_000,
    "formulas": " ".join(f"$x_{{{number}}}$" for number in range(5_000)),
    "deep formula": "$" + "{" * 1_000 + "x" + "}" * 1_000 + "$",
    "deep fractions": "$" + r"\frac{" * 30 + "x" + "}{y}" * 30 + "$",
    "a formula that grows": r"$\def\a{xx}"
    + "".join(rf"\def\{b}{{\{a}\{a}}}" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + r"\i$",
    "running text": r"$\text{" + r"\em    " * 50 + "^}$ $" + "1," * 190 + "a$ $^{" + r"\ab" * 130 + "^}$",
    "accents": "a" + "&#x301;" * 20_000,
    "backslashes": "\\" * 50_001,
    "lines": "\n" * 500_000 + "- a\n" * 10_000,
}


@pytest.mark.parametrize("source", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
def test_no_text_is_too_much(source: str) -> None:
    rendered = render(source)

    assert sum(len(unit.html) for unit in units(rendered.html)) == len(rendered.html)
    excerpt(rendered, 300)
    mark(rendered, [(2, 5), (7, 4000)])
