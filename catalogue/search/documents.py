"""The words a paper is found by, in a form in which case, accents, width, Greek letters and endings do not matter.

The words are made here, for documents and queries alike; the databases store and match them as they are. A word holds
nothing but letters and digits, so that no database takes it apart.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import snowballstemmer

DOCUMENT_LENGTH = 100_000
# PostgreSQL knows no position beyond 16,383 in a document.
WORDS_IN_FIELD = 5_000
WORD_LENGTH = 64
PRINTED_REMEMBERED = 20_000
# What stands between two parts of a field, so that no phrase is found across them.
BORDER = "¦"
# What a word of an introduced name begins with, where it stands a second time: `name:` looks for that.
NAME_SIGN = "¤"


class Document(NamedTuple):
    """The words of a paper by field, parted by spaces: title (with heading and names), authors, abstract."""

    title: str
    authors: str
    abstract: str


def fold(text: str) -> str:
    """Return `text` without case, accents, width and surplus white space: `Gödel` and `GODEL` become `godel`.

    Letters whose stroke is no accent in Unicode (`Łojasiewicz`, `Ørsted`) lose it as well.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Taking letters apart gives capitals (ℌ) and casefolding gives letters to take apart, so it is done twice.
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = _ACCENTS.sub("", letters.translate(_STROKES))
    return " ".join(unicodedata.normalize("NFC", plain).split())


def document(heading: str, names: Iterable[str], authors: Iterable[str], abstract: str, key: str = "") -> Document:
    """Return the words of a paper. Texts are plain; of each the first 100,000 characters count.

    `names` are introduced names and what they stand for; `key` is what the paper's address holds.
    """
    names = list(dict.fromkeys(names))
    marked = (" ".join(f"{NAME_SIGN}{word}" for word in [*words(name), *joined(name)]) for name in names)
    return Document(
        _field([*map(_both_forms, [heading, *names]), *marked, fold(key)]),
        _field(map(_both_forms, authors)),
        _field([_both_forms(abstract)]),
    )


def words(text: str) -> list[str]:
    """Return the words of a text in their order, without endings; hyphenated ones in their parts.

    Chinese and Japanese runs become pairs of neighbouring characters, then the last one alone.
    """
    return [stem(word) for word in spelled_words(text)]


def spelled_words(text: str) -> list[str]:
    """Return the words of `words` with their endings."""
    return _divided(_readable(text))


def joined(text: str) -> list[str]:
    """Return the hyphenated words of a text written as one: `multi-agent` is also found as `multiagent`."""
    return _joined(_readable(text))


def query_words(text: str) -> list[str]:
    """Return the words that must stand together for `text` to stand in a document; one of Chinese ends a run."""
    found = words(text)
    # The last character of a run stands alone only at the end of a run; in a query it is part of the pair before.
    return [
        word
        for at, word in enumerate(found)
        if not (len(word) == 1 and at and _is_han(word) and len(found[at - 1]) == 2 and found[at - 1][1] == word)
    ]


def is_open(word: str) -> bool:
    """Whether a word of a query is one Chinese character: it stands for every pair that begins with it."""
    return len(word) == 1 and _is_han(word)


