"""How well a document answers a query: BM25 over the words of its fields, with a bonus for neighbours.

Pure arithmetic over search documents, so that both databases give one order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log

from catalogue.search.documents import Document

# What an occurrence in title (with heading and names), authors and abstract counts.
WEIGHTS = (3.0, 2.0, 1.0)
SATURATION = 1.2
LENGTH = 0.75
PAIR = 0.25
# So many words are sooner looked for one by one than all at once.
FEW = 8


class Scorer:
    """Scores documents for the words of a query, in their order, repeated ones too.

    `papers_with` says in how many of `papers` documents a word occurs; `average` is the number of words of a document.
    `beginnings` stand for every word that begins so.
    """

    def __init__(
        self,
        words: Sequence[str],
        papers_with: Mapping[str, int],
        papers: int,
        average: float,
        beginnings: Sequence[str] = (),
    ) -> None:
        self.rarity = {word: rarity(papers_with.get(word, 0), papers) for word in {*words, *beginnings}}
        self.times = Counter([*words, *beginnings])
        self.words = frozenset(words)
        self.spaced = [(word, f" {word} ") for word in sorted(self.words)]
        self.beginnings = tuple(dict.fromkeys(beginnings))
        self.average = max(average, 1.0)
        pairs = Counter((a, b) for a, b in pairwise(words) if a != b)
        self.pairs = [(a, b, f" {a} {b} ", times) for (a, b), times in pairs.items()]

    def score(self, document: Document) -> float:
        """Return the score of a document; 0 if it holds none of the words."""
        found, length = self._occurrences(document)
        norm = SATURATION * (1 - LENGTH + LENGTH * length / self.average)
        total = 0.0
        for word in sorted(found):
            total += self.times[word] * self.rarity[word] * _saturated(found[word], norm)
        for a, b, text, times in self.pairs:
            if a in found and b in found:
                together = sum(w * f" {field} ".count(text) for w, field in zip(WEIGHTS, document, strict=True))
                rarity = (self.rarity[a] + self.rarity[b]) / 2
                total += PAIR * times * rarity * _saturated(together, norm)
        return total

    def _occurrences(self, document: Document) -> tuple[dict[str, float], int]:
        """Return the weighted number of occurrences of each word that occurs, and the length of the document."""
        found: dict[str, float] = {}
        length = 0
        for weight, field in zip(WEIGHTS, document, strict=True):
            text = f" {field} "
            length += text.count(" ") - 1
            for word, times in self._times_in(text):
                found[word] = found.get(word, 0.0) + weight * times
        return found, length

    def _times_in(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the words with how often they occur in a text; a word that follows itself at once may count once."""
        if len(self.spaced) <= FEW:
            for word, spaced in self.spaced:
                if spaced in text:
                    yield word, text.count(spaced)
        else:
            yield from Counter(filter(self.words.__contains__, text.split())).items()
        for beginning in self.beginnings:
            if times := text.count(f" {beginning}"):
                yield beginning, times


def rarity(papers_with: int, papers: int) -> float:
    """Return the inverse document frequency of a word, always positive."""
    papers_with = min(papers_with, papers)
    return log(1 + (papers - papers_with + 0.5) / (papers_with + 0.5))


def _saturated(occurrences: float, norm: float) -> float:
    return occurrences * (SATURATION + 1) / (occurrences + norm)
