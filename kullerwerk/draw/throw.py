"""The picture of a study: where the dice end, on the table and in figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from kullerwerk.draw.track import HEAD, MARGIN, draw_legend, draw_track
from sim.settled import MM, DieOutcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.measure import Share
    from kullerwerk.throws import Study, Summary
    from sim.settled import Pose

LOOKS: dict[DieOutcome, tuple[str, str]] = {
    "rests": ("#0072b2", "o"),
    "cocked": ("#e69f00", "^"),
    "timed_out": ("#cc79a7", "D"),
    "off_table": ("#d55e00", "x"),
    "never_left_mouth": ("#26282b", "s"),
    "out_at_back": ("#009e73", "v"),
}
"""Colour and marker of each outcome; the colours differ to colour-blind eyes as well."""
SHOWN_PATHS = 40
"""How many ways are drawn, faintly."""
PANEL_INCHES = 2.3


def throw_picture(study: Study, summary: Summary, path: Path) -> None:
    """Draw a study as a PNG or an SVG, by the suffix of ``path``."""
    table = study.track.table
    width, height = table.length + 2 * MARGIN, table.width + MARGIN + HEAD
    inches = 11.0 / max(width, height)
    tall = height * inches + PANEL_INCHES
    figure = style.new_figure(width * inches, tall)
    ax = figure.add_axes((0.0, PANEL_INCHES / tall, 1.0, 1 - PANEL_INCHES / tall))
    ax.set_xlim(-MARGIN, table.length + MARGIN)
    ax.set_ylim(-MARGIN, table.width + HEAD)
    draw_track(ax, study.track)
    draw_legend(ax, study.track)
    _pieces(ax, study)
    _dice(ax, study)
    floor, rise = 0.52 / tall, (PANEL_INCHES - 0.95) / tall
    _outcomes(figure.add_axes((0.15, floor, 0.2, rise)), summary)
    _distances(figure.add_axes((0.43, floor, 0.24, rise)), study, summary)
    _numbers(figure.add_axes((0.735, floor, 0.225, rise)), summary)
    style.save_figure(figure, path)


def _pieces(ax: Axes, study: Study) -> None:
    """Draw the throwing tower, its rivals and the blockers."""
    from rules.core.geometry import block, footprint

    sets = {s.name: s for s in study.track.sets}

    def tower(name: str, pose: Pose) -> Sequence[tuple[float, float]]:
        return footprint(pose, sets[name].tower.width * MM, sets[name].tower.depth * MM)

    request = study.request
    _polygon(ax, tower(request.tower, request.pose), sets[request.tower].colour)
    for rival in request.towers:
        _polygon(ax, tower(rival.name, rival.pose), sets[rival.name].colour)
    for lying in request.blockers:
        shape = sets[lying.name].blocker
        _polygon(ax, block(lying.pose, shape.length * MM, shape.depth * MM), style.WOOD)


def _polygon(ax: Axes, corners: Sequence[tuple[float, float]], colour: str) -> None:
    from matplotlib.patches import Polygon

    ax.add_patch(
        Polygon(
            [(x / MM, y / MM) for x, y in corners], facecolor=colour, edgecolor=style.INK, lw=1.0,
            alpha=0.75, zorder=7,
        )
    )  # fmt: skip


def _dice(ax: Axes, study: Study) -> None:
    """Draw a few ways and every end, marked by outcome."""
    for settled in study.settled[:SHOWN_PATHS]:
        xs = [x / MM for x, _ in settled.path]
        ys = [y / MM for _, y in settled.path]
        colour = LOOKS[settled.outcome][0]
        ax.plot(xs, ys, color=colour, lw=0.7, alpha=0.35, zorder=7.5)
    small = max(2.0, min(5.0, 90 / len(study.settled) ** 0.5))
    for outcome, (colour, marker) in LOOKS.items():
        ends = [s.pose for s in study.settled if s.outcome == outcome]
        ax.plot(
            [x / MM for x, _, _ in ends], [y / MM for _, y, _ in ends], ls="", marker=marker,
            ms=small, mew=0.9 if marker == "x" else 0.0, color=colour,
            alpha=min(1.0, max(0.35, 120 / max(1, len(ends)))), zorder=8,
        )  # fmt: skip


def _frame(ax: Axes, title: str) -> None:
    ax.set_title(title, size=10, color=style.INK, loc="left")
    ax.tick_params(labelsize=8.5, colors=style.INK, length=2)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(style.FAINT)


def _bars(shares: Sequence[Share]) -> tuple[list[float], list[list[float]]]:
    """Return heights and the whiskers of their 95 % intervals, in percent."""
    values = [100 * s.value for s in shares]
    below = [100 * (s.value - s.low) for s in shares]
    above = [100 * (s.high - s.value) for s in shares]
    return values, [below, above]


def _outcomes(ax: Axes, summary: Summary) -> None:
    names = list(LOOKS)
    values, whiskers = _bars([summary.outcomes[name] for name in names])
    rows = list(range(len(names)))
    ax.barh(rows, values, color=[LOOKS[name][0] for name in names], height=0.62, alpha=0.85)
    ax.errorbar(values, rows, xerr=whiskers, fmt="none", ecolor=style.INK, elinewidth=1, capsize=2)
    ax.set_yticks(rows, [name.replace("_", " ") for name in names])
    ax.invert_yaxis()
    ax.set_xlim(0, 100)
    ax.set_xlabel("% of all throws", size=8.5, color=style.INK)
    _frame(ax, f"{summary.throws} throws: outcome, 95 % interval")


def _distances(ax: Axes, study: Study, summary: Summary) -> None:
    from kullerwerk.throws import QUANTILES, distance
    from sim.settled import ON_TABLE

    ways = [distance(study.request, s) for s in study.settled if s.outcome in ON_TABLE]
    ax.set_xlabel("mm from the snout, dice at rest", size=8.5, color=style.INK)
    ax.set_yticks([])
    _frame(ax, "distance: 5 / 25 / 50 / 75 / 95 %")
    if not ways:
        return
    ax.hist(ways, bins=min(40, max(8, len(ways) // 12)), color=LOOKS["rests"][0], alpha=0.55)
    for q, way in zip(QUANTILES, summary.distances, strict=True):
        ax.axvline(way, color=style.INK, lw=1.6 if q == 0.5 else 0.8, ls="-" if q == 0.5 else "--")
    ax.set_xlim(left=0)


def _numbers(ax: Axes, summary: Summary) -> None:
    numbers = list(summary.numbers)
    values, whiskers = _bars(list(summary.numbers.values()))
    ax.bar(numbers, values, color=style.FAINT, width=0.7, alpha=0.7)
    ax.errorbar(
        numbers, values, yerr=whiskers, fmt="none", ecolor=style.INK, elinewidth=1, capsize=2
    )
    ax.axhline(100 / len(numbers), color=style.INK, lw=0.8, ls=":")
    ax.set_xticks(numbers)
    ax.set_ylim(bottom=0)
    ax.set_ylabel("%", size=8.5, color=style.INK)
    _frame(ax, "number (dotted: all equal)")
