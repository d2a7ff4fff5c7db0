"""Where the patterns of terms stand in a text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.extraction import Patterns, Term, words_of


def term(*patterns: str, number: int = 1, kind: str = "method") -> Term:
    return Term(number, kind, f"term-{number}", f"Term {number}", patterns)


def found(text: str, *terms: Term) -> list[tuple[int, str]]:
    """Each match as (number of the term, quotation)."""
    return [(match.term.id, text[match.start : match.end]) for match in Patterns(terms).matches(words_of(text))]


def quotes(text: str, *patterns: str) -> list[str]:
    return [quote for _, quote in found(text, term(*patterns))]


@pytest.mark.parametrize("between", [" ", "-", "‐", "‑", "–", "/", "\n", "\u00a0", " - ", " / "])
def test_hyphens_dashes_slashes_and_spaces_are_the_same(between: str) -> None:
    text = f"We sort few{between}shot learners."
    for pattern in ("few-shot", "few shot", "few–shot", "few/shot"):
        assert quotes(text, pattern) == [f"few{between}shot"]


@pytest.mark.parametrize(
    "between", [". ", ".", ", ", "; ", ": ", "? ", "! ", " (", ") ", "。", "…", " “", " = ", "    "]
)
def test_nothing_stands_across_the_marks_of_a_sentence(between: str) -> None:
    assert quotes(f"We take few{between}shot it is.", "few-shot") == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("graph", "graph"),
        ("graph", "Graphs"),
        ("graph", "GRAPH"),
        ("graphs", "graph"),
        ("policy", "policies"),
        ("policies", "Policy"),
        ("loss", "losses"),
        ("box", "boxes"),
        ("branch", "branches"),
        ("class", "class"),
        ("bias", "bias"),
        ("corpus", "Corpus"),
        ("series", "Series"),
        ("analysis", "Analysis"),
        ("straße", "Straße"),
        ("größe", "GRÖSSE"),
        ("kernmaß", "kernmaß"),
        ("électron", "ÉLECTRONS"),
        ("граф", "Граф"),
        ("图神经", "图神经"),
    ],
)
def test_a_word_in_lower_case_stands_for_any_case_and_number(pattern: str, text: str) -> None:
    assert quotes(f"a {text} b", pattern) == [text]


@pytest.mark.parametrize(
    ("pattern", "text", "stands"),
    [
        ("RAG", "RAG", True),
        ("RAG", "RAGs", True),
        ("RAG", "rag", False),
        ("RAG", "Rag", False),
        ("RAG", "RAGS", False),
        ("RAG", "dRAG", False),
        ("RAGs", "RAG", False),
        ("RAGs", "RAGs", True),
        ("Mamba", "mamba", False),
        ("Mamba", "Mambas", True),
        ("iPhone", "iPhones", True),
        ("iPhone", "IPhone", False),
        ("graph RAG", "Graphs RAG", True),
        ("graph RAG", "Graph rag", False),
        ("RAG graph", "RAG GRAPHS", True),
        ("ÉTÉ", "été", False),
    ],
)
def test_a_word_with_a_capital_stands_for_itself_with_or_without_a_plural_s(
    pattern: str, text: str, stands: bool
) -> None:
    assert quotes(f"a {text} b", pattern) == ([text] if stands else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Qwen2.5 and Qwen2", ["Qwen2.5"]),
        ("Qwen2.5-7B wins.", ["Qwen2.5"]),
        ("We use Qwen2.5. It wins.", ["Qwen2.5"]),
        ("Qwen2.5.1", []),
        ("Qwen2.55", []),
        ("Qwen 2.5", []),
        ("(Qwen2.5)", ["Qwen2.5"]),
    ],
)
def test_a_version_is_part_of_its_word(text: str, expected: list[str]) -> None:
    assert quotes(text, "Qwen2.5") == expected
    assert quotes(text, "Qwen") == (["Qwen"] if "Qwen 2" in text else [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a graph", ["graph"]),
        ("a knowledge graph", []),
        ("Knowledge-Graphs of graphs", ["graphs"]),
        ("knowledge, graph", ["graph"]),
        ("a graph network of knowledge graphs", ["graph network"]),
        ("knowledge graph network", []),
    ],
)
def test_where_an_exception_stands_the_other_patterns_of_its_term_do_not_count(text: str, expected: list[str]) -> None:
    assert quotes(text, "graph", "graph network", "!knowledge graph") == expected
    assert quotes(text, "graph", "!knowledge graph", "!none") == quotes(text, "!none", "!knowledge graph", "graph")


def test_an_exception_does_not_count_for_a_longer_pattern_around_it() -> None:
    assert quotes("deep knowledge graphs win", "deep knowledge graph", "graph", "!knowledge graph") == [
        "deep knowledge graphs"
    ]


def test_an_exception_is_for_its_own_term() -> None:
    text = "a knowledge graph"
    assert found(text, term("graph", "!knowledge graph"), term("graph", number=2)) == [(2, "graph")]


def test_the_longest_match_of_a_kind_counts_and_the_first_of_those_that_overlap() -> None:
    terms = [
        term("graph"),
        term("graph network", number=2),
        term("network search", number=3),
        term("network", number=4, kind="task"),
    ]
    assert found("a graph network search", *terms) == [(2, "graph network"), (4, "network")]
    assert found("graph, network search", *terms) == [(1, "graph"), (3, "network search"), (4, "network")]
    assert found("graph graph network", *terms) == [(1, "graph"), (2, "graph network"), (4, "network")]


def test_terms_that_share_a_pattern_are_both_found_and_one_with_two_spellings_once() -> None:
    terms = [term("few-shot", "few shot", "fews shots"), term("few-shot", number=2)]
    assert sorted(found("few-shot", *terms)) == [(1, "few-shot"), (2, "few-shot")]


@pytest.mark.parametrize("pattern", ["", " ", "!", "—", "!!", "🙂", "_"])
def test_a_pattern_without_a_word_finds_nothing(pattern: str) -> None:
    assert quotes(f"a {pattern} b", pattern) == []


def test_offsets_count_code_points() -> None:
    text = "𝐋𝐢 🙂 we use 𝔾raph 𝐋𝐋𝐌 and graphs"
    (first, second) = Patterns([term("𝐋𝐋𝐌"), term("graph", number=2)]).matches(words_of(text))
    assert (text[first.start : first.end], text[second.start : second.end]) == ("𝐋𝐋𝐌", "graphs")


WORDS = st.sampled_from(
    ["a", "b", "B", "as", "bs", "Bs", "AB", "ABs", "q2.5", "q2", "policy", "policies", "é", "e\u0301", "𝐋", "ß", "2.5"]
)
SEPARATORS = st.sampled_from([" ", " ", " ", "-", "/", "–", ", ", ". ", "", "@", "&", "\n", " - ", "’", "\u200b"])


@st.composite
def phrases(draw: st.DrawFn, longest: int) -> str:
    pieces = draw(st.lists(st.tuples(WORDS, SEPARATORS), min_size=1, max_size=longest))
    return "".join(word + separator for word, separator in pieces)


@st.composite
def some_terms(draw: st.DrawFn) -> list[Term]:
    patterns = st.lists(st.tuples(st.sampled_from(["", "", "", "!"]), phrases(3)).map("".join), max_size=3)
    numbers = range(1, draw(st.integers(2, 7)))
    return [term(*draw(patterns), number=n, kind=draw(st.sampled_from(["method", "task"]))) for n in numbers]


def edges_of(text: str) -> list[tuple[int, int]]:
    """Where words stand: runs of letters and digits, a version in one."""
    return [match.span() for match in re.finditer(r"[^\W_]+(?:\.[0-9]+)*", text)]


def one_by_one(terms: list[Term], text: str) -> set[tuple[int, int, int]]:
    """The matches of each pattern tried alone at every word; then, of each kind, the first and longest ones."""
    edges = edges_of(text)
    stands: list[tuple[int, int, Term, bool]] = []
    for each in terms:
        for pattern in each.patterns:
            length, plain = len(edges_of(pattern)), term(pattern.lstrip("!"))
            for at in range(len(edges) - length + 1 if length else 0):
                stretch = text[edges[at][0] : edges[at + length - 1][1]]
                if found(stretch, plain) == [(1, stretch)]:
                    stands.append((at, at + length, each, pattern.startswith("!")))
    exceptions = [each for each in stands if each[3]]
    left = [
        (first, last, each)
        for first, last, each, exception in stands
        if not exception
        and not any(e.id == each.id and a < last and first < z and z - a >= last - first for a, z, e, _ in exceptions)
    ]
    chosen: set[tuple[int, int, int]] = set()
    for kind in {each.kind for _, _, each in left}:
        reached = 0
        while after := [(a, -z) for a, z, each in left if each.kind == kind and a >= reached]:
            first, last = min(after)[0], -min(after)[1]
            chosen |= {(each.id, a, z) for a, z, each in left if each.kind == kind and (a, z) == (first, last)}
            reached = last
    return {(number, edges[first][0], edges[last - 1][1]) for number, first, last in chosen}


@settings(max_examples=150, deadline=None)
@given(some_terms(), phrases(12))
def test_all_patterns_at_once_find_what_each_finds_alone(terms: list[Term], text: str) -> None:
    matches = [(match.term.id, match.start, match.end) for match in Patterns(terms).matches(words_of(text))]
    assert set(matches) == one_by_one(terms, text)
    assert len(set(matches)) == len(matches)
    assert [start for _, start, _ in matches] == sorted(start for _, start, _ in matches)


@settings(deadline=None)
@given(some_terms(), st.text())
def test_every_match_quotes_whole_words(terms: list[Term], text: str) -> None:
    edges = edges_of(text)
    for match in Patterns([*terms, term(text[:20], number=99)]).matches(words_of(text)):
        assert (match.start, match.end) == (edges[match.first][0], edges[match.last - 1][1])
        assert 0 <= match.start < match.end <= len(text)


def test_a_compiled_set_of_patterns_answers_the_same_every_time() -> None:
    patterns = Patterns([term("graph", "RAG"), term("graph network", number=2)])
    texts = ["a graph network", "RAGs", "rag", "graph", "a graph network"]
    answers = [patterns.matches(words_of(text)) for text in texts]
    assert answers == [patterns.matches(words_of(text)) for text in texts]
    assert answers[0] == answers[-1]


def test_exceptions_of_a_frequent_word_are_looked_up_not_compared() -> None:
    patterns = Patterns([Term(1, "method", "a", "a", ("a", "!a b", "!b a"))])
    assert [match.start for match in patterns.matches(words_of("a c a b a c b a " * 2))] == [0, 16]
