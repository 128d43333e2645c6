"""What is drawn, as frozen data: a frame is a tuple of layers, a layer a tuple of shapes.

Places are those of the layer's camera: logical pixels with y up where it has none. Widths of lines
are always logical pixels; radii and points scale with the camera.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, 0 to 255."""
Point = tuple[float, float]


class Rect(NamedTuple):
    """A rectangle by its lower left corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.x + self.w

    @property
    def top(self) -> float:
        """Its upper side."""
        return self.y + self.h

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def inset(self, by: float, across: float | None = None) -> Rect:
        """The rectangle ``by`` smaller on each side, ``across`` up and down."""
        v = by if across is None else across
        return Rect(self.x + by, self.y + v, max(0.0, self.w - 2 * by), max(0.0, self.h - 2 * v))

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, counter-clockwise from the lower left one."""
        return (
            (self.x, self.y),
            (self.right, self.y),
            (self.right, self.top),
            (self.x, self.top),
        )

    def cut_top(self, h: float) -> tuple[Rect, Rect]:
        """A strip of this height off the top, and what is left."""
        return Rect(self.x, self.top - h, self.w, h), Rect(self.x, self.y, self.w, self.h - h)

    def cut_left(self, w: float) -> tuple[Rect, Rect]:
        """A strip of this width off the left, and what is left."""
        return Rect(self.x, self.y, w, self.h), Rect(self.x + w, self.y, self.w - w, self.h)


