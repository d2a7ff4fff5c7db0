"""Tags that are probably one: pairs of labels with the reason. Pure: labels in, pairs out.

Nothing is compared with everything. Labels are grouped by a key that their spellings share; what is more than a
spelling (an acronym, a slip of the pen, another order) gives a label a second key, which is looked up among the first.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from catalogue.curation.spellings import (
    SMALL_WORDS,
    Acronyms,
    Spelling,
    bracketed,
    joined,
    may_stand_for,
    spelling_of,
    word_of,
)

# Groups with more tags are told by their best one alone.
_PAIRS_OF = 6
# What a term is the same with and without, at its end.
_REDUNDANT = {word_of(word) for word in "method technique approach mechanism".split()}
# With these between them, words in another order say something else.
_DIRECTED = SMALL_WORDS - {"a", "an", "the", "of", "and"} | set("based driven aware free guided augmented".split())
_OPPOSITES = ("macro", "micro", "inter", "intra", "hyper", "hypo")
_RARE = 2
_LETTERS_AT_LEAST = 5
_OTHER_SCRIPT = re.compile("[\u0370-\u1cff\u2e80-\ud7ff]")
_PLAIN_LATIN = re.compile(r"[A-Za-z]?[a-z]+(?:[ -][A-Za-z]?[a-z]+)*")


class Twin(NamedTuple):
    """Two tags that are probably one: ids, the labels that say so, why, and how surely (0 to 1)."""

    one: int
    other: int
    labels: tuple[str, str]
    reason: str
    score: float


SPELLINGS = (
    ("case, accents or signs", 1.0),
    ("hyphen or space", 0.99),
    ("singular and plural", 0.98),
    ("British and American spelling", 0.97),
    ("small words", 0.93),
)


def near_twins(
    labels: Iterable[tuple[int, str, str]],
    papers: Mapping[int, int] | None = None,
    expansions: Iterable[tuple[str, str]] = (),
) -> list[Twin]:
    """Return the pairs of tags that are probably one, the surest first.

    `labels` are rows of tag, kind and label, `papers` how many papers have a tag, `expansions` pairs of an acronym and
    what papers say it stands for. Pairs are of one kind, but for the same spelling in two kinds. Where three are one,
    each is paired with the one that has most papers, not with each other.
    """
    found = _Labels([spelling_of(*each) for each in labels], dict(papers or {}), list(expansions))
    pairs: dict[tuple[int, int], Twin] = {}
    for twin in found.pairs():
        key = (twin.one, twin.other)
        if key not in pairs or pairs[key].score < twin.score:
            pairs[key] = twin
    return sorted(_by_their_best(pairs, found.papers), key=lambda twin: (-twin.score, twin.labels, twin.one))


def _by_their_best(pairs: dict[tuple[int, int], Twin], papers: Mapping[int, int]) -> Iterator[Twin]:
    """Leave out pairs whose tags are both paired, as surely, with a third that has more papers."""
    others: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        others[one].add(other)
        others[other].add(one)

    def size(tag: int) -> tuple[int, int]:
        return papers.get(tag, 0), -tag

    for (one, other), twin in pairs.items():
        shared = (each for each in others[one] & others[other] if size(each) > max(size(one), size(other)))
        if not any(
            min(pairs[min(each, tag), max(each, tag)].score for tag in (one, other)) >= min(twin.score, 0.75)
            for each in shared
        ):
            yield twin


# The labels that an acronym may stand for, by their keys: by kind and acronym.
_Meanings = dict[tuple[str, str], dict[str, list[Spelling]]]


@dataclass(slots=True)
class _Key:
    """Another key of a label, with the reason and how surely it means the same."""

    key: str
    reason: str
    score: float
    spelling: Spelling


@dataclass
class _Labels:
    """All labels by their keys."""

    spellings: list[Spelling]
    papers: dict[int, int]
    expansions: list[tuple[str, str]]
    of_key: dict[str, list[Spelling]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for spelling in self.spellings:
            if spelling.key:
                self.of_key[spelling.key].append(spelling)

    def pairs(self) -> Iterator[Twin]:
        """Yield pairs, some of them several times."""
        for group in self.of_key.values():
            if len(group) > 1:
                yield from self._spelled(group)
        for keys in (self._bracketed, self._acronyms, self._slips, self._rearranged, self._translated):
            for key in keys():
                for other in self.of_key.get(key.key, ()):
                    if other.kind == key.spelling.kind:
                        yield from self._pair(key.spelling, other, key.reason, key.score)

    def _pair(self, one: Spelling, other: Spelling, reason: str, score: float) -> Iterator[Twin]:
        if one.tag == other.tag:
            return
        if one.tag > other.tag:
            one, other = other, one
        yield Twin(one.tag, other.tag, (one.label, other.label), reason, score)

    def _spelled(self, group: list[Spelling]) -> Iterator[Twin]:
        group = sorted(group, key=lambda each: -self.papers.get(each.tag, 0))
        stages = {id(each): each.stage() for each in group}
        for at, one in enumerate(group if len(group) <= _PAIRS_OF else group[:1]):
            for other in group[at + 1 :]:
                stage = zip(stages[id(one)], stages[id(other)], strict=True)
                level = next((n for n, (a, b) in enumerate(stage) if a == b), 4)
                reason, score = SPELLINGS[level]
                if one.kind == other.kind:
                    yield from self._pair(one, other, reason, score)
                elif level <= 2:
                    yield from self._pair(one, other, f"{reason}, in two kinds" if level else "in two kinds", 0.9)

    # --- Acronyms -------------------------------------------------------------------------------
    @cached_property
    def _brackets(self) -> list[tuple[Spelling, Spelling, Spelling, Spelling]]:
        """Labels that hold an acronym and what it stands for: label, what stands before, in and behind the brackets."""
        found = []
        for each in self.spellings:
            parts = bracketed(each.label) if each.label[-1:] in ")）" or "(" in each.label else None
            if parts is None:
                continue
            before, inside, behind = (spelling_of(each.tag, each.kind, part) for part in parts)
            if before.key and inside.key and len(inside.words) == 1 and may_stand_for(inside.key, before.words):
                found.append((each, before, inside, behind))
            elif before.key and len(before.words) == 1 and may_stand_for(before.key, inside.words):
                found.append((each, inside, before, behind))
        return found

    @cached_property
    def _known(self) -> dict[str, set[str]]:
        """What acronyms stand for, where a label or a paper says so: keys by acronym."""
        known: dict[str, set[str]] = defaultdict(set)
        for _, before, inside, _ in self._brackets:
            known[inside.key].add(before.key)
        for acronym, meaning in self.expansions:
            known[spelling_of(0, "", acronym).key].add(spelling_of(0, "", meaning).key)
        return known

    @cached_property
    def _short(self) -> Acronyms:
        """The acronyms there are."""
        return Acronyms({word for each in self.spellings for word in each.acronyms} | set(self._known))

    def _bracketed(self) -> Iterator[_Key]:
        for label, before, inside, behind in self._brackets:
            for part in (before, inside):
                yield _Key(joined(part.words + behind.words), "an acronym in brackets", 0.95, label)

    def _acronyms(self) -> Iterator[_Key]:
        strictly: _Meanings = defaultdict(lambda: defaultdict(list))
        loosely: _Meanings = defaultdict(lambda: defaultdict(list))
        for each in self.spellings:
            if len(each.words) > 1:
                for acronym, rest in self._shortened(each):
                    if rest is not None:
                        if self._may_mean(acronym, rest[2]):
                            yield _Key(joined(rest[0] + (acronym,) + rest[1]), "an acronym", 0.85, each)
                    elif acronym in self.of_key:
                        strictly[each.kind, acronym][each.key].append(each)
                for acronym in self._loosely(each):
                    loosely[each.kind, acronym][each.key].append(each)
        for meant, meanings in (loosely | strictly).items():
            yield from self._meant(meant[1], meanings)
        for acronym, said in self._known.items():
            for each in (each for key in said for each in self.of_key.get(key, ())):
                yield _Key(acronym, "an acronym", 0.92, each)

    def _shortened(self, each: Spelling) -> Iterator[tuple[str, tuple[tuple[str, ...], tuple[str, ...], str] | None]]:
        """Yield the acronyms of stretches of a label, with what stands before and behind, None for all of it."""
        words = each.words
        for start in range(len(words) - 1):
            for acronym, stop in self._short.of(words, start):
                entire = stop - start == len(words)
                yield acronym, None if entire else (words[:start], words[stop:], joined(words[start:stop]))

    def _may_mean(self, acronym: str, meaning: str) -> bool:
        return acronym not in self._known or meaning in self._known[acronym]

    def _meant(self, acronym: str, meanings: dict[str, list[Spelling]]) -> Iterator[_Key]:
        """Yield what an acronym stands for: what somebody says it does, else what most papers with such a tag have."""
        said = [key for key in meanings if key in self._known.get(acronym, ())]
        if not said and (len(acronym) < 3 or (acronym in self._known and len(acronym) < 4)):
            return
        sizes = {key: 1 + self._size(tags) for key, tags in meanings.items()}
        for key in said or [key for key in meanings if sizes[key] * 2 > sum(sizes.values())]:
            # Where both are rare, the letters may agree by chance.
            guessed = 0.8 if max(sizes[key] - 1, self._size(self.of_key[acronym])) > 1 else 0.6
            for each in meanings[key]:
                yield _Key(acronym, "an acronym", 0.92 if said else guessed, each)

    def _size(self, tags: list[Spelling]) -> int:
        return sum(self.papers.get(each.tag, 0) for each in tags)

    @cached_property
    def _printed_small(self) -> set[tuple[str, str]]:
        """The acronyms that are printed with small letters inside, and these letters: LoRA, NeRF."""
        return {
            (each.key, letter)
            for each in self.spellings
            if len(each.printed) == 1 and each.label.lower() != each.label
            for letter in each.printed[0][1:]
            if letter.islower()
        }

    def _loosely(self, each: Spelling) -> Iterator[str]:
        """Yield acronyms with one more letter than the label has words: LoRA (small in print), VAE (of a part)."""
        if not 2 <= len(each.words) <= 4:
            return
        first = "".join(word[0] for word in each.words)
        for acronym, at, letter in self._longer.get(first, ()):
            word = each.words[at]
            inside = any(word[cut:] in self._counts for cut in range(3, len(word) - 3) if word[cut] == letter)
            if inside or (word[1:2] == letter and (acronym, letter) in self._printed_small):
                yield acronym

    @cached_property
    def _longer(self) -> dict[str, list[tuple[str, int, str]]]:
        """The acronyms that are labels, by what is left without one letter: acronym, the word it is of, the letter."""
        found: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
        for acronym in self._short.all:
            if acronym in self.of_key:
                for at in range(1, len(acronym)):
                    found[acronym[:at] + acronym[at + 1 :]].append((acronym, at - 1, acronym[at]))
        return found

    # --- Slips of the pen -----------------------------------------------------------------------
    @cached_property
    def _counts(self) -> Counter[str]:
        """In how many labels a word stands."""
        return Counter(word for each in self.spellings for word in set(each.words))

    def _slips(self) -> Iterator[_Key]:
        meant = self._misspelled()
        for each in self.spellings:
            for at, word in enumerate(each.words):
                for right in meant.get(word, ()):
                    key = joined((*each.words[:at], right, *each.words[at + 1 :]))
                    yield _Key(key, "spelling", 0.88 if len(each.words) > 1 else 0.85, each)

    def _misspelled(self) -> dict[str, set[str]]:
        """Return what rare words may be meant to be: words one letter away, or with two letters that changed places.

        Both begin and end alike: endings (learned, learner) and beginnings (a-, un-) make other words.
        """
        near: dict[str, list[str]] = defaultdict(list)
        for word in self._counts:
            if len(word) >= _LETTERS_AT_LEAST and word.isascii() and word.isalpha() and word not in self._short.all:
                for cut in {word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)} | {word}:
                    near[cut].append(word)
        meant: dict[str, set[str]] = defaultdict(set)
        for words in near.values():
            if len(words) > 1:
                for rare in words:
                    if self._counts[rare] <= _RARE:
                        meant[rare].update(right for right in words if self._is_slip(rare, right))
        return meant

    def _is_slip(self, rare: str, right: str) -> bool:
        if rare == right or self._counts[right] < self._counts[rare] or rare[-1] != right[-1]:
            return False
        opposite = {each for each in _OPPOSITES if rare.startswith(each) or right.startswith(each)}
        start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(rare, right, strict=False)))
        one, other = rare[start:], right[start:]
        letter = one[1:] == other or one == other[1:] or one[1:] == other[1:]
        places = one[:2] == other[1::-1] and one[2:] == other[2:]
        return start > 0 and (letter or places) and len(opposite) < 2

    # --- Words ----------------------------------------------------------------------------------
    def _rearranged(self) -> Iterator[_Key]:
        by_words: dict[str, list[Spelling]] = defaultdict(list)
        for each in self.spellings:
            words = each.words
            if not 2 <= len(words) <= 5:
                continue
            if words[-1] in _REDUNDANT and len(words) > 2:
                yield _Key(joined(words[:-1]), "a word that adds nothing", 0.7, each)
            if any(word.endswith("ional") for word in words):
                plain = tuple(word[:-2] if word.endswith("ional") else word for word in words)
                yield _Key(joined(plain), "ending", 0.75, each)
            if "of" in words[1:-1]:
                at = words.index("of", 1)
                yield _Key(joined(words[at + 1 :] + words[:at]), "word order", 0.75, each)
            elif len(words) > 2 and not _DIRECTED.intersection(words):
                by_words[" ".join(sorted(words))].append(each)
        for group in by_words.values():
            for each in group[1:]:
                yield _Key(group[0].key, "word order", 0.7, each)

    def _translated(self) -> Iterator[_Key]:
        """Yield the parts of labels that say a term in two scripts: 强化学习 (reinforcement learning)."""
        for each in self.spellings:
            if each.label.isascii() or not _OTHER_SCRIPT.search(each.label):
                continue
            latin = " ".join(re.sub(r"[^\x00-\u036f]", " ", each.label).split()).strip(" ()/|,;:-")
            if _PLAIN_LATIN.fullmatch(latin) and max(map(len, latin.split())) > 5:
                yield _Key(spelling_of(0, "", latin).key, "translation", 0.9, each)
                rest = re.sub(r"[\x00-\u036f（）]", " ", each.label)
                yield _Key(spelling_of(0, "", rest).key, "translation", 0.9, each)
