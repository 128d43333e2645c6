"""Two layouts side by side: where dice land on both, and what differs, with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from kullerwerk.draw.landing import TITLE, colour_key, draw_landings, rates, scale_of
from kullerwerk.draw.track import draw_legend, draw_track, frame
from kullerwerk.lab.figures import OVERALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure

    from kullerwerk.lab.compare import Comparison, Difference
    from kullerwerk.lab.measure import Measurement

SIZE = (15.0, 9.8)
"""Inches."""
FOOT = 0.075
"""Share of the height below the maps that the colour key takes."""
TOLD, OPEN = "#0072b2", style.FAINT


def compare_figure(found: Comparison) -> Figure:
    """Return both landing maps and a forest plot of the differences."""
    figure = style.new_figure(*SIZE)
    scale = scale_of([rates(one.table, one.track) for one in (found.first, found.second)])
    tall = (1.0 - FOOT) / 2
    for study, bottom, letter in ((found.first, FOOT + tall, "A"), (found.second, FOOT, "B")):
        _map(figure.add_axes((0.0, bottom, 0.4, tall)), study, letter, scale)
    colour_key(figure, (0.06, 0.62 * FOOT, 0.28, 0.015), scale)
    shown = [d for d in found.differences if d.figure.set == OVERALL]
    words = f"B beside A: 95 % intervals; {found.first.runs} runs each, seed {found.first.seed}"
    draw_differences(figure, shown, words)
    return figure


def draw_differences(figure: Figure, some: Sequence[Difference], words: str) -> None:
    """Draw a forest plot of differences into the right half of a figure, ``words`` above it.

    Those without an interval are left out.
    """
    shown = [d for d in some if math.isfinite(_scaled(d)[1]) and math.isfinite(_scaled(d)[2])]
    shares = [d for d in shown if d.figure.unit == "%"]
    others = [d for d in shown if d.figure.unit != "%"]
    rows = max(1, len(shares)) + max(1, len(others))
    room = 0.8
    upper = room * max(1, len(others)) / rows
    title = "what B is beside A, % of A's value"
    _forest(figure.add_axes((0.64, 0.9 - upper, 0.33, upper)), others, title)
    lower = room - upper
    title = "what B is beside A, percentage points"
    _forest(figure.add_axes((0.64, 0.05, 0.33, lower - 0.02)), shares, title)
    ax = style.new_axes(figure, (0.42, 0.94, 0.56, 0.05), (0.0, 1.0), (0.0, 1.0))
    style.text(ax, (0.0, 0.3), words, size=11, bold=True)


def _map(ax: Axes, study: Measurement, letter: str, scale: PowerNorm) -> None:
    track = study.track
    margin, head = frame(track)
    ax.set_xlim(-margin, track.table.length + margin)
    ax.set_ylim(-margin, track.table.width + head)
    draw_track(ax, track)
    draw_legend(ax, track, TITLE)
    draw_landings(ax, study, scale)
    corner = (-0.6 * margin, track.table.width + 0.4 * head)
    style.text(ax, corner, letter, size=16, bold=True, across="center")


def _scaled(one: Difference) -> tuple[float, float, float]:
    """Return a change and its interval in percent of the first layout, or percentage points."""
    change = one.change
    scale = 100.0 if one.figure.unit == "%" else 100.0 / (abs(one.first.value) or 1.0)
    return scale * change.value, scale * change.low, scale * change.high


def _forest(ax: Axes, rows: Sequence[Difference], title: str) -> None:
    """Draw a line for every difference: its interval, blue where it leaves out that of none."""
    ax.set_title(title, size=10, color=style.INK, loc="left")
    ax.axvline(0.0, color=style.INK, lw=0.8)
    for k, one in enumerate(rows):
        value, low, high = _scaled(one)
        colour = TOLD if one.told else OPEN
        ax.plot([low, high], [k, k], color=colour, lw=2.2, solid_capstyle="butt")
        ax.plot([value], [k], marker="D" if one.told else "o", ms=5, color=colour, ls="")
    ax.set_yticks(range(len(rows)), [one.figure.label for one in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(labelsize=8, colors=style.INK, length=2)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color(style.FAINT)
