"""The sheet that hut and hill are drawn on: what stands where, and how large.

The hut stands from the front over the exits that its marbles come out of, below it the hill from
above. Both are in mm; y runs downhill.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from scenes.gutters import pitch_of
from sim.marbles.walls import hill_walls

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from scenes.hill import MarbleHill

HEAD = 46.0
"""Room above the hut for title and remarks, mm where gutters are 40 mm apart."""
GAP = 24.0
"""Between the hut's front and the hill, mm."""
TRAY = 26.0
"""Depth of the hollow, mm."""
SIDE = 24.0
"""Room beside the hill, mm."""
CHAIRS = 16.0
"""Room between the hill and the deck chairs, mm."""
COLUMN = 44.0
"""From one column of deck chairs to the next, mm."""
LEGEND = 34.0
"""Room for the legend, mm."""
EACH_CHAIR = 36.0
"""From one deck chair down to the next, mm."""
INCHES = 11.0
"""The longer side of a picture."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture to be drawn on. Lengths in mm; ``low`` is below the hollow and the legend.

    ``unit`` is 1 where gutters are 40 mm apart, ``points`` the points of a mm on paper.
    """

    figure: Figure
    ax: Axes
    hill: MarbleHill
    unit: float
    points: float
    left: float
    right: float
    top: float
    low: float

    def mm(self, size: float) -> float:
        """Return a size in mm that looks the same on every hill."""
        return size * self.unit

    def size(self, height: float) -> float:
        """Return a font size for letters that are so many mm tall where gutters are 40 mm apart."""
        return max(4.0, height * self.unit * self.points)

    def hut(self, height: float) -> float:
        """Return where a height in the hut is drawn."""
        return -self.mm(GAP) - height


def new_sheet(hill: MarbleHill, below: float = 0.0, *, places: bool = True) -> Sheet:
    """Return an empty sheet; ``below`` is more room, mm where gutters are 40 mm apart.

    ``places``: with room for the deck chairs and for what the signs mean.
    """
    unit = pitch_of(hill) / 40
    xs = [x for line in hill_walls(hill).edges for x, _ in line]
    left, right = min(xs), max(xs)
    start, end = left - SIDE * unit, right + SIDE * unit
    chairs = (CHAIRS + COLUMN * -(-hill.path.chairs // _chairs_down(hill, unit))) * unit
    if places and chairs_right(hill):
        end += chairs
    elif places:
        start -= chairs
    # Legend and title want some room however narrow the hill is.
    more = max(0.0, 440 * unit - (end - start)) / 2
    start, end = start - more, end + more
    top = -GAP * unit - roof_of(hill) - HEAD * unit
    low = hill.slope.hollow + (TRAY + (LEGEND if places else 8)) * unit
    bottom = low + below * unit
    inches = INCHES / max(end - start, bottom - top)
    figure = style.new_figure((end - start) * inches, (bottom - top) * inches)
    ax = style.new_axes(figure, (0, 0, 1, 1), (start, end), (bottom, top))
    return Sheet(figure, ax, hill, unit, inches * 72, left, right, top, low)


def chairs_right(hill: MarbleHill) -> bool:
    """Whether the last space is nearer to the right border."""
    row = hill.rows[0].x
    return hill.path.spaces[-1][0] >= (row[0] + row[-1]) / 2


def roof_of(hill: MarbleHill) -> float:
    """Return the height of the hut's roof, mm."""
    return hill.hut.hatch_height + 20


def _chairs_top(hill: MarbleHill, unit: float) -> float:
    """Return where the first deck chair stands, downhill."""
    return max(hill.path.spaces[-1][1] - 14 * unit, 14 * unit)


def _chairs_down(hill: MarbleHill, unit: float) -> int:
    """Return how many deck chairs stand one below the other."""
    way = hill.slope.hollow + TRAY * unit - _chairs_top(hill, unit)
    return max(1, int(way / (EACH_CHAIR * unit)))


def chair_places(sheet: Sheet) -> list[style.Point]:
    """Return where the deck chairs stand: beside the last space."""
    hill, unit = sheet.hill, sheet.unit
    side = 1 if chairs_right(hill) else -1
    edge = sheet.right if side > 0 else sheet.left
    top, down = _chairs_top(hill, unit), _chairs_down(hill, unit)
    return [
        (
            edge + side * (SIDE + CHAIRS + COLUMN * (k // down)) * unit,
            top + EACH_CHAIR * unit * (k % down),
        )
        for k in range(hill.path.chairs)
    ]
