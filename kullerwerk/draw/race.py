"""The picture of a race: the course, and the way of every die in its player's colour and dashes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from kullerwerk.draw.track import MARGIN, draw_legend, draw_track, frame
from sim.settled import MM

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.race import Roll, Story
    from scenes.track import Track
    from sim.settled import Pose

ROW = 46.0
"""Height of a row of the legend, mm of the table."""


def race_picture(
    track: Track, names: Sequence[str], story: Story, legend: Sequence[str], path: Path
) -> None:
    """Draw a race as a PNG or an SVG, by the suffix of ``path``.

    ``names`` holds a piece set and ``legend`` a line per seat.
    """
    table = track.table
    margin, head = frame(track)
    unit = margin / MARGIN
    below = margin + unit * (ROW * ((len(legend) + 1) // 2) + 10)
    width, height = table.length + 2 * margin, table.width + below + head
    inches = 11.0 / max(width, height)
    figure = style.new_figure(width * inches, height * inches)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_xlim(-margin, table.length + margin)
    ax.set_ylim(-below, table.width + head)
    draw_track(ax, track)
    draw_legend(ax, track)
    looks = style.seat_styles(names)
    for seat, pose in sorted(story.starts.items()):
        _tower(ax, track, looks[seat], names[seat], pose)
    last: dict[int, tuple[float, float]] = {}
    for roll in story.rolls:
        last = _roll(ax, roll, looks[roll.seat], last)
    for seat, text in enumerate(legend):
        _legend_row(ax, track, looks[seat], seat, text, unit)
    style.save_figure(figure, path)


def _tower(ax: Axes, track: Track, look: style.SeatStyle, name: str, pose: Pose) -> None:
    """Draw the footprint of a tower at its start."""
    from matplotlib.patches import Polygon

    from rules.core.geometry import footprint

    tower = next(s.tower for s in track.sets if s.name == name)
    corners = footprint(pose, tower.width * MM, tower.depth * MM)
    ax.add_patch(
        Polygon(
            [(x / MM, y / MM) for x, y in corners],
            facecolor=look.colour,
            edgecolor=style.INK,
            alpha=0.35,
            lw=0.8,
            zorder=4,
        )
    )


def _roll(
    ax: Axes, roll: Roll, look: style.SeatStyle, last: dict[int, tuple[float, float]]
) -> dict[int, tuple[float, float]]:
    """Draw one throw; ``last`` holds the rest place of each seat's last throw that counted."""
    points = [(x / MM, y / MM) for x, y in roll.path]
    if roll.counts and roll.seat in last:
        points = [last[roll.seat], *points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = 1.7 if roll.counts else 0.9
    ax.plot(
        xs, ys, color=look.colour, ls=look.dash, lw=width, alpha=1.0 if roll.counts else 0.55,
        zorder=8, path_effects=style.casing(width) if roll.counts else None,
        solid_joinstyle="round",
    )  # fmt: skip
    if not roll.counts:
        ax.plot(xs[-1], ys[-1], marker="x", ms=5, mew=1.3, color=style.INK, zorder=9)
        return last
    ax.plot(
        xs[-1], ys[-1], marker=look.marker, ms=4.6, color=look.colour, mec=style.INK, mew=0.7,
        zorder=9,
    )  # fmt: skip
    return {**last, roll.seat: points[-1]}


def _legend_row(
    ax: Axes, track: Track, look: style.SeatStyle, seat: int, text: str, unit: float
) -> None:
    """Draw one player's line, marker and name below the table, two in a row."""
    x = (seat % 2) * track.table.length / 2
    y = unit * (-MARGIN - ROW * (seat // 2) - ROW / 2)
    ax.plot(
        [x, x + 70 * unit], [y, y], color=look.colour, ls=look.dash, lw=2.2,
        path_effects=style.casing(2.2),
    )  # fmt: skip
    ax.plot(x + 35 * unit, y, marker=look.marker, ms=6, color=look.colour, mec=style.INK, mew=0.8)
    ax.text(x + 84 * unit, y, text, size=10.5, color=style.INK, va="center")
