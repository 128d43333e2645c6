"""Hills as data: path, start places, chairs, and the lanes that marbles run in.

They are made of the marble hills of ``scenes``. No published board could be seen, so those of the
library are our own design, marked ``assumed`` (GAMES.md 3.2): a Galton hill in lane pitches and
rows of 40 mm. Marbles leave the hut at row 0, fork at every odd row, and cross a leg of the path at
the even ones; the start places lie straight below the lowest.

A *place* of a marmot is a whole number: 1 to n a space of the path, n + 1 a deck chair, -k the
start place k, 0 in nobody's lane (lifted).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sim.settled import IN_HAND, MM, Side

if TYPE_CHECKING:
    from scenes.hill import MarbleHill

PITCH = 40 * MM
"""Distance of two lanes, and of two rows."""

Spot = tuple[int, int]
"""Lane and row of a place."""


@dataclass(frozen=True, slots=True)
class Hill:
    """A hill. ``spaces`` and ``starts`` hold the spot of each place, in their order.

    ``exits`` are those of the hut, two for each hatch; ``slider`` is which of each pair is open at
    the start. ``assumed`` tells that the layout is our own and no copy of a published one.
    """

    name: str
    assumed: bool
    lanes: int
    exits: int
    spaces: tuple[Spot, ...]
    starts: tuple[Spot, ...]
    stones: tuple[int, ...]
    horns: tuple[int, ...]
    chairs: int
    marbles: int
    slider: Side

    @property
    def hatches(self) -> int:
        """How many roof hatches there are."""
        return self.exits // 2

    @property
    def chair(self) -> int:
        """The place of a marmot in a deck chair, one above the last space."""
        return len(self.spaces) + 1


def spot(hill: Hill, place: int) -> Spot | None:
    """Lane and row of a place; None for a chair and for a marmot in the hand."""
    if place in (IN_HAND, hill.chair):
        return None
    return hill.spaces[place - 1] if place > 0 else hill.starts[-place - 1]


@cache
def rows(hill: Hill) -> tuple[int, ...]:
    """The rows that hold places, from the top down."""
    return tuple(sorted({row for _, row in (*hill.spaces, *hill.starts)}))


@cache
def ranks(hill: Hill) -> tuple[int, ...]:
    """The row of each place, by the place as an index (start places from the end)."""
    below = [row for _, row in reversed(hill.starts)]
    return (0, *(row for _, row in hill.spaces), 0, *below)


def hill_of(hill: MarbleHill) -> Hill:
    """What the rules need of a marble hill; rows are counted from the exits, which are row 0."""
    from scenes.gutters import node_at

    def spots(kind: str, places: tuple[tuple[float, float], ...]) -> tuple[Spot, ...]:
        found = [node_at(hill, kind, *place) for place in places]
        return tuple((node[1] + 1, node[0]) for node in found if node is not None)

    return Hill(
        name=hill.name,
        assumed=hill.assumed,
        lanes=max(len(row.x) for row in hill.rows if row.kind in ("leg", "starts")),
        exits=len(hill.rows[0].x),
        spaces=spots("leg", hill.path.spaces),
        starts=spots("starts", hill.path.starts),
        stones=hill.path.stones,
        horns=hill.path.horns,
        chairs=hill.path.chairs,
        marbles=hill.marbles.count,
        slider=hill.hut.slider,
    )


@cache
def library_hill(name: str) -> Hill:
    """A hill of the library; raises SceneError where there is none of that name."""
    from scenes.files import load_hill

    return hill_of(load_hill(name))


def default_hill() -> Hill:
    """The hill of GAMES.md 3.2."""
    return library_hill("galton")


def problem(hill: Hill) -> str:
    """Why a hill cannot be played on, "" when it can; for hills that are made up."""
    n, spots = len(hill.spaces), (*hill.spaces, *hill.starts)
    if not 1 <= n <= 200 or not 2 <= len(hill.starts) <= 100:
        return "a hill needs a path and start places"
    if len(set(spots)) != len(spots):
        return "two places share a spot"
    if not all(1 <= lane <= hill.lanes and 1 <= row <= 1000 for lane, row in spots):
        return "every place must be in a lane"
    if max(row for _, row in hill.spaces) >= min(row for _, row in hill.starts):
        return "the start places must lie below the path"
    if len({row for _, row in hill.starts}) != 1:
        return "the start places must lie in one row"
    if any(above[1] < below[1] for below, above in zip(hill.spaces[1:], hill.spaces, strict=False)):
        return "the path must lead uphill"
    for marks in (hill.stones, hill.horns):
        if list(marks) != sorted(set(marks)) or not all(1 <= mark <= n for mark in marks):
            return "stones and horns must be spaces of the path, in their order"
    if hill.exits % 2 or not 2 <= hill.exits <= hill.lanes + 2:
        return "the hut needs two exits for each hatch, all of them above the lanes"
    if not 1 <= hill.marbles <= 100 or not 1 <= hill.chairs <= 100 or hill.lanes > 100:
        return "a hill needs marbles and deck chairs"
    return ""
