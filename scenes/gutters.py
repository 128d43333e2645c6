"""How the gutters of a hill hang together, and the measures that follow from it.

Rows of nodes are one *pitch* apart across. The next row lies straight below, or half a pitch to the
side: then every node leads to the one or two nodes half a pitch beside it. A node that leads to two
has a *splitter* below it, and its marbles fork.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenes.hill import MarbleHill, Row

NEAR = 0.01
"""Coordinates that differ by less than this are the same, mm."""
BELOW = 4.0
"""A node's straight piece reaches this far below its middle, mm."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What the gutters' angle and width make of a hill; lengths in mm.

    ``tip`` is how far a splitter's tip stands below its node, ``level`` the horizontal width of a
    branch, ``steep`` the tangent of its angle to the way straight down.
    """

    half_pitch: float
    half_width: float
    level: float
    steep: float
    tip: float

    @property
    def narrows(self) -> float:
        """From a tip down to where the straight pieces below begin."""
        return (self.half_pitch - self.half_width) / self.steep

    @property
    def merges(self) -> float:
        """From a tip down to where the branches of two neighbours have merged."""
        return (self.half_pitch - self.level) / self.steep

    def straight(self, row_distance: float) -> float:
        """Return the length of the straight pieces in a row that far below one of forks."""
        return row_distance + BELOW - self.tip - self.narrows


def pitch_of(hill: MarbleHill) -> float:
    """Return the most usual distance of two neighbouring nodes, mm; 0 if none has a neighbour."""
    gaps = [round(b - a, 2) for row in hill.rows for a, b in pairwise(row.x)]
    return max(sorted(set(gaps)), key=gaps.count, default=0.0)


def measures(hill: MarbleHill) -> Measures:
    """Return the measures of a hill."""
    angle = math.radians(hill.slope.branch_deg)
    level = hill.slope.gutter_width / math.cos(angle)
    half_width = hill.slope.gutter_width / 2
    steep = math.tan(angle)
    return Measures(
        half_pitch=pitch_of(hill) / 2,
        half_width=half_width,
        level=level,
        steep=steep,
        tip=BELOW + (level - half_width) / steep,
    )


def leads_to(row: Row, index: int, below: Row, half_pitch: float) -> tuple[int, ...]:
    """Return which nodes of the row below the node ``index`` of a row leads to."""
    x = row.x[index]
    straight = tuple(k for k, other in enumerate(below.x) if abs(other - x) < NEAR)
    if straight:
        return straight
    return tuple(k for k, other in enumerate(below.x) if abs(abs(other - x) - half_pitch) < NEAR)


def node_at(hill: MarbleHill, kind: str, x: float, y: float) -> tuple[int, int] | None:
    """Return row and index of the node at a point, in a row of that kind; None if there is none."""
    for number, row in enumerate(hill.rows):
        if row.kind == kind and abs(row.y - y) < NEAR:
            for index, other in enumerate(row.x):
                if abs(other - x) < NEAR:
                    return number, index
    return None


def exits_of(hill: MarbleHill, hatch: int) -> tuple[int, int] | None:
    """Return the left and right exit of the hatch with that index; None where there are none."""
    x, half = hill.hut.hatches[hatch].x, pitch_of(hill) / 2
    exits = hill.rows[0].x
    left = [k for k, other in enumerate(exits) if abs(x - half - other) < NEAR]
    right = [k for k, other in enumerate(exits) if abs(x + half - other) < NEAR]
    return (left[0], right[0]) if left and right else None
