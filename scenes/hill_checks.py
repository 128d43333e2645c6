"""What contradicts on a marble hill: a place off its gutter, a gutter that leads nowhere, ...

:func:`hill_problems` is part of every :class:`~scenes.hill.MarbleHill`. What concerns the grid of
gutters comes first; the rest is only looked at where the grid is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from scenes.gutters import NEAR, exits_of, leads_to, measures, node_at, pitch_of
from scenes.problems import Problem, number

if TYPE_CHECKING:
    from scenes.hill import MarbleHill

ROOM = 1.2
"""How much wider than a marble a way must be that it is to roll through."""


def hill_problems(hill: MarbleHill) -> Iterator[Problem]:
    """Yield why marbles or marmots could not use the hill; nothing = they can."""
    for step in (_order, _grid, _ways, _room):
        wrong = list(step(hill))
        if wrong:
            yield from wrong
            return
    yield from _hut(hill)
    yield from _places(hill)
    yield from _marks(hill)


def _order(hill: MarbleHill) -> Iterator[Problem]:
    kinds = [row.kind for row in hill.rows]
    if kinds[0] != "exits":
        yield Problem(("rows", 0, "kind"), 'the row below the hut, "exits"', f'"{kinds[0]}"')
    for index, kind in enumerate(kinds):
        if kind == "exits" and index:
            yield Problem(("rows", index, "kind"), "only the first row of exits", 'another "exits"')
        if kind == "starts" and index < len(kinds) - 1:
            yield Problem(
                ("rows", index, "kind"),
                "the start places in the last row, below the path",
                f'"starts" above a row of "{kinds[index + 1]}"',
            )
    if kinds[-1] != "starts":
        yield Problem(
            ("rows", len(kinds) - 1, "kind"),
            'a last row of start places, "starts"',
            f'"{kinds[-1]}"',
        )
    if "leg" not in kinds:
        yield Problem(("rows",), 'a row of kind "leg" for the path', "none")
    for index, (above, below) in enumerate(pairwise(hill.rows), 1):
        if below.y <= above.y:
            yield Problem(
                ("rows", index, "y"),
                f"a row below the one before, more than {number(above.y)} mm downhill",
                f"{number(below.y)} mm",
            )
    if hill.slope.hollow <= hill.rows[-1].y:
        yield Problem(
            ("slope", "hollow"),
            f"a hollow below the last row, more than {number(hill.rows[-1].y)} mm downhill",
            f"{number(hill.slope.hollow)} mm",
        )


def _grid(hill: MarbleHill) -> Iterator[Problem]:
    pitch = pitch_of(hill)
    if pitch <= 0:
        yield Problem(
            ("rows", 0, "x"),
            "gutters from left to right, two or more in some row",
            "none beside another" if pitch == 0 else "one to the left of the one before",
        )
        return
    for index, row in enumerate(hill.rows):
        for k, (a, b) in enumerate(pairwise(row.x), 1):
            if abs(b - a - pitch) > NEAR:
                yield Problem(
                    ("rows", index, "x", k),
                    f"gutters {number(pitch)} mm apart, next {number(a + pitch)} mm",
                    f"{number(b)} mm",
                )
        if row.splitters and len(row.splitters) != len(row.x):
            yield Problem(
                ("rows", index, "splitters"),
                f"one for each of the row's {len(row.x)} gutters, or none",
                f"{len(row.splitters)}",
            )


_NAMES = {
    "exits": ("an exit", "exit"),
    "junctions": ("a junction", "junction"),
    "leg": ("a lane", "lane"),
    "starts": ("a start place", "start place"),
}


def _ways(hill: MarbleHill) -> Iterator[Problem]:
    half = pitch_of(hill) / 2
    for index, (above, below) in enumerate(pairwise(hill.rows), 1):
        reached: set[int] = set()
        for k, x in enumerate(above.x):
            to = leads_to(above, k, below, half)
            reached.update(to)
            if not to:
                yield Problem(
                    ("rows", index - 1, "x", k),
                    f"{_NAMES[above.kind][0]} that leads somewhere: a "
                    f"{_NAMES[below.kind][1]} straight below it or {number(half)} mm beside",
                    f"none below {number(x)} mm in the next row",
                )
        for k, x in enumerate(below.x):
            if k not in reached:
                yield Problem(
                    ("rows", index, "x", k),
                    f"{_NAMES[below.kind][0]} that a gutter of the row above leads to",
                    f"none that leads to {number(x)} mm",
                )
        if abs(below.x[0] - above.x[0]) < NEAR and len(below.x) != len(above.x):
            yield Problem(
                ("rows", index, "x"),
                f"as many gutters as in the row straight above, {len(above.x)}",
                f"{len(below.x)}",
            )


def _room(hill: MarbleHill) -> Iterator[Problem]:
    """Marbles fit through, and walls are left between the gutters."""
    m, slope = measures(hill), hill.slope
    least = 2 * hill.marbles.radius * ROOM
    if slope.gutter_width < least:
        yield Problem(
            ("slope", "gutter_width"),
            f"a gutter that a marble rolls through, at least {number(least)} mm",
            f"{number(slope.gutter_width)} mm",
        )
        return
    if m.level > m.half_pitch - 2 * slope.tip_radius:
        yield Problem(
            ("slope", "branch_deg"),
            "branches with a wall between them, at most "
            f"{number(m.half_pitch - 2 * slope.tip_radius)} mm wide across the hill",
            f"{number(m.level)} mm",
        )
        return
    for index, (above, below) in enumerate(pairwise(hill.rows), 1):
        if abs(below.x[0] - above.x[0]) < NEAR:
            continue
        room = 2 * hill.path.marmot_radius if below.kind in ("leg", "starts") else 0.0
        short = room - m.straight(below.y - above.y)
        if short > 0:
            yield Problem(
                ("rows", index, "y"),
                f"room for the branches above it, at least {number(below.y + short)} mm",
                f"{number(below.y)} mm",
            )


def _hut(hill: MarbleHill) -> Iterator[Problem]:
    hut, radius, pitch = hill.hut, hill.marbles.radius, pitch_of(hill)
    taken: dict[int, int] = {}
    for index, hatch in enumerate(hut.hatches):
        exits = exits_of(hill, index)
        if exits is None:
            yield Problem(
                ("hut", "hatches", index, "x"),
                f"a hatch midway between two exits, {number(pitch / 2)} mm from each",
                f"{number(hatch.x)} mm",
            )
            continue
        for one in exits:
            if one in taken:
                yield Problem(
                    ("hut", "hatches", index, "x"),
                    "a hatch with two exits of its own",
                    f"one that shares an exit with hatch {taken[one] + 1}",
                )
            taken[one] = index
        if index and hatch.x <= hut.hatches[index - 1].x:
            yield Problem(
                ("hut", "hatches", index, "x"),
                f"hatches from left to right, more than {number(hut.hatches[index - 1].x)} mm",
                f"{number(hatch.x)} mm",
            )
        if abs(hatch.splitter) > hut.pocket_width / 2 - radius:
            yield Problem(
                ("hut", "hatches", index, "splitter"),
                "a splitter that leaves both pockets open, at most "
                f"{number(hut.pocket_width / 2 - radius)} mm from the middle",
                f"{number(hatch.splitter)} mm",
            )
    for k, x in enumerate(hill.rows[0].x):
        if k not in taken:
            yield Problem(("rows", 0, "x", k), "an exit below a hatch", f"none above {number(x)}")
    yield from _pockets(hill)


def pocket_area(hill: MarbleHill) -> float:
    """Return the area of a pocket between its floor and the splitter's tip, mm²."""
    hut = hill.hut
    side = (hut.pocket_width - hut.exit_width) / 2
    floor = side * side * math.tan(math.radians(hut.floor_deg))
    return hut.pocket_width * hut.pocket_height - floor


