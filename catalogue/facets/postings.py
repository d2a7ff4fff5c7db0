"""Which members stand behind which value, as compressed bitmaps. Pure: rows in, bitmaps out."""

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable

from pyroaring import BitMap

# (facet, value, member), one for each row of a table; a change has its delta as well.
Row = tuple[str, int, int]
Change = tuple[str, int, int, int]
# The members that one row or more ties to the value, those that two or more do, and so on.
Levels = list[BitMap]


class Postings:
    """Bitmaps by facet and value. Never changed once made, so that threads may share them.

    Rows are counted: a paper that two files of a collection hold stays in it when it goes from one of them. Changes
    therefore give the same whatever their order. Members and their ids are below 2**32.
    """

    def __init__(self, levels: dict[str, dict[int, Levels]] | None = None) -> None:
        self._levels = levels or {}

    @classmethod
    def of_rows(cls, rows: Iterable[Row]) -> "Postings":
        """Return the postings of all rows."""
        members: dict[tuple[str, int], array[int]] = defaultdict(lambda: array("I"))
        for facet, value, member in rows:
            members[facet, value].append(member)
        levels: dict[str, dict[int, Levels]] = {}
        for (facet, value), found in members.items():
            levels.setdefault(facet, {})[value] = _counted(found)
        return cls(levels)

    def source(self, facet: str) -> dict[int, Levels]:
        """Return what stands behind a facet; the same object as long as nothing of it changed."""
        return self._levels.get(facet, _NOTHING)

    def of(self, facet: str) -> dict[int, BitMap]:
        """Return the members of every value that has any."""
        return {value: levels[0] for value, levels in self.source(facet).items()}

    def after(self, changes: Iterable[Change]) -> "Postings":
        """Return the postings after `changes`, in the order of their numbers; what they do not touch is shared."""
        touched: dict[str, dict[int, Levels]] = defaultdict(dict)
        for facet, value, member, delta in changes:
            if value not in touched[facet]:
                touched[facet][value] = [level.copy() for level in self.source(facet).get(value, [])]
            if delta > 0:
                _add(touched[facet][value], member)
            elif delta < 0:
                _remove(touched[facet][value], member)
        levels = dict(self._levels)
        for facet, values in touched.items():
            levels[facet] = {value: kept for value, kept in {**self.source(facet), **values}.items() if kept}
        return Postings(levels)

    def dump(self) -> bytes:
        """Return the postings as bytes: a line of JSON that lists the lengths, then the bitmaps."""
        contents, blobs = [], []
        for facet, values in self._levels.items():
            for value, levels in values.items():
                pieces = [level.serialize() for level in levels]
                contents.append((facet, value, [len(piece) for piece in pieces]))
                blobs += pieces
        return json.dumps(contents).encode() + b"\n" + b"".join(blobs)

    @classmethod
    def load(cls, blob: bytes) -> "Postings":
        """Return the postings that `dump` wrote."""
        at = blob.index(b"\n") + 1
        levels: dict[str, dict[int, Levels]] = {}
        for facet, value, lengths in json.loads(blob[:at]):
            found = levels.setdefault(facet, {}).setdefault(value, [])
            for length in lengths:
                found.append(BitMap.deserialize(blob[at : at + length]))
                at += length
        return cls(levels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Postings) and self._filled() == other._filled()

    __hash__ = None  # type: ignore[assignment]

    def _filled(self) -> dict[str, dict[int, Levels]]:
        return {facet: values for facet, values in self._levels.items() if values}


_NOTHING: dict[int, Levels] = {}


def _counted(members: "array[int]") -> Levels:
    levels = [BitMap(members)]
    if len(levels[0]) < len(members):
        levels = []
        for member in members:
            _add(levels, member)
    return levels


def _add(levels: Levels, member: int) -> None:
    for level in levels:
        if member not in level:
            level.add(member)
            return
    levels.append(BitMap([member]))


def _remove(levels: Levels, member: int) -> None:
    for level in reversed(levels):
        if member in level:
            level.discard(member)
            break
    while levels and not levels[-1]:
        levels.pop()
