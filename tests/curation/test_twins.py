"""Tags that are probably one, told by their labels."""

import pytest

from catalogue.curation import Twin, near_twins


def twins_of(*labels: str, **options: object) -> list[Twin]:
    """The twins among tags of one kind, each with one label; those of `a|b` are one tag's."""
    rows = [(tag, "method", each) for tag, names in enumerate(labels, start=1) for each in names.split("|")]
    return near_twins(rows, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Self-distillation", "Self distillation", "case, accents or signs"),
        ("$k$-means", "K-Means", "case, accents or signs"),
        ("Schrödinger bridge", "Schrodinger bridge", "case, accents or signs"),
        ("AI for science", "AI4Science", "case, accents or signs"),
        ("Fine‑tuning", "finetuning", "hyphen or space"),
        ("VisionLanguageModels", "vision language model", "singular and plural"),
        ("matrix", "matrices", "singular and plural"),
        ("meta-analysis", "meta analyses", "singular and plural"),
        ("normalising flow", "normalizing flow", "British and American spelling"),
        ("colour constancy", "color constancy", "British and American spelling"),
        ("labelled data", "labeled data", "British and American spelling"),
        ("behavioural cloning", "behavioral cloning", "British and American spelling"),
        ("LLM-as-a-judge", "LLM-as-judge", "small words"),
        ("large language model", "large language models (LLMs)", "an acronym in brackets"),
        ("LLM", "LLM (large language model)", "an acronym in brackets"),
        ("retrieval-augmented generation", "RAG", "an acronym"),
        ("reinforcement learning from human feedback", "RLHF", "an acronym"),
        ("Monte Carlo tree search", "MCTS", "an acronym"),
        ("explainable AI", "XAI", "an acronym"),
        ("3D Gaussian splatting", "3DGS", "an acronym"),
        ("out-of-distribution detection", "OOD detection", "an acronym"),
        ("key-value cache compression", "KV cache compression", "an acronym"),
        ("low-rank adaptation", "LoRA", "an acronym"),
        ("transfer learning", "tranfser learning", "spelling"),
        ("continual learning", "continual larning", "spelling"),
        ("interpretability", "interpretibility", "spelling"),
        ("theory of reinforcement learning", "reinforcement learning theory", "word order"),
        ("augmented Lagrangian method", "augmented Lagrangian", "a word that adds nothing"),
        ("foundational model", "foundation models", "ending"),
        ("强化学习 (reinforcement learning)", "reinforcement learning", "translation"),
        ("обучение / learning theory", "learning theory", "translation"),
    ],
)
def test_twins_are_found_with_their_reason(one: str, other: str, reason: str) -> None:
    found = twins_of(one, other)

    assert [(twin.one, twin.other, twin.labels, twin.reason) for twin in found] == [(1, 2, (one, other), reason)]
    assert 0 < found[0].score <= 1
    assert [twin[:2] for twin in twins_of(other, one)] == [(1, 2)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-3", "GPT-4"),
        ("GPT-3.5", "GPT-35"),
        ("Llama 2 7B", "Llama 27B"),
        ("CIFAR-10", "CIFAR-100"),
        ("2D", "3D"),
        ("2D Gaussian splatting", "3DGS"),
        ("supervised learning", "unsupervised learning"),
        ("convex optimization", "non-convex optimization"),
        ("symmetric", "asymmetric"),
        ("typical", "atypical"),
        ("offline learning", "online learning"),
        ("macroeconomics", "microeconomics"),
        ("interpolation", "extrapolation"),
        ("encoder", "decoder"),
        ("learned", "learner"),
        ("optimizer", "optimized"),
        ("text-to-image", "image-to-text"),
        ("supervised", "supervision"),
        ("C", "C++"),
        ("C++", "C#"),
        ("A search", "A* search"),
        ("language", "language model"),
        ("attention", "attention method"),
        ("type I error", "type II error"),
        ("RL", "representation learning"),
        ("SVM", "SVD"),
        ("multi-modal", "multi-model"),
        ("监督学习", "无监督学习"),
        ("BERT 微调", "BERT"),
        ("🙂", "🙃"),
        ("+", "-"),
    ],
)
def test_other_things_are_no_twins(one: str, other: str) -> None:
    # Words of which there are many are no slips.
    assert twins_of(one, other, "multi-modal data", "modal logic", "world models", "reward models") == []


def test_labels_of_one_tag_are_no_twins_and_alternative_ones_count() -> None:
    assert twins_of("large language model|LLM|large language models") == []
    assert [twin[:3] for twin in twins_of("attention|self-attention", "Self attention")] == [
        (1, 2, ("self-attention", "Self attention"))
    ]


def test_in_two_kinds_only_the_same_spelling_is_told() -> None:
    rows = [(1, "task", "Image editing"), (2, "keyword", "image-editing"), (3, "keyword", "image editting")]

    assert [(twin.one, twin.other, twin.reason) for twin in near_twins(rows)] == [
        (1, 2, "in two kinds"),
        (2, 3, "spelling"),
    ]


def test_three_that_are_one_are_paired_with_the_one_that_has_most_papers() -> None:
    labels = ("finetuning", "fine-tuning", "fine tuning")

    assert {twin[:2] for twin in twins_of(*labels, papers={1: 2, 2: 9, 3: 4})} == {(1, 2), (2, 3)}


def test_an_acronym_means_what_papers_say_it_does() -> None:
    labels = ("RL", "reinforcement learning", "representation learning")
    said = [("RL", "Reinforcement learning")]

    assert [twin[:2] for twin in twins_of(*labels, expansions=said)] == [(1, 2)]


def test_an_acronym_that_papers_spell_out_need_not_be_made_of_initials() -> None:
    labels = ("BERT", "bidirectional transformers", "LoRA", "low-rank adaptation", "low-rank approximation")
    said = [("BERT", "Bidirectional Transformers"), ("LoRA", "Low-Rank Adaptation")]

    assert {twin[:2] for twin in twins_of(*labels, expansions=said)} == {(1, 2), (3, 4)}


def test_an_acronym_with_two_meanings_and_no_word_for_either_is_not_guessed() -> None:
    assert twins_of("DPO", "direct preference optimization", "discrete policy optimization") == []


def test_labels_without_a_letter_and_none_at_all_are_borne() -> None:
    assert near_twins([]) == []
    assert twins_of("()", "…", "(x)", "((LLM))", "a" * 200, "- (", "((((") == []
