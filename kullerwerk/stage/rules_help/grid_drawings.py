"""Drawings for the help of the games on grids: the mole cave, the company, the carts."""

from __future__ import annotations

from math import cos, pi, sin

from kullerwerk.stage import theme
from kullerwerk.stage.icons import (
    DARK,
    DEEP,
    EARTH,
    GEM,
    GRASS,
    busy,
    cart,
    goblin,
    mole,
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
    arrow,
    box,
    mixed,
    regular,
)

SAND: Colour = (222, 205, 176, 255)


# --- the mole cave ---


def _cells(x: float, y: float, across: int, up: int, side: float) -> list[Shape]:
    return [
        box(Rect(x + i * side, y + j * side, side, side).inset(0.02), SAND, BORDER, 1.0, 0.04)
        for i in range(across)
        for j in range(up)
    ]


def _tile(at: Point, seat: int, r: float = 0.21) -> list[Shape]:
    colour = theme.seat_colour(seat)
    return [
        Disc(*at, r, colour, theme.INK, 1.5),
        theme.mark(seat, at, 0.45 * r, theme.text_on(colour)),
    ]


def _cave(at: Point, r: float = 0.22) -> list[Shape]:
    return [Disc(*at, r, DEEP, BORDER, 2.0), Disc(*at, 0.7 * r, mixed(DEEP, theme.INK, 0.4))]


def draw_ring() -> Made:
    """A cave that is ringed, and one that is not."""
    out: list[Shape] = []
    side = 0.56
    for k, x in enumerate((0.0, 2.6, 5.2)):
        out += _cells(x, 0.16, 3, 3, side)
        middle = (x + 1.5 * side, 0.16 + 1.5 * side)
        out += busy(middle, 0.2, 0) if k == 1 else _cave(middle)
        turn = pi / 4 if k == 2 else 0.0
        for n in range(4):
            far = side * (2**0.5 if k == 2 else 1.0)
            angle = turn + n * pi / 2
            out += _tile((middle[0] + far * cos(angle), middle[1] + far * sin(angle)), 0, 0.2)
    out += arrow((1.84, 1.0), (2.44, 1.0), theme.SOFT, 3.0, 0.2)
    out.append(right((4.55, 1.0)))
    out += wrong((7.15, 1.0))
    return 7.4, out


def draw_push() -> Made:
    """A row that is pushed, and one that cannot be."""
    side = 0.62
    out = _cells(0.0, 1.2, 4, 1, side)
    y = 1.2 + side / 2
    out += [*_tile((side / 2, y), 0), *_tile((1.5 * side, y), 1), *_tile((2.5 * side, y), 2)]
    out += arrow((0.15, 1.93), (2.2, 1.93), theme.ACCENT, 3.0, 0.18)
    out += arrow((2.66, y), (3.2, y), theme.SOFT, 3.0, 0.2)
    out += _cells(3.4, 1.2, 4, 1, side)
    for k, seat in enumerate((0, 1, 2)):
        out += _tile((3.4 + (1.5 + k) * side, y), seat)
    out.append(right((6.2, y)))
    y = 0.2 + side / 2
    out += _cells(0.0, 0.2, 4, 1, side)
    out += [*_tile((side / 2, y), 0), *_tile((1.5 * side, y), 1), *busy((2.5 * side, y), 0.22, 3)]
    out += arrow((0.15, 0.93), (1.2, 0.93), theme.ACCENT, 3.0, 0.18)
    out += wrong((2.8, y))
    return 6.5, out


def draw_tunnel() -> Made:
    """A tile that digs."""
    side = 0.66
    out = _cells(0.0, 0.3, 2, 1, side)
    out += _cells(3.2, 1.1, 1, 1, side)
    for x, y in ((1.5 * side, 0.63), (3.2 + side / 2, 1.43)):
        hole = Rect(x - 0.24, y - 0.24, 0.48, 0.48)
        out.append(box(hole, (150, 118, 84, 255), BORDER, 1.5, 0.14))
        out.append(Line(((x - 0.14, y - 0.08), (x, y + 0.11), (x + 0.14, y - 0.08)), DEEP, 3))
    out += _tile((0.5 * side, 0.63), 2)
    out += arrow((0.56, 0.63), (0.85, 0.63), theme.ACCENT, 3.0, 0.16)
    out += way((1.3, 0.75), (2.1, 1.35), (3.1, 1.43))
    out += _tile((3.2 + side / 2, 1.43), 2)
    return 4.0, out


# --- the company ---


def _net(x: float, y: float, step: float, radius: int) -> dict[Point, Point]:
    """Crossings of a hexagon by their axial places."""
    return {
        (q, r): (x + step * (q + r / 2), y - step * r * 0.866)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    }


def _layer(x: float, y: float, step: float, radius: int, ground: Colour) -> list[Shape]:
    net = _net(x, y, step, radius)
    out: list[Shape] = [Polygon(regular((x, y), step * (radius + 0.7), 6), ground, DARK, 1.5)]
    soft = mixed(ground, DARK, 0.35)
    for (q, r), at in net.items():
        for dq, dr in ((1, 0), (0, 1), (1, -1)):
            if (q + dq, r + dr) in net:
                out.append(Line((at, net[q + dq, r + dr]), soft, 1.0))
    out += [Disc(*at, 0.06, soft) for at in net.values()]
    return out


