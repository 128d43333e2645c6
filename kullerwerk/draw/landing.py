"""Where dice land on a course, as a heat map with a colour key, and where towers were trapped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from kullerwerk.console import counted
from kullerwerk.draw import style
from kullerwerk.draw.track import MARGIN, draw_legend, draw_track, frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure

    from kullerwerk.lab.measure import Measurement
    from scenes.track import Track

CELL = 20.0
"""Side of a cell of the heat map, mm."""
ROW = 30.0
"""Height of a line of text below a table of 1200 mm, mm."""
LETTERS = 125
"""In such a line."""
TITLE = "where dice come to rest"
COLOURS, ALPHA = "viridis_r", 0.7


def rates(table: pl.DataFrame, track: Track) -> np.ndarray:
    """Return how many dice came to rest in each cell, of a thousand throws."""
    return 1000.0 / max(1, table.height) * landings(table, track)


def landings(table: pl.DataFrame, track: Track, cell: float = CELL) -> np.ndarray:
    """Return how many dice came to rest in each cell: an array (rows from below, columns)."""
    down = table.filter(pl.col("outcome").is_in(("rests", "cocked")))
    across = np.arange(0.0, track.table.length + cell, cell)
    up = np.arange(0.0, track.table.width + cell, cell)
    counts, _, _ = np.histogram2d(
        down["rest_y"].to_numpy(), down["rest_x"].to_numpy(), bins=(up, across)
    )
    return counts


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
    draw_legend(ax, track, TITLE)
    scale = scale_of([rates(found.table, track)])
    draw_landings(ax, found, scale)
    place = (
        1.0 - (margin + 0.4 * track.table.length) / width,
        (below - margin - 2.2 * row) / height,
    )
    colour_key(figure, (*place, 0.4 * track.table.length / width, 0.35 * row / height), scale)
    size = min(10.5, inches * 72 * track.table.length / (0.55 * LETTERS))
    for number, line in enumerate(lines):
        style.text(ax, (0.0, -margin - row * (number + 0.5)), line, size=size, up="center")
    return figure


def draw_landings(ax: Axes, found: Measurement, scale: PowerNorm) -> None:
    """Draw on a track where dice came to rest, and where towers were trapped."""
    heat(ax, found.table, found.track, scale)
    _trapped(ax, found)


def heat(ax: Axes, table: pl.DataFrame, track: Track, scale: PowerNorm) -> None:
    """Colour the cells by how many dice came to rest there; empty ones are left alone.

    Maps that are compared share a ``scale`` (`scale_of`).
    """
    found = rates(table, track)
    rows, columns = found.shape
    ax.imshow(
        np.ma.masked_equal(found, 0.0), origin="lower", norm=scale, cmap=COLOURS,
        extent=(0.0, columns * CELL, 0.0, rows * CELL), alpha=ALPHA, zorder=1.5,
        interpolation="nearest", aspect="equal",
    )  # fmt: skip


def colour_key(figure: Figure, place: tuple[float, float, float, float], scale: PowerNorm) -> None:
    """Draw what the colours of heat maps mean, at a place (left, bottom, width, height)."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import MaxNLocator

    ax = figure.add_axes(place)
    bar = figure.colorbar(
        ScalarMappable(scale, COLOURS), cax=ax, orientation="horizontal", alpha=ALPHA,
        ticks=MaxNLocator(5, steps=[1, 2, 5, 10]),
    )  # fmt: skip
    bar.set_label(f"dice at rest on {CELL:g} x {CELL:g} mm, of 1000 throws", size=9)
    bar.ax.tick_params(labelsize=9, colors=style.INK, length=2)


def scale_of(maps: Sequence[np.ndarray]) -> PowerNorm:
    """Return a scale of colours for some maps (`rates`).

    It begins at a single die, and goes by the root, so that seldom places show too.
    """
    from matplotlib.colors import PowerNorm

    found = np.concatenate([one.ravel() for one in maps])
    found = found[found > 0.0]
    if not len(found):
        return PowerNorm(0.5, vmin=0.0, vmax=1.0)
    least, most = float(found.min()), float(found.max())
    return PowerNorm(0.5, vmin=least if least < most else 0.0, vmax=most)


def _trapped(ax: Axes, found: Measurement) -> None:
    """Mark where towers stood that never came on."""
    last = found.table.group_by("run", maintain_order=True).last()
    stuck = last.filter(~pl.col("finished"))
    ax.plot(
        stuck["x"].to_list(), stuck["y"].to_list(), ls="", marker="X", ms=11,
        color="#d55e00", mec=style.INK, mew=1.0, zorder=9,
    )  # fmt: skip