@dataclass(frozen=True, slots=True)
class Camera:
    """From the world to logical pixels: ``px = x + scale * X``, ``py = y + scale * Y``."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def out(self, place: Point) -> Point:
        """A place of the world on the screen."""
        return self.x + self.scale * place[0], self.y + self.scale * place[1]

    def back(self, place: Point) -> Point:
        """A place of the screen in the world."""
        return (place[0] - self.x) / self.scale, (place[1] - self.y) / self.scale


LEAST = 1e-3
"""No camera shows things smaller, logical pixels for a unit of the world."""


def fitted(world: Rect, screen: Rect) -> Camera:
    """The camera that shows all of ``world`` in the middle of ``screen``.

    A screen without room shows it very small; there is always a way back from a place on it.
    """
    scale = max(LEAST, min(screen.w / world.w, screen.h / world.h))
    (sx, sy), (wx, wy) = screen.middle, world.middle
    return Camera(scale, sx - scale * wx, sy - scale * wy)


SCREEN = Camera()
"""The camera of what is given in logical pixels."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc, filled, or a ring (``fill`` None), or both."""

    x: float
    y: float
    r: float
    fill: Colour | None
    edge: Colour | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Glow:
    """A disc that fades from ``colour`` in the middle to nothing at its rim: soft shadows."""

    x: float
    y: float
    r: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex polygon."""

    points: tuple[Point, ...]
    fill: Colour | None
    edge: Colour | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; ``dash`` = lengths of a stroke and of a gap, in logical pixels."""

    points: tuple[Point, ...]
    colour: Colour
    width: float = 1.0
    closed: bool = False
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, ``size`` logical pixels high.

    ``x`` is its left end, middle or right end, ``y`` its base line, or its middle.
    """

    x: float
    y: float
    text: str
    size: float
    colour: Colour
    anchor: Literal["left", "centre", "right"] = "left"
    line: Literal["base", "middle"] = "base"
    bold: bool = False


Shape = Disc | Glow | Polygon | Line | Text


@dataclass(frozen=True, slots=True)
class Layer:
    """Shapes drawn one over the other. What is equal to the last frame's is not built again.

    ``key`` names the layer among those of a frame. ``clip`` cuts off what lies outside.
    """

    key: str
    shapes: tuple[Shape, ...]
    camera: Camera = SCREEN
    clip: Rect | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Raster:
    """A picture of coloured cells over ``box`` (of the camera's world), its first row the lowest.

    ``pixels`` is an array of height, width and 4; another ``version`` uploads it again.
    """

    key: str
    box: Rect
    pixels: NDArray[np.uint8] = field(repr=False)
    version: int
    camera: Camera = SCREEN
    clip: Rect | None = None
    smooth: bool = True


Frame = tuple[Layer | Raster, ...]
"""All that is on the screen, from the back to the front."""


def alike(a: Frame, b: Frame) -> bool:
    """Whether two frames look the same, so that one need not be drawn after the other."""
    return len(a) == len(b) and all(map(_alike, a, b))


def _alike(a: Layer | Raster, b: Layer | Raster) -> bool:
    if a is b:
        return True
    if isinstance(a, Layer):
        return isinstance(b, Layer) and a == b
    return isinstance(b, Raster) and same_raster(a, b)


def same_raster(a: Raster, b: Raster) -> bool:
    """Whether two pictures of cells look the same; their cells are told apart by the version."""
    return (a.key, a.version, a.box, a.camera, a.clip, a.smooth, a.pixels.shape) == (
        b.key, b.version, b.box, b.camera, b.clip, b.smooth, b.pixels.shape,
    )  # fmt: skip


def box(
    at: Rect, fill: Colour | None, edge: Colour | None = None, width: float = 1.0, r: float = 0.0
) -> Polygon:
    """A rectangle, with rounded corners of radius ``r``."""
    if not r:
        return Polygon(at.corners(), fill, edge, width)
    r = min(r, at.w / 2, at.h / 2)
    points: list[Point] = []
    for cx, cy, start in (
        (at.right - r, at.y + r, -pi / 2),
        (at.right - r, at.top - r, 0.0),
        (at.x + r, at.top - r, pi / 2),
        (at.x + r, at.y + r, pi),
    ):
        points += [
            (cx + r * cos(start + k * pi / 8), cy + r * sin(start + k * pi / 8)) for k in range(5)
        ]
    return Polygon(tuple(points), fill, edge, width)


def turned(
    points: Sequence[Point], at: Point, angle: float, scale: float = 1.0
) -> tuple[Point, ...]:
    """Points turned by an angle in radians round the origin, scaled, and moved to a place."""
    c, s = scale * cos(angle), scale * sin(angle)
    return tuple((at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in points)


def regular(at: Point, r: float, corners: int, angle: float = 0.0) -> tuple[Point, ...]:
    """The corners of a regular polygon; the first one lies at ``angle`` (radians, from +x)."""
    return tuple(
        (
            at[0] + r * cos(angle + 2 * pi * k / corners),
            at[1] + r * sin(angle + 2 * pi * k / corners),
        )
        for k in range(corners)
    )


def arrow(start: Point, end: Point, colour: Colour, width: float, head: float) -> tuple[Shape, ...]:
    """An arrow; ``head`` is the length of its tip in units of the places."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length == 0:
        return ()
    u, v = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    root = (end[0] - head * u, end[1] - head * v)
    tip = (
        end,
        (root[0] - head * 0.55 * v, root[1] + head * 0.55 * u),
        (root[0] + head * 0.55 * v, root[1] - head * 0.55 * u),
    )
    return Line((start, root), colour, width), Polygon(tip, colour)


def stripes(at: Rect, gap: float, colour: Colour, width: float = 1.0) -> Iterator[Line]:
    """Slanted lines over a rectangle: a pattern where colour alone would tell something."""
    k = at.x - at.h
    while k < at.right:
        low = (max(k, at.x), at.y + max(0.0, at.x - k))
        high = (min(k + at.h, at.right), at.y + min(at.h, at.right - k))
        if high[0] > low[0]:
            yield Line((low, high), colour, width)
        k += gap


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two: ``a`` at 0, ``b`` at 1."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
        round(a[3] + (b[3] - a[3]) * share),
    )


def faded(colour: Colour, opacity: float) -> Colour:
    """A colour with its opacity multiplied."""
    return colour[0], colour[1], colour[2], round(colour[3] * opacity)
