"""What stands in the mine, as shapes: rails, rock, goblins, Gorgan, carts, the die.

World: the middles of the cells are 1 apart, a1 is (0, 0), y up.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from kullerwerk.stage import theme
from kullerwerk.stage.pieces import gem
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
    mixed,
    turned,
)
from rules.buddel.board import Board, grid_of
from rules.buddel.options import GORGAN

EARTH: Colour = (112, 86, 62, 255)
FLOOR: Colour = (208, 186, 152, 255)
ROCK: Colour = (142, 124, 106, 255)
RAIL: Colour = (92, 92, 100, 255)
SLEEPER: Colour = (150, 116, 78, 255)
NICHE: Colour = (64, 48, 38, 255)
WOOD: Colour = (188, 142, 92, 255)
SEAT: Colour = (232, 208, 172, 255)
IMP: Colour = (126, 150, 84, 255)
FRIEND: Colour = (140, 104, 172, 255)
BAR: Colour = (210, 200, 190, 220)
LAMP: Colour = (255, 214, 90, 255)

OUT = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
"""The sides N, E, S, W as steps in the world."""
SEAT_AT, SEAT_R = 0.28, 0.17
"""From the middle of a cart to that of a seat, and a seat's radius, in cells."""


def seat_place(middle: Point, side: int, size: float = 1.0, angle: float = 0.0) -> Point:
    """The middle of a cart's seat; ``angle``: the cart is turned by it, counter-clockwise."""
    return turned((OUT[side],), middle, angle, SEAT_AT * size)[0]


