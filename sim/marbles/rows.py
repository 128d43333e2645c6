"""The rows of a world: the quantised state that a run begins with and leaves behind.

A row is ``(where, x, y, vx, vy, spin, ux, uy, mark)``, lengths in 0.01 mm, ``spin`` in 0.01 rad/s;
``ux`` and ``uy`` are the rolling speed of a marble on the hill (`sim.marbles.floor`). ``mark`` is,
on the hill, the place of the marmot that holds the marble (0: none), and in the hut 1 for a marble
that was inside when the slider was pushed.

Starts made by hand (``rules.kullern.start``) have rows of five: behind exit ``x`` of the hut, or
before the marmot in lane ``x`` of row ``y``, in pitches of 40 mm. Marbles of such rows are laid
where they can lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.hill import MarbleHill
from sim.marbles.plane import Motion
from sim.marbles.walls import SILL
from sim.settled import IN_HOLLOW, IN_HUT, MM, ON_HILL

Row = tuple[int, ...]
HOLLOW_ROW: Row = (IN_HOLLOW, 0, 0, 0, 0, 0, 0, 0, 0)
_PITCH = 40 * MM
_LENGTH, _BY_HAND = len(HOLLOW_ROW), 5
_NEAR = 1.0
"""Marbles in the hut that were laid this near to the middle of an exit lie one on another, mm."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A world, unpacked. ``holder`` and ``freed`` are the rows' marks."""

    hut: dict[int, Motion]
    hill: dict[int, Motion]
    holder: dict[int, int]
    freed: frozenset[int]


def packed(where: int, m: Motion, mark: int) -> Row:
    """Return the row of a marble."""
    values = (m.x, m.y, m.vx, m.vy, m.spin, m.ux, m.uy)
    return where, *(round(value * MM) for value in values), mark


def unpacked(hill: MarbleHill, world: Sequence[Row]) -> Rows:
    """Return the marbles of a world in mm and mm/s.

    Raises ``ValueError`` for a row that is neither the simulation's nor made by hand.
    """
    rows = Rows({}, {}, {}, frozenset())
    freed: set[int] = set()
    for k, row in enumerate(world):
        if len(row) == _BY_HAND:
            _lay(hill, rows, k, row)
            continue
        if len(row) != _LENGTH:
            raise ValueError(
                f"marble {k} has a row of {len(row)} numbers: expected {_LENGTH}, or {_BY_HAND} in "
                "a start made by hand"
            )
        where, *values, mark = row
        motion = Motion(*(value / MM for value in values))
        if where == IN_HUT:
            rows.hut[k] = motion
            if mark:
                freed.add(k)
        elif where == ON_HILL:
            rows.hill[k] = motion
            if mark:
                rows.holder[k] = mark
    return Rows(rows.hut, rows.hill, rows.holder, frozenset(freed))


def _lay(hill: MarbleHill, rows: Rows, k: int, row: Row) -> None:
    """Lay a marble of a start made by hand: on top of those that lie there already."""
    radius, path = hill.marbles.radius, hill.path
    across, down = row[1] // _PITCH, row[2] // _PITCH
    if row[0] == IN_HUT:
        x = hill.rows[0].x[across]
        below = sum(abs(m.x - x) < _NEAR for m in rows.hut.values())
        # It falls the last bit, and finds its place in the next run.
        rows.hut[k] = Motion(x, SILL + radius + 1 + below * (2 * radius + 1), 0.0, -1.0)
    elif row[0] == ON_HILL:
        x, y = hill.rows[down].x[across - 1], hill.rows[down].y
        places = {at: number for number, at in enumerate(path.spaces, 1)}
        places |= {at: -number for number, at in enumerate(path.starts, 1)}
        held = places[(x, y)]
        below = list(rows.holder.values()).count(held)
        aside = max(hill.slope.gutter_width / 2 - radius, 0.0)
        first = math.sqrt((path.marmot_radius + radius) ** 2 - aside**2)
        each = math.sqrt(4 * radius**2 - 4 * aside**2) if aside < radius else 0.0
        side = aside if below % 2 else -aside
        rows.hill[k] = Motion(x + side, y - first - below * each)
        rows.holder[k] = held
