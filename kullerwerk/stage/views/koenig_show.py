"""What is shown between two states of a race: a throw, a lens, news."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import width
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Frame,
    Layer,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
)
from kullerwerk.stage.tumble import Place, Tumble
from kullerwerk.stage.views.die_shapes import die_shapes, shadow

HOLD = 1.2
"""So long a die at rest and its number are looked at, s."""
HAT_TIME = 0.28
"""In which a hat flies off, s."""
LENS_MM = 48.0
"""What the lens shows of the table, mm."""
NEAR = 130.0
"""What is farther from the die than this does not reach into the lens, mm."""


@dataclass(slots=True)
class Roll:
    """A throw that is being shown; ``number`` is what counts at the end, 0 = nothing."""

    tumble: Tumble
    colour: Colour
    number: int
    still: bool
    """Whether the way is shown at once, with the die at its end."""
    time: float = 0.0
    held: float = 0.0
    heard: int = 0
    """How many of its hits have been heard."""

    def __post_init__(self) -> None:
        if self.still:
            self.time = self.tumble.end

    @property
    def rests(self) -> bool:
        """Whether the die has come to its end."""
        return self.time >= self.tumble.end

    @property
    def over(self) -> bool:
        """Whether it has been looked at for long enough."""
        return self.rests and self.held >= HOLD

    def update(self, dt: float) -> int:
        """Let time go by; returns how often something was hit in it."""
        if self.rests:
            self.held += dt
            return 0
        self.time = min(self.tumble.end, self.time + dt)
        hits = self.tumble.hits
        before = self.heard
        while self.heard < len(hits) and hits[self.heard] <= self.time:
            self.heard += 1
        return self.heard - before

    def blockers(self) -> dict[str, Place]:
        """Where the blockers are that are pushed, by their names."""
        return {one.name: one.at(self.time) for one in self.tumble.pushed}

    def shapes(self, scale: float) -> tuple[Shape, ...]:
        """The way so far, the shadow and the die."""
        place, matrix = self.tumble.at(self.time)
        out: list[Shape] = list(trail(self.tumble.way(self.time), self.colour))
        gone = max(0.0, -place[2] / 160)  # fallen off the table
        if gone >= 1.0:
            return tuple(out)
        if place[2] > 0:
            out.append(shadow(self.tumble.kind, self.tumble.size, place))
        faces = die_shapes(
            self.tumble.kind, self.tumble.size, matrix, place, faded(self.colour, 1 - gone), scale
        )
        return (*out, *faces)


def trail(way: tuple[Point, ...], colour: Colour) -> list[Shape]:
    """The way of a die."""
    if len(way) < 2:
        return []
    return [Line(way, faded(theme.INK, 0.35), 4.0), Line(way, faded(colour, 0.95), 2.0)]


# --- the lens ----------------------------------------------------------------


def lens_place(area: Rect, sizes: theme.Sizes, shy_of: list[Point]) -> Rect:
    """The corner of the board from which all these places of the page are farthest."""
    side = min(230.0 * sizes.scale, 0.34 * min(area.w, area.h))
    corners = [
        Rect(x, y, side, side)
        for x in (area.x + 12, area.right - side - 12)
        for y in (area.top - side - 12, area.y + 12)
    ]
    return max(
        corners, key=lambda at: min(math.dist(at.middle, place) for place in shy_of or [(0, 0)])
    )


def lens_frame(
    roll: Roll, at: Rect, ground: Colour, around: tuple[Shape, ...], sizes: theme.Sizes
) -> Frame:
    """The die as through a lens, and its number once it rests."""
    (x, y, _), _ = roll.tumble.at(roll.time)
    scale = at.w / LENS_MM
    mx, my = at.middle
    camera = Camera(scale, mx - scale * x, my - scale * y)
    near = [shape for shape in around if _near(shape, x, y)]
    shown = Rect(x - LENS_MM, y - LENS_MM, 2 * LENS_MM, 2 * LENS_MM)
    layers: list[Layer] = [
        Layer("lens.back", (box(at.inset(-3), theme.INK, None, r=12),)),
        Layer("lens", (box(shown, ground), *near, *roll.shapes(scale)), camera, at),
        Layer("lens.rim", (box(at, None, theme.WHITE, 3.0, 10.0),)),
    ]
    if roll.rests and roll.number:
        layers.append(Layer("lens.number", tuple(_badge(roll, at, sizes))))
    return tuple(layers)


def _near(shape: Shape, x: float, y: float) -> bool:
    """Whether a shape may be seen in the lens: most are not, and need not be drawn."""
    px, py = shape.points[0] if isinstance(shape, Line | Polygon) else (shape.x, shape.y)
    return max(abs(px - x), abs(py - y)) < NEAR


def _badge(roll: Roll, at: Rect, sizes: theme.Sizes) -> list[Shape]:
    """The number in large letters at the corner of the lens."""
    r = min(30 * sizes.scale, 0.14 * at.w)
    x, y = at.right - r - 6, at.y + r + 6
    return [
        Disc(x, y, r, roll.colour, theme.WHITE, 3.0),
        Text(
            x, y, str(roll.number), r * 1.15, theme.text_on(roll.colour), "centre", "middle", True
        ),
    ]


# --- news --------------------------------------------------------------------


@dataclass(slots=True)
class News:
    """Something that everybody should read before it goes on."""

    text: str
    colour: Colour
    left: float = 1.5
    """How long it is still shown, s."""

    def shapes(self, area: Rect, sizes: theme.Sizes) -> tuple[Shape, ...]:
        """A strip across the upper part of the board, below the cards that were played."""
        size = sizes.title * 0.72
        while size > sizes.small and width(self.text, size, True) > area.w - 60:
            size -= 1
        wide = min(area.w - 16, width(self.text, size, True) + 44)
        high = size * 2.1
        at = Rect(area.middle[0] - wide / 2, area.y + 0.74 * area.h, wide, high)
        return (
            box(at, theme.WHITE, self.colour, 3.0, 9.0),
            Text(*at.middle, self.text, size, theme.INK, "centre", "middle", True),
        )
