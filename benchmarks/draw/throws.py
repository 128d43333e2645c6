"""Resting places, times and remembered faces: ours against a reference's, one picture a file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.reference.files import MM, Reference
from benchmarks.scores import Floats, Sample, class_shares
from kullerwerk.draw import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OURS, THEIRS = "#0072b2", "#d55e00"
DASHED: style.Dash = (0, (5, 2))
AROUND = 25.0
"""Margin round the resting places, mm."""


def picture(path: Path, reference: Reference, ours: Sample, title: str) -> None:
    """Draw one file: plan view on the left, cumulative shares and faces on the right."""
    theirs = reference.throws
    figure = style.new_figure(12.0, 7.0)
    grid = figure.add_gridspec(
        3, 3, width_ratios=(2.2, 1, 1), left=0.06, right=0.98, top=0.9, bottom=0.08,
        wspace=0.28, hspace=0.5,
    )  # fmt: skip
    figure.suptitle(title, fontsize=10, color=style.INK)
    plan = figure.add_subplot(grid[:, 0])
    _plan(plan, reference, ours)
    for ax_place, label, a, b in (
        (grid[0, 1:], "x at rest, mm", _rest(ours, 0), _rest(theirs, 0)),
        (grid[1, 1:], "y at rest, mm", _rest(ours, 1), _rest(theirs, 1)),
        (grid[2, 1], "time to rest, s", ours.time[ours.at_rest], theirs.time[theirs.at_rest]),
    ):
        _cumulative(figure.add_subplot(ax_place), a, b, label)
    _faces(figure.add_subplot(grid[2, 2]), ours, theirs)
    style.save_figure(figure, path, dpi=110)


def _rest(sample: Sample, column: int) -> Floats:
    return sample.place[sample.at_rest, column]


def _plan(ax: Axes, reference: Reference, ours: Sample) -> None:
    """Table edge, obstacles, mouth, and the resting places of both."""
    from matplotlib.patches import Circle, Rectangle

    scene, theirs = reference.scene, reference.throws
    for x, y, radius in scene.hemispheres:
        ax.add_patch(Circle((x * MM, y * MM), radius * MM, facecolor=style.WOOD_LIGHT))
    for x, y, length, width, _, yaw in scene.boxes:
        corner = ((x - length / 2) * MM, (y - width / 2) * MM)
        ax.add_patch(
            Rectangle(
                corner, length * MM, width * MM, angle=yaw, rotation_point="center",
                facecolor=style.WOOD_LIGHT,
            )
        )  # fmt: skip
    (length, width), (x, y) = scene.table, scene.table_center
    edge = ((x - length / 2) * MM, (y - width / 2) * MM)
    ax.add_patch(Rectangle(edge, length * MM, width * MM, fill=False, edgecolor=style.INK))
    half = scene.tower.width / 2 * MM
    ax.plot([0, 0], [-half, half], color=style.INK, linewidth=3)
    for sample, colour, marker, size, label in (
        (ours, OURS, ".", 4, "ours"),
        (theirs, THEIRS, "x", 14, "reference"),
    ):
        places = sample.place[sample.at_rest]
        ax.scatter(
            places[:, 0], places[:, 1], s=size, c=colour, marker=marker, linewidths=0.8,
            alpha=0.6, label=f"{label} ({len(places)} of {len(sample.time)} at rest)",
        )  # fmt: skip
    ax.set_aspect("equal")
    _frame(ax, [ours.place[ours.at_rest], theirs.place[theirs.at_rest]])
    ax.set_xlabel("x, mm (the mouth is the bar at 0)")
    ax.set_ylabel("y, mm")
    ax.legend(loc="upper left", fontsize=8)


def _frame(ax: Axes, samples: list[Floats]) -> None:
    """Show the middle 99 % of both samples, and the mouth."""
    places = np.vstack([*samples, [[0.0, 0.0]]])
    low, high = np.percentile(places, [0.5, 99.5], axis=0)
    reach = max(float(high[1] - low[1]) / 2, 60.0) + AROUND
    middle = float(high[1] + low[1]) / 2
    ax.set_xlim(min(0.0, float(low[0])) - AROUND, float(high[0]) + AROUND)
    ax.set_ylim(middle - reach, middle + reach)


def _cumulative(ax: Axes, ours: Floats, theirs: Floats, label: str) -> None:
    for values, colour, dash in ((ours, OURS, style.SOLID), (theirs, THEIRS, DASHED)):
        if len(values):
            shares = np.arange(1, len(values) + 1) / len(values)
            ax.step(np.sort(values), shares, color=colour, linestyle=dash, where="post")
    ax.set_xlabel(label, fontsize=8)
    ax.set_ylabel("share below", fontsize=8)
    ax.tick_params(labelsize=8)
    ax.grid(alpha=0.3)


def _faces(ax: Axes, ours: Sample, theirs: Sample) -> None:
    """Shares of the angles from the start face to the face down."""
    angles, p = class_shares(ours)
    _, q = class_shares(theirs)
    at = np.arange(len(angles))
    ax.bar(at - 0.2, p, 0.4, color=OURS)
    ax.bar(at + 0.2, q, 0.4, color=THEIRS, hatch="//")
    ax.set_xticks(at, [f"{math.floor(angle + 0.5)}°" for angle in angles])
    ax.set_xlabel("start face to face down", fontsize=8)
    ax.tick_params(labelsize=8)
