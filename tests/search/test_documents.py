"""The words papers are found by."""

import pytest

from catalogue.search import document, fold
from catalogue.search.documents import Finder, joined, query_words, words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Número  GÖDEL\n", "numero godel"),
        ("Go\u0308del", "godel"),
        ("Łojasiewicz Ørsted Straße", "lojasiewicz orsted strasse"),
        ("ｆｕｌｌ width ﬁ", "full width fi"),
        ("Ωμέγα", "ωμεγα"),
        ("强化学习 がぎ", "强化学习 がぎ"),
        ("x² ½", "x2 1⁄2"),
        ("ℌ𝔸 𝐗 K", "ha x k"),
    ],
)
def test_case_accents_and_width_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold(folded) == folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Learning learned learns", "learn learn learn"),
        ("Optimizing GANs", "optim gan"),
        ("Parkinson's O'Brien don’t", "parkinson obrien dont"),
        ("multi-agent GPT-4 Qwen2.5", "multi agent gpt 4 qwen2 5"),
        ("α-divergence β1 Δx", "alpha diverg beta1 delta x"),
        ("\\alpha $\\varepsilon$ ε", "alpha epsilon epsilon"),
        ("Ωμέγα λόγος", "ωμεγα λογοσ"),
        ("强化学习 GPT模型", "强化 化学 学习 习 gpt 模型 型"),
        ("हिन्दी 한국어", "हिन्दी 한국어"),
        ("so\u00adft zero\u200bwidth", "soft zerowidth"),
        ("C++ a/b 1e5 🙂 <x>", "c a b 1e5 x"),
        ("x" * 100, "x" * 64),
    ],
)
def test_words_are_folded_and_lose_their_endings(text: str, expected: str) -> None:
    assert " ".join(words(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("multi-agent GPT-4", ["multiag", "gpt4"]),
        ("Kullback–Leibler", ["kullbackleibl"]),
        ("3.5 e.g. end.Next", ["35"]),
        ("β_1", ["beta1"]),
        ("a -b - c", []),
        ("强化-学习", []),
    ],
)
def test_hyphenated_words_are_also_one_word(text: str, expected: list[str]) -> None:
    assert joined(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("学习", ["学习"]), ("强", ["强"]), ("GPT模型", ["gpt", "模型"])])
def test_a_chinese_query_may_end_inside_a_run(text: str, expected: list[str]) -> None:
    assert query_words(text) == expected


def test_a_document_holds_each_part_once_parted_by_borders() -> None:
    found = document(
        "DreamerV3: a model", ["Dreamer-V3", "Dreamer-V3"], ["Ada Bell", "Mo"], "A multi-agent x.", "abcd1234"
    )

    assert found.title == "dreamerv3 a model ¦ dreamer v3 ¦ dreamerv3 ¦ ¤dreamer ¤v3 ¤dreamerv3 ¦ abcd1234"
    assert found.authors == "ada bell ¦ mo"
    assert found.abstract == "a multi agent x ¦ multiag"


def test_a_document_has_a_longest_length() -> None:
    assert len(document("T", [], [], "x " * 200_000).abstract.split()) == 5000
    assert len(document("T", [], [], "强" * 200_000).abstract.split()) == 5000


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        ("Graph kernels and graphs", ["graph"], ["Graph", "graphs"]),
        ("Go\u0308del’s numbers", ["godel"], ["Go\u0308del’s"]),
        ("multi-agent agents", ["agent"], ["agent", "agents"]),
        ("multi-agent", ["multiag"], ["multi-agent"]),
        ("an α-divergence", ["alpha"], ["α"]),
        ("深度强化学习", ["强化"], ["强化"]),
    ],
)
def test_places_are_offsets_into_the_printed_text(text: str, wanted: list[str], expected: list[str]) -> None:
    assert [text[start:end] for start, end, _ in Finder(wanted).places(text)] == expected


def test_places_are_found_by_the_beginning_of_a_word_too() -> None:
    assert Finder([], ["gra"]).places("graphs, grammar") == [(0, 6, "graph"), (8, 15, "grammar")]


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("LLM", "LLMs"),
        ("VLMs", "VLM"),
        ("O(1/k^3)", "𝒪(1/k³)"),
        (r"\mathcal{O}(1/k^3)", "O(1/k³)"),
        ("PT^2-LLM", "PT²-LLM"),
        ("PT$^2$-LLM", "PT²-LLM"),
        ("x^{10}", "x¹⁰"),
        ("US$5", "US $5"),
    ],
)
def test_acronyms_and_formulas_are_found_as_they_are_typed(typed: str, printed: str) -> None:
    assert words(typed) == words(printed)
    assert joined(typed) == joined(printed)


@pytest.mark.parametrize("word", ["css", "vs", "dss"])
def test_what_is_no_plural_keeps_its_end(word: str) -> None:
    assert words(word) == [word]
