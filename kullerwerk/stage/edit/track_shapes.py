"""How a track looks while it is edited. Places are in mm, widths and letters in logical pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kullerwerk.stage import theme
from kullerwerk.stage.edit.layout import Data, Place, value_at
from kullerwerk.stage.edit.track_things import course, ray_of, size, spheres
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Glow,
    Line,
    Polygon,
    Rect,
    Shape,
    Text,
    arrow,
    box,
    faded,
)
from scenes.checks import crossing_direction

SURFACES: dict[str, Colour] = {
    "smooth": (244, 236, 220, 255),
    "lively": (236, 240, 246, 255),
    "felt": (223, 234, 219, 255),
}
EDGE: Colour = (120, 84, 48, 255)
WOOD: Colour = (214, 170, 112, 255)
WOOD_LIGHT: Colour = (240, 214, 170, 255)
WOOD_DARK: Colour = (120, 84, 48, 255)
COURSE: Colour = (0, 98, 160, 255)
DIMMED: Colour = (70, 60, 50, 26)
BOLD: Colour = (70, 60, 50, 52)
HALO: Colour = (255, 255, 255, 170)
"""Round lines that lie on the map."""
START: Colour = (40, 34, 28, 22)
RIM = 10.0
"""Width of the table's rim, logical pixels."""
BADGE = 11.0
"""Radius of a ray's number, logical pixels."""


def ground(data: Data, camera: Camera, step: float) -> tuple[Shape, ...]:
    """The table with its lines: every 100 mm, or those of a grid of ``step`` mm."""
    wide, high = size(data)
    surface = value_at(data, ("table", "surface"), "smooth")
    rim = RIM / 2 / camera.scale
    middle = Rect(-rim, -rim, wide + 2 * rim, high + 2 * rim)
    # The rim as a line: under software rendering every filled pixel counts.
    out: list[Shape] = [
        box(Rect(0, 0, wide, high), SURFACES.get(str(surface), theme.WHITE), None),
        Line(middle.corners(), EDGE, RIM, closed=True),
    ]
    # Lines nearer than six pixels are a haze.
    fine = step if step and step * camera.scale >= 6 else 100.0
    for length, across, flat in ((wide, high, False), (high, wide, True)):
        n = int(length / fine)
        for k in range(1, n + 1):
            at = k * fine
            strong = abs(at / 100 - round(at / 100)) < 1e-9
            ends = ((0.0, at), (across, at)) if flat else ((at, 0.0), (at, across))
            out.append(Line(ends, BOLD if strong else DIMMED, 1.0))
    return tuple(out)


def things(data: Data, bad: frozenset[str], camera: Camera) -> dict[str, tuple[Shape, ...]]:
    """Start box, course, gate and half-spheres, each by its name.

    The keys of ``bad`` are red, with a mark. In a drag only what moves has to be drawn anew.
    """
    out = {"box": tuple(_start_box(data, "start_box" in bad, camera))}
    for k in range(len(course(data))):
        out[f"ray:{k}"] = tuple(_ray(data, k, f"course[{k}]" in bad, camera))
    out["gate"] = tuple(_gate(data, bad, camera))
    for k in range(len(spheres(data))):
        out[f"sphere:{k}"] = tuple(_sphere(data, k, f"half_spheres[{k}]" in bad, camera))
    return out


def _warning(place: Place, camera: Camera) -> Iterator[Shape]:
    """A red triangle with its exclamation mark."""
    px = 1 / camera.scale
    x, y = place
    r = 11 * px
    corners = ((x, y + r), (x - 0.95 * r, y - 0.7 * r), (x + 0.95 * r, y - 0.7 * r))
    yield Polygon(corners, theme.BAD, theme.WHITE, 1.5)
    yield Text(x, y - 0.12 * r, "!", 13, theme.WHITE, "centre", "middle", bold=True)


def _start_box(data: Data, wrong: bool, camera: Camera) -> Iterator[Shape]:
    at = data["start_box"]
    x, y = min(at["x_min"], at["x_max"]), min(at["y_min"], at["y_max"])
    rect = Rect(x, y, abs(at["x_max"] - at["x_min"]), abs(at["y_max"] - at["y_min"]))
    colour = theme.BAD if wrong else theme.INK
    yield box(rect, faded(theme.BAD, 0.12) if wrong else START)
    yield Line(rect.corners(), HALO, 4.0, closed=True)
    yield Line(rect.corners(), colour, 2.0 if wrong else 1.4, closed=True, dash=(8, 5))
    px = 1 / camera.scale
    yield Text(rect.x + 6 * px, rect.top - 16 * px, "start", 12, colour)
    for corner in rect.corners():
        yield box(Rect(corner[0] - 4 * px, corner[1] - 4 * px, 8 * px, 8 * px), theme.WHITE,
                  colour, 1.4)  # fmt: skip
    if wrong:
        yield from _warning((rect.middle[0], rect.top - 16 * px), camera)


