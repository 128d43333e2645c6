"""The picture of a study: where the dice end, on the table and in figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.console import counted
from kullerwerk.draw import style
from kullerwerk.draw.track import MARGIN, draw_legend, draw_track, frame
from sim.settled import DEGREE, MM, DieOutcome

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.shares import Share
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
FEW = 5
"""Up to so many throws have their ways drawn boldly."""
PANEL_INCHES = 2.3
ROW = 30.0
"""Height of a line of text below a table of 1200 mm, mm."""
LINE = 125
"""Letters in such a line."""
MARKS = 4
"""Explained marks in such a line."""


def throw_picture(study: Study, summary: Summary, path: Path) -> None:
    """Draw a study as a PNG or an SVG, by the suffix of ``path``.

    Below the table stand what was thrown and what the marks mean, and below that the figures,
    which a single throw does not have.
    """
    from kullerwerk.throws import facts, one_throw

    table = study.track.table
    margin, head = frame(study.track)
    row = ROW * margin / MARGIN
    told = [*facts(study), *([one_throw(study)] if study.asked == 1 else [])]
    lines = _wrapped(told, LINE)
    marks: list[DieOutcome] = [name for name in LOOKS if summary.outcomes[name].count]
    below = margin + row * (len(lines) + (len(marks) + MARKS - 1) // MARKS) + row / 2
    width, height = table.length + 2 * margin, table.width + below + head
    inches = 11.0 / max(width, height)
    panels = 0.0 if study.asked == 1 else PANEL_INCHES
    tall = height * inches + panels
    figure = style.new_figure(width * inches, tall)
    ax = figure.add_axes((0.0, panels / tall, 1.0, 1 - panels / tall))
    ax.set_xlim(-margin, table.length + margin)
    ax.set_ylim(-below, table.width + head)
    draw_track(ax, study.track)
    draw_legend(ax, study.track)
    _pieces(ax, study)
    _dice(ax, study)
    # A letter is about 0.55 of its size wide.
    size = min(10.5, inches * 72 * table.length / (0.55 * LINE))
    for number, line in enumerate(lines):
        place = (0.0, -margin - row * (number + 0.5))
        style.text(ax, place, line, size=size, up="center")
    top = -margin - row * len(lines)
    _marks(ax, marks, summary, (table.length, top, row), size)
    if study.asked != 1:
        floor, rise = 0.52 / tall, (PANEL_INCHES - 0.95) / tall
        _outcomes(figure.add_axes((0.15, floor, 0.2, rise)), summary)
        _distances(figure.add_axes((0.43, floor, 0.24, rise)), study, summary)
        _numbers(figure.add_axes((0.735, floor, 0.225, rise)), summary)
    style.save_figure(figure, path)


def _wrapped(phrases: Sequence[str], width: int) -> list[str]:
    """Return phrases with dots between them in lines of at most so many letters, none broken."""
    lines: list[str] = []
    for phrase in phrases:
        longer = f"{lines[-1]}  ·  {phrase}" if lines else phrase
        if lines and len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(phrase)
    return lines


def _marks(
    ax: Axes,
    marks: Sequence[DieOutcome],
    summary: Summary,
    room: tuple[float, float, float],
    size: float,
) -> None:
    """Say what the marks mean: ``room`` = length, top and height of a row, mm of the table."""
    length, top, row = room
    for number, name in enumerate(marks):
        x = number % MARKS * length / MARKS
        y = top - row * (number // MARKS + 0.5)
        colour, marker = LOOKS[name]
        ax.plot(
            x + 0.3 * row, y, marker=marker, ms=6, color=colour, mew=1.6 if marker == "x" else 0
        )
        words = f"{name.replace('_', ' ')}: {summary.outcomes[name].count}"
        style.text(ax, (x + 0.8 * row, y), words, size=size, up="center")


def _pieces(ax: Axes, study: Study) -> None:
    """Draw the throwing tower, its rivals and the blockers."""
    from rules.core.geometry import block, footprint

    sets = {s.name: s for s in study.track.sets}

    def tower(name: str, pose: Pose) -> Sequence[tuple[float, float]]:
        return footprint(pose, sets[name].tower.width * MM, sets[name].tower.depth * MM)

    request = study.request
    for name, pose in ((request.tower, request.pose), *((t.name, t.pose) for t in request.towers)):
        _polygon(ax, tower(name, pose), sets[name].colour)
        _direction(ax, pose, sets[name].tower.depth)
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


def _direction(ax: Axes, pose: Pose, depth: float) -> None:
    """Draw an arrow on a tower that points out of its mouth."""
    from matplotlib.patches import FancyArrow

    angle = math.radians(pose[2] / DEGREE)
    c, s = math.cos(angle), math.sin(angle)
    x, y = pose[0] / MM, pose[1] / MM
    ax.add_patch(
        FancyArrow(
            x - 0.85 * depth * c, y - 0.85 * depth * s, 0.75 * depth * c, 0.75 * depth * s,
            length_includes_head=True, width=0.03 * depth, head_width=0.2 * depth,
            head_length=0.25 * depth, facecolor=style.INK, lw=0, zorder=7.2,
        )
    )  # fmt: skip


def _dice(ax: Axes, study: Study) -> None:
    """Draw a few ways and every end, marked by outcome."""
    few = len(study.settled) <= FEW
    for settled in study.settled[:SHOWN_PATHS]:
        xs = [x / MM for x, _ in settled.path]
        ys = [y / MM for _, y in settled.path]
        colour = LOOKS[settled.outcome][0]
        ax.plot(
            xs, ys, color=colour, lw=1.4 if few else 0.7, alpha=0.8 if few else 0.35, zorder=7.5
        )
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
    _frame(ax, f"{counted(summary.throws, 'throw')}: outcome, 95 % interval")


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
    of = summary.numbers[numbers[0]].total
    ax.set_xlabel("dotted: all equal", size=8.5, color=style.INK)
    _frame(ax, f"number, of {of} dice at rest")
