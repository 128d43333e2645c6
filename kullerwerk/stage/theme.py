"""Colours, sizes and marks of the window.

The four players have colours of the palette of Okabe and Ito (2008), which people with any common
colour blindness tell apart, and a mark each besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from kullerwerk.stage.shapes import Colour, Disc, Line, Point, Polygon, Shape, regular

WHITE: Colour = (255, 255, 255, 255)
INK: Colour = (38, 34, 30, 255)
SOFT: Colour = (112, 104, 96, 255)
"""Text that says less."""
FAINT: Colour = (196, 188, 178, 255)
"""Lines between things."""
PAPER: Colour = (250, 247, 241, 255)
"""Behind everything."""
PANEL: Colour = (241, 236, 226, 255)
BUTTON: Colour = (255, 255, 255, 255)
HOVER: Colour = (255, 246, 222, 255)
OFF: Colour = (232, 227, 218, 255)
ACCENT: Colour = (0, 98, 160, 255)
"""What is chosen, and what may be chosen."""
FOCUS: Colour = (204, 102, 0, 255)
"""The ring round what the keyboard is at."""
GOOD: Colour = (0, 125, 90, 255)
BAD: Colour = (190, 30, 45, 255)
SHADE: Colour = (20, 16, 10, 120)
"""Over what a dialogue hides."""

SEATS: tuple[Colour, ...] = (
    (213, 94, 0, 255),  # vermilion
    (0, 114, 178, 255),  # blue
    (0, 158, 115, 255),  # green
    (230, 179, 0, 255),  # yellow
)
NAMED: dict[str, Colour] = {
    "red": (200, 55, 45, 255),
    "blue": (0, 98, 178, 255),
    "green": (0, 140, 100, 255),
    "yellow": (228, 178, 0, 255),
}
"""The piece sets by their names."""


def seat_colour(seat: int) -> Colour:
    """The colour of a seat."""
    return SEATS[seat % len(SEATS)]


def mark(seat: int, at: Point, r: float, colour: Colour = WHITE) -> Shape:
    """A mark beside the colour of a seat: a disc, a square, a triangle, a cross."""
    match seat % 4:
        case 0:
            return Disc(*at, r * 0.8, colour)
        case 1:
            return Polygon(regular(at, r, 4, pi / 4), colour)
        case 2:
            return Polygon(regular(at, r, 3, pi / 2), colour)
        case _:
            a, b = r * 0.85, r * 0.3
            x, y = at
            return Line(
                (
                    (x - b, y + b), (x - b, y + a), (x + b, y + a), (x + b, y + b), (x + a, y + b),
                    (x + a, y - b), (x + b, y - b), (x + b, y - a), (x - b, y - a), (x - b, y - b),
                    (x - a, y - b), (x - a, y + b),
                ),
                colour,
                2.0,
                closed=True,
            )  # fmt: skip


def dark(colour: Colour) -> bool:
    """Whether white text reads better on it than black text."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 150


def text_on(colour: Colour) -> Colour:
    """The colour of text on a ground."""
    return WHITE if dark(colour) else INK


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes in logical pixels at a text size of ``scale``."""

    scale: float = 1.0

    @property
    def text(self) -> float:
        """Ordinary text."""
        return 15 * self.scale

    @property
    def small(self) -> float:
        """Remarks and the log."""
        return 12.5 * self.scale

    @property
    def title(self) -> float:
        """Headings."""
        return 26 * self.scale

    @property
    def row(self) -> float:
        """The height of a button."""
        return 34 * self.scale

    @property
    def gap(self) -> float:
        """Between things."""
        return 8 * self.scale

    @property
    def panel(self) -> float:
        """The width of the panel at the side."""
        return 300 * self.scale
