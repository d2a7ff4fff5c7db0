"""The order of a list in sections: places of things, as plain data. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

# A thing and the section that it stands in; "" is the part before the first heading.
Place = tuple[int, str]
# The things at positions `first` to `last` move by `step`.
Shift = tuple[int, int, int]


def gathered(places: Iterable[Place]) -> list[Place]:
    """Return the places with each section in one piece, where its first thing stands; those without one first."""
    sections: dict[str, list[Place]] = {"": []}
    for thing, section in places:
        sections.setdefault(section, []).append((thing, section))
    return [place for section in sections.values() for place in section]


def moved(places: Sequence[Place], things: Iterable[int], to: int, section: str | None = None) -> list[Place]:
    """Return the places with `things`, in the order they have, from place `to` (1-based) on; beyond the ends: the ends.

    They join the section of what then stands before them, or, at the top, after them; or `section`, if it is given.
    """
    wanted = set(things)
    block = [place for place in places if place[0] in wanted]
    rest = [place for place in places if place[0] not in wanted]
    at = min(max(to - 1, 0), len(rest))
    if section is None:
        around = rest[at - 1 : at] if at else rest[:1]
        section = around[0][1] if around else (block[0][1] if block else "")
    return gathered([*rest[:at], *((thing, section) for thing, _ in block), *rest[at:]])


def placed(places: Sequence[Place], wanted: Mapping[int, int]) -> list[Place]:
    """Return the places with each thing of `wanted` at its place (1-based); the others keep their order around them.

    Beyond the ends: the ends. Of two that want one place the one that stood further up comes first. What moved joins
    the section of what stands before it.
    """
    asked = sorted(
        (min(max(wanted[thing], 1), len(places)), at, thing)
        for at, (thing, _) in enumerate(places)
        if thing in wanted and wanted[thing] != at + 1
    )
    moving = {thing for _, _, thing in asked}
    result = [place for place in places if place[0] not in moving]
    last = 0
    for to, _, thing in asked:
        to = last = max(to, last + 1)
        before = result[to - 2 : to - 1] if to > 1 else result[:1]
        result.insert(to - 1, (thing, before[0][1] if before else ""))
    return gathered(result)


def put_in_section(places: Sequence[Place], things: Iterable[int], section: str) -> list[Place]:
    """Return the places with `things` in a section: at its end, or in a new one.

    That stands behind the section of the first of them, or at the end if that has no heading.
    """
    wanted = set(things)
    changed = [(thing, section) for thing, at in places if thing in wanted and at != section]
    first = next((at for thing, at in places if thing in wanted), "")
    if any(at == section for _, at in places) or not section or not first:
        moving = {thing for thing, _ in changed}
        return gathered([*(place for place in places if place[0] not in moving), *changed])
    return gathered((thing, section if thing in wanted else at) for thing, at in places)


def renamed(places: Sequence[Place], section: str, to: str) -> list[Place]:
    """Return the places with a section under another name; with none, its things join the section before it."""
    runs = [name for name, _ in groupby(at for _, at in places)]
    if not to and section in runs and runs.index(section):
        to = runs[runs.index(section) - 1]
    return gathered((thing, to if at == section else at) for thing, at in places)


def section_moved(places: Sequence[Place], section: str, step: int) -> list[Place]:
    """Return the places with a whole section so many sections further down; with a negative `step`, up."""
    runs = [(name, list(run)) for name, run in groupby(places, key=lambda place: place[1])]
    names = [name for name, _ in runs]
    if section in names:
        run = runs.pop(names.index(section))
        runs.insert(max(names.index(section) + step, 0), run)
    return gathered(place for _, run in runs for place in run)


def shifts(before: Mapping[int, int], after: Iterable[int]) -> list[Shift]:
    """Return what brings things from the positions `before` to 1, 2, … in the order `after`, in few runs.

    A thing that is in place is in none of them.
    """
    runs: list[Shift] = []
    for position, thing in enumerate(after, start=1):
        now = before[thing]
        step = position - now
        if runs and runs[-1][1] == now - 1 and runs[-1][2] == step:
            runs[-1] = (runs[-1][0], now, step)
        else:
            runs.append((now, now, step))
    return [run for run in runs if run[2]]
