"""A calibration in three panels: the table beside the simulation before and after, and the fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kullerwerk.draw import style
from kullerwerk.lab.calibrate import Calibrated, seen_from
from kullerwerk.lab.region import LIMITS
from kullerwerk.lab.resting import ON

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kullerwerk.lab.intervals import Floats
    from kullerwerk.lab.questions import Places

BEFORE, AFTER = "#e69f00", "#0072b2"
"""Dice of the track as it is, and of the fitted one."""
GRID = 160
"""Points of the likelihood's map to each side."""
PANEL = 4.6
"""Side of a panel with its words, inches."""
WITHIN = 3.0
"""Half of 5.99, the 95 % point of chi squared with two degrees of freedom."""


def calibration_figure(found: Calibrated, before: pl.DataFrame, after: pl.DataFrame) -> Figure:
    """Return the table's dice over simulated ones, and how likely which materials are.

    ``before`` and ``after`` are throws of `kullerwerk.lab.repeats.simulated`.
    """
    rows = found.plan.rows
    measured = seen_from(
        [row.throw for row in rows],
        np.array([row.where for row in rows]),
        np.array([[row.x, row.y] for row in rows]),
    )
    ours: list[Places] = []
    for table in (before, after):
        repeated: list[int] = table["row"].to_list()
        throws = [rows[k].throw for k in repeated]
        places = table.select("x", "y").to_numpy()
        ours.append(seen_from(throws, table["where"].to_numpy(), places))
    figure = style.new_figure(3 * PANEL, PANEL)
    lengths = np.concatenate([places.ahead[places.where == ON] for places in (measured, *ours)])
    aside = np.concatenate([places.aside[places.where == ON] for places in (measured, *ours)])
    middle = (_middle(lengths), _middle(aside))
    reach = 0.54 * max(float(np.ptp(lengths)), float(np.ptp(aside)), 20.0)
    words = ("as the track is", "fitted")
    for k, (places, colour) in enumerate(zip(ours, (BEFORE, AFTER), strict=True)):
        ax = figure.add_axes((0.05 + k / 3, 0.13, 0.27, 0.75))
        _places(ax, measured, places, colour)
        ax.set_xlim(middle[0] - reach, middle[0] + reach)
        ax.set_ylim(middle[1] - reach, middle[1] + reach)
        ax.set_aspect("equal")
        ax.set_xlabel("mm ahead of the snout", size=8.5, color=style.INK)
        if k == 0:
            ax.set_ylabel("mm to the left", size=8.5, color=style.INK)
        ax.set_title(f"your dice, and simulated ones {words[k]}", size=10, loc="left")
        ax.tick_params(labelsize=8.5, colors=style.INK, length=2)
        ax.legend(loc="upper left", fontsize=8, frameon=False, handletextpad=0.2)
    _likelihood(figure.add_axes((0.725, 0.13, 0.26, 0.75)), found)
    return figure


def _middle(values: np.ndarray) -> float:
    return float(values.max() + values.min()) / 2


def _places(ax: Axes, measured: Places, simulated: Places, colour: str) -> None:
    """Draw two clouds of dice at rest; what did not come to rest is counted in the legend."""
    for places, words in ((simulated, "simulated"), (measured, "measured")):
        ours = places is simulated
        on = places.where == ON
        gone = 1.0 - np.count_nonzero(on) / len(places)
        told = f", {gone:.0%} off or stuck" if gone else ""
        ax.plot(
            places.ahead[on], places.aside[on], ls="", label=f"{words}{told}",
            marker="o" if ours else "x", ms=2.4 if ours else 5.0, alpha=0.4 if ours else 1.0,
            color=colour if ours else style.INK, mew=0.0 if ours else 1.1,
        )  # fmt: skip


def _likelihood(ax: Axes, found: Calibrated) -> None:
    """Map the likelihood with the region of 95 %, the intervals, and the materials before."""
    inside = found.candidates[found.likelihood > found.likelihood.max() - 4.0 * found.wider]
    low: Floats = np.maximum(LIMITS[:, 0], inside.min(axis=0) - 0.15 * np.ptp(inside, axis=0))
    high: Floats = np.minimum(LIMITS[:, 1], inside.max(axis=0) + 0.15 * np.ptp(inside, axis=0))
    xs: Floats = np.linspace(float(low[0]), float(high[0]), GRID)
    ys: Floats = np.linspace(float(low[1]), float(high[1]), GRID)
    grid: Floats = np.stack([np.tile(xs, GRID), np.repeat(ys, GRID)], axis=1)
    logs = found.model.log_likelihood(grid)
    logs = (logs.reshape(GRID, GRID) - found.likelihood.max()) / found.wider
    levels = [-12.0, -8.0, -6.0, -4.5, -WITHIN, -1.5, -0.5, 0.5]
    ax.contourf(xs, ys, np.clip(logs, -12.0, 0.4), levels=levels, cmap="Blues")
    ax.contour(xs, ys, logs, levels=[-WITHIN], colors=style.INK, linewidths=1.2)
    one, other = (fitted.estimate for fitted in found.fitted)
    ax.errorbar(
        [one.value], [other.value], xerr=[[one.value - one.low], [one.high - one.value]],
        yerr=[[other.value - other.low], [other.high - other.value]], fmt="o", ms=5,
        color=AFTER, ecolor=style.INK, elinewidth=1.1, capsize=3, label="fitted, 95 % intervals",
    )  # fmt: skip
    was = found.plan.now
    if low[0] <= was.restitution <= high[0] and low[1] <= was.friction <= high[1]:
        ax.plot(
            was.restitution, was.friction, ls="", marker="X", ms=8, color=BEFORE,
            mec=style.INK, label="as the track is",
        )  # fmt: skip
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_xlabel("restitution", size=8.5, color=style.INK)
    ax.set_ylabel("friction", size=8.5, color=style.INK)
    ax.set_title(f"{found.plan.pair}: likely materials (line: 95 %)", size=10, loc="left")
    ax.tick_params(labelsize=8.5, colors=style.INK, length=2)
    ax.legend(loc="lower right", fontsize=8, frameon=True, framealpha=0.8)
