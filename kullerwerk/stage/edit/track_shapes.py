"""How a track looks while it is edited. Places are in mm, widths and letters in logical pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kullerwerk.stage import theme
from kullerwerk.stage import track_parts as parts
from kullerwerk.stage.edit.layout import Data, Place, value_at
from kullerwerk.stage.edit.track_things import course, ray_of, size, spheres
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Line,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
)
from kullerwerk.stage.track_parts import FRAME, MAPPED
from scenes.checks import crossing_direction

DIMMED: Colour = (70, 60, 50, 26)
BOLD: Colour = (70, 60, 50, 52)
RIM = 10.0
"""Width of the table's rim, logical pixels."""


def ground(data: Data, camera: Camera, step: float) -> tuple[Shape, ...]:
    """The table with its lines: every 100 mm, or those of a grid of ``step`` mm."""
    wide, high = size(data)
    surface = value_at(data, ("table", "surface"), "smooth")
    rim = RIM / 2 / camera.scale
    middle = Rect(-rim, -rim, wide + 2 * rim, high + 2 * rim)
    # The rim as a line: under software rendering every filled pixel counts.
    out: list[Shape] = [
        box(Rect(0, 0, wide, high), MAPPED.ground(str(surface)), None),
        Line(middle.corners(), FRAME, RIM, closed=True),
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


def things(
    data: Data, bad: frozenset[str], camera: Camera, start: str
) -> dict[str, tuple[Shape, ...]]:
    """Start box, course, gate and half-spheres, each by its name; ``start``: the box's word.

    The keys of ``bad`` are red, with a mark. In a drag only what moves has to be drawn anew.
    """
    out = {"box": tuple(_start_box(data, "start_box" in bad, camera, start))}
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


def _start_box(data: Data, wrong: bool, camera: Camera, word: str) -> Iterator[Shape]:
    at = data["start_box"]
    x, y = min(at["x_min"], at["x_max"]), min(at["y_min"], at["y_max"])
    rect = Rect(x, y, abs(at["x_max"] - at["x_min"]), abs(at["y_max"] - at["y_min"]))
    yield from parts.start_box(rect, word, MAPPED, wrong)
    px, colour = 1 / camera.scale, theme.BAD if wrong else theme.INK
    for corner in rect.corners():
        yield box(Rect(corner[0] - 4 * px, corner[1] - 4 * px, 8 * px, 8 * px), theme.WHITE,
                  colour, 1.4)  # fmt: skip
    if wrong:
        yield from _warning((rect.middle[0], rect.top - 16 * px), camera)


def _ray(data: Data, k: int, wrong: bool, camera: Camera) -> Iterator[Shape]:
    ray = course(data)[k]
    around = next((s for s in spheres(data) if s["name"] == ray["around"]), None)
    end, px = _place(ray["to"]), 1 / camera.scale
    if around is not None and math.dist((around["x"], around["y"]), end) > 1e-6:
        middle: Place = (around["x"], around["y"])
        length = math.dist(middle, end)
        share = min(around["radius"], length) / length
        edge = (middle[0] + share * (end[0] - middle[0]), middle[1] + share * (end[1] - middle[1]))
        ahead = crossing_direction(middle, end, ray.get("side", "left"))
        one = parts.Ray(edge, end, ahead, k + 1)
        yield from parts.ray(one, camera.scale, wrong=wrong, halo=MAPPED.halo)
        if wrong:
            x, y = (a + 0.62 * (b - a) for a, b in zip(edge, end, strict=True))
            yield from _warning((x + 22 * px, y + 14 * px), camera)
    yield Disc(*end, 6 * px, theme.WHITE, theme.BAD if wrong else parts.COURSE, 2.0)


def _gate(data: Data, bad: frozenset[str], camera: Camera) -> Iterator[Shape]:
    gate = data["gate"]
    left, right = _place(gate["left_post"]), _place(gate["right_post"])
    whole = "gate" in bad
    px = 1 / camera.scale
    radius = max(value_at(data, ("gate", "post_radius"), 8.0), 5 * px)
    if math.dist(left, right) > 1e-6:
        ahead = crossing_direction(left, right, "left")
        yield from parts.finish(right, left, ahead, whole)
        one = parts.Ray(left, right, ahead, len(course(data)) + 1, gate=True)
        yield from parts.ray(one, camera.scale, wrong=whole, halo=MAPPED.halo)
    for key, place in (("left_post", left), ("right_post", right)):
        wrong = whole or f"gate.{key}" in bad
        yield from parts.post(place, radius, wrong)
        if wrong:
            yield from _warning((place[0] + 18 * px, place[1] + 12 * px), camera)


def _sphere(data: Data, k: int, wrong: bool, camera: Camera) -> Iterator[Shape]:
    one = spheres(data)[k]
    place, r = (one["x"], one["y"]), max(one["radius"], 1.0)
    px = 1 / camera.scale
    yield from parts.half_sphere(place, r, one["name"], camera.scale, wrong)
    if wrong:
        yield from _warning((place[0] + 0.75 * r + 4 * px, place[1] + 0.75 * r + 4 * px), camera)
    if ray_of(data, k) is None:
        yield Disc(*place, r + 5 * px, None, faded(theme.BAD, 0.7), 1.5)


def _place(values: list[float]) -> Place:
    return values[0], values[1]
