"""Where the dice of every set land that are thrown from one place: a heat map each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from kullerwerk.draw import style
from kullerwerk.draw.landing import heat
from kullerwerk.draw.track import draw_track, frame
from kullerwerk.lab.figures import pick, text_of
from rules.core.geometry import footprint
from sim.settled import MM

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.lab.landings import Landed

PANEL = 6.5
"""Width of a heat map, inches."""


def landings_picture(found: Landed, path: Path) -> None:
    """Draw a heat map for every set, two beside each other, as a PNG or an SVG."""
    track, sets = found.job.track, found.job.sets
    margin, head = frame(track)
    width, height = track.table.length + 2 * margin, track.table.width + margin + head
    columns = min(2, len(sets))
    rows = -(-len(sets) // columns)
    figure = style.new_figure(PANEL * columns, PANEL * height / width * rows)
    for k, name in enumerate(sets):
        corner = (k % columns / columns, 1 - (k // columns + 1) / rows)
        ax = figure.add_axes((*corner, 1 / columns, 1 / rows))
        ax.set_xlim(-margin, track.table.length + margin)
        ax.set_ylim(-margin, track.table.width + head)
        draw_track(ax, track)
        heat(ax, found.table.filter(pl.col("set") == name), track)
        _tower(ax, found, name)
        off = text_of(pick(found.figures, f"off_table:{name}"), "%")
        words = f"{name}: off the table {off}"
        style.text(ax, (0.0, track.table.width + 0.3 * head), words, size=10, bold=True)
    style.save_figure(figure, path)


def _tower(ax: Axes, found: Landed, name: str) -> None:
    """Draw the tower that throws."""
    from matplotlib.patches import Polygon

    pieces = next(s for s in found.job.track.sets if s.name == name)
    corners = footprint(found.job.pose, pieces.tower.width * MM, pieces.tower.depth * MM)
    ax.add_patch(
        Polygon(
            [(x / MM, y / MM) for x, y in corners], facecolor=pieces.colour, edgecolor=style.INK,
            lw=1.0, alpha=0.8, zorder=7,
        )
    )  # fmt: skip
