"""The triangular net on which moles stand: its crossings, their names, the six directions.

A crossing is a ``Spot``, (q, r) as in GAMES.md 2.2, in the frame of the table; (0, 0) is the middle
and lies in the same place on every layer. States hold crossings as whole numbers, ``Cell``.
"""

from __future__ import annotations

from rules.core.errors import NotationError

Spot = tuple[int, int]
"""(q, r): q counts along e, r along se."""

Cell = int
"""A crossing as a number from 0 to 80: ``9 * (r + 4) + q + 4``."""

LARGEST_RADIUS = 4
"""No layer reaches farther from its middle."""
WIDTH = 2 * LARGEST_RADIUS + 1
CELLS = WIDTH * WIDTH

WAYS: tuple[str, ...] = ("e", "se", "sw", "w", "nw", "ne")
"""Names of the directions; each one is the one before it, turned by a sixth."""
VECTORS: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The directions as steps on the net."""
STEPS: tuple[int, ...] = tuple(WIDTH * r + q for q, r in VECTORS)
"""The directions as differences of cells."""
TURNS = 6
"""In so many ways can a layer lie."""


def turned(spot: Spot, rotation: int) -> Spot:
    """Where a spot of a layer lies once the layer is turned by so many sixths."""
    q, r = spot
    for _ in range(rotation % TURNS):
        q, r = -r, q + r
    return q, r


def distance(spot: Spot) -> int:
    """How many steps a spot is away from the middle."""
    q, r = spot
    return max(abs(q), abs(r), abs(q + r))


def spots(radius: int) -> tuple[Spot, ...]:
    """All crossings of a layer, row by row."""
    reach = range(-radius, radius + 1)
    return tuple((q, r) for r in reach for q in reach if abs(q + r) <= radius)


def cell_of(spot: Spot) -> Cell:
    """The number of a spot."""
    q, r = spot
    return WIDTH * (r + LARGEST_RADIUS) + q + LARGEST_RADIUS


def spot_of(cell: Cell) -> Spot:
    """The spot of a number."""
    r, q = divmod(cell, WIDTH)
    return q - LARGEST_RADIUS, r - LARGEST_RADIUS


NAMES: dict[Cell, str] = {
    cell_of((q, r)): f"{'abcdefghi'[r + LARGEST_RADIUS]}{q + LARGEST_RADIUS + 1}"
    for q, r in spots(LARGEST_RADIUS)
}
"""What crossings are called: a letter for the row from the top, a number for q."""

_CELLS = {name: cell for cell, name in NAMES.items()}


def cell(name: str) -> Cell:
    """The crossing of a name such as ``e5``; raises NotationError."""
    found = _CELLS.get(name)
    if found is None:
        raise NotationError(
            f"there is no space {name!r}: spaces have a letter from a to i and a number from 1 "
            "to 9, and e5 is the middle"
        )
    return found


def names(cells: tuple[Cell, ...]) -> str:
    """The names of crossings in one text."""
    return " ".join(NAMES[one] for one in cells)
