"""Hut, hill, marbles and marmots as shapes, in mm: x across, y up, the front of the hut at 0.

The walls are those that the simulation has. The hill lies below 0, the hut above.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    arrow,
    box,
    regular,
    stripes,
)
from scenes.gutters import pitch_of
from scenes.hill import MarbleHill
from sim.marbles.walls import ABOVE, BEYOND, CHUTE, SILL, exit_places, hill_walls, hut_walls
from sim.settled import Side

MEADOW: Colour = (176, 207, 150, 255)
MEADOW_EDGE: Colour = (111, 143, 85, 255)
GUTTER: Colour = (246, 238, 219, 255)
INSIDE: Colour = (251, 246, 234, 255)
WOOD: Colour = (201, 160, 107, 255)
WOOD_DARK: Colour = (124, 88, 50, 255)
SHUTTER: Colour = (75, 79, 85, 255)
GLASS: Colour = (130, 205, 222, 255)
GLASS_EDGE: Colour = (31, 95, 112, 255)
STONE: Colour = (180, 184, 189, 255)
STONE_EDGE: Colour = (107, 112, 118, 255)
HORN: Colour = (209, 51, 31, 255)
FUR: Colour = (150, 112, 63, 255)
MUZZLE: Colour = (227, 203, 160, 255)
CLOTH: tuple[Colour, Colour] = ((244, 239, 228, 255), (224, 135, 43, 255))
GAP, TRAY, SIDE, COLUMN, EACH = 22.0, 24.0, 14.0, 34.0, 32.0
"""Between hut and hill; the hollow's depth; beside the hill; deck chairs: mm on a pitch of 40."""


class Sheet:
    """Where everything is. ``unit`` is 1 where gutters are 40 mm apart."""

    def __init__(self, hill: MarbleHill) -> None:
        self.hill = hill
        self.unit = pitch_of(hill) / 40
        walls = hill_walls(hill)
        xs = [x for line in walls.edges for x, _ in line]
        self.left, self.right = min(xs), max(xs)
        row = hill.rows[0].x
        self.chairs_right = hill.path.spaces[-1][0] >= (row[0] + row[-1]) / 2
        self.roof = hill.hut.hatch_height + 20
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
        return max(2.2 * self.hill.marbles.radius, 6 * self.unit)

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
    yield from _plate(sheet)
    yield from _path(sheet)
    yield from _hut(sheet, slider)
    for number in range(sheet.hill.path.chairs):
        yield from chair(sheet.chair(number), sheet.unit)


def _plate(sheet: Sheet) -> Iterator[Shape]:
    hill, u = sheet.hill, sheet.unit
    walls = hill_walls(hill)
    bottom, brim = hill.slope.hollow + BEYOND, 9 * u
    meadow = Rect(sheet.left - brim, -bottom, sheet.right - sheet.left + 2 * brim, bottom + ABOVE)
    yield box(meadow, MEADOW, MEADOW_EDGE, 1.5, 6 * u)
    # The track between the borders, in strips: its outline is not convex.
    left = sorted(((-y, x) for x, y in walls.edges[0]), reverse=True)
    right = sorted(((-y, x) for x, y in walls.edges[1]), reverse=True)
    levels = sorted({y for y, _ in (*left, *right)}, reverse=True)
    for top, low in pairwise(levels):
        corners = (
            (_across(left, low), low), (_across(right, low), low),
            (_across(right, top), top), (_across(left, top), top),
        )  # fmt: skip
        yield Polygon(corners, GUTTER)
    for edge in walls.edges:
        yield Line(tuple((x, -y) for x, y in edge), MEADOW_EDGE, 1.2)
    for block in walls.blocks[1:]:
        yield Polygon(tuple((x, -y) for x, y in block), MEADOW, MEADOW_EDGE, 1.0)
    tray = Rect(meadow.x, -hill.slope.hollow - TRAY * u, meadow.w, TRAY * u)
    yield box(tray, (217, 199, 163, 255), WOOD_DARK, 1.5, 3 * u)


def _across(line: list[tuple[float, float]], y: float) -> float:
    """Where a border is at a height; ``line`` falls."""
    for (a, x), (b, z) in pairwise(line):
        if b <= y <= a:
            return x if a == b else x + (z - x) * (a - y) / (a - b)
    return line[-1][1] if y < line[-1][0] else line[0][1]