def _pockets(hill: MarbleHill) -> Iterator[Problem]:
    hut, radius, pitch = hill.hut, hill.marbles.radius, pitch_of(hill)
    if hut.pocket_width > pitch - 2 * hut.tip_radius:
        yield Problem(
            ("hut", "pocket_width"),
            f"pockets with walls between them, at most {number(pitch - 2 * hut.tip_radius)} mm",
            f"{number(hut.pocket_width)} mm",
        )
        return
    # An exit of two diameters lets any two marbles through side by side: they cannot hold an arch.
    if not 4 * radius < hut.exit_width < hut.pocket_width:
        yield Problem(
            ("hut", "exit_width"),
            f"an exit that two marbles pass side by side, above {number(4 * radius)} and below "
            f"{number(hut.pocket_width)} mm",
            f"{number(hut.exit_width)} mm",
        )
        return
    level = measures(hill).level
    if hut.exit_width >= 2 * level:
        yield Problem(
            ("hut", "exit_width"),
            f"an exit no wider than two branches, below {number(2 * level)} mm",
            f"{number(hut.exit_width)} mm",
        )
    needed = hill.marbles.count * (2 * radius) ** 2
    if pocket_area(hill) < needed:
        yield Problem(
            ("hut", "pocket_height"),
            f"pockets that hold all {hill.marbles.count} marbles, at least "
            f"{number(hut.pocket_height + (needed - pocket_area(hill)) / hut.pocket_width)} mm",
            f"{number(hut.pocket_height)} mm",
        )
    if hut.hatch_height < hut.pocket_height + 4 * radius:
        yield Problem(
            ("hut", "hatch_height"),
            f"a hatch above the splitters, at least {number(hut.pocket_height + 4 * radius)} mm",
            f"{number(hut.hatch_height)} mm",
        )


