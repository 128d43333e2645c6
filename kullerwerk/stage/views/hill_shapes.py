"""Hut, hill, marbles and marmots as shapes, in mm: x across, y up, the front of the hut at 0.

The walls are those that the simulation has. The hill lies below 0, the hut above.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from kullerwerk.stage import hill_parts as parts
from kullerwerk.stage import theme
from kullerwerk.stage.hill_parts import WOOD_DARK
from kullerwerk.stage.shapes import Colour, Disc, Line, Point, Polygon, Rect, Shape, Text, regular
from scenes.hill import MarbleHill
from sim.settled import Side

GLASS: Colour = (130, 205, 222, 255)
GLASS_EDGE: Colour = (31, 95, 112, 255)
FUR: Colour = (150, 112, 63, 255)
MUZZLE: Colour = (227, 203, 160, 255)
CLOTH: tuple[Colour, Colour] = ((244, 239, 228, 255), (224, 135, 43, 255))
GAP, TRAY, SIDE, COLUMN, EACH = 22.0, 24.0, 14.0, 34.0, 32.0
"""Between hut and hill; the hollow's depth; beside the hill; deck chairs: mm on a pitch of 40."""


class Sheet:
    """Where everything is. ``unit`` is 1 where gutters are 40 mm apart."""

    def __init__(self, hill: MarbleHill) -> None:
        self.hill = hill
        self.unit = parts.unit_of(hill)
        self.left, self.right = parts.sides(hill)
        row = hill.rows[0].x
        self.chairs_right = hill.path.spaces[-1][0] >= (row[0] + row[-1]) / 2
        self.roof = hill.hut.hatch_height + parts.ROOF
        side, u = SIDE * self.unit, self.unit
        low = -(hill.slope.hollow + TRAY * u + 6 * u)
        high = GAP * u + self.roof + 26 * u
        down = self._down
        columns = -(-hill.path.chairs // down)
        chairs = (COLUMN * columns + 10) * u
        start = self.left - side - (0 if self.chairs_right else chairs)
        end = self.right + side + (chairs if self.chairs_right else 0)
        self.world = Rect(start, low, end - start, high - low)

    @property
    def _top(self) -> float:
        return max(self.hill.path.spaces[-1][1] - 14 * self.unit, 14 * self.unit)

    @property
    def _down(self) -> int:
        way = self.hill.slope.hollow + TRAY * self.unit - self._top
        return max(1, int(way / (EACH * self.unit)))

    @property
    def hatch_radius(self) -> float:
        """Half the width of a hatch."""
        return parts.hatch_radius(self.hill)

    def hut(self, x: float, y: float) -> Point:
        """A place in the hut."""
        return x, GAP * self.unit + y

    def hatch(self, number: int) -> Point:
        """The middle of a hatch, from 1."""
        return self.hut(self.hill.hut.hatches[number - 1].x, self.roof + 5 * self.unit)

    def chair(self, number: int) -> Point:
        """The seat of a deck chair."""
        side = 1 if self.chairs_right else -1
        edge = self.right if side > 0 else self.left
        u, down = self.unit, self._down
        x = edge + side * (SIDE + 10 + COLUMN * (number // down + 0.5)) * u
        return x, -(self._top + EACH * u * (number % down) + 10 * u)

    def hand(self, marmot: int) -> Point:
        """Where a marmot is drawn that somebody holds: beside the hut."""
        x = self.left + (20 + 24 * marmot) * self.unit
        return x, GAP * self.unit * 0.5

    def in_hollow(self, count: int) -> Iterator[Point]:
        """Places of so many marbles in the hollow, in rows."""
        r = self.hill.marbles.radius
        room = self.right - self.left - 4 * r
        each = max(2.4 * r, min(6 * r, room / 10))
        row = max(1, int(room / each))
        for k in range(count):
            x = self.left + 3 * r + each * (k % row)
            y = -(self.hill.slope.hollow + 8 * self.unit + 2.5 * r * (k // row))
            yield x, y


def ground(sheet: Sheet, slider: Side) -> Iterator[Shape]:
    """All that does not move while the slider is at this side."""
    hill = sheet.hill
    yield from parts.plate(hill)
    yield from parts.blocks(hill)
    yield parts.tray(hill, TRAY * sheet.unit)
    yield from _path(sheet)
    yield from parts.hut(hill, slider, sheet.hut(0, 0)[1])
    for number in range(sheet.hill.path.chairs):
        yield from chair(sheet.chair(number), sheet.unit)


def _path(sheet: Sheet) -> Iterator[Shape]:
    path, u = sheet.hill.path, sheet.unit
    points = tuple((x, -y) for x, y in path.spaces)
    yield parts.way(points)
    for number, at in enumerate(points, 1):
        if number in path.stones:
            yield parts.stone(at, u)
            yield parts.space_number(at, number, u)
        else:
            yield from parts.space(at, number, u)
        if number in path.horns:
            yield from parts.horn((at[0] + 10 * u, at[1] + 9 * u), u * 0.8)
    for x, y in path.starts:
        yield parts.start((x, -y), u)


def marble(at: Point, r: float) -> tuple[Shape, ...]:
    """A glass marble."""
    x, y = at
    return (
        Disc(x, y, r, GLASS, GLASS_EDGE, 1.0),
        Disc(x - 0.3 * r, y + 0.35 * r, 0.3 * r, (255, 255, 255, 220)),
    )


def marmot(
    at: Point, u: float, colour: Colour, mark: int, letter: str, size: float
) -> Iterator[Shape]:
    """A marmot whose foot stands at a point: its body in its colour and shape, its head above."""
    x, y = at
    body = (x, y - 4.5 * u)
    match mark % 4:
        case 1:
            yield Polygon(regular(body, 9.5 * u, 4, pi / 4), colour, theme.INK, 1.2)
        case 2:
            yield Polygon(regular((x, y - 6 * u), 11 * u, 3, pi / 2), colour, theme.INK, 1.2)
        case 3:
            yield Polygon(regular(body, 9.5 * u, 4), colour, theme.INK, 1.2)
        case _:
            yield Disc(*body, 8 * u, colour, theme.INK, 1.2)
    head = (x, y + 5.5 * u)
    for side in (-1, 1):
        yield Disc(x + side * 4.3 * u, head[1] + 3.6 * u, 2 * u, FUR, theme.INK, 0.8)
    yield Disc(*head, 5.4 * u, FUR, theme.INK, 1.0)
    yield Disc(x, head[1] - 2 * u, 2.7 * u, MUZZLE)
    yield Disc(x, head[1] - 0.9 * u, 0.9 * u, theme.INK)
    for side in (-1, 1):
        yield Disc(x + side * 2 * u, head[1] + 1.5 * u, 0.75 * u, theme.INK)
    yield Text(
        x, body[1], letter, size, theme.text_on(colour), "centre", "middle", bold=True
    )  # fmt: skip


def chair(at: Point, u: float) -> Iterator[Shape]:
    """A deck chair of striped cloth, its seat at a point."""
    x, y = at
    wide, high = 24 * u, 22 * u
    for side in (-0.5, 0.5):
        yield Line(
            ((x + side * wide, y - 0.6 * high), (x + side * wide * 0.7, y + 0.75 * high)),
            WOOD_DARK, 2.5,
        )  # fmt: skip
    for k in range(6):
        a, b = -0.5 + k / 6, -0.5 + (k + 1) / 6
        low, top = y - 0.42 * high, y + 0.65 * high
        yield Polygon(
            ((x + a * wide, low), (x + b * wide, low), (x + b * wide * 0.75, top),
             (x + a * wide * 0.75, top)),
            CLOTH[k % 2],
        )  # fmt: skip