def _path(sheet: Sheet) -> Iterator[Shape]:
    path, u = sheet.hill.path, sheet.unit
    points = tuple((x, -y) for x, y in path.spaces)
    yield Line(points, (150, 118, 70, 130), 2.0, dash=(3, 5))
    for number, (x, y) in enumerate(points, 1):
        if number in path.stones:
            outline = tuple(
                (x + 11 * u * f * cos(2 * pi * k / 9), y + 9.5 * u * f * sin(2 * pi * k / 9))
                for k, f in enumerate((1.0, 0.92, 1.06, 0.95, 1.03, 0.96, 1.05, 0.93, 0.98))
            )
            yield Polygon(outline, STONE, STONE_EDGE, 1.5)
        else:
            yield Disc(x, y, 6.5 * u, (232, 217, 184, 255), (150, 118, 70, 255), 1.0)
        if number in path.horns:
            yield from horn((x + 10 * u, y + 9 * u), u * 0.8)
        yield Text(x, y - 13 * u, str(number), 9, theme.SOFT, "centre", "middle")
    for x, y in path.starts:
        yield Disc(x, -y, 7 * u, (255, 255, 255, 130), MEADOW_EDGE, 1.2)


def _hut(sheet: Sheet, slider: Side) -> Iterator[Shape]:
    hill, u = sheet.hill, sheet.unit
    closed = "right" if slider == "left" else "left"
    walls = hut_walls(hill, range(len(hill.hut.hatches)), closed)
    xs = [x for block in walls.blocks for x, _ in block]
    low, high = min(xs), max(xs)
    corners = Rect(low, sheet.hut(0, 0)[1], high - low, sheet.roof)
    yield box(corners, INSIDE, WOOD_DARK, 2.0)
    for block in walls.blocks:
        yield Polygon(tuple(sheet.hut(x, y) for x, y in block), WOOD, WOOD_DARK, 0.8)
    for number in range(len(hill.hut.hatches)):
        for side, x in zip(("left", "right"), exit_places(hill, number), strict=True):
            half = hill.hut.exit_width / 2
            if side == closed:
                x0, y0 = sheet.hut(x - half - 1, CHUTE)
                shutter = Rect(x0, y0, 2 * half + 2, SILL - CHUTE)
                yield box(shutter, SHUTTER, theme.INK, 1.0)
                yield from stripes(shutter, 4 * u, (200, 200, 205, 255), 1.0)
            else:
                at = sheet.hut(x, 0)
                yield from arrow(
                    (at[0], at[1] - 3 * u), (at[0], at[1] - 15 * u), theme.GOOD, 2.0, 6 * u
                )
    yield from _roof(sheet, low, high)
    # The slider stands out at the side whose exits are shut.
    y = sheet.hut(0, (SILL + CHUTE) / 2)[1]
    x = high if slider == "left" else low - 12 * u
    yield box(Rect(x, y - 2.5 * u, 12 * u, 5 * u), SHUTTER, theme.INK, 1.0, 1.5 * u)


def _roof(sheet: Sheet, low: float, high: float) -> Iterator[Shape]:
    hill, u = sheet.hill, sheet.unit
    gap, roof, rise = sheet.hatch_radius, sheet.roof, 11 * u
    xs = [hatch.x for hatch in hill.hut.hatches]
    for start, end in zip(
        [low - 6 * u, *(x + gap for x in xs)], [*(x - gap for x in xs), high + 6 * u], strict=True
    ):
        slant = min(4 * u, (end - start) / 3)
        outline = (
            (start, roof),
            (end, roof),
            (end - slant, roof + rise),
            (start + slant, roof + rise),
        )
        yield Polygon(tuple(sheet.hut(x, y) for x, y in outline), WOOD_DARK, theme.INK, 1.0)
    for number, x in enumerate(xs, 1):
        at = sheet.hut(x, roof + 5 * u)
        yield Disc(*at, 7 * u, theme.WHITE, theme.INK, 1.2)
        yield Text(*at, str(number), 13, theme.INK, "centre", "middle", bold=True)


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


def horn(at: Point, u: float) -> Iterator[Shape]:
    """A red horn, its bell to the left."""
    x, y = at
    tube = ((-5.5, -4.6), (6.0, -1.2), (6.0, 1.2), (-5.5, 4.6))
    yield Polygon(tuple((x + a * u, y + b * u) for a, b in tube), HORN, theme.INK, 1.0)
    yield Line(((x - 5.5 * u, y - 4.8 * u), (x - 5.5 * u, y + 4.8 * u)), (246, 183, 168, 255), 3.0)
    yield Disc(x + 6.8 * u, y, 1.4 * u, theme.INK)


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
