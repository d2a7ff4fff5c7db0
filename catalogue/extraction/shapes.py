"""How names are written, and where a name stands in a text."""

import re
from collections.abc import Iterator

# A word written as only names and abbreviations are: a capital inside, capitals only, a digit among letters.
_STRONG = re.compile(
    r"[a-zß-ÿ][A-Z]|[A-ZÀ-Þ]{2}|[^\W\d_]\d|\d[A-Za-z]|[²³¹⁰-⁹₀-₉]|\w\+\+|^[α-ωΑ-Ω][‐‑-]|[A-Z][‐‑-][A-Z0-9]|"
    r"^[A-Z][\w-]*[‐‑-]\d|[A-Z]&[A-Z]|^[A-Z][‐‑-][A-Z][a-z]+|[\U0001d400-\U0001d7ff]"
)
# An adjective made of a name: "LLM-based", "RL-driven", "GPT-4-level".
_ADJECTIVE = re.compile(
    r"[‐‑–-](?:based|aware|driven|guided|style|like|level|free|augmented|agnostic|powered|enhanced|wise|specific|"
    r"oriented|centric|compatible|trained|assisted|induced|inspired|generated|related|type|to|only|invariant|"
    r"equivariant|complete|hard|optimal|inducing|parameter|parameterized|constrained|regularized|aligned|tuned|"
    r"tuning|conditioned|enabled|dependent|theoretic|informed|scale|shot|bit|step|class|time|turn|as|of|in|the|"
    r"and|by|scaling|norm|ahead|friendly|distilled|supervised|hop|view|modal|mediated|structured|grounded|"
    r"trainable|routed|initialized|preserving|efficient|training|layer|head|token|dimensional|world|quality|"
    r"resolution|grained|rank|range|horizon|order|art|end|linear|convex|smooth|stationary|consistent|Based|Aware|"
    r"Driven|Guided|Free|Augmented|Agnostic)s?$"
)
# Abbreviations of the whole field: never the name of one paper's contribution.
_FIELD = re.compile(
    r"(?:(?:non|pre|post|multi|semi|sub|inter|intra|anti|cross)-.*|ID|[A-Z]?LLM|MLLM|LVLM|VLM|LMM|LRM|SLM|LM|VLA|"
    r"FM|DNN|CNN|RNN|GNN|NN|ViT|MoE|RL|RLHF|RLVR|AI|AGI|ML|DL|NLP|CV|RAG|CoT|SFT|"
    r"GPU|CPU|TPU|API|GUI|SOTA|OOD|PDE|ODE|SDE|MDP|POMDP|KL|KV|SGD|QA|VQA|MCP|CUDA|KD|PTQ|QAT|FLOP|SVD|PCA|MLP|GAN|VAE|"
    r"SAE|DiT|ICL|TTS|ASR|AR|IID|NP|US|UK|URL|PDF|JSON|HTML|SQL|STEM|CAD|MRI|CT|EEG|DNA|RNA|LoRA|"
    r"[a-z]{4,}\d|\d+(?:\.\d+)?[BMKT]|[0-4]D|[A-Z])s?(?:[-–](?:LLM|VLM|LM|RL|CoT|NLP|AI)s?)?"
)


def is_strong(word: str) -> bool:
    """Tell whether a word is written as only names and abbreviations are: `ReDDiT`, `PT²-LLM`, `HFL-150K`."""
    if word.isascii() and word.isalpha() and word[1:].islower():
        return False
    return bool(_STRONG.search(word)) and not _ADJECTIVE.search(word)


def is_general(word: str) -> bool:
    """Tell whether a word can be nobody's name: an abbreviation of the field, an adjective made of a name."""
    return len(word) == 1 or bool(_FIELD.fullmatch(word) or _ADJECTIVE.search(word))


def occurrences(text: str, name: str, count: int, plural: bool = False) -> Iterator[int]:
    """Yield where a name stands as a word of its own, at most `count` times."""
    at = text.find(name)
    while at >= 0 and count > 0:
        end = at + len(name)
        if plural and text[end : end + 1] == "s":
            end += 1
        if not _goes_on(text[at - 1 : at]) and not _goes_on(text[end : end + 1]):
            count -= 1
            yield at
        at = text.find(name, at + 1)


def _goes_on(letter: str) -> bool:
    return letter.isalnum() or letter in ("-", "_")
