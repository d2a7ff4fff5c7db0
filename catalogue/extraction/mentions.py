"""Places of a text where something stands that could be a name, with the words around them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.extraction.sentences import Role, Sentence

_LETTERS = r"\w+#†★‐‑−–\-"
_CAPITAL = "A-ZÀ-ÖØ-ÞΑ-Ω𝐀-𝐙𝒜-𝒵𝓐-𝓩"
_SMALL = "a-zß-öø-ÿα-ω"
# A word with a capital in it, or a figure right after its letters; runs of small letters are not tried twice.
_TOKEN = (
    rf"(?:[{_CAPITAL}]|[{_SMALL}](?:[{_SMALL}]|[‐‑–\-](?=[{_SMALL}{_CAPITAL}]))*+(?=[{_CAPITAL}\d²³⁴])|\d++(?=[{_CAPITAL}]))"
    rf"(?:[{_LETTERS}]|\.(?=\d)|\*(?![\w*])|&(?=[A-Z])|!(?=,| [a-z]))*"
)
# Words that begin a sentence and no name.
_OPENERS = (
    r"The|On|In|We|Our|This|These|It|Its|To|For|With|By|From|A|An|And|But|As|At|If|All|Both|Here|Also|Such|Each|When|While|Where|"
    r"What|How|Why|Can|Is|Are|Do|Does|Using|Based|Building|Experiments?|Extensive|Results?|Code|However|Moreover|Furthermore|"
    r"Additionally|Finally|First|Second|Third|Specifically|Notably|Unlike|Across|Through|Compared|Under|Given|Evaluated|Motivated|"
    r"Inspired|Empirically|Theoretically|Importantly|Existing|Recent|Project|Besides|Meanwhile|Thus|Then|That|They|Despite|After|"
    r"Before|Since|Because|Although|Though|Towards?|Among|Together|Overall|Equipped|Trained|Built|Constructed|Leveraging|Introducing"
)
_MENTION = re.compile(
    rf"(?<![{_LETTERS}.@/\\])(?=[{_CAPITAL}{_SMALL}\d])(?!(?:{_OPENERS})[^\w-]){_TOKEN}"
    rf"(?:(?: (?:of|for|and|via|with|in|to|on|by|from|through|as|the|a|under|over|at|&))?(?: (?:the|a|an))? {_TOKEN}){{0,9}}"
)
# A word written as only names and abbreviations are: a capital inside, capitals only, a digit among letters, a raised figure.
_STRONG = re.compile(
    r"[a-zß-ÿ][A-Z]|[A-ZÀ-Þ]{2}|[^\W\d_]\d|\d[A-Za-z]|[²³¹⁰-⁹₀-₉]|\w\+\+|^[α-ωΑ-Ω][‐‑-]|[A-Z][‐‑-][A-Z0-9]|^[A-Z][\w-]*[‐‑-]\d|[A-Z]&[A-Z]|^[A-Z][‐‑-][A-Z][a-z]+|[\U0001d400-\U0001d7ff]"
)
# An adjective made of a name: "LLM-based", "RL-driven", "GPT-4-level".
_ADJECTIVE = re.compile(
    r"[‐‑–-](?:based|aware|driven|guided|style|like|level|free|augmented|agnostic|powered|enhanced|wise|specific|oriented|centric|"
    r"compatible|trained|assisted|induced|inspired|generated|related|type|to|only|invariant|equivariant|complete|hard|optimal|"
    r"inducing|parameter|parameterized|constrained|regularized|aligned|tuned|tuning|conditioned|enabled|dependent|theoretic|informed|scale|"
    r"shot|bit|step|class|time|turn|as|of|in|the|and|by|scaling|norm|ahead|friendly|distilled|supervised|hop|view|modal|"
    r"mediated|structured|grounded|trainable|routed|initialized|preserving|efficient|training|layer|head|token|dimensional|"
    r"world|quality|resolution|grained|rank|range|horizon|order|art|end|linear|convex|smooth|stationary|consistent|"
    r"Based|Aware|Driven|Guided|Free|Augmented|Agnostic)s?$"
)
# Abbreviations of the whole field: never the name of one paper's contribution.
_FIELD = re.compile(
    r"(?:(?:non|pre|post|multi|semi|sub|inter|intra|anti|cross)-.*|ID|[A-Z]?LLM|MLLM|LVLM|VLM|LMM|LRM|SLM|LM|VLA|FM|DNN|CNN|RNN|GNN|NN|ViT|MoE|RL|RLHF|RLVR|AI|AGI|ML|DL|NLP|CV|RAG|CoT|SFT|"
    r"GPU|CPU|TPU|API|GUI|SOTA|OOD|PDE|ODE|SDE|MDP|POMDP|KL|KV|SGD|QA|VQA|MCP|CUDA|KD|PTQ|QAT|FLOP|SVD|PCA|MLP|GAN|VAE|"
    r"SAE|DiT|ICL|TTS|ASR|AR|IID|NP|US|UK|URL|PDF|JSON|HTML|SQL|STEM|CAD|MRI|CT|EEG|DNA|RNA|LoRA|"
    r"[a-z]{4,}\d|\d+(?:\.\d+)?[BMKT]|[0-4]D|[A-Z])s?(?:[-–](?:LLM|VLM|LM|RL|CoT|NLP|AI)s?)?"
)
NAMING = (
    r"(?:pro-? ?pos(?:e|es|ing|ed)|introduc(?:e|es|ing|ed)|present(?:s|ing|ed)?|develop(?:s|ing|ed)?|design(?:s|ing|ed)?|buil[dt]s?|"
    r"construct(?:s|ing|ed)?|creat(?:e|es|ing|ed)|releas(?:e|es|ing|ed)|curat(?:e|es|ing|ed)|contribut(?:e|es|ing)|"
    r"establish(?:es|ing|ed)?|formulat(?:e|es|ing)|devis(?:e|es|ing|ed)|unveil(?:s|ing)?|offer(?:s|ing)?|provid(?:e|es|ing)|"
    r"put forward|implement(?:s|ing)?|collect|train|obtain|yield(?:s|ing)?|instantiat(?:e|es)|describ(?:e|es)|deriv(?:e|es)|"
    r"(?:gap|problem|challenges?|issues?|forward|paradigm|idea|insights?|principles?|framework|this|these|them) with|open[- ]sourc(?:e|ing)|defin(?:e|es|ing)|explore|study|"
    r"suggest|consider|report|share|advance|extend \w+ to|leads? to|resulting in)"
)
_NAMING = re.compile(rf"\b{NAMING}(?=[ ,:—(])")
# Verbs with which nothing but a contribution is brought in.
STRONG_NAMING = re.compile(
    r"(?:pro-? ?pos|introduc|present|develop|releas|curat|unveil|devis|put forward|design|buil|construct|creat|contribut|"
    r"(?:gap|problem|challenges?|issues?|forward|paradigm|idea|insights?|principles?|framework|this|these|them) with|open[- ]sourc)"
)


@dataclass(slots=True)
class Mention:
    """Something like a name at `start` to `end` of the text, `left` and `right` being the rest of its sentence.

    `verb` is where a verb of introducing ends in the words before it, or -1.
    """

    name: str
    start: int
    end: int
    sentence: Sentence
    left: str
    right: str
    verb: int
    strong: bool
    naming: str


def is_strong(word: str) -> bool:
    """Tell whether a word is written as only names and abbreviations are: `ReDDiT`, `PT²-LLM`, `HFL-150K`."""
    return bool(_STRONG.search(word)) and not _ADJECTIVE.search(word)


def is_general(word: str) -> bool:
    """Tell whether a word can be nobody's name: an abbreviation of the field, an adjective made of a name."""
    return bool(_FIELD.fullmatch(word) or _ADJECTIVE.search(word))


