"""A track from above, as a picture."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from scenes.checks import Point, crossing_direction, gate_direction

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from scenes.track import HalfSphere, Ray, Track

MARGIN = 60.0
"""Room round a table of 1200 mm in a picture, mm; see :func:`frame`."""
HEAD = 95.0
"""Room above a table of 1200 mm for title and remarks, mm."""
BADGE = 15.0
"""Radius of a ray's number badge on a table of 1200 mm, mm."""
_DASHES: style.Dash = (0, (5, 2))
_DOTS: style.Dash = (0, (1, 2.2))


@dataclass(frozen=True, slots=True)
class _Pen:
    """Sizes of what is drawn for the eye only: they grow with the table."""

    unit: float
    """1 on a table of 1200 mm."""
    scale: float
    """Points on the figure per mm of the table."""

    def mm(self, size: float) -> float:
        """Return a size in mm that looks the same on every table."""
        return size * self.unit

    def points(self, size: float) -> float:
        """Return a font size for letters that take so many mm of a table of 1200 mm."""
        return min(40.0, max(5.0, size * self.unit * self.scale))


def frame(track: Track) -> tuple[float, float]:
    """Return the room that a picture needs beside and above a track's table, mm."""
    return MARGIN * _unit(track), HEAD * _unit(track)


def track_picture(track: Track, path: Path) -> None:
    """Draw a track as a PNG or an SVG, by the suffix of ``path`` (ValueError for another)."""
    style.check_suffix(path)
    margin, head = frame(track)
    width = track.table.length + 2 * margin
    height = track.table.width + margin + head
    inches = 11.0 / max(width, height)
    figure = style.new_figure(width * inches, height * inches)
    xs = (-margin, track.table.length + margin)
    ax = style.new_axes(figure, (0, 0, 1, 1), xs, (-margin, track.table.width + head))
    draw_track(ax, track)
    draw_legend(ax, track)
    style.save_figure(figure, path)


def draw_track(ax: Axes, track: Track, *, printed: bool = False) -> None:
    """Draw a track in mm on axes whose limits are set already; they are given an equal aspect.

    ``printed`` leaves the table white, for paper that is to be laid on a real table.
    """
    ax.set_aspect("equal", adjustable="box")
    ax.set_axis_off()
    pen = _Pen(_unit(track), points_per_mm(ax))
    _table(ax, track, printed=printed)
    _start_box(ax, track, pen)
    if track.course:
        style.line(
            ax, ideal_line(track), colour=style.FAINT, width=1.2, alpha=0.75, dash=_DOTS, z=2.5
        )
    for number, ray in enumerate(track.course, 1):
        _ray(ax, track.half_sphere(ray.around), ray, number, pen)
    _gate(ax, track, pen, printed=printed)
    for sphere in track.half_spheres:
        _half_sphere(ax, track, sphere, pen, printed=printed)


def draw_legend(ax: Axes, track: Track, shown: str = "") -> None:
    """Write title, remarks and a scale bar round the table; ``shown`` says what else is drawn."""
    table = track.table
    scale = points_per_mm(ax)
    small = min(11.0, max(6.0, 17 * scale * _unit(track)))
    title = track.title or track.name
    if shown:
        title = f"{title}: {shown}"
    # A bold letter is about 0.7 of its size wide; a long title shrinks to the table's length.
    size = min(1.9 * small, table.length * scale / (0.7 * len(title)))
    line = small / scale
    """A line of small text, mm."""
    style.text(ax, (0, table.width + 2.8 * line), title, size=size, bold=True)
    parts = [f"{table.length:g} x {table.width:g} mm", f"{table.surface} table"]
    if track.sets:
        parts.append(", ".join(s.title or s.name for s in track.sets))
    style.text(ax, (0, table.width + line), "  ·  ".join(parts), size=small)
    if track.assumed:
        remark = "assumed: a layout of our own, not the publisher's"
        style.text(
            ax,
            (table.length, table.width + line),
            remark,
            italic=True,
            size=small,
            colour=style.FAINT,
            across="right",
        )
    _scale_bar(ax, 50 if table.length < 500 else 100, line, small)
    if track.course:
        explanation = "numbered arrows: the rays, in the order and direction of crossing them"
        style.text(
            ax,
            (table.length, -1.3 * line),
            explanation,
            up="top",
            size=small,
            colour=style.FAINT,
            across="right",
        )


