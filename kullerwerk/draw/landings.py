"""Where the dice of every set land that are thrown from one place: a heat map each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from kullerwerk.draw import style
from kullerwerk.draw.landing import TITLE, colour_key, heat, rates, scale_of
from kullerwerk.draw.track import draw_track, frame
from kullerwerk.lab.figures import pick, text_of
from rules.core.geometry import footprint
from sim.settled import DEGREE, MM

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.lab.landings import Landed

PANEL = 6.5
"""Width of a heat map, inches."""
HEAD, FOOT = 0.45, 0.75
"""Room for the title above all maps and for the colour key below, inches."""


def landings_picture(found: Landed, path: Path) -> None:
    """Draw a heat map for every set, two beside each other, as a PNG or an SVG."""
    track, sets = found.job.track, found.job.sets
    margin, head = frame(track)
    width, height = track.table.length + 2 * margin, track.table.width + margin + head
    columns = min(2, len(sets))
    rows = -(-len(sets) // columns)
    maps = PANEL * height / width * rows
    tall = HEAD + maps + FOOT
    figure = style.new_figure(PANEL * columns, tall)
    own = [found.table.filter(pl.col("set") == name) for name in sets]
    scale = scale_of([rates(one, track) for one in own])
    x, y, heading = found.job.pose
    words = (
        f"{track.title or track.name}: {TITLE} that are thrown from {x / MM:g},{y / MM:g} mm, "
        f"heading {heading / DEGREE:g} degrees; {found.table.height // len(sets)} throws of each "
        f"set, seed {found.job.seed}"
    )
    size = min(11.0, PANEL * columns * 72 / (0.74 * len(words)))
    ax = style.new_axes(figure, (0.0, 1 - HEAD / tall, 1.0, HEAD / tall), (0, 1), (0, 1))
    style.text(ax, (0.03 / columns, 0.3), words, size=size, bold=True)
    colour_key(figure, (0.05, 0.62 * FOOT / tall, min(0.9, 0.7 / columns), 0.16 / tall), scale)
    for k, name in enumerate(sets):
        corner = (k % columns / columns, (FOOT + maps * (1 - (k // columns + 1) / rows)) / tall)
        ax = figure.add_axes((*corner, 1 / columns, maps / rows / tall))
        ax.set_xlim(-margin, track.table.length + margin)
        ax.set_ylim(-margin, track.table.width + head)
        draw_track(ax, track)
        heat(ax, own[k], track, scale)
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