_SELF = re.compile(r"\b(?:[Ww]e|[Oo]ur|[Ii]n this (?:paper|work|study)|[Tt]his (?:paper|work|study))\b")


def occurrences(text: str, name: str, start: int, count: int, plural: bool = False) -> Iterator[int]:
    """Yield where a name stands as a word of its own, from `start` on, at most `count` places."""
    at = text.find(name, start)
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


def zone_start(sentences: list[Sentence]) -> int:
    """Return the index of the first sentence that says what the paper does, 0 where none does."""
    return next((i for i, each in enumerate(sentences) if each.role is not Role.BACKGROUND or _SELF.search(each.text)), 0)


# Spaces of other widths, so that one space is the only one to look for; the length stays the same.
_SPACES = str.maketrans(dict.fromkeys("\t\n\r\u00a0\u2002\u2003\u2009\u200a\u202f", " "))


def mentions(sentences: list[Sentence]) -> Iterator[Mention]:
    """Yield what could be a name in these sentences, in order."""
    for sentence in sentences:
        words = sentence.text.translate(_SPACES)
        verbs: list[tuple[int, str]] | None = None
        for match in _MENTION.finditer(words):
            if verbs is None:
                verbs = [(found.end(), found[0]) for found in _NAMING.finditer(words)]
            for start, end in _parts(words, match.start(), match.end()):
                verb, naming = -1, ""
                for at, which in verbs:
                    if at > start:
                        break
                    verb, naming = at, which
                name = words[start:end]
                yield Mention(
                    name,
                    sentence.start + start,
                    sentence.start + end,
                    sentence,
                    words[max(0, start - 160) : start],
                    words[end : end + 60],
                    verb if verb < 0 else start - verb,
                    is_strong(name) if " " not in name else False,
                    naming,
                )


_JOINT = re.compile(r" (?:of|for|and|via|with|in|to|on|by|from|through|as|under|over|at)(?: (?:the|a|an))? ")


def _parts(words: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a run of capitalised words whole, or in pieces where a word of it is a name by its shape."""
    piece = words[start:end]
    stripped = piece.rstrip("-–−‐‑.")
    end -= len(piece) - len(stripped)
    if " " not in stripped or not any(is_strong(word) and not is_general(word) for word in stripped.split()):
        yield start, end
        return
    at = start
    for joint in [*_JOINT.finditer(words, start, end), None]:
        stop = joint.start() if joint else end
        if stop > at:
            yield at, stop
        at = joint.end() if joint else end
