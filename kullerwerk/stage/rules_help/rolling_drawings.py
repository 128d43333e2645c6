"""Drawings for the help of the games in which something rolls: marbles and dice."""

from __future__ import annotations

from math import cos, pi, sin

from kullerwerk.stage import theme
from kullerwerk.stage.icons import (
    DARK,
    GRASS,
    RAIL,
    STEEL,
    WOOD,
    die,
    mole,
    tower,
)
from kullerwerk.stage.rules_help.signs import BORDER, Made, right, way, words, wrong
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
    mixed,
    regular,
)

PATH: Colour = (238, 205, 90, 255)


# --- the marble hill ---


def draw_hatches() -> Made:
    """A marble that comes out, and one that does not."""
    out: list[Shape] = [
        Polygon(((0.1, 1.3), (3.9, 1.3), (3.4, 1.85), (0.6, 1.85)), (176, 84, 60, 255), DARK, 1.5),
        box(Rect(0.3, 0.75, 3.4, 0.55), WOOD, DARK, 1.5),
    ]
    for k in range(5):
        x = 0.7 + 0.65 * k
        out.append(Disc(x, 1.58, 0.15, DARK))
        for side in (-0.13, 0.13):
            out.append(box(Rect(x + side - 0.09, 0.75, 0.18, 0.25), DARK))
    out.append(Disc(0.7, 1.95, 0.1, STEEL, DARK, 1.5))
    out += way((1.35, 1.5), (1.22, 0.35))
    out.append(Disc(1.21, 0.26, 0.1, STEEL, DARK, 1.5))
    out.append(words((1.6, 0.3), "+1"))
    out.append(Disc(2.65, 1.1, 0.1, STEEL, DARK, 1.5))
    out += wrong((2.65, 0.35))
    return 4.0, out


def _lane(x: float, marbles: int, seat: int) -> list[Shape]:
    out: list[Shape] = [
        box(Rect(x - 0.17, 0.05, 0.34, 1.9), GRASS, mixed(GRASS, DARK, 0.4), 1.2),
        Line(((x - 0.7, 0.42), (x + 0.7, 0.42)), PATH, 10.0),
    ]
    out += mole((x, 0.42), 0.2, theme.seat_colour(seat), seat)
    out += [Disc(x, 0.8 + 0.21 * k, 0.1, STEEL, DARK, 1.5) for k in range(marbles)]
    return out


def draw_infront() -> Made:
    """Steps of a marmot with marbles in front of it, and without."""
    out = [*_lane(0.9, 2, 0), *_lane(3.0, 0, 0)]
    for x, text in ((1.55, "3 + 2 = 5"), (3.65, "3 + 0 = 3")):
        out.append(Text(x - 0.22, 1.3, text, 15, theme.INK, "left", "middle", bold=True))
    return 4.6, out


def horn(at: Point, r: float) -> list[Shape]:
    """A red horn."""
    x, y = at
    bell = (
        (x - r, y - 0.15 * r),
        (x - r, y + 0.15 * r),
        (x + 0.8 * r, y + 0.7 * r),
        (x + 0.8 * r, y - 0.7 * r),
    )
    return [
        Polygon(bell[::-1], theme.BAD, DARK, 1.2),
        Disc(x - r, y, 0.22 * r, theme.BAD, DARK, 1.2),
    ]


def draw_horn() -> Made:
    """A walk past a horn, and the alarm."""
    out: list[Shape] = []
    for k in range(5):
        out.append(box(Rect(0.1 + 0.62 * k, 0.7, 0.56, 0.5), PATH, BORDER, 1.2, 0.08))
    out += mole((0.38, 0.95), 0.19, theme.SEATS[2], 2)
    out += horn((1.62, 0.95), 0.18)
    out += way((0.6, 1.3), (1.6, 1.55), (2.8, 1.28))
    out += arrow((3.4, 0.95), (3.95, 0.95), theme.SOFT, 3.0, 0.2)
    out.append(box(Rect(4.2, 0.85, 1.9, 0.6), WOOD, DARK, 1.5))
    out += [box(Rect(4.35 + 0.45 * k, 0.85, 0.16, 0.3), DARK) for k in range(4)]
    out += arrow((4.6, 1.65), (5.6, 1.65), theme.BAD, 4.0, 0.2)
    out += [Disc(4.43 + 0.45 * k, 0.55 - 0.12 * (k % 2), 0.1, STEEL, DARK, 1.5) for k in range(4)]
    return 6.3, out


