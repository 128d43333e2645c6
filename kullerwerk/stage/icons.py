"""A small drawing for each game, in the square from -1 to 1."""

from __future__ import annotations

from functools import cache
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
    box,
    mixed,
    regular,
    stripes,
    turned,
)

WOOD: Colour = (205, 164, 108, 255)
EARTH: Colour = (168, 128, 88, 255)
DEEP: Colour = (88, 66, 48, 255)
GRASS: Colour = (150, 186, 120, 255)
STEEL: Colour = (176, 182, 190, 255)
RAIL: Colour = (120, 110, 100, 255)
GEM: Colour = (110, 190, 205, 255)
FUR: Colour = (110, 92, 80, 255)
DARK: Colour = (60, 46, 36, 255)


@cache
def icon(game: str) -> tuple[Shape, ...]:
    """The drawing of a game; nothing for one that has none."""
    drawings = {
        "koenig": _koenig,
        "kullern": _kullern,
        "company": _company,
        "hoehle": _hoehle,
        "buddel": _buddel,
    }
    return tuple(drawings[game]()) if game in drawings else ()


def mole(at: Point, r: float, colour: Colour, seat: int | None = None) -> list[Shape]:
    """A mole seen from above: a round back, a snout, two paws, and the mark of its seat."""
    x, y = at
    ink = mixed(colour, theme.INK, 0.55)
    out: list[Shape] = [
        Disc(x - 0.85 * r, y + 0.15 * r, 0.28 * r, (240, 190, 170, 255), ink, 1.0),
        Disc(x + 0.85 * r, y + 0.15 * r, 0.28 * r, (240, 190, 170, 255), ink, 1.0),
        Disc(x, y, r, colour, ink, 1.5),
        Disc(x, y + 0.8 * r, 0.26 * r, (236, 150, 150, 255), ink, 1.0),
    ]
    if seat is not None:
        out.append(theme.mark(seat, (x, y - 0.1 * r), 0.42 * r, theme.text_on(colour)))
    else:
        out.append(Disc(x - 0.3 * r, y + 0.4 * r, 0.1 * r, theme.INK))
        out.append(Disc(x + 0.3 * r, y + 0.4 * r, 0.1 * r, theme.INK))
    return out


