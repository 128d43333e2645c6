"""A die as it lies or tumbles, seen from above and lit: its faces, numbers and shadow as shapes.

No depth is needed: of a convex body the faces that look up hide nothing of one another.
"""

from __future__ import annotations

import math
from functools import lru_cache

from kullerwerk.stage.shapes import Colour, Glow, Line, Point, Polygon, Shape, mixed
from kullerwerk.stage.theme import INK, WHITE, dark
from sim.rotation import Matrix, turned
from sim.solids import Solid, Vec3, solid

EYE = 420.0
"""Height of the eye above the table, mm: what is nearer to it looks larger."""
LIGHT: Vec3 = (-0.46, 0.53, 0.713)
"""Where the light comes from: the upper left."""
_HALFWAY: Vec3 = (-0.2485, 0.2864, 0.9253)
"""Between the light and the eye: what faces this way shines."""
_EDGE_ON = 0.02
"""A face that is seen as edge-on as this is not drawn."""

LEGIBLE = 4.5
"""Numbers on faces smaller than this (logical pixels, to the nearest edge) are left out."""

Stroke = tuple[Vec3, ...]

_DIGITS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "0": (((0.0, 0.5), (-0.24, 0.36), (-0.3, 0.0), (-0.24, -0.36), (0.0, -0.5), (0.24, -0.36),
           (0.3, 0.0), (0.24, 0.36), (0.0, 0.5)),),
    "1": (((-0.18, 0.3), (0.06, 0.5), (0.06, -0.5)),),
    "2": (((-0.28, 0.28), (-0.18, 0.44), (0.02, 0.5), (0.22, 0.42), (0.28, 0.24), (0.2, 0.04),
           (-0.3, -0.5), (0.3, -0.5)),),
    "3": (((-0.26, 0.4), (-0.06, 0.5), (0.18, 0.44), (0.26, 0.26), (0.16, 0.08), (-0.06, 0.03),
           (0.18, -0.03), (0.28, -0.22), (0.18, -0.44), (-0.06, -0.5), (-0.28, -0.38)),),
    "4": (((0.14, -0.5), (0.14, 0.5), (-0.3, -0.2), (0.32, -0.2)),),
    "5": (((0.26, 0.5), (-0.22, 0.5), (-0.26, 0.06), (0.02, 0.12), (0.24, 0.02), (0.28, -0.22),
           (0.16, -0.44), (-0.08, -0.5), (-0.28, -0.38)),),
    "6": (((0.2, 0.46), (-0.06, 0.34), (-0.26, 0.04), (-0.28, -0.26), (-0.14, -0.47), (0.08, -0.5),
           (0.27, -0.34), (0.26, -0.12), (0.08, 0.02), (-0.14, -0.02), (-0.28, -0.22)),),
    "7": (((-0.3, 0.5), (0.3, 0.5), (-0.06, -0.5)),),
    "8": (((0.0, 0.04), (-0.2, 0.14), (-0.24, 0.32), (-0.1, 0.48), (0.1, 0.48), (0.24, 0.32),
           (0.2, 0.14), (0.0, 0.04), (-0.24, -0.1), (-0.3, -0.28), (-0.16, -0.47), (0.16, -0.47),
           (0.3, -0.28), (0.24, -0.1), (0.0, 0.04)),),
    "9": (((-0.2, -0.46), (0.06, -0.34), (0.26, -0.04), (0.28, 0.26), (0.14, 0.47), (-0.08, 0.5),
           (-0.27, 0.34), (-0.26, 0.12), (-0.08, -0.02), (0.14, 0.02), (0.28, 0.22)),),
}  # fmt: skip
"""Digits as strokes, 1 high and 0.6 wide about the middle."""
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


def die_shapes(
    kind: str, size: float, matrix: Matrix, place: Vec3, colour: Colour, scale: float
) -> list[Shape]:
    """The faces of a die that look up, with their numbers, darker where less light falls.

    ``matrix`` turns its body into the world, ``place`` is its centre (mm), ``scale`` the logical
    pixels of a millimetre: it decides how thick the strokes are.
    """
    body = solid(kind, size)
    out: list[Shape] = []
    ink = WHITE if dark(colour) else INK
    legible = kind == "d6" or body.face_in * scale >= LEGIBLE
    for row in visible(body, matrix):
        normal = turned(matrix, body.normals[row])
        fill = _lit(colour, normal)
        corners = tuple(_seen(matrix, body.corners[k], place) for k in body.loops[row])
        out.append(Polygon(corners, fill, mixed(fill, (0, 0, 0, 255), 0.35), 1.0))
        for stroke in _marks(kind, size)[row] if legible else ():
            points = tuple(_seen(matrix, point, place) for point in stroke)
            if kind == "d6":
                out.append(Polygon(points, ink))
            else:
                thick = max(1.0, 0.05 * size * scale * max(0.4, normal[2]))
                out.append(Line(points, ink, thick))
    return out


