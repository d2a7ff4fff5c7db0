"""Tags that stand on almost the same papers, and tags whose papers almost all have another: pure, on bitmaps."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from pyroaring import BitMap

PAPERS_AT_LEAST = 5
SAME = 0.8
INSIDE = 0.9
# So many papers of a tag, evenly spread, are looked up; of a tag within another at least so many must be there.
_PROBES = 8
_PROBES_SHARED = 3
_FEW = 40


class Overlap(NamedTuple):
    """Two tags, the one with fewer papers first: how many papers have it, the other, and both.

    `same`: their papers are almost the same; else almost all of `one` are among those of `other`.
    """

    one: int
    other: int
    papers: int
    others: int
    shared: int

    @property
    def jaccard(self) -> float:
        """How many of the papers that have any of the two have both, 0 to 1."""
        return self.shared / (self.papers + self.others - self.shared)

    @property
    def same(self) -> bool:
        return self.jaccard >= SAME


def overlaps(papers_of: Mapping[int, BitMap], within: BitMap) -> list[Overlap]:
    """Return the pairs of tags that stand on almost the same of the papers `within`, or one inside the other.

    Of tags with five papers or more: a Jaccard overlap of 0.8 and more, or nine tenths of one inside the other. Each
    tag looks for others at a few of its own papers. Up to forty papers that leaves nothing out; above it misses a pair
    only where six of eight evenly spread papers happen to be among the fifth that the two do not share.
    """
    members = {tag: papers & within for tag, papers in papers_of.items()}
    members = {tag: papers for tag, papers in members.items() if len(papers) >= PAPERS_AT_LEAST}
    sizes = {tag: len(papers) for tag, papers in members.items()}
    probes = {tag: _spread(papers, sizes[tag]) for tag, papers in members.items()}
    wanted = BitMap([paper for some in probes.values() for paper in some])
    tags_at: dict[int, list[int]] = defaultdict(list)
    for tag, papers in members.items():
        for paper in papers & wanted:
            tags_at[paper].append(tag)
    found = []
    for tag, some in probes.items():
        shared_probes = Counter(other for paper in some for other in tags_at[paper])
        enough = 1 if sizes[tag] < _FEW else _PROBES_SHARED
        for other, times in shared_probes.items():
            if times >= enough and (sizes[tag], tag) < (sizes[other], other):
                shared = members[tag].intersection_cardinality(members[other])
                overlap = Overlap(tag, other, sizes[tag], sizes[other], shared)
                if overlap.same or shared >= INSIDE * sizes[tag]:
                    found.append(overlap)
    return sorted(found, key=lambda each: (-each.jaccard, -each.shared, each.one, each.other))


def _spread(papers: BitMap, size: int) -> list[int]:
    """Return some papers, evenly spread: one more than another tag may lack, or eight."""
    count = min(int(size * (1 - SAME) + 1e-9) + 1, _PROBES)
    return [papers[at * size // count] for at in range(count)]
