"""Hills as data: path, start places, chairs, and the lanes that marbles run in.

No published board could be seen, so these are our own design, marked ``assumed`` (GAMES.md 3.2): a
Galton hill in lane pitches and rows of 40 mm. Marbles leave the hut at row 0, fork at every odd
row, and cross a leg of the path at the even ones; the start places lie straight below the lowest.

A *place* of a marmot is a whole number: 1 to n a space of the path, n + 1 a deck chair, -k the
start place k, 0 in nobody's lane (lifted).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sim.settled import IN_HAND, MM, Side

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


def _galton(name: str, horns: tuple[int, ...]) -> Hill:
    up, down = range(1, 9), range(8, 0, -1)
    return Hill(
        name=name,
        assumed=True,
        lanes=8,
        exits=10,
        spaces=(
            *((lane, 6) for lane in up),
            *((lane, 4) for lane in down),
            *((lane, 2) for lane in up),
        ),
        starts=tuple((lane, 7) for lane in up),
        stones=(3, 8, 11, 16, 19, 23),
        horns=horns,
        chairs=6,
        marbles=20,
        slider="left",
    )


HILLS: dict[str, Hill] = {
    hill.name: hill
    for hill in (_galton("galton", (6, 14, 21)), _galton("galton-wild", (5, 10, 15, 20)))
}
"""Hills by name; the wild one has four horns and more alarms (GAMES.md 3.2)."""


def default_hill() -> Hill:
    """The hill of GAMES.md 3.2."""
    return HILLS["galton"]


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
