"""Places of a text where something stands that could be a name, with the words around them."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.extraction.sentences import Role, Sentence
from catalogue.extraction.shapes import is_general, is_strong

_LETTERS = r"\w+#†★‐‑−–\-"
_CAPITAL = "A-ZÀ-ÖØ-ÞΑ-Ω"
_SMALL = "a-zß-öø-ÿα-ω"
# Words that begin a sentence and no name.
_OPENERS = (
    r"The|On|In|We|Our|This|These|It|Its|To|For|With|By|From|A|An|And|But|As|At|If|All|Both|Here|Also|Such|Each|"
    r"When|While|Where|"
    r"What|How|Why|Can|Is|Are|Do|Does|Using|Based|Building|Experiments?|Extensive|Results?|Code|However|Moreover|"
    r"Furthermore|"
    r"Additionally|Finally|First|Second|Third|Specifically|Notably|Unlike|Across|Through|Compared|Under|Given|"
    r"Evaluated|Motivated|"
    r"Inspired|Empirically|Theoretically|Importantly|Existing|Recent|Project|Besides|Meanwhile|Thus|Then|That|"
    r"They|Despite|After|"
    r"Before|Since|Because|Although|Though|Towards?|Among|Together|Overall|Equipped|Trained|Built|Constructed|"
    r"Leveraging|Introducing"
)
# What a name goes on with.
_REST = rf"[{_LETTERS}]*+(?:(?:\.(?=\d)|\*(?![\w*])|&(?=[A-Z])|!(?=,| [a-z]))[{_LETTERS}]*+)*+"
# A word with a capital in it, or a figure right after its letters.
_IN_SMALL = rf"[{_SMALL}]++(?:[‐‑–\-][{_SMALL}]++)*+[‐‑–\-]?(?=[{_CAPITAL}\d²³⁴])|\d++(?=[{_CAPITAL}])"
_WORD = rf"(?:[{_CAPITAL}]|{_IN_SMALL}){_REST}"
_MENTION = re.compile(
    rf"(?<![{_LETTERS}.@/\\])(?:(?!(?:{_OPENERS})[^\w-])[{_CAPITAL}]|{_IN_SMALL}){_REST}"
    rf"(?:(?: (?:of|for|and|via|with|in|to|on|by|from|through|as|the|a|under|over|at|&))?(?: (?:the|a|"
    rf"an))? {_WORD}){{0,9}}"
)
NAMING = (
    r"(?:pro-? ?pos(?:e|es|ing|ed)|intro-? ?duc(?:e|es|ing|ed)|present(?:s|ing|ed)?|develop(?:s|ing|ed)?|"
    r"design(?:s|ing|ed)?|buil[dt]s?|"
    r"con-? ?struct(?:s|ing|ed)?|creat(?:e|es|ing|ed)|releas(?:e|es|ing|ed)|curat(?:e|es|ing|ed)|contribut(?:e|es|ing)|"
    r"establish(?:es|ing|ed)?|formulat(?:e|es|ing)|devis(?:e|es|ing|ed)|unveil(?:s|ing)?|offer(?:s|ing)?|"
    r"provid(?:e|es|ing)|"
    r"put forward|implement(?:s|ing)?|collect|train|obtain|yield(?:s|ing)?|instantiat(?:e|es)|describ(?:e|es)|"
    r"deriv(?:e|es)|"
    r"(?:gap|problem|challenges?|issues?|forward|paradigm|idea|insights?|principles?|framework|this|these|"
    r"them) with|open[- ]sourc(?:e|ing)|defin(?:e|es|ing)|explore|study|"
    r"suggest|consider|report|share|advance|extend \w+ to|leads? to|resulting in|result is)"
)
_NAMING = re.compile(rf"\b{NAMING}(?=[ ,:—(])")
# Verbs with which nothing but a contribution is brought in.
STRONG_NAMING = re.compile(
    r"(?:pro-? ?pos|intro-? ?duc|present|develop|releas|curat|unveil|devis|put forward|design|buil|con-? ?struct|"
    r"creat|contribut|"
    r"(?:gap|problem|challenges?|issues?|forward|paradigm|idea|insights?|principles?|framework|this|these|"
    r"them) with|open[- ]sourc)"
)


@dataclass(slots=True)
class Mention:
    """Something like a name at `start` to `end` of the text, `left` and `right` being the rest of its sentence.

    `verb` is how many characters before the mention a verb of introducing ends, or -1.
    """

    name: str
    start: int
    end: int
    sentence: Sentence
    left: str
    right: str
    verb: int
    strong: bool
    # The verb itself.
    naming: str

    @property
    def gap(self) -> str | None:
        """What stands between the verb and the mention; None where there is no verb, or one too far away."""
        if not 0 <= self.verb <= len(self.left):
            return None
        return self.left[len(self.left) - self.verb :]


_SELF = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Ii]n this (?:paper|work|study)|[Tt]his (?:paper|work|study))\b|^[A-Z]\S+ is (?:the first|"
    r"an? (?:novel|new))\b"
)
# Whoever else introduced something.
_OTHERS = re.compile(
    r"\b(?:[Rr]ecent|[Pp]rior|[Pp]revious|[Ee]xisting|[Ee]arlier|[Mm]any|[Ss]everal|[Oo]ther) (?:\w+ )?(?:works?|"
    r"studies|approaches|methods|research|papers|"
    r"literature|efforts|advances)\b|\bet al\b"
)


def zone_start(sentences: list[Sentence]) -> int:
    """Return the index of the first sentence that says what the paper does, 0 where none does."""
    return next(
        (i for i, each in enumerate(sentences) if each.role is not Role.BACKGROUND or _SELF.search(each.text)), 0
    )


# Spaces of other widths, so that one space is the only one to look for; the length stays the same.
_SPACES = str.maketrans(dict.fromkeys("\t\n\r\u00a0\u2002\u2003\u2009\u200a\u202f", " "))


def mentions(sentences: list[Sentence]) -> Iterator[Mention]:
    """Yield what could be a name in these sentences, in order."""
    for sentence in sentences:
        words = sentence.text
        if not words.isascii() or "\n" in words or "\t" in words:
            words = words.translate(_SPACES)
        verbs: list[tuple[int, str]] | None = None
        for match in _MENTION.finditer(words):
            if verbs is None:
                verbs = [(found.end(), found[0]) for found in _NAMING.finditer(words, _own_part(words))]
            for start, end in _parts(words, match.start(), match.end()):
                index = bisect_right(verbs, start, key=_place) - 1
                verb, naming = verbs[index] if index >= 0 else (-1, "")
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


def _own_part(words: str) -> int:
    """Return where a sentence comes to the paper itself, if it begins with the work of others."""
    others = _OTHERS.search(words)
    if others is None:
        return 0
    own = _SELF.search(words)
    return own.start() if own else len(words)


def _place(verb: tuple[int, str]) -> int:
    return verb[0]


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