@lru_cache(maxsize=300_000)
def stem(word: str) -> str:
    """Return a folded word without its English ending; what is not English keeps its form."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    if _ACRONYMS.fullmatch(word):  # `llms`, which has no vowel and so no ending for the stemmer
        return word[:-1]
    with _LOCK:
        return str(_STEMMER.stemWord(word))


class Finder:
    """Finds where words of `wanted` (as in `words`) stand in texts, or words that begin with one of `beginnings`.

    One for many texts: what it knows of a word as printed, it remembers.
    """

    def __init__(self, wanted: Iterable[str], beginnings: Iterable[str] = ()) -> None:
        self._known = _Known(frozenset(wanted), tuple(beginnings))

    def is_all(self, words: set[str]) -> bool:
        """Whether these words are all that can be found."""
        return words == self._known.wanted and not self._known.beginnings

    def places(self, text: str) -> list[tuple[int, int, str]]:
        """Return the places as (start, end, word): offsets in code points, the end not included."""
        found = []
        for match in _PRINTED.finditer(text):
            if inside := self._known[match[0]]:
                first = match.start()
                found += [(first + start, first + end, word) for start, end, word in inside]
        return found


@lru_cache(maxsize=8)
def finder(wanted: tuple[str, ...], beginnings: tuple[str, ...]) -> Finder:
    """Return the finder for the words of a query; those of the last queries are kept, for their next pages."""
    return Finder(wanted, beginnings)


class _Known(dict[str, list[tuple[int, int, str]]]):
    """The places of wanted words inside each printed word."""

    def __init__(self, wanted: frozenset[str], beginnings: tuple[str, ...]) -> None:
        self.wanted, self.beginnings = wanted, beginnings
        initials = "".join({re.escape(word[0]) for word in (*wanted, *beginnings) if word and word.isascii()})
        self.begins = re.compile(rf"(?<![^\W_])[{initials}]" if initials else "(?!)", re.IGNORECASE)

    def __missing__(self, printed: str) -> list[tuple[int, int, str]]:
        if len(self) > PRINTED_REMEMBERED:
            self.clear()
        found: list[tuple[int, int, str]] = []
        # Most words need no closer look: an English word and its stem begin with one letter.
        if not printed.isascii() or self.begins.search(printed):
            found = [place for place in _words_inside(printed) if self._is_wanted(place[2])]
        self[printed] = found
        return found

    def _is_wanted(self, word: str) -> bool:
        return word in self.wanted or (self.beginnings != () and word.startswith(self.beginnings))


def _words_inside(printed: str) -> Iterator[tuple[int, int, str]]:
    if printed.isascii() and printed.isalnum():  # most words; the rest is for the others
        yield 0, len(printed), stem(printed.lower()[:WORD_LENGTH])
        return
    for run in _PRINTED_RUNS.finditer(printed):
        yield from ((run.start() + start, run.start() + end, word) for start, end, word in _candidates(run[0]))


def _candidates(run: str) -> Iterator[tuple[int, int, str]]:
    if _HAN.match(run):
        yield from ((at, min(at + 2, len(run)), fold(run[at : at + 2])) for at in range(len(run)))
        return
    parts = words(run)
    together = joined(run)
    if len(parts) == 1:
        yield 0, len(run), parts[0]
    elif together:
        yield 0, len(run), together[0]
        for part in _PART.finditer(run):
            yield from ((part.start(), part.end(), word) for word in words(part[0])[:1])


def _field(parts: Iterable[str]) -> str:
    found = f" {BORDER} ".join(dict.fromkeys(part for part in parts if part))
    return " ".join(found.split(" ", WORDS_IN_FIELD)[:WORDS_IN_FIELD])


def _both_forms(text: str) -> str:
    readable = _readable(text[:DOCUMENT_LENGTH])
    parts = [" ".join(map(stem, _divided(readable))), " ".join(dict.fromkeys(_joined(readable)))]
    return f" {BORDER} ".join(part for part in parts if part)


def _divided(readable: str) -> list[str]:
    found = _WORD.findall(readable)
    if _HAN.search(readable):
        runs = [run for word in found for run in _RUNS.findall(word)]
        found = [piece for run in runs for piece in (_pairs(run) if _is_han(run) else [run])]
    return [word if len(word) <= WORD_LENGTH else word[:WORD_LENGTH] for word in found]


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run))]


def _joined(readable: str) -> list[str]:
    chunks = [chunk for chunk in readable.split() if _JOINT.search(chunk)]
    compounds = [word for chunk in chunks for word in _COMPOUND.findall(chunk) if not _HAN.search(word)]
    return [stem(re.sub(r"[\W_]", "", word)[:WORD_LENGTH]) for word in compounds]


@lru_cache(maxsize=16)  # a text is read for its document, and again for how its words are spelled
def _readable(text: str) -> str:
    """Fold a text, spell out Greek letters that stand alone, and drop what stands inside words."""
    folded = _POSSESSIVE.sub("", fold(text.translate(_INVISIBLE)))
    # Formulas as they are typed: `k^3` stands in a text as k³, and `\mathcal{O}` as a letter.
    folded = _RAISED.sub("", _FONTS.sub("", folded))
    return _GREEK.sub(_spelled_out, _LATEX.sub(r" \1", folded))


def _spelled_out(match: re.Match[str]) -> str:
    return f"{' ' if match[1] else ''}{_GREEK_NAMES[match[2]]}{' ' if match[3] else ''}"


def _is_han(text: str) -> bool:
    return bool(_HAN.match(text))


_ACRONYMS = re.compile("[bcdfghjklmnpqrstvwxz]{2,}(?<!s)s")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_STEMMER = snowballstemmer.stemmer("english")
# A stemmer keeps the word it works on in itself.
_LOCK = Lock()
_GREEK_NAMES = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψως",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
        "chi psi omega sigma".split(),
        strict=True,
    )
)
# A letter with no Greek one beside it is a symbol; others are words.
_GREEK = re.compile(r"([a-z])?(?<![\u0370-\u03ff])([α-ως])(?![\u0370-\u03ff])(?=([a-z])?)")
_RAISED = re.compile(r"(?<=[^\W_])\$?\^\{?(?=[^\W_])|(?<=[^\W_])\}?\$(?=-)")
_FONTS = re.compile(r"\\(?:math(?:cal|bb|bf|rm|frak|scr|sf|it)|text(?:bf|it|rm|sf|tt)?|operatorname)\b\s*(?=\{)")
_LATEX = re.compile(r"\\(?:var)?([a-z]+)")
_POSSESSIVE = re.compile(r"(?<=\w)'s\b|(?<=\w)'(?=\w)")
# Letters and digits; in the scripts of India and South-East Asia vowel signs stand between letters.
_LETTERS = r"[^\W_]+(?:[\u0900-\u0dff\u0e00-\u0eff]+[^\W_]*)*"
_WORD = re.compile(_LETTERS)
_JOINT = re.compile(r"[-–−_]|(?<=\d)\.(?=\d)")
_COMPOUND = re.compile(rf"{_LETTERS}(?:(?:{_JOINT.pattern}){_LETTERS})+")
_HAN_LETTERS = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_HAN = re.compile(f"[{_HAN_LETTERS}]")
_RUNS = re.compile(f"[{_HAN_LETTERS}]+|[^{_HAN_LETTERS}]+")
# Words as printed, accents and apostrophes and hyphens inside.
_MARKED = r"(?:[^\W_]|[\u0300-\u036f\u0900-\u0dff\u0e00-\u0eff\u3099\u309a\u00ad])+"
_PRINTED = re.compile(rf"{_MARKED}(?:(?:['’\-‐‑–−_]|(?<=\d)\.(?=\d)){_MARKED})*")
_PRINTED_RUNS = re.compile(f"[{_HAN_LETTERS}\u3099\u309a]+|[^{_HAN_LETTERS}\u3099\u309a]+")
_PART = re.compile(_MARKED)
# Soft hyphens, joiners, direction marks, vowel points of Hebrew and Arabic.
_INVISIBLE = dict.fromkeys(
    [
        *(0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF),
        *(*range(0x591, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7),
        *(0x640, *range(0x64B, 0x660), 0x670),
    ]
)
# Letters with a stroke, which Unicode does not take apart, and the quotes and hyphens that keyboards lack.
_STROKES = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "‐": "-",
        "‑": "-",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
    }
)
