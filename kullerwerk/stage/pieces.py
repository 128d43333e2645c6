"""Pieces that several boards show: moles and treasures."""

from __future__ import annotations

from math import pi

from kullerwerk.stage import theme
from kullerwerk.stage.shapes import Colour, Disc, Point, Polygon, Shape, faded, mixed, regular

SKIN: Colour = (240, 200, 172, 255)
NOSE: Colour = (226, 120, 120, 255)
GEM: Colour = (132, 196, 226, 255)
"""Glass stones."""


def mole(
    at: Point, r: float, colour: Colour, mark: int, *, plain: bool = False, opacity: float = 1.0
) -> tuple[Shape, ...]:
    """A mole from above, its mark on its back; ``plain``: too small for paws and a nose."""
    x, y = at
    ink = faded(theme.text_on(colour), opacity)
    body = Disc(x, y, r, faded(colour, opacity), faded(theme.INK, opacity), 1.5)
    if plain:
        return body, theme.mark(mark, at, 0.55 * r, ink)
    skin, line = faded(SKIN, opacity), faded(theme.INK, opacity)
    return (
        Disc(x + 0.1 * r, y - 0.16 * r, r, faded((40, 30, 20, 90), opacity)),
        Disc(x - 0.82 * r, y + 0.42 * r, 0.27 * r, skin, line, 1.0),
        Disc(x + 0.82 * r, y + 0.42 * r, 0.27 * r, skin, line, 1.0),
        Disc(x, y + 0.92 * r, 0.3 * r, skin, line, 1.0),
        Disc(x, y + 1.08 * r, 0.13 * r, faded(NOSE, opacity)),
        body,
        theme.mark(mark, (x, y - 0.08 * r), 0.52 * r, ink),
    )


def gem(at: Point, r: float, opacity: float = 1.0) -> tuple[Shape, ...]:
    """A treasure: a cut stone of glass."""
    x, y = at
    light = mixed(GEM, theme.WHITE, 0.6)
    return (
        Polygon(regular(at, r, 6, pi / 6), faded(GEM, opacity), faded(theme.INK, opacity), 1.2),
        Polygon(regular((x, y + 0.08 * r), 0.5 * r, 6, pi / 6), faded(light, opacity)),
    )