@lru_cache(maxsize=8)
def ground(board: Board) -> tuple[Shape, ...]:
    """Earth, rails, rock, niches and names: all that never changes."""
    grid = grid_of(board)
    wide, high = len(board.rows[0]), len(board.rows)
    signs = "".join(reversed(board.rows))
    out: list[Shape] = [
        box(Rect(-0.95, -0.95, wide + 0.7, high + 0.7), EARTH, theme.INK, 2.0, 0.25)
    ]
    for cell in sorted(grid.rails):
        x, y = cell % wide, cell // wide
        out.append(Polygon(Rect(x - 0.5, y - 0.5, 1, 1).corners(), FLOOR))
    for cell, sign in enumerate(signs):
        x, y = float(cell % wide), float(cell // wide)
        if sign == "#":
            out += _rock(x, y, cell)
        elif sign == "G":
            out.append(box(Rect(x - 0.46, y - 0.46, 0.92, 0.92), NICHE, theme.INK, 1.2, 0.22))
    for cell in sorted(grid.rails):
        for way in (0, 1):
            x, y = cell % wide, cell // wide
            other = (cell + wide, cell + 1)[way]
            if (way == 1 and x + 1 == wide) or other not in grid.rails:
                continue
            out += _track((float(x), float(y)), OUT[way])
    for cell in grid.starts:
        x, y = cell % wide, cell // wide
        at = Rect(x - 0.44, y - 0.44, 0.88, 0.88)
        out.append(box(at, None, faded(theme.WHITE, 0.8), 2.0, 0.1))
    x, y = grid.chamber % wide, grid.chamber // wide
    out.append(box(Rect(x - 0.49, y - 0.49, 0.98, 0.98), LAMP, theme.INK, 2.0, 0.14))
    for u, v in ((-0.2, -0.14), (0.2, -0.14), (0.0, 0.18)):
        out += gem((x + u, y + v), 0.19)
    pale = faded(theme.WHITE, 0.8)
    for k in range(wide):
        out.append(Text(k, -0.73, grid.names[k][0], 11, pale, "centre", "middle"))
    for k in range(high):
        out.append(Text(-0.73, k, str(k + 1), 11, pale, "centre", "middle"))
    return tuple(out)


def _rock(x: float, y: float, number: int) -> list[Shape]:
    """A boulder, none like the other."""
    points = [
        (
            x + (0.4 + 0.07 * sin(number * 2.3 + k * 1.9)) * cos(k * pi / 4 + 0.3),
            y + (0.4 + 0.07 * sin(number * 2.3 + k * 1.9)) * sin(k * pi / 4 + 0.3),
        )
        for k in range(8)
    ]
    top = [(x + 0.6 * (a - x) - 0.05, y + 0.6 * (b - y) + 0.07) for a, b in points]
    return [
        Polygon(tuple(points), ROCK, mixed(ROCK, theme.INK, 0.5), 1.5),
        Polygon(tuple(top), mixed(ROCK, theme.WHITE, 0.22)),
    ]


def _track(at: Point, way: Point) -> list[Shape]:
    """Two rails on sleepers, from the middle of a cell to that of the next one."""
    (x, y), (u, v) = at, way
    out: list[Shape] = []
    for k in range(4):
        s = (k + 0.5) / 4
        a, b = x + s * u, y + s * v
        ends = ((a - 0.2 * v, b - 0.2 * u), (a + 0.2 * v, b + 0.2 * u))
        out.append(Line(ends, SLEEPER, 4.0))
    for side in (-0.13, 0.13):
        shift = (side * v, side * u)
        start = (x + shift[0], y + shift[1])
        out.append(Line((start, (start[0] + u, start[1] + v)), RAIL, 2.0))
    return out


def goblin(at: Point, r: float) -> list[Shape]:
    """A goblin: pointed ears, and it frowns."""
    x, y = at
    ink = theme.INK
    out: list[Shape] = []
    for side in (-1, 1):
        ear = (
            (x + side * 0.7 * r, y + 0.45 * r), (x + side * 1.45 * r, y + 0.75 * r),
            (x + side * 0.85 * r, y - 0.15 * r),
        )  # fmt: skip
        out.append(Polygon(ear, mixed(IMP, ink, 0.25), ink, 1.0))
    out.append(Disc(x, y, r, IMP, ink, 1.2))
    for side in (-1, 1):
        out.append(Disc(x + side * 0.36 * r, y + 0.1 * r, 0.2 * r, theme.WHITE))
        out.append(Disc(x + side * 0.3 * r, y + 0.06 * r, 0.1 * r, ink))
        brow = ((x + side * 0.65 * r, y + 0.5 * r), (x + side * 0.15 * r, y + 0.28 * r))
        out.append(Line(brow, ink, 1.8))
    mouth = ((x - 0.35 * r, y - 0.5 * r), (x, y - 0.36 * r), (x + 0.35 * r, y - 0.5 * r))
    out.append(Line(mouth, ink, 1.8))
    return out


def gorgan(at: Point, r: float, opacity: float = 1.0) -> list[Shape]:
    """The friendly goblin: round ears, a lamp on his brow, and he smiles."""
    x, y = at
    ink, face = faded(theme.INK, opacity), faded(FRIEND, opacity)
    white = faded(theme.WHITE, opacity)
    out: list[Shape] = [
        Disc(x + s * 0.95 * r, y + 0.1 * r, 0.32 * r, face, ink, 1.2) for s in (-1, 1)
    ]
    out.append(Disc(x, y, r, face, ink, 1.5))
    for side in (-1, 1):
        out.append(Disc(x + side * 0.35 * r, y + 0.08 * r, 0.2 * r, white))
        out.append(Disc(x + side * 0.35 * r, y + 0.05 * r, 0.1 * r, ink))
    smile = [
        (x + 0.48 * r * cos(a), y - 0.12 * r + 0.42 * r * sin(a))
        for a in (pi + k * pi / 8 for k in range(1, 8))
    ]
    out.append(Line(tuple(smile), white, 2.2))
    out.append(Disc(x, y + 0.72 * r, 0.3 * r, faded(LAMP, opacity), ink, 1.2))
    return out


def cart(middle: Point, size: float = 1.0, angle: float = 0.0) -> list[Shape]:
    """An empty cart with its four seats, one on each side."""
    half = 0.46 * size
    body = turned(box(Rect(-half, -half, 2 * half, 2 * half), None, r=0.12 * size).points, middle,
                  angle)  # fmt: skip
    inner = 0.385 * size
    inside = turned(
        box(Rect(-inner, -inner, 2 * inner, 2 * inner), None, r=0.1 * size).points, middle, angle
    )
    out: list[Shape] = [
        Polygon(tuple((x + 0.03 * size, y - 0.05 * size) for x, y in body), (30, 20, 10, 110)),
        Polygon(body, WOOD, theme.INK, 2.0),
        Polygon(inside, mixed(WOOD, theme.INK, 0.25)),
    ]
    for side in range(4):
        place = seat_place(middle, side, size, angle)
        out.append(Disc(*place, SEAT_R * size, SEAT, mixed(WOOD, theme.INK, 0.6), 1.2))
    out.append(Disc(*middle, 0.1 * size, WOOD, theme.INK, 1.0))
    return out


def die(at: Rect, face: str) -> list[Shape]:
    """The die; ``face`` "" = not rolled yet."""
    out: list[Shape] = [
        box(Rect(at.x + 3, at.y - 4, at.w, at.h), (40, 30, 20, 80), None, 1.0, at.w * 0.18),
        box(at, theme.WHITE, theme.INK, 2.0, at.w * 0.18),
    ]
    x, y = at.middle
    if face == GORGAN:
        out += gorgan((x, y - 0.04 * at.h), 0.28 * at.w)
    elif face:
        out.append(Text(x, y, face, 0.62 * at.h, theme.INK, "centre", "middle", bold=True))
    return out


def bars(at: Point, r: float) -> list[Shape]:
    """The bars before a captive."""
    x, y = at
    sill = ((x - 1.1 * r, y - 0.95 * r), (x + 1.1 * r, y - 0.95 * r))
    sides = [((x + k * r, y - 0.9 * r), (x + k * r, y + 0.9 * r)) for k in (-0.95, 0.95)]
    return [Line(ends, BAR, 1.8) for ends in (*sides, sill)]


def curl(at: Point, r: float, *, right: bool, colour: Colour) -> list[Shape]:
    """A bent arrow: a quarter turn."""
    x, y = at
    sign = -1 if right else 1
    start = pi / 2 - sign * pi / 3
    angles = [start + sign * k * (2 * pi / 3) / 10 for k in range(11)]
    line = tuple((x + r * cos(a), y + r * sin(a)) for a in angles)
    end, a = line[-1], angles[-1]
    tip = turned(((0.6, 0.0), (-0.2, 0.4), (-0.2, -0.4)), end, a + sign * pi / 2, r)
    return [Line(line, colour, 3.0), Polygon(tip, colour)]
