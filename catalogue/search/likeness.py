"""How alike a text and papers are: what the words they share weigh, and which words these are.

Pure arithmetic over search documents, so that both databases give one order.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import fsum, inf, log

from catalogue.search.documents import BORDER, NAME_SIGN, Document, Finder, is_open, words
from catalogue.search.scores import LENGTH, rarity
from catalogue.search.stop_words import is_of_any_abstract, is_stop_word

# A word that occurs again says more here than in a query: the text is long.
SATURATION = 2.0
# What two words side by side count beside the words themselves.
PAIR = 0.6
# What a word counts once more if it is a name that one of the two introduces: one builds on the other. A name that more
# papers hold, by number and by share, is a word like others.
NAME = 1.0
NAMED_BY, SHARE_NAMED_BY = 5, 100
# As rare as a word that a third of the papers hold. Words of any abstract, which seem rare in a small catalogue, count
# as no rarer; a word that is no rarer is shown after others only.
COMMON = 1.0

_POSSESSIVE = re.compile("['’]s$")

Shared = Mapping[tuple[str, ...], float]


def telling_words(document: Document) -> Counter[str]:
    """Return the words of a document that may say what it is about, with how often they occur."""
    return Counter(filter(_tells, _text(document).split()))


class Likeness:
    """Compares documents with one document by its `telling` words; those that no paper holds are left out.

    `average` is the number of words of a document. `weights` are what the words count, by how rare and how frequent
    in the document they are.
    """

    def __init__(
        self,
        document: Document,
        telling: Mapping[str, int],
        papers_with: Mapping[str, int],
        papers: int,
        average: float,
    ) -> None:
        self.rarity = {
            word: min(rarity(papers_with[word], papers), COMMON if is_of_any_abstract(word) else inf)
            for word in telling
            if word in papers_with
        }
        self.weights = {word: (1 + log(telling[word])) * rare for word, rare in self.rarity.items()}
        self.average = max(average, 1.0)
        most = max(NAMED_BY, papers // SHARE_NAMED_BY)
        self.rare_enough = {word for word in self.rarity if papers_with[word] <= most}
        self.names = _names(document)
        self.pairs = {
            (a, b): (1 + log(times)) * PAIR * (self.rarity[a] + self.rarity[b]) / 2
            for (a, b), times in Counter(pairwise(_text(document).split())).items()
            if a in self.rarity and b in self.rarity and a != b
        }
        self.itself = fsum(self.shared(document).values())

    def shared(self, document: Document) -> Shared:
        """Return what each word, and each two words side by side, that a document shares counts."""
        text = _text(document)
        found: dict[str, int] = {}
        for word in filter(self.weights.__contains__, text.split()):
            found[word] = found.get(word, 0) + 1
        norm = SATURATION * (1 - LENGTH + LENGTH * text.count(" ") / self.average)
        parts: dict[tuple[str, ...], float] = {
            (word,): self.weights[word] * times / (times + norm) for word, times in found.items()
        }
        # What both introduce are two things of one name.
        for name in (self.names ^ _names(document)).intersection(self.rare_enough, found):
            parts[(name,)] *= 1 + NAME
        for (a, b), weight in self.pairs.items():
            if a in found and b in found and (times := text.count(f" {a} {b} ")):
                parts[a, b] = weight * times / (times + norm)
        return parts


class Spelling:
    """The words of a text as it spells them: these are shown to readers, stems are not."""

    def __init__(self, text: str, likeness: Likeness) -> None:
        self.text = text
        self.rarity = likeness.rarity
        self.places = Finder(likeness.rarity).places(text)

    def phrases(self, shared: Shared, most: int) -> list[str]:
        """Return the shared words that count most, those that stand together in both texts as phrases.

        Equal ones stand in the order of the text.
        """
        worth: dict[tuple[str, ...], float] = {}
        forms: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for run, start, end in self._runs(shared):
            worth[run] = fsum([shared[(word,)] for word in set(run)] + [shared[pair] for pair in set(pairwise(run))])
            forms[run][_POSSESSIVE.sub("", " ".join(self.text[start:end].split()))] += 1
        found: dict[frozenset[str], str] = {}
        told: set[str] = set()
        for run in sorted(worth, key=lambda run: -worth[run]):
            spelled = max(forms[run], key=lambda form: (forms[run][form], form.islower(), -len(form)))
            parts = frozenset(words(spelled))
            if told.isdisjoint(run) and not any(parts <= others for others in found) and len(found) < most:
                # `modal` says nothing beside `multi-modal`.
                found = {others: form for others, form in found.items() if not others <= parts} | {parts: spelled}
                told.update(run)
        return list(found.values())

    def _runs(self, shared: Shared) -> Iterable[tuple[tuple[str, ...], int, int]]:
        """Yield the stretches of the text whose words are shared and stand side by side in both, with their places."""
        run: tuple[str, ...] = ()
        first = last = 0
        for start, end, word in self.places:
            if (word,) not in shared:
                continue
            if run and (run[-1], word) in shared and self._beside(last, start):
                run, last = (*run, word), end
                continue
            if run:
                yield run, first, last
            # A common word is shown only after another.
            run = (word,) if self.rarity[word] > COMMON else ()
            first, last = start, end
        if run:
            yield run, first, last

    def _beside(self, last: int, start: int) -> bool:
        """Whether nothing but a space or hyphen stands between two words; Chinese ones overlap by a character."""
        return -1 <= start - last <= 2 and not self.text[last:start].strip(" \n-‐‑–")


def _tells(word: str) -> bool:
    """Whether a word of a document may say what it is about: no border, sign, number, single letter or stop word."""
    says_nothing = word == BORDER or word.startswith(NAME_SIGN) or word.isdigit() or is_stop_word(word)
    return not says_nothing and not (len(word) == 1 and (word.isascii() or is_open(word)))


def _names(document: Document) -> set[str]:
    """Return the introduced names of one word."""
    parts = document.title.split(f" {BORDER} ")
    return {part[1:] for part in parts if part.startswith(NAME_SIGN) and " " not in part}


def _text(document: Document) -> str:
    """Return the words that are compared: title (with heading and names) and abstract. Authors are no subject."""
    return f" {document.title} {BORDER} {document.abstract} "