def points_per_mm(ax: Axes) -> float:
    """Return how many printer's points a millimetre of the axes takes on the figure."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("these axes belong to no figure")
    low, high = ax.get_xlim()
    return float(ax.get_position().width * figure.get_figwidth() * 72 / (high - low))


def ideal_line(track: Track, samples: int = 24) -> list[Point]:
    """Return a smooth line that crosses the course's rays in order, from gate to gate.

    It is a hint for the eye, not the shortest way. Each ray is crossed square to it, a little off
    its half-sphere.
    """
    gate = track.gate
    middle = (
        (gate.left_post[0] + gate.right_post[0]) / 2,
        (gate.left_post[1] + gate.right_post[1]) / 2,
    )
    ahead = gate_direction(track)
    stops: list[tuple[Point, Point]] = [(middle, ahead)]
    for ray in track.course:
        sphere = track.half_sphere(ray.around)
        start, length = (sphere.x, sphere.y), math.dist((sphere.x, sphere.y), ray.to)
        along = min(sphere.radius + 60.0 * _unit(track), (sphere.radius + length) / 2) / length
        point = (
            start[0] + along * (ray.to[0] - start[0]),
            start[1] + along * (ray.to[1] - start[1]),
        )
        stops.append((point, crossing_direction(start, ray.to, ray.side)))
    stops.append((middle, ahead))
    line: list[Point] = [middle]
    for (p, u), (q, v) in itertools.pairwise(stops):
        pull = math.dist(p, q)
        for step in range(1, samples + 1):
            line.append(_hermite(p, u, q, v, pull, step / samples))
    return line


def _hermite(p: Point, u: Point, q: Point, v: Point, pull: float, t: float) -> Point:
    """Return the point at ``t`` of the cubic from p (direction u) to q (direction v)."""
    a, b = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
    c, d = -2 * t**3 + 3 * t**2, t**3 - t**2
    return (
        a * p[0] + b * pull * u[0] + c * q[0] + d * pull * v[0],
        a * p[1] + b * pull * u[1] + c * q[1] + d * pull * v[1],
    )


def _table(ax: Axes, track: Track, *, printed: bool) -> None:
    from matplotlib.patches import Rectangle

    table = track.table
    colour = style.PAPER if printed else style.SURFACE_COLOURS[table.surface]
    ax.add_patch(
        Rectangle(
            (0, 0), table.length, table.width, facecolor=colour, edgecolor=style.WOOD_DARK, lw=1.8
        )
    )
    for x in range(100, math.ceil(table.length), 100):
        style.line(ax, [(x, 0), (x, table.width)], alpha=0.07, width=0.6, z=1)
    for y in range(100, math.ceil(table.width), 100):
        style.line(ax, [(0, y), (table.length, y)], alpha=0.07, width=0.6, z=1)


def _start_box(ax: Axes, track: Track, pen: _Pen) -> None:
    from matplotlib.patches import Rectangle

    box = track.start_box
    corner, along, across = (box.x_min, box.y_min), box.x_max - box.x_min, box.y_max - box.y_min
    ax.add_patch(
        Rectangle(corner, along, across, zorder=1.5, facecolor=style.INK, alpha=0.06, lw=0)
    )
    ax.add_patch(
        Rectangle(
            corner, along, across, zorder=2, fill=False, edgecolor=style.INK, lw=1.1,
            ls=(0, (4, 2.5)),
        )
    )  # fmt: skip
    place = (box.x_min + pen.mm(8), box.y_max - pen.mm(8))
    style.text(ax, place, "start", size=pen.points(20), up="top", z=4, cut=True)


def _gate(ax: Axes, track: Track, pen: _Pen, *, printed: bool) -> None:
    from matplotlib.patches import Circle

    gate = track.gate
    left, right = gate.left_post, gate.right_post
    ahead = gate_direction(track)
    _chequers(ax, right, left, ahead)
    style.line(ax, [left, right], colour=style.WOOD_DARK, width=1.4, z=5)
    for post in (left, right):
        if printed:
            _outline(ax, post, gate.post_radius)
        else:
            ax.add_patch(
                Circle(
                    post, gate.post_radius, facecolor=style.WOOD, edgecolor=style.WOOD_DARK,
                    zorder=6,
                )
            )  # fmt: skip
    middle = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    near, far = pen.mm(18), pen.mm(84 + BADGE)
    _arrow(ax, (middle[0] + near * ahead[0], middle[1] + near * ahead[1]), ahead, pen.mm(62), pen)
    badge = (middle[0] + far * ahead[0], middle[1] + far * ahead[1])
    _badge(ax, badge, str(len(track.course) + 1), pen)
    # Beyond a post: in the gate itself the dice of a race leave no room for a word.
    wide = math.dist(left, right) or 1.0
    out = ((left[0] - right[0]) / wide, (left[1] - right[1]) / wide)
    off = gate.post_radius + pen.mm(7)
    flat = abs(out[0]) > abs(out[1])
    style.text(
        ax, (left[0] + off * out[0], left[1] + off * out[1]), "finish", size=pen.points(20),
        across=("left" if out[0] > 0 else "right") if flat else "center",
        up="center" if flat else "bottom" if out[1] > 0 else "top",
        halo_colour=style.PAPER, z=10, cut=True,
    )  # fmt: skip


def _chequers(ax: Axes, start: Point, end: Point, ahead: Point) -> None:
    """Draw two rows of squares behind the line from ``start`` to ``end``."""
    from matplotlib.patches import Polygon

    length = math.dist(start, end)
    count = max(2, round(length / 10))
    side = length / count
    step = ((end[0] - start[0]) / count, (end[1] - start[1]) / count)
    back = (-side * ahead[0], -side * ahead[1])
    for row in range(2):
        for place in range(count):
            x = start[0] + place * step[0] + row * back[0]
            y = start[1] + place * step[1] + row * back[1]
            corners = [
                (x, y),
                (x + step[0], y + step[1]),
                (x + step[0] + back[0], y + step[1] + back[1]),
                (x + back[0], y + back[1]),
            ]
            colour = style.INK if (row + place) % 2 else style.PAPER
            ax.add_patch(Polygon(corners, facecolor=colour, alpha=0.75, lw=0, zorder=3))


def _half_sphere(ax: Axes, track: Track, sphere: HalfSphere, pen: _Pen, *, printed: bool) -> None:
    """Draw a half-sphere; on paper a thin outline and the cross where its centre belongs."""
    from matplotlib.patches import Circle

    place, radius = (sphere.x, sphere.y), sphere.radius
    if printed:
        _outline(ax, place, radius)
    else:
        ax.add_patch(
            Circle(place, radius, facecolor=style.WOOD, edgecolor=style.WOOD_DARK, lw=1.2, zorder=5)
        )
        for shrink in (0.8, 0.6, 0.4):
            shift = (1 - shrink) * radius * 0.35
            ax.add_patch(
                Circle(
                    (sphere.x - shift, sphere.y + shift), shrink * radius,
                    facecolor=style.WOOD_LIGHT, alpha=0.35, lw=0, zorder=5.1,
                )
            )  # fmt: skip
    letters = min(26.0, 1.5 * radius / pen.unit, 2.6 * radius / pen.unit / len(sphere.name))
    beside = (sphere.x + 0.45 * radius, sphere.y + 0.45 * radius)
    style.text(
        ax, beside if printed else place, sphere.name,
        size=pen.points(letters * (0.5 if printed else 1.0)), bold=True, across="center",
        up="center", halo_colour=style.PAPER if printed else style.WOOD_LIGHT, cut=True,
    )  # fmt: skip
    away = _label_direction(track, sphere)
    style.text(
        ax, (sphere.x + away[0] * (radius + pen.mm(8)), sphere.y + away[1] * (radius + pen.mm(8))),
        f"r {radius:g}", size=pen.points(9 if printed else 18),
        across="left" if away[0] > 0 else "right" if away[0] < 0 else "center",
        up="bottom" if away[1] > 0 else "top" if away[1] < 0 else "center",
        halo_colour=style.PAPER, z=10, cut=True,
    )  # fmt: skip


def _outline(ax: Axes, place: Point, radius: float) -> None:
    """Draw where a round piece is to be put: its thin outline and a cross for its centre."""
    from matplotlib.patches import Circle

    ax.add_patch(
        Circle(place, radius, facecolor=style.PAPER, edgecolor=style.INK, lw=0.6, zorder=5)
    )
    arm = min(8.0, 0.4 * radius)
    for dx, dy in ((arm, 0.0), (0.0, arm)):
        ends = [(place[0] - dx, place[1] - dy), (place[0] + dx, place[1] + dy)]
        style.line(ax, ends, width=0.6, z=5.2)


def _label_direction(track: Track, sphere: HalfSphere) -> Point:
    """Return which way from a half-sphere its size is written: away from its ray."""
    ray = next((ray for ray in track.course if ray.around == sphere.name), None)
    if ray is None:
        return (0.0, -1.0)
    dx, dy = ray.to[0] - sphere.x, ray.to[1] - sphere.y
    if abs(dx) >= abs(dy):
        return (-1.0, 0.0) if dx > 0 else (1.0, 0.0)
    return (0.0, -1.0) if dy > 0 else (0.0, 1.0)


def _ray(ax: Axes, sphere: HalfSphere, ray: Ray, number: int, pen: _Pen) -> None:
    start, end = (sphere.x, sphere.y), ray.to
    length = math.dist(start, end)
    out = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    edge = (start[0] + out[0] * sphere.radius, start[1] + out[1] * sphere.radius)
    style.line(ax, [edge, end], colour=style.COURSE, width=1.4, dash=_DASHES, z=3)
    ahead = crossing_direction(start, end, ray.side)
    free = length - sphere.radius
    badge = sphere.radius + max(0.68 * free, free - pen.mm(70))
    place = (start[0] + out[0] * badge, start[1] + out[1] * badge)
    size = pen.mm(min(88.0, max(60.0, 0.4 * free / pen.unit)))
    _arrow(ax, (place[0] - ahead[0] * size / 2, place[1] - ahead[1] * size / 2), ahead, size, pen)
    _badge(ax, place, str(number), pen)


def _arrow(ax: Axes, tail: Point, ahead: Point, length: float, pen: _Pen) -> None:
    from matplotlib.patches import FancyArrow

    ax.add_patch(
        FancyArrow(
            *tail, ahead[0] * length, ahead[1] * length, length_includes_head=True,
            width=pen.mm(4), head_width=pen.mm(18), head_length=pen.mm(20),
            facecolor=style.COURSE, edgecolor=style.PAPER, lw=0.6, zorder=6,
        )
    )  # fmt: skip


def _badge(ax: Axes, place: Point, words: str, pen: _Pen) -> None:
    from matplotlib.patches import Circle

    ax.add_patch(
        Circle(
            place, pen.mm(BADGE), facecolor=style.PAPER, edgecolor=style.COURSE, lw=1.5, zorder=6.5
        )
    )
    style.text(
        ax, place, words, size=pen.points(21), bold=True, colour=style.COURSE,
        across="center", up="center_baseline", cut=True,
    )  # fmt: skip


def _scale_bar(ax: Axes, length: int, line: float, size: float) -> None:
    """Draw so many mm below the table; ``line`` = height of a line of text of that size, mm."""
    y = -1.9 * line
    style.line(ax, [(0, y), (length, y)], width=1.6)
    for x in (0, length / 2, length):
        style.line(ax, [(x, y - 0.3 * line), (x, y + 0.3 * line)], width=1.2)
    style.text(ax, (length + 0.5 * line, y), f"{length} mm", size=size, up="center")


def _unit(track: Track) -> float:
    """Return how much larger than on a table of 1200 mm letters and arrows are drawn."""
    return min(4.0, max(0.35, max(track.table.length, track.table.width) / 1200))