def draw_line() -> Made:
    """A move of three, and one that a mole is in the way of."""
    out: list[Shape] = []
    for k, x in enumerate((1.2, 4.4)):
        net = _net(x, 1.0, 0.36, 2)
        out += _layer(x, 1.0, 0.36, 2, GRASS)
        out.append(Disc(*net[1, 0], 0.13, DEEP))
        start, end = net[-2, 1], net[1, 1]
        out.append(Disc(*end, 0.13, DEEP))
        out += mole(start, 0.16, theme.SEATS[1], 1)
        if k:
            out += mole(net[0, 1], 0.16, theme.SEATS[0], 0)
        out += way((start[0] + 0.2, start[1]), (end[0] - 0.02, end[1]))
        out.append(words((x + 0.1, 0.3), "3", 16))
    out.append(right((2.75, 1.0)))
    out += wrong((5.95, 1.0))
    return 6.2, out


def draw_lift() -> Made:
    """A layer is lifted: who sat in holes stays."""
    out = _layer(1.2, 1.0, 0.36, 2, GRASS)
    net = _net(1.2, 1.0, 0.36, 2)
    for place in ((0, 0), (-2, 1), (1, 1)):
        out.append(Disc(*net[place], 0.17, DEEP))
    out += mole(net[0, 0], 0.15, theme.SEATS[0], 0)
    out += mole(net[-2, 1], 0.15, theme.SEATS[1], 1)
    out += mole(net[1, 1], 0.15, theme.SEATS[0], 0)
    out += mole(net[1, -1], 0.15, theme.SEATS[2], 2)
    out += wrong(net[1, -1])
    out += arrow((2.5, 1.0), (3.2, 1.0), theme.SOFT, 3.0, 0.2)
    out += _layer(4.4, 1.0, 0.36, 2, (200, 120, 100, 255))
    net = _net(4.4, 1.0, 0.36, 2)
    out += mole(net[0, 0], 0.15, theme.SEATS[0], 0)
    out += mole(net[-2, 1], 0.15, theme.SEATS[1], 1)
    out += mole(net[1, 1], 0.15, theme.SEATS[0], 0)
    return 5.7, out


def draw_ways() -> Made:
    """The ways into the last hole."""
    out: list[Shape] = [Polygon(regular((1.1, 1.0), 0.98, 6), (150, 180, 215, 255), DARK, 1.5)]
    for k in range(6):
        angle = k * pi / 3
        u, v = cos(angle), sin(angle)
        ends = ((1.1 + 0.75 * u, 1.0 + 0.75 * v), (1.1 + 0.24 * u, 1.0 + 0.24 * v))
        out.append(Line(ends, DARK, 3.5, dash=None if k % 2 == 0 else (6, 5)))
    out.append(Disc(1.1, 1.0, 0.22, DEEP, DARK, 1.5))
    return 2.2, out


# --- the carts ---


def draw_turn() -> Made:
    """A cart after either quarter turn."""
    out = cart((0.75, 1.0), 0.6, (0, 1, 2, 3))
    out += arrow((1.55, 1.35), (2.25, 1.6), theme.SOFT, 3.0, 0.2)
    out += arrow((1.55, 0.65), (2.25, 0.4), theme.SOFT, 3.0, 0.2)
    out += cart((3.0, 1.49), 0.45, (3, 0, 1, 2))
    out += cart((3.0, 0.5), 0.45, (1, 2, 3, 0))
    for y, flip in ((1.49, 1), (0.5, -1)):
        bow = tuple(
            (3.0 + flip * 0.62 * sin(a), y + 0.62 * cos(a))
            for a in (0.9 + k * 0.15 for k in range(8))
        )
        out.append(Line(bow, theme.ACCENT, 3.0))
        out += arrow(bow[-2], bow[-1], theme.ACCENT, 3.0, 0.15)[1:]
    return 3.9, out


def draw_goblin() -> Made:
    """The four cases beside a goblin space."""
    out: list[Shape] = []
    cases: tuple[tuple[int | None, int | None, bool], ...] = (
        (0, None, False), (None, 1, False), (0, 1, False), (0, None, True),
    )  # fmt: skip
    for k, (seat, captive, guarded) in enumerate(cases):
        x = 0.55 + 2.35 * k
        out += cart((x, 1.0), 0.52, (None, seat, None, None))
        space = (x + 1.1, 1.0)
        out.append(box(Rect(space[0] - 0.42, 0.58, 0.84, 0.84), EARTH, DARK, 1.5, 0.1))
        if captive is not None:
            out += _tile(space, captive, 0.2)
        elif guarded:
            out += mole(space, 0.26, (190, 170, 220, 255))
            out.append(right((space[0], 1.7)))
        else:
            out += goblin(space, 0.2)
        if seat is not None and not guarded:
            out += arrow((x + 0.35, 1.5), (x + 1.05, 1.5), theme.ACCENT, 3.0, 0.16)
        if captive is not None:
            out += arrow((x + 1.05, 0.46), (x + 0.35, 0.46), theme.ACCENT, 3.0, 0.16)
    return 2.35 * 4 - 0.2, out


def draw_chamber() -> Made:
    """Who gets how many treasures."""
    out: list[Shape] = [box(Rect(0.2, 1.3, 2.0, 0.6), mixed(EARTH, DARK, 0.6), DARK, 1.5, 0.1)]
    for x in (0.45, 0.75, 1.65, 1.95):
        out.append(Polygon(regular((x, 1.6 + 0.08 * sin(9 * x)), 0.13, 5, 0.3 + x), GEM, DARK, 1.0))
    out += cart((1.2, 0.68), 0.56, (0, 1, None, 3))
    for (x, y), n in (((1.2, 1.6), "+2"), ((2.1, 0.68), "+1"), ((0.3, 0.68), "+1")):
        out.append(Disc(x, y, 0.2, theme.WHITE, theme.INK, 1.5))
        out.append(words((x, y), n, 13))
    return 2.5, out