def _ray(data: Data, k: int, wrong: bool, camera: Camera) -> Iterator[Shape]:
    ray = course(data)[k]
    around = next((s for s in spheres(data) if s["name"] == ray["around"]), None)
    end: Place = (ray["to"][0], ray["to"][1])
    px = 1 / camera.scale
    colour = theme.BAD if wrong else COURSE
    if around is not None and math.dist((around["x"], around["y"]), end) > 1e-6:
        start: Place = (around["x"], around["y"])
        length = math.dist(start, end)
        u, v = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        r = min(around["radius"], length)
        edge = (start[0] + u * r, start[1] + v * r)
        yield Line((edge, end), HALO, 5.0)
        yield Line((edge, end), colour, 2.2 if wrong else 1.8, dash=(9, 6))
        ahead = crossing_direction(start, end, ray.get("side", "left"))
        along = r + 0.62 * (length - r)
        place = start[0] + u * along, start[1] + v * along
        reach = 30 * px
        tail = place[0] - ahead[0] * reach, place[1] - ahead[1] * reach
        tip = place[0] + ahead[0] * reach, place[1] + ahead[1] * reach
        yield from arrow(tail, tip, HALO, 7.0, 15 * px)
        yield from arrow(tail, tip, colour, 3.0, 12 * px)
        yield Disc(*place, BADGE * px, theme.PAPER, colour, 2.0)
        yield Text(*place, str(k + 1), 13, colour, "centre", "middle", bold=True)
        if wrong:
            yield from _warning((place[0] + 22 * px, place[1] + 14 * px), camera)
    yield Disc(*end, 6 * px, theme.WHITE, colour, 2.0)


def _gate(data: Data, bad: frozenset[str], camera: Camera) -> Iterator[Shape]:
    gate = data["gate"]
    left, right = _place(gate["left_post"]), _place(gate["right_post"])
    whole = "gate" in bad
    px = 1 / camera.scale
    length = math.dist(left, right)
    if length > 1e-6:
        ahead = crossing_direction(left, right, "left")
        yield from _chequers(right, left, ahead, length)
        yield Line((left, right), theme.BAD if whole else WOOD_DARK, 2.2)
        middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        tip = middle[0] + 58 * px * ahead[0], middle[1] + 58 * px * ahead[1]
        start = middle[0] + 14 * px * ahead[0], middle[1] + 14 * px * ahead[1]
        yield from arrow(start, tip, HALO, 7.0, 15 * px)
        yield from arrow(start, tip, COURSE, 3.0, 12 * px)
        badge = middle[0] + 74 * px * ahead[0], middle[1] + 74 * px * ahead[1]
        yield Disc(*badge, BADGE * px, theme.PAPER, COURSE, 2.0)
        number = str(len(course(data)) + 1)
        yield Text(*badge, number, 13, COURSE, "centre", "middle", bold=True)
    radius = value_at(data, ("gate", "post_radius"), 8.0)
    for key, place in (("left_post", left), ("right_post", right)):
        wrong = whole or f"gate.{key}" in bad
        fill, edge = (theme.BAD, theme.INK) if wrong else (WOOD, WOOD_DARK)
        yield Disc(*place, max(radius, 5 * px), fill, edge, 1.8)
        if wrong:
            yield from _warning((place[0] + 18 * px, place[1] + 12 * px), camera)


def _chequers(start: Place, end: Place, ahead: Place, length: float) -> Iterator[Shape]:
    """Two rows of squares behind the line."""
    count = min(60, max(2, round(length / 10)))
    side = length / count
    u, v = (end[0] - start[0]) / count, (end[1] - start[1]) / count
    back = -side * ahead[0], -side * ahead[1]
    for row in range(2):
        for k in range(count):
            if (row + k) % 2:
                continue
            x = start[0] + k * u + row * back[0]
            y = start[1] + k * v + row * back[1]
            corners = ((x, y), (x + u, y + v), (x + u + back[0], y + v + back[1]),
                       (x + back[0], y + back[1]))  # fmt: skip
            yield Polygon(corners, (38, 34, 30, 190))


def _sphere(data: Data, k: int, wrong: bool, camera: Camera) -> Iterator[Shape]:
    one = spheres(data)[k]
    place, r = (one["x"], one["y"]), max(one["radius"], 1.0)
    px = 1 / camera.scale
    yield Glow(place[0] + 0.12 * r, place[1] - 0.16 * r, 1.25 * r, (30, 20, 10, 110))
    fill, edge = ((236, 150, 140, 255), theme.BAD) if wrong else (WOOD, WOOD_DARK)
    yield Disc(*place, r, fill, edge, 3.5 if wrong else 1.8)
    if not wrong:
        for shrink in (0.78, 0.55, 0.32):
            off = (1 - shrink) * r * 0.36
            yield Disc(place[0] - off, place[1] + off, shrink * r, faded(WOOD_LIGHT, 0.4))
    letters = max(11.0, min(22.0, 1.1 * r * camera.scale))
    yield Text(*place, one["name"], letters, theme.INK, "centre", "middle", bold=True)
    if wrong:
        yield from _warning((place[0] + 0.75 * r + 4 * px, place[1] + 0.75 * r + 4 * px), camera)
    if ray_of(data, k) is None:
        yield Disc(*place, r + 5 * px, None, faded(theme.BAD, 0.7), 1.5)


def _place(values: list[float]) -> Place:
    return values[0], values[1]