def shadow(kind: str, size: float, place: Vec3) -> Glow:
    """The soft shadow of a die: farther off, larger and fainter the higher it is."""
    body = solid(kind, size)
    up = max(0.0, place[2] - body.r_in)
    x = place[0] - LIGHT[0] / LIGHT[2] * up * 0.6 + 0.12 * size
    y = place[1] - LIGHT[1] / LIGHT[2] * up * 0.6 - 0.14 * size
    strength = 150 / (1.0 + up / 45.0)
    return Glow(x, y, body.r_out * 1.3 + 0.22 * up, (25, 18, 8, round(strength)))


def visible(body: Solid, matrix: Matrix) -> list[int]:
    """The rows of the faces that look up."""
    return [row for row, normal in enumerate(body.normals) if turned(matrix, normal)[2] > _EDGE_ON]


def _seen(matrix: Matrix, point: Vec3, place: Vec3) -> Point:
    """Where a point of the body is seen by an eye above the die."""
    x, y, z = turned(matrix, point)
    nearer = EYE / max(60.0, EYE - place[2] - z)
    return place[0] + x * nearer, place[1] + y * nearer


def _lit(colour: Colour, normal: Vec3) -> Colour:
    """Lambert's law with some light from all round, and a little shine."""
    light = sum(a * b for a, b in zip(normal, LIGHT, strict=True))
    shine = max(0.0, sum(a * b for a, b in zip(normal, _HALFWAY, strict=True))) ** 24
    bright = 0.46 + 0.66 * max(0.0, light)
    shaded = mixed(colour, (0, 0, 0, 255), max(0.0, 1.0 - bright))
    return mixed(shaded, WHITE, 0.35 * shine)


# --- what is printed on the faces --------------------------------------------


@lru_cache(maxsize=16)
def _marks(kind: str, size: float) -> tuple[tuple[Stroke, ...], ...]:
    """The strokes (of a d6: pips) on each face, in the body."""
    body = solid(kind, size)
    return tuple(tuple(_face_marks(body, row)) for row in range(len(body.normals)))


def _face_marks(body: Solid, row: int) -> list[Stroke]:
    normal = body.normals[row]
    middle = _scaled(normal, body.r_in)
    if body.reads_bottom:
        return _edge_numbers(body, row)
    if body.kind == "d6":
        up = _towards(
            normal, _half(body.corners[body.loops[row][0]], body.corners[body.loops[row][1]])
        )
        return [
            _on(middle, normal, up, 0.25 * body.half * 2, [
                (x + 0.42 * math.cos(k * math.pi / 5), y + 0.42 * math.sin(k * math.pi / 5))
                for k in range(10)
            ])
            for x, y in _PIPS[body.numbers[row]]
        ]  # fmt: skip
    # Upright towards the sharpest corner of a d10's kite, towards any corner of a pentagon.
    top = max(body.loops[row], key=lambda k: (round(_length(body.corners[k]), 6), -k))
    up = _towards(normal, body.corners[top])
    high = (1.05 if body.numbers[row] < 10 else 0.9) * body.face_in
    return _number(body.numbers[row], middle, normal, up, high, len(body.numbers) > 8)


def _edge_numbers(body: Solid, row: int) -> list[Stroke]:
    """A d4 shows its number along the lower edge of each of its upright faces."""
    normal, loop, out = body.normals[row], body.loops[row], list[Stroke]()
    middle = _scaled(normal, body.r_in)
    for k, a in enumerate(loop):
        b = loop[(k + 1) % len(loop)]
        below = next(
            other
            for other, ring in enumerate(body.loops)
            if other != row and a in ring and b in ring
        )
        edge = _half(body.corners[a], body.corners[b])
        inwards = _minus(middle, edge)
        up = _scaled(inwards, 1 / _length(inwards))
        at = _plus(edge, _scaled(inwards, 0.36))
        out += _number(body.numbers[below], at, normal, up, 0.68 * body.face_in, False)
    return out


def _number(
    number: int, middle: Vec3, normal: Vec3, up: Vec3, high: float, underlined: bool
) -> list[Stroke]:
    digits = str(number)
    out: list[Stroke] = []
    for k, digit in enumerate(digits):
        aside = (k - (len(digits) - 1) / 2) * 0.72
        for stroke in _DIGITS[digit]:
            out.append(_on(middle, normal, up, high, [(x + aside, y) for x, y in stroke]))
    if underlined and digits in ("6", "9"):
        out.append(_on(middle, normal, up, high, [(-0.25, -0.68), (0.25, -0.68)]))
    return out


def _on(middle: Vec3, normal: Vec3, up: Vec3, size: float, points: list[Point]) -> Stroke:
    """Points of a face's plane in the body: ``up`` is the way up, seen from outside."""
    right = _cross(up, normal)
    return tuple(
        _plus(middle, _plus(_scaled(right, x * size), _scaled(up, y * size))) for x, y in points
    )


def _towards(normal: Vec3, point: Vec3) -> Vec3:
    """The unit vector in a face's plane that points towards a place."""
    off = sum(a * b for a, b in zip(normal, point, strict=True))
    flat = _minus(point, _scaled(normal, off))
    return _scaled(flat, 1 / _length(flat))


def _plus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _minus(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _half(a: Vec3, b: Vec3) -> Vec3:
    return _scaled(_plus(a, b), 0.5)


def _scaled(a: Vec3, by: float) -> Vec3:
    return a[0] * by, a[1] * by, a[2] * by


def _length(a: Vec3) -> float:
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