def tower(snout: Point, angle: float, size: float, colour: Colour) -> list[Shape]:
    """A tower seen from above: its snout (the middle of the front edge) and where it looks."""

    def put(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return turned(points, snout, angle, size)

    body = put(((-0.9, -0.3), (0.0, -0.3), (0.0, 0.3), (-0.9, 0.3)))
    ramp = put(((-0.7, -0.17), (0.0, -0.17), (0.0, 0.17), (-0.7, 0.17)))
    hat = put(((-0.78, -0.3), (-0.6, -0.3), (-0.6, 0.3), (-0.78, 0.3)))
    return [
        Polygon(body, colour, theme.INK, 1.5),
        Polygon(ramp, mixed(colour, theme.WHITE, 0.55), None),
        Polygon(hat, mixed(colour, theme.INK, 0.45), theme.INK, 1.0),
    ]


def die(at: Point, half: float, angle: float) -> list[Shape]:
    """A die seen from above."""
    corners = turned(((-1, -1), (1, -1), (1, 1), (-1, 1)), at, angle, half)
    pips = turned(((-0.45, -0.45), (0.0, 0.0), (0.45, 0.45)), at, angle, half)
    return [
        Polygon(corners, theme.WHITE, theme.INK, 1.5),
        *(Disc(*pip, 0.17 * half, theme.INK) for pip in pips),
    ]


def cart(at: Point, half: float, seats: tuple[int | None, ...]) -> list[Shape]:
    """A mine cart from above; ``seats`` up, right, down, left: who sits there, None = free."""
    x, y = at
    out: list[Shape] = [
        box(Rect(x - half, y - half, 2 * half, 2 * half), WOOD, DARK, 2.0, 0.25 * half)
    ]
    for (dx, dy), who in zip(((0, 1), (1, 0), (0, -1), (-1, 0)), seats, strict=True):
        place = (x + 0.62 * half * dx, y + 0.62 * half * dy)
        if who is None:
            out.append(Disc(*place, 0.25 * half, mixed(WOOD, DARK, 0.3), DARK, 1.0))
        else:
            colour = theme.seat_colour(who)
            out.append(Disc(*place, 0.3 * half, colour, theme.INK, 1.2))
            out.append(theme.mark(who, place, 0.15 * half, theme.text_on(colour)))
    return out


def _koenig() -> list[Shape]:
    way = tuple(
        (-0.25 + 1.05 * s, -0.35 + 0.75 * s - 0.55 * s * s) for s in (k / 12 for k in range(13))
    )
    return [
        Disc(0.2, 0.52, 0.3, mixed(WOOD, DARK, 0.25), DARK, 1.5),
        Disc(0.13, 0.6, 0.13, mixed(WOOD, theme.WHITE, 0.35)),
        Line(((-0.85, 0.8), (-0.85, 0.1)), DARK, 4.0),
        Line(((-0.85, 0.8), (-0.45, 0.8)), DARK, 3.0),
        Line(((-0.45, 0.8), (-0.45, 0.1)), DARK, 4.0),
        *tower((-0.25, -0.35), 0.25, 0.85, theme.SEATS[1]),
        Line(way, theme.SOFT, 2.0, dash=(5, 4)),
        *die((0.72, -0.15), 0.17, 0.5),
    ]


def _kullern() -> list[Shape]:
    out: list[Shape] = [
        Polygon(((-0.95, -0.85), (0.95, -0.85), (0.7, 0.45), (-0.7, 0.45)), GRASS, DARK, 1.5),
        Polygon(((-0.75, 0.42), (0.75, 0.42), (0.75, 0.7), (-0.75, 0.7)), WOOD, DARK, 1.5),
        Polygon(((-0.88, 0.68), (0.88, 0.68), (0.0, 0.98)), (176, 84, 60, 255), DARK, 1.5),
    ]
    for k in range(5):
        out.append(Disc(-0.56 + 0.28 * k, 0.55, 0.075, DARK))
    lanes = ((-0.5, -0.75), (-0.18, -0.26), (0.18, 0.26), (0.5, 0.75))
    out += [Line(((top, 0.42), (low, -0.8)), mixed(GRASS, DARK, 0.3), 3.0) for top, low in lanes]
    path = ((-0.62, -0.45), (0.62, -0.45), (0.66, -0.1), (-0.55, -0.1), (-0.5, 0.2), (0.5, 0.2))
    out.append(Line(path, (238, 205, 90, 255), 6.0))
    out += [
        Disc(x, y, 0.075, STEEL, DARK, 1.2) for x, y in ((-0.2, 0.3), (0.22, 0.06), (0.24, -0.24))
    ]
    out += mole((0.24, -0.45), 0.15, theme.SEATS[0])
    out += mole((-0.55, -0.1), 0.15, theme.SEATS[2])
    return out


def _company() -> list[Shape]:
    out: list[Shape] = []
    for k, ground in enumerate(
        ((96, 128, 176, 255), (196, 160, 110, 255), (188, 100, 84, 255), GRASS)
    ):
        r, y = 0.94 - 0.06 * (3 - k), -0.24 + 0.09 * k
        out.append(Polygon(regular((0.0, y), r * 0.9, 6, 0.0), ground, DARK, 1.5))
    step = 0.26
    for q in range(-2, 3):
        for r in range(-2, 3):
            if abs(q + r) > 2:
                continue
            x, y = step * (q + r / 2), 0.03 - step * r * 0.866
            hole = (q, r) in ((0, 0), (-2, 1), (2, -2), (1, 1))
            out.append(
                Disc(x, y, 0.095 if hole else 0.035, DEEP if hole else mixed(GRASS, DARK, 0.45))
            )
    out += mole((-step, 0.03), 0.125, theme.SEATS[3])
    out += mole((step / 2, 0.03 + step * 0.866), 0.125, theme.SEATS[0])
    out += mole((step, 0.03), 0.125, theme.SEATS[1])
    return out


def _hoehle() -> list[Shape]:
    out: list[Shape] = []
    side = 0.28
    for i in range(-2, 3):
        for j in range(-2, 3):
            x, y = side * (i + j) * 0.707, side * (j - i) * 0.707
            corners = regular((x, y), side * 0.69, 4, 0.0)
            out.append(Polygon(corners, (222, 205, 176, 255), (168, 146, 112, 255), 1.0))
    out.append(Disc(0, 0, 0.13, DEEP, DARK, 1.5))
    for k in range(4):
        at = (side * cos(pi / 4 + k * pi / 2), side * sin(pi / 4 + k * pi / 2))
        colour = theme.SEATS[0]
        if k == 3:
            colour = theme.SEATS[2]
            at = (at[0] + side * 0.707, at[1] - side * 0.707)
        out.append(Disc(*at, 0.125, colour, theme.INK, 1.5))
        out.append(theme.mark(2 if k == 3 else 0, at, 0.06, theme.WHITE))
    return out


def _buddel() -> list[Shape]:
    out: list[Shape] = [box(Rect(-0.95, -0.95, 1.9, 1.9), EARTH, DARK, 1.5, 0.12)]
    for y in (-0.75, -0.45, -0.15, 0.15, 0.45):
        out.append(Line(((-0.36, y), (0.36, y)), DARK, 4.0))
    out += [Line(((x, -0.95), (x, 0.55)), RAIL, 3.0) for x in (-0.22, 0.22)]
    out.append(box(Rect(-0.42, 0.55, 0.84, 0.34), mixed(EARTH, DARK, 0.6), DARK, 1.5, 0.08))
    for x, y in ((-0.24, 0.66), (0.02, 0.64), (0.26, 0.67), (-0.1, 0.78), (0.14, 0.8)):
        out.append(Polygon(regular((x, y), 0.085, 5, 0.4), GEM, DARK, 1.0))
    for x, y in ((-0.72, 0.55), (0.7, -0.7)):
        out.append(Polygon(regular((x, y), 0.2, 7, 0.3), mixed(RAIL, theme.WHITE, 0.25), DARK, 1.5))
    out += goblin((0.7, -0.05), 0.2)
    out += cart((0.0, -0.2), 0.34, (0, 1, 2, 3))
    return out


def goblin(at: Point, r: float) -> list[Shape]:
    """A goblin's face."""
    x, y = at
    green = (126, 150, 70, 255)
    ears = [
        ((x + way * 1.5 * r, y + 0.5 * r), (x, y + 0.55 * r), (x, y - 0.2 * r)) for way in (-1, 1)
    ]
    mouth = ((x - 0.5 * r, y - 0.4 * r), (x, y - 0.55 * r), (x + 0.5 * r, y - 0.4 * r))
    return [
        *(Polygon(ear, green, DARK, 1.0) for ear in ears),
        Disc(x, y, r, green, DARK, 1.5),
        Disc(x - 0.35 * r, y + 0.2 * r, 0.2 * r, theme.WHITE, DARK, 1.0),
        Disc(x + 0.35 * r, y + 0.2 * r, 0.2 * r, theme.WHITE, DARK, 1.0),
        Line(mouth, DARK, 2.0),
    ]


def busy(at: Point, half: float, seat: int) -> list[Shape]:
    """A busy tile: square and striped."""
    x, y = at
    colour = theme.seat_colour(seat)
    place = Rect(x - half, y - half, 2 * half, 2 * half)
    ink = theme.text_on(colour)
    return [
        box(place, colour, theme.INK, 2.0, 0.2 * half),
        *stripes(place.inset(0.1 * half), 0.5 * half, (*ink[:3], 115), 1.5),
        theme.mark(seat, at, 0.5 * half, ink),
    ]
