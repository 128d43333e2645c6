"""A hill as plain numbers for the page: hut above, hill below it, in one plane with y upward."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kullerwerk.draw import style
from kullerwerk.draw.hill_sheet import GAP, SIDE, TRAY, roof_of
from kullerwerk.lab.report.scene import DASHES, MARKS
from scenes.gutters import pitch_of
from sim.marbles.walls import SILL, exit_places, hill_walls, hut_walls

if TYPE_CHECKING:
    from scenes.hill import MarbleHill

Point = tuple[float, float]
CLOSED = {"left": "right", "right": "left"}
"""Whose exits are shut when those of a side are open."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Where hut and hill lie in the picture, mm: ``left`` is its border, ``front`` the hut's."""

    left: float
    front: float
    length: float
    width: float
    gap: float

    def hill(self, x: float, y: float) -> Point:
        """Return where a point of the hill is, y downhill."""
        return x - self.left, self.front - self.gap - y

    def hut(self, x: float, height: float) -> Point:
        """Return where a point of the hut is."""
        return x - self.left, self.front + height


def plane_of(hill: MarbleHill) -> Plane:
    """Return the plane of a hill's picture."""
    unit = pitch_of(hill) / 40
    xs = [x for line in hill_walls(hill).edges for x, _ in line]
    xs += [x for block in _blocks(hill, "left") for x, _ in block]
    left, right = min(xs) - SIDE * unit / 2, max(xs) + SIDE * unit / 2
    low = hill.slope.hollow + TRAY * unit
    gap = GAP * unit
    return Plane(left, low + gap, right - left, low + gap + roof_of(hill) + 12 * unit, gap)


def hill_scene(hill: MarbleHill) -> dict[str, Any]:
    """Return what a hill looks like, in mm, y upward."""
    plane = plane_of(hill)
    unit = pitch_of(hill) / 40
    walls = hill_walls(hill)
    left, right = walls.edges
    return {
        "title": hill.title or hill.name,
        "length": round(plane.length, 2),
        "width": round(plane.width, 2),
        "unit": unit,
        "plate": [0.0, plane.hill(0.0, hill.slope.hollow)[1], round(plane.length, 2), plane.front],
        "track": _points([plane.hill(*at) for at in (*left, *right)]),
        # The first block is the wall above the exits.
        "islands": [_points([plane.hill(*at) for at in block]) for block in walls.blocks[1:]],
        "blocks": {
            side: [_points([plane.hut(*at) for at in block]) for block in _blocks(hill, closed)]
            for side, closed in CLOSED.items()
        },
        "shutters": {
            side: [
                _points([plane.hut(x - half, SILL), plane.hut(x + half, SILL)])
                for x, half in _shutters(hill, closed)
            ]
            for side, closed in CLOSED.items()
        },
        "hatches": [
            {"at": plane.hut(hatch.x, roof_of(hill)), "name": str(k)}
            for k, hatch in enumerate(hill.hut.hatches, 1)
        ],
        "sets": [
            {
                "name": f"hatch {k + 1}",
                "title": f"hatch {k + 1}",
                "colour": (look := style.SEATS[k % len(style.SEATS)]).colour,
                # Colours come again with other dashes.
                "dash": DASHES[(k + k // len(DASHES)) % len(DASHES)],
                "mark": MARKS[look.marker],
                "size": 2 * hill.marbles.radius,
                "die": "marble",
            }
            for k in range(len(hill.hut.hatches))
        ],
    }


def _blocks(hill: MarbleHill, closed: str) -> tuple[tuple[Point, ...], ...]:
    return hut_walls(hill, range(len(hill.hut.hatches)), closed).blocks


def _shutters(hill: MarbleHill, closed: str) -> list[tuple[float, float]]:
    """Return middle and half width of every shutter that is closed."""
    side = 0 if closed == "left" else 1
    half = hill.hut.exit_width / 2 + 1
    return [(exit_places(hill, k)[side], half) for k in range(len(hill.hut.hatches))]


def _points(line: list[Point]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in line]