def draw_fright() -> Made:
    """The fourth marble, and the way back."""
    out = [*_lane(0.9, 4, 1)]
    out.append(Line(((1.4, 0.42), (4.6, 0.42)), PATH, 10.0))
    out.append(
        Polygon(regular((4.2, 0.42), 0.24, 7, 0.2), mixed(RAIL, theme.WHITE, 0.25), DARK, 1.5)
    )
    out.append(words((1.35, 1.45), "4", 18, theme.BAD))
    out += way((1.25, 0.65), (2.6, 1.2), (4.1, 0.72))
    return 4.7, out


# --- the towers ---


def draw_throw() -> Made:
    """A throw that the blocker steers."""
    out: list[Shape] = [
        *tower((1.0, 0.6), 0.35, 0.95, theme.SEATS[1]),
        Disc(2.8, 0.55, 0.32, mixed(WOOD, DARK, 0.25), DARK, 1.5),
        Disc(2.72, 0.63, 0.14, mixed(WOOD, theme.WHITE, 0.35)),
        Polygon(((2.2, 1.9), (2.95, 1.75), (2.9, 1.55), (2.15, 1.7)), theme.SEATS[1], DARK, 1.5),
    ]
    out += way((1.05, 0.64), (2.5, 1.55), (4.1, 1.0))
    out += die((4.35, 0.95), 0.19, 0.4)
    return 4.8, out


def draw_contact() -> Made:
    """How a tower may stand at its die."""
    out: list[Shape] = []
    for x, angle, fine in ((0.3, 0.0, True), (2.9, pi / 2, True), (5.6, 0.0, False)):
        place = (x + 0.9, 1.0)
        out += die(place, 0.19, 0.0)
        if fine:
            snout = (place[0] - 0.2 * cos(angle), place[1] - 0.2 * sin(angle))
            out += tower(snout, angle, 0.85, theme.SEATS[1])
            out.append(right((x + 1.45, 1.0)))
        else:
            out += tower((place[0] + 0.35, place[1] + 0.47), 0.0, 0.85, theme.SEATS[1])
            out += wrong((x + 1.75, 1.0))
    return 7.6, out


def draw_ray() -> Made:
    """How a ray is crossed."""
    out: list[Shape] = [box(Rect(0.0, 0.02, 5.0, 1.96), (232, 222, 204, 255), BORDER, 2.0)]
    out.append(Disc(2.0, 1.0, 0.34, mixed(WOOD, DARK, 0.25), DARK, 1.5))
    out.append(Disc(1.92, 1.09, 0.15, mixed(WOOD, theme.WHITE, 0.35)))
    out.append(Line(((2.34, 1.0), (5.0, 1.0)), DARK, 2.0, dash=(12, 4)))
    out += arrow((4.6, 0.75), (4.6, 1.3), DARK, 3.0, 0.18)
    turn = tuple((3.2 + 0.3 * sin(k * 0.5), 0.3 + 0.2 * k) for k in range(7))
    out += way((1.2, 0.3), *turn)
    out += die((3.3, 1.68), 0.15, 0.5)
    out.append(right((3.8, 1.55)))
    return 5.0, out


def draw_hat() -> Made:
    """Which numbers a hat allows."""
    out: list[Shape] = [
        box(Rect(0.1, 0.65, 2.6, 0.7), theme.SEATS[2], DARK, 1.5, 0.12),
        words((1.4, 1.0), "1  4  5  6  8  9", 16, theme.WHITE),
    ]
    for x, n in ((3.4, "6"), (4.9, "7")):
        out.append(box(Rect(x - 0.24, 0.76, 0.48, 0.48), theme.WHITE, DARK, 1.5, 0.08))
        out.append(words((x, 1.0), n, 16))
    out.append(right((3.95, 1.0)))
    out += wrong((5.45, 1.0))
    return 5.8, out
