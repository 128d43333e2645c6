"""The parts of a track from above, drawn from plain geometry: in games, records and the editor.

All in mm; sizes of text and widths of lines in logical pixels. Light comes from the upper left.
``scale`` is the logical pixels of a millimetre: what must be read stays legible when it is small.
What is ``wrong`` is red.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Glow,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    arrow,
    box,
    faded,
    mixed,
)

FRAME: Colour = (120, 84, 50, 255)
WOOD: Colour = (200, 155, 106, 255)
WOOD_DARK: Colour = (122, 82, 48, 255)
WOOD_LIGHT: Colour = (240, 220, 190, 255)
COURSE: Colour = (91, 63, 140, 255)
SHADE: Colour = (30, 20, 8, 70)
_RED: Colour = (214, 108, 98, 255)
_RED_LIGHT: Colour = (250, 205, 198, 255)


@dataclass(frozen=True, slots=True)
class Palette:
    """What differs between a table that is played on and one that a map lies on."""

    grounds: Mapping[str, Colour]
    """The table, by the name of its surface."""
    box: Colour
    """The ground of the start box."""
    line: Colour
    """The line round it."""
    halo: Colour | None = None
    """Round lines that would be lost on a map; None = there is none."""

    def ground(self, surface: str) -> Colour:
        """The colour of a table; an unknown surface is smooth."""
        return self.grounds.get(surface, self.grounds["smooth"])


PLAYED = Palette(
    {
        "smooth": (226, 205, 170, 255),
        "lively": (203, 214, 219, 255),
        "felt": (122, 158, 122, 255),
    },
    box=(255, 255, 255, 70),
    line=(255, 255, 255, 230),
)
MAPPED = Palette(
    {
        "smooth": (244, 236, 220, 255),
        "lively": (236, 240, 246, 255),
        "felt": (223, 234, 219, 255),
    },
    box=(40, 34, 28, 22),
    line=theme.INK,
    halo=(255, 255, 255, 170),
)


def start_box(at: Rect, word: str, palette: Palette, wrong: bool = False) -> Iterator[Shape]:
    """The start box with its word."""
    line = theme.BAD if wrong else palette.line
    yield box(at, faded(theme.BAD, 0.12) if wrong else palette.box)
    if palette.halo is not None:
        yield Line(at.corners(), palette.halo, 4.0, True)
    yield Line(at.corners(), line, 2.6 if wrong else 2.0, True, (9, 6))
    letters = theme.BAD if wrong else mixed(FRAME, theme.INK, 0.4)
    yield Text(at.x + 5, at.top + 9, word, 13, letters, bold=True)


def half_sphere(
    place: Point, r: float, name: str, scale: float, wrong: bool = False
) -> Iterator[Shape]:
    """A half-sphere of radius ``r`` with its name and its shadow."""
    x, y = place
    low, light = (_RED, _RED_LIGHT) if wrong else (mixed(WOOD, WOOD_DARK, 0.45), WOOD_LIGHT)
    edge = theme.BAD if wrong else WOOD_DARK
    yield Glow(x + 0.28 * r, y - 0.32 * r, 1.5 * r, (30, 20, 8, 170))
    steps = 9
    for k in range(steps):
        share = k / (steps - 1)
        shrink = 1 - share * 0.86
        shift = (1 - shrink) * 0.42 * r
        rim = (edge, 3.5 if wrong else 1.2) if k == 0 else (None, 1.0)
        yield Disc(x - shift, y + shift, shrink * r, mixed(low, light, share**1.25), *rim)
    size = max(11.0, min(22.0, 1.1 * r * scale))
    yield Text(x + 0.1 * r, y - 0.1 * r, name, size, edge, "centre", "middle", True)


def post(place: Point, r: float, wrong: bool = False) -> Iterator[Shape]:
    """A post of the gate."""
    (x, y), fill, edge = place, _RED if wrong else WOOD, theme.BAD if wrong else WOOD_DARK
    yield Glow(x + 5, y - 6, 2.2 * r, (30, 20, 8, 130))
    yield Disc(x, y, r, fill, edge, 2.5 if wrong else 1.5)
    yield Disc(x - 0.25 * r, y + 0.3 * r, 0.45 * r, _RED_LIGHT if wrong else WOOD_LIGHT)


def finish(a: Point, b: Point, ahead: Point, wrong: bool = False) -> Iterator[Shape]:
    """Chequers from post to post behind the line, which is crossed along ``ahead``."""
    length = math.dist(a, b)
    count = min(60, max(4, round(length / 12)))
    side = length / count
    along = ((b[0] - a[0]) / count, (b[1] - a[1]) / count)
    back = (-side * ahead[0], -side * ahead[1])
    for row in range(2):
        for k in range(count):
            x = a[0] + along[0] * k + row * back[0]
            y = a[1] + along[1] * k + row * back[1]
            corners = (
                (x, y), (x + along[0], y + along[1]),
                (x + along[0] + back[0], y + along[1] + back[1]), (x + back[0], y + back[1]),
            )  # fmt: skip
            yield Polygon(corners, theme.INK if (row + k) % 2 else theme.WHITE)
    yield Line((a, b), theme.BAD if wrong else theme.INK, 2.0)


@dataclass(frozen=True, slots=True)
class Ray:
    """A ray without what its half-sphere covers, or the gate: crossed along ``ahead``, as no. n."""

    start: Point
    end: Point
    ahead: Point
    number: int
    gate: bool = False


def ray(
    one: Ray,
    scale: float,
    *,
    done: bool = False,
    lit: bool = False,
    wrong: bool = False,
    halo: Colour | None = None,
) -> Iterator[Shape]:
    """A ray with its number and its direction; one that is ``done`` is ticked, the next one lit."""
    colour = theme.BAD if wrong else theme.GOOD if done else COURSE
    ends = (one.start, one.end)
    if not one.gate:
        if halo is not None:
            yield Line(ends, halo, 5.0)
        if lit:
            yield Line(ends, faded(COURSE, 0.25), 9.0)
        yield Line(ends, colour, 2.6 if lit or wrong else 1.6, dash=(9, 6))
    (u, v), share = one.ahead, 0.5 if one.gate else 0.62
    x = one.start[0] + (one.end[0] - one.start[0]) * share
    y = one.start[1] + (one.end[1] - one.start[1]) * share
    r = max(17.0 if lit else 14.5, 11.0 / scale)
    if one.gate:
        x, y = x + (r + 18) * u, y + (r + 18) * v
    reach, head = r + max(22.0, 15.0 / scale), max(18.0, 12.0 / scale)
    if halo is not None:
        beyond = reach + 3 / scale
        yield from arrow((x, y), (x + beyond * u, y + beyond * v), halo, 8.0, head + 6 / scale)
    yield from arrow((x, y), (x + reach * u, y + reach * v), colour, 4.0, head)
    yield Disc(x, y, r, theme.GOOD if done else theme.WHITE, colour, 3.0 if lit else 2.0)
    if done:
        tick = ((-0.42, 0.0), (-0.1, -0.36), (0.48, 0.42))
        yield Line(tuple((x + a * r, y + b * r) for a, b in tick), theme.WHITE, 3.0)
    else:
        size = min(28.0, r * scale * 1.1)
        yield Text(x, y, str(one.number), size, colour, "centre", "middle", True)
