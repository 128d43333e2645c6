"""What lies and stands on a hill, as small drawings: marbles, marmots, stones, horns, deck chairs.

Everything is drawn in mm on axes whose y runs downhill; ``unit`` is 1 where gutters are 40 mm
apart.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kullerwerk.draw import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARBLE = "#9adbe8"
MARBLE_EDGE = "#1f5f70"
FUR = "#96703f"
MUZZLE = "#e3cba0"
STONE = "#b4b8bd"
STONE_EDGE = "#6b7076"
HORN = "#d1331f"
CLOTH = ("#f4efe4", "#e0872b")
"""The stripes of a deck chair."""
_PEBBLE = (1.0, 0.92, 1.06, 0.9, 1.03, 0.94, 1.05, 0.91, 0.98)
"""How far the corners of a stone are from its middle."""


def marble(ax: Axes, x: float, y: float, radius: float, z: float = 6) -> None:
    """Draw a glass marble."""
    from matplotlib.patches import Circle, Ellipse

    ax.add_patch(Circle((x, y), radius, facecolor=MARBLE, edgecolor=MARBLE_EDGE, lw=0.7, zorder=z))
    shine = Ellipse(
        (x - 0.33 * radius, y - 0.38 * radius), 0.62 * radius, 0.4 * radius, angle=-30,
        facecolor="white", lw=0, alpha=0.9, zorder=z + 0.01,
    )  # fmt: skip
    ax.add_patch(shine)


def body(ax: Axes, look: style.SeatStyle, x: float, y: float, size: float, z: float) -> None:
    """Draw the shape of a player in its colour, ``size`` mm from its middle to its edge."""
    from matplotlib.patches import Circle, Polygon

    patch: dict[str, Any] = {
        "facecolor": look.colour,
        "edgecolor": style.INK,
        "lw": 0.9,
        "zorder": z,
    }
    corners = {"s": (4, 45, 1.18), "^": (3, 90, 1.38), "D": (4, 0, 1.3)}
    if look.marker not in corners:
        ax.add_patch(Circle((x, y), size, **patch))
        return
    count, turn, wide = corners[look.marker]
    around = [math.radians(turn + 360 * k / count) for k in range(count)]
    lower = 0.22 * size if count == 3 else 0.0
    outline = [
        (x + wide * size * math.cos(a), y + lower - wide * size * math.sin(a)) for a in around
    ]
    ax.add_patch(Polygon(outline, joinstyle="round", **patch))


def marmot(
    ax: Axes,
    look: style.SeatStyle,
    letter: str,
    x: float,
    y: float,
    unit: float,
    letter_size: float,
    z: float = 5,
) -> None:
    """Draw a marmot whose foot stands at a point: its head there, its body below in its shape."""
    from matplotlib.patches import Circle, Ellipse

    head = 5.6 * unit
    low = y + 11.5 * unit
    body(ax, look, x, low, 6.6 * unit, z)
    fur: dict[str, Any] = {"facecolor": FUR, "edgecolor": style.INK, "lw": 0.8}
    for side in (-1, 1):
        ear = (x + side * 0.78 * head, y - 0.62 * head)
        ax.add_patch(Circle(ear, 0.34 * head, zorder=z + 0.1, **fur))
    ax.add_patch(Circle((x, y), head, zorder=z + 0.2, **fur))
    ax.add_patch(
        Ellipse((x, y + 0.42 * head), 1.0 * head, 0.74 * head, facecolor=MUZZLE, lw=0,
                zorder=z + 0.3)
    )  # fmt: skip
    for side in (-1, 1):
        eye = (x + side * 0.36 * head, y - 0.22 * head)
        ax.add_patch(Circle(eye, 0.12 * head, facecolor=style.INK, lw=0, zorder=z + 0.4))
    ax.add_patch(
        Ellipse((x, y + 0.2 * head), 0.34 * head, 0.24 * head, facecolor=style.INK, lw=0,
                zorder=z + 0.4)
    )  # fmt: skip
    down = 0.16 * 6.6 * unit if look.marker == "^" else 0.0
    dark = look.set_name == "yellow"
    style.text(
        ax, (x, low + down), letter, size=letter_size, bold=True,
        colour=style.INK if dark else style.PAPER, across="center", up="center_baseline",
        z=z + 0.5,
    )  # fmt: skip


def stone(ax: Axes, x: float, y: float, unit: float, z: float = 2.6) -> None:
    """Draw a flat stone that a marmot can stand on."""
    from matplotlib.patches import Polygon

    size = 11.5 * unit
    turns = [2 * math.pi * k / len(_PEBBLE) for k in range(len(_PEBBLE))]
    outline = [
        (x + size * r * math.cos(a), y + 0.86 * size * r * math.sin(a))
        for r, a in zip(_PEBBLE, turns, strict=True)
    ]
    ax.add_patch(
        Polygon(outline, facecolor=STONE, edgecolor=STONE_EDGE, lw=1.1, joinstyle="round", zorder=z)
    )
    shine = [(x + 0.72 * (a - x) - 0.05 * size, y + 0.7 * (b - y) - 0.1 * size) for a, b in outline]
    ax.add_patch(Polygon(shine, facecolor="#c9cdd2", lw=0, joinstyle="round", zorder=z + 0.01))


def horn(ax: Axes, x: float, y: float, unit: float, z: float = 4) -> None:
    """Draw a red horn with its middle at a point, its bell to the left."""
    from matplotlib.patches import Ellipse, Polygon

    edge: dict[str, Any] = {"edgecolor": style.INK, "lw": 0.8}
    tube = [(-5.5, -4.6), (6.0, -1.2), (6.0, 1.2), (-5.5, 4.6)]
    ax.add_patch(
        Polygon([(x + a * unit, y + b * unit) for a, b in tube], facecolor=HORN, zorder=z,
                joinstyle="round", **edge)
    )  # fmt: skip
    ax.add_patch(
        Ellipse((x - 5.5 * unit, y), 3.4 * unit, 9.4 * unit, facecolor="#f6b7a8", zorder=z + 0.1,
                **edge)
    )  # fmt: skip
    ax.add_patch(
        Ellipse((x + 7.2 * unit, y), 2.6 * unit, 3.6 * unit, facecolor=style.INK, lw=0, zorder=z)
    )


def chair(ax: Axes, x: float, y: float, unit: float, z: float = 3) -> None:
    """Draw a deck chair that looks to the front left, the middle of its seat at a point."""
    from matplotlib.patches import Polygon

    def at(a: float, b: float) -> style.Point:
        return x + a * unit, y + b * unit

    for start, end in (((7, -15), (-9, 12)), ((-6, -15), (-20, 9)), ((9, 11), (-4, -2)),
                       ((-3, 14), (-12, 1))):  # fmt: skip
        style.line(ax, [at(*start), at(*end)], colour=style.WOOD_DARK, width=1.7, z=z)
    # The cloth hangs from the top bar into the seat, striped along its length.
    head, seat, foot = ((-6, -15), (7, -15)), ((-9, 1), (4, 1)), ((-13, 7), (1, 7))
    stripes = 5
    for (a, b), (c, d) in ((head, seat), (seat, foot)):
        for k in range(stripes):
            first, last = k / stripes, (k + 1) / stripes
            outline = [_between(a, b, first), _between(a, b, last), _between(c, d, last),
                       _between(c, d, first)]  # fmt: skip
            ax.add_patch(
                Polygon([at(*p) for p in outline], facecolor=CLOTH[k % 2], lw=0, zorder=z + 0.1)
            )
    outline = [head[0], head[1], seat[1], foot[1], foot[0], seat[0]]
    ax.add_patch(
        Polygon([at(*p) for p in outline], fill=False, edgecolor=style.INK, lw=0.8, zorder=z + 0.2)
    )


def _between(a: style.Point, b: style.Point, share: float) -> style.Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