def _places(hill: MarbleHill) -> Iterator[Problem]:
    path = hill.path
    for name, kind, where, places in (
        ("spaces", "leg", "a lane of a leg", path.spaces),
        ("starts", "starts", "a lane of the last row", path.starts),
    ):
        for index, place in enumerate(places):
            if node_at(hill, kind, *place) is None:
                yield Problem(
                    ("path", name, index),
                    f"a place in its gutter, in {where}",
                    f"{_point(place)}, where there is none",
                )
            elif place in places[:index]:
                yield Problem(("path", name, index), "each place once", f"a second {_point(place)}")
    for index, (before, after) in enumerate(pairwise(path.spaces), 1):
        if after[1] > before[1] + NEAR:
            yield Problem(
                ("path", "spaces", index),
                "a path that leads uphill, at most "
                f"{number(before[1])} mm from the front of the hut",
                f"{number(after[1])} mm",
            )
    width = hill.slope.gutter_width
    if 2 * path.marmot_radius < width - 2 * hill.marbles.radius * 0.9:
        yield Problem(
            ("path", "marmot_radius"),
            "a marmot that dams its gutter, at least "
            f"{number(width / 2 - hill.marbles.radius * 0.9)} mm",
            f"{number(path.marmot_radius)} mm",
        )


def _marks(hill: MarbleHill) -> Iterator[Problem]:
    last = len(hill.path.spaces)
    for name, marks in (("stones", hill.path.stones), ("horns", hill.path.horns)):
        for index, mark in enumerate(marks):
            if mark > last:
                yield Problem(("path", name, index), f"a space of the path, 1 to {last}", f"{mark}")
        if list(marks) != sorted(set(marks)):
            yield Problem(("path", name), "spaces in their order, each once", _listed(marks))


def _point(point: tuple[float, float]) -> str:
    return f"[{number(point[0])}, {number(point[1])}]"


def _listed(marks: Sequence[int]) -> str:
    return f"[{', '.join(map(str, marks))}]"
