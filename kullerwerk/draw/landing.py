"""Where dice land on a course, as a heat map, and where towers were trapped."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from kullerwerk.console import counted
from kullerwerk.draw import style
from kullerwerk.draw.track import MARGIN, draw_legend, draw_track, frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kullerwerk.lab.measure import Measurement
    from scenes.track import Track

CELL = 20.0
"""Side of a cell of the heat map, mm."""
ROW = 30.0
"""Height of a line of text below a table of 1200 mm, mm."""
LETTERS = 125
"""In such a line."""


def landings(table: pl.DataFrame, track: Track, cell: float = CELL) -> np.ndarray:
    """Return how many dice came to rest in each cell: an array (rows from below, columns)."""
    down = table.filter(pl.col("outcome").is_in(("rests", "cocked")))
    across = np.arange(0.0, track.table.length + cell, cell)
    up = np.arange(0.0, track.table.width + cell, cell)
    counts, _, _ = np.histogram2d(
        down["rest_y"].to_numpy(), down["rest_x"].to_numpy(), bins=(up, across)
    )
    return counts


def landing_picture(found: Measurement, path: Path) -> None:
    """Draw a heat map of the places where dice came to rest, as a PNG or an SVG."""
    style.check_suffix(path)
    style.save_figure(landing_figure(found), path)


def landing_figure(found: Measurement) -> Figure:
    """Return a heat map of the places where dice came to rest, with the headline figures."""
    from kullerwerk.lab.figures import text_of
    from kullerwerk.lab.measure import HEADLINES

    track = found.track
    margin, head = frame(track)
    row = ROW * margin / MARGIN
    lines = [
        f"{counted(found.throws, 'throw')} in {counted(found.runs, 'run')} of "
        f"{', '.join(found.sets)} by {found.player}, seed {found.seed}; 95 % intervals",
        *(f"{label}: {text_of(found[key], unit)}" for key, (label, unit) in HEADLINES.items()),
    ]
    below = margin + row * (len(lines) + 1.5)
    width, height = track.table.length + 2 * margin, track.table.width + below + head
    inches = 11.0 / max(width, height)
    figure = style.new_figure(width * inches, height * inches)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_xlim(-margin, track.table.length + margin)
    ax.set_ylim(-below, track.table.width + head)
    draw_track(ax, track)
    draw_legend(ax, track)
    draw_landings(ax, found)
    size = min(10.5, inches * 72 * track.table.length / (0.55 * LETTERS))
    for number, line in enumerate(lines):
        style.text(ax, (0.0, -margin - row * (number + 0.5)), line, size=size, up="center")
    return figure


def draw_landings(ax: Axes, found: Measurement) -> None:
    """Draw on a track where dice came to rest, and where towers were trapped."""
    heat(ax, found.table, found.track)
    _trapped(ax, found)


def heat(ax: Axes, table: pl.DataFrame, track: Track) -> None:
    """Colour the cells by how many dice came to rest there; empty ones are left alone."""
    counts = landings(table, track)
    shown = np.ma.masked_equal(counts, 0.0)
    rows, columns = counts.shape
    ax.imshow(
        np.sqrt(shown), origin="lower", extent=(0.0, columns * CELL, 0.0, rows * CELL),
        cmap="viridis_r", alpha=0.7, zorder=1.5, interpolation="nearest", aspect="equal",
    )  # fmt: skip


def _trapped(ax: Axes, found: Measurement) -> None:
    """Mark where towers stood that never came on."""
    last = found.table.group_by("run", maintain_order=True).last()
    stuck = last.filter(~pl.col("finished"))
    ax.plot(
        stuck["x"].to_list(), stuck["y"].to_list(), ls="", marker="X", ms=11,
        color="#d55e00", mec=style.INK, mew=1.0, zorder=9,
    )  # fmt: skip
