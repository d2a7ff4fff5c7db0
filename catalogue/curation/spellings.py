"""How labels are spelled, taken down to what the spellings of one term have in common. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from catalogue.extraction import words_of

_ACCENTS = re.compile("[\u0300-\u036f]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]+")
# Signs that tell terms apart (C++, C#, A*), as words; and figures that stand for words (AI4Science).
_SIGNS = (("+", " plus "), ("#", " sharp "), ("*", " star "), ("&", " and "))
_FOR = re.compile(r"(?<=[^\W\d_])4(?=[^\W\d_]{3})")
_BRACKET = re.compile(r"^(.+?)\s*[(（](?:the )?([^()（）]+)[)）]\s*(.*)$")
_ARTICLES = {"a", "an", "the"}
SMALL_WORDS = frozenset("a an the of for in on to and with via by from as at or".split())
# What a spelling is turned into, both ways alike: it is compared, never shown.
_AMERICAN = (
    (re.compile(r"(?<=[a-z]{3})is(?=(?:e|ed|er|ing|ation|ational|able)$)"), "iz"),
    (re.compile(r"(?<=[a-z]{2})lys(?=(?:e|ed|er|ing)$)"), "lyz"),
    (re.compile(r"(?<=[a-z]{2})our(?=$|al$|ed$|ing$|able$|ism$|ite$)"), "or"),
    (re.compile(r"(?<=[aeiou])ll(?=(?:ed|er|ing)$)"), "l"),
    (re.compile(r"(?<=[a-z]{2}t)re$"), "er"),
    (re.compile(r"(?<=[a-z]{2})ogue$"), "og"),
    (re.compile(r"(?<=[a-z]{3})enc$"), "ens"),
)
_SINGULAR = {
    "matrice": "matrix",
    "vertice": "vertex",
    "indice": "index",
    "criteria": "criterion",
    "automata": "automaton",
}
_ACRONYM = re.compile(r"(?=\w*[A-Z]\w*[A-Z])[A-Za-z0-9]{2,6}s?|(?=\w*[a-z])[bcdfghjklmnpqrtvwxz]{2,5}s?")


@dataclass(slots=True)
class Spelling:
    """One label of a tag: its words as printed and folded, and `key`, which all its spellings share."""

    tag: int
    kind: str
    label: str
    printed: list[str]
    folded: list[str]
    words: tuple[str, ...]
    key: str

    @property
    def acronyms(self) -> Iterator[str]:
        """The words that look like acronyms, as in `words`."""
        pairs = zip(self.printed, self.folded, strict=True)
        return (word if each[-1] == "S" else word_of(word) for each, word in pairs if _ACRONYM.fullmatch(each))

    def stage(self) -> tuple[str, str, str, str]:
        """Return the spelling without signs, without gaps, in the singular, in American: each folds more."""
        plain = [singular_of(word) for word in self.folded]
        american = [word_of(word) for word in self.folded]
        return (" ".join(self.folded), joined(self.folded), joined(plain), joined(american))


def spelling_of(tag: int, kind: str, label: str) -> Spelling:
    """Read a label."""
    return Spelling(tag, kind, label, *_read(label))


@lru_cache(maxsize=20_000)  # most labels are the same at the next report
def _read(label: str) -> tuple[list[str], list[str], tuple[str, ...], str]:
    """Return the words of a label as printed, folded and as they are compared, and the key."""
    text = label
    for sign, word in _SIGNS:
        if sign in text:
            text = text.replace(sign, word)
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    printed = words_of(_FOR.sub(" for ", text)).texts
    folded = printed_fold(printed)
    # The last letter of an acronym in capitals is no ending: MCTS, 3DGS.
    words = tuple(
        [
            word if word[-1] == "s" and printed[at][-1] == "S" and len(word) < 7 else word_of(word)
            for at, word in enumerate(folded)
            if not (word in _ARTICLES and at)
        ]
    )
    return printed, folded, words, joined(words)


def printed_fold(printed: list[str]) -> list[str]:
    """Return words without case and accents."""
    return [each.lower() if each.isascii() else fold(each) for each in printed]


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """Return a word without case and accents."""
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", word.casefold())).replace("ł", "l").replace("ø", "o")


@lru_cache(maxsize=50_000)
def singular_of(word: str) -> str:
    """Return a folded word in the singular."""
    found = words_of(word).plain
    plain = found[0] if len(found) == 1 else word
    plain = _SINGULAR.get(plain, plain)
    return plain[:-2] if len(plain) > 6 and plain.endswith("sis") else plain


@lru_cache(maxsize=50_000)
def word_of(word: str) -> str:
    """Return what the spellings of a word have in common: case, accents, number, British or American."""
    word = singular_of(fold(word))
    if not word.isascii():
        return word
    # `singular` takes the last e of -se: `optimise` and `optimize` are told by what is left.
    if len(word) > 6 and word.endswith("is"):
        return word[:-2] + "iz"
    for british, american in _AMERICAN:
        word = british.sub(american, word)
    return word[:-1] if len(word) > 6 and word.endswith("ize") else word


def joined(words: list[str] | tuple[str, ...]) -> str:
    """Return words as one; figures that meet stay apart."""
    whole = "".join(words)
    if not any(word[0].isdigit() for word in words[1:]):
        return whole
    return re.sub(r"(?<=\d) (?=\d)", "·", " ".join(words)).replace(" ", "")


def bracketed(label: str) -> tuple[str, str, str] | None:
    """Return what stands before, in and behind the brackets of a label."""
    found = _BRACKET.match(label)
    return (found[1], found[2], found[3]) if found else None


class Acronyms:
    """Some acronyms, and which of them stretches of words may have."""

    def __init__(self, acronyms: Iterable[str]) -> None:
        self.all = frozenset(acronyms)
        self._begun = {acronym[:end] for acronym in self.all for end in range(1, len(acronym) + 1)}

    def of(self, words: Sequence[str], start: int = 0) -> Iterator[tuple[str, int]]:
        """Yield the acronyms of the words from `start` on, at least two of them, and where each stretch stops.

        Each word gives its first letter (or x for ex-), a figure or an acronym all of it, a small word perhaps none.
        """
        begun = {""}
        for at in range(start, len(words)):
            word = words[at]
            going = begun.copy() if at > start and word in SMALL_WORDS else set()
            for each in (word,) if word[0].isdigit() else self._letters(word):
                for acronym in begun:
                    if acronym + each in self._begun:
                        going.add(acronym + each)
            if not going:
                return
            begun = going
            if at > start:
                yield from ((acronym, at + 1) for acronym in begun & self.all)

    def _letters(self, word: str) -> tuple[str, ...]:
        if word in self.all:
            return word[0], word
        return (word[0], "x") if word.startswith("ex") else (word[0],)


def may_stand_for(acronym: str, words: Sequence[str]) -> bool:
    """Tell whether an acronym is made of all these words."""
    return (acronym, len(words)) in set(Acronyms([acronym]).of(words))
