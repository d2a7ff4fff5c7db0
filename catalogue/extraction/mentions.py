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
_OPENERS = frozenset(
    (
        "The On In We Our This These It Its To For With By From A An And But As At If All Both Here Also Such Each "
        "When While Where What How Why Can Is Are Do Does Using Based Building Experiment Experiments Extensive "
        "Result Results Code However Moreover Furthermore Additionally Finally First Second Third Specifically "
        "Notably Unlike Across Through Compared Under Given Evaluated Motivated Inspired Empirically Theoretically "
        "Importantly Existing Recent Project Besides Meanwhile Thus Then That They Despite After Before Since Because "
        "Although Though Toward Towards Among Together Overall Equipped Trained Built Constructed Leveraging "
        "Introducing "
    ).split()
)
# What a name goes on with.
_REST = rf"[{_LETTERS}]*+(?:(?:\.(?=\d)|\*(?![\w*])|&(?=[A-Z])|!(?=,| [a-z]))[{_LETTERS}]*+)*+"
# A word with a capital in it, or a figure right after its letters.
_IN_SMALL = rf"[{_SMALL}]++(?:[‐‑–\-][{_SMALL}]++)*+[‐‑–\-]?(?=[{_CAPITAL}\d²³⁴])|\d++(?=[{_CAPITAL}])"
_WORD = rf"(?:[{_CAPITAL}]|{_IN_SMALL}){_REST}"
# Most words are nothing but small letters: they are passed over first.
_MENTION = re.compile(
    rf"\b(?![a-z]++[ ,.])(?<![{_LETTERS}.@/\\]){_WORD}"
    r"(?:(?: (?:of|for|and|via|with|in|to|on|by|from|through|as|the|a|under|over|at|&))?(?: (?:the|a|an))? "
    rf"{_WORD}){{0,9}}"
)
# Verbs that bring something in, by their first letters.
_NAMING = re.compile(
    r"\b(?:advance|buil[dt]s?|c(?:on-? ?struct(?:s|ing|ed)?|reat(?:e|es|ing|ed)|urat(?:e|es|ing|ed)|ontribut(?:e|"
    r"es|ing)|ollect|onsider|hallenges? with)|de(?:velop(?:s|ing|ed)?|sign(?:s|ing|ed)?|vis(?:e|es|ing|ed)|"
    r"scrib(?:e|es)|riv(?:e|es)|fin(?:e|es|ing))|e(?:stablish(?:es|ing|ed)?|xplore|xtend \w+ to)|f(?:ormulat(?:e|"
    r"es|ing)|orward with|ramework with)|gap with|i(?:ntro-? ?duc(?:e|es|ing|ed)|mplement(?:s|ing)?|nstantiat(?:e|"
    r"es)|(?:ssues?|dea|nsights?) with)|leads? to|o(?:ffer(?:s|ing)?|btain|pen[- ]sourc(?:e|ing))|"
    r"p(?:ro-? ?pos(?:e|es|ing|ed)|resent(?:s|ing|ed)?|rovid(?:e|es|ing)|ut forward|(?:roblem|aradigm|"
    r"rinciples?) with)|re(?:leas(?:e|es|ing|ed)|port|sulting in|sult is)|s(?:tudy|uggest|hare)|t(?:rain|(?:his|"
    r"hese|hem) with)|unveil(?:s|ing)?|yield(?:s|ing)?)(?=[ ,:—(])"
)
# Those with which nothing but a contribution is brought in.
STRONG_NAMING = re.compile(
    r"pro-? ?pos|intro-? ?duc|present|develop|releas|curat|unveil|devis|put forward|design|buil|con-? ?struct|creat|"
    r"contribut|\w+ with$|open[- ]sourc"
)


_TELLING = ("ur ", "call", "name", "term", "dub", "coin", "denote", "refer", "(")


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
    def telling(self) -> bool:
        """Whether anything about the mention could make it a name: its form, a verb, or a word before it."""
        if self.strong or self.verb >= 0 or " is " in self.right[:12]:
            return True
        near = self.left[-24:]
        return any(word in near for word in _TELLING)

    @property
    def gap(self) -> str | None:
        """What stands between the verb and the mention; None where there is no verb, or one too far away."""
        if not 0 <= self.verb <= len(self.left):
            return None
        return self.left[len(self.left) - self.verb :]


# Begins with one of a few characters, which is what makes it fast to look for.
_SELF = re.compile(r"[WwOoTt](?:e(?<=\b[Ww]e)|ur(?<=\b[Oo]ur)|his(?<=\b[Tt]his) (?:paper|work|study))\b")
_SELF_BY_NAME = re.compile(r"[A-Z]\S+ is (?:the first|an? (?:novel|new))\b")
# Whoever else introduced something, and the pieces these words have in common.
_OTHERS = re.compile(
    r"\b(?:[Rr]ecent|[Pp]rior|[Pp]revious|[Ee]xisting|[Ee]arlier) (?:\w+ )?(?:works?|studies|approaches|methods|"
    r"research|papers|literature|efforts|advances)\b|\bet al\b"
)
_OTHERS_PIECES = ("ecent ", "rior ", "revious ", "xisting ", "arlier ", "et al")


def zone_start(sentences: list[Sentence]) -> int:
    """Return the index of the first sentence that says what the paper does, 0 where none does."""
    return next((i for i, each in enumerate(sentences) if each.role is not Role.BACKGROUND or _own(each.text) >= 0), 0)


def _own(words: str) -> int:
    """Return where a sentence begins to speak of the paper, -1 where it does not."""
    if _SELF_BY_NAME.match(words):
        return 0
    found = _SELF.search(words)
    return found.start() if found else -1


# Spaces of other widths, so that one space is the only one to look for; the length stays the same.
_SPACES = str.maketrans(dict.fromkeys("\t\n\r\u00a0\u2002\u2003\u2009\u200a\u202f", " "))
_OTHER_SPACE = re.compile("[\t\n\r\u00a0\u2002\u2003\u2009\u200a\u202f]")


def mentions(sentences: list[Sentence]) -> Iterator[Mention]:
    """Yield what could be a name in these sentences, in order."""
    for sentence in sentences:
        words = sentence.text
        if _OTHER_SPACE.search(words):
            words = words.translate(_SPACES)
        verbs: list[tuple[int, str]] | None = None
        for match in _MENTION.finditer(words):
            if verbs is None:
                verbs = _verbs(words)
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


def _verbs(words: str) -> list[tuple[int, str]]:
    """Return the verbs of introducing in a sentence with where they end, without what it says of the work of others."""
    verbs = [(found.end(), found[0]) for found in _NAMING.finditer(words)]
    if verbs and any(piece in words for piece in _OTHERS_PIECES) and _OTHERS.search(words):
        own = _own(words)
        return [verb for verb in verbs if 0 <= own < verb[0]]
    return verbs


def _place(verb: tuple[int, str]) -> int:
    return verb[0]


_JOINT = re.compile(r" (?:of|for|and|via|with|in|to|on|by|from|through|as|under|over|at)(?: (?:the|a|an))? ")


def _parts(words: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a run of capitalised words whole, or in pieces where a word of it is a name by its shape."""
    while words[start:end].partition(" ")[0] in _OPENERS:
        start += len(words[start:end].partition(" ")[0]) + 1
    piece = words[start:end]
    if not piece:
        return
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
