"""The things on a track, and the commands that move, add, remove and mirror them.

Every function takes a track's data and returns other data; nothing is checked here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count, product
from typing import Any

from kullerwerk.stage.edit.handles import Axis, Handle, opposite_of, reflected
from kullerwerk.stage.edit.layout import Data, Place, judged, on_grid, put, tidy, value_at
from kullerwerk.stage.shapes import Rect

CORNERS = {"ll": ("x_min", "y_min"), "lr": ("x_max", "y_min"),
           "ul": ("x_min", "y_max"), "ur": ("x_max", "y_max")}  # fmt: skip
NEW_RADIUS = 30.0
"""Of a half-sphere that is added, mm."""


def size(data: Data) -> Place:
    """Length and width of the table, mm."""
    return (
        value_at(data, ("table", "length"), 1200.0),
        value_at(data, ("table", "width"), 800.0),
    )


def spheres(data: Data) -> list[Data]:
    """The half-spheres."""
    return data.get("half_spheres", [])


def course(data: Data) -> list[Data]:
    """The rays."""
    return data.get("course", [])


def world(data: Data) -> Rect:
    """The table; while it is nothing yet, a millimetre of it."""
    wide, high = size(data)
    return Rect(0.0, 0.0, max(1.0, wide), max(1.0, high))


def handles(data: Data) -> tuple[Handle, ...]:
    """Half-spheres, ends of rays, the gate and its posts, the start box and its corners."""
    unit = max(size(data)) / 1200
    out = [_box_handle(data, unit)]
    for corner, (a, b) in CORNERS.items():
        x, y = data["start_box"][a], data["start_box"][b]
        out.append(Handle(f"corner:{corner}", x, y, 12 * unit, "start_box", square=True))
    (lx, ly), (rx, ry) = data["gate"]["left_post"], data["gate"]["right_post"]
    out.append(Handle("gate:", (lx + rx) / 2, (ly + ry) / 2, 16 * unit, "gate"))
    r = max(value_at(data, ("gate", "post_radius"), 8.0), 13 * unit)
    out.append(Handle("post:left", lx, ly, r, "gate.left_post"))
    out.append(Handle("post:right", rx, ry, r, "gate.right_post"))
    for k, ray in enumerate(course(data)):
        out.append(Handle(f"ray:{k}", ray["to"][0], ray["to"][1], 14 * unit, f"course[{k}]"))
    for k, one in enumerate(spheres(data)):
        r = max(one["radius"], 13 * unit)
        out.append(Handle(f"sphere:{k}", one["x"], one["y"], r, f"half_spheres[{k}]"))
    return tuple(out)


def _box_handle(data: Data, unit: float) -> Handle:
    box = data["start_box"]
    x, y = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
    r = min(abs(box["x_max"] - box["x_min"]), abs(box["y_max"] - box["y_min"])) / 2 - 14 * unit
    return Handle("box:", x, y, max(14 * unit, r), "start_box", square=True)


def handle(data: Data, name: str) -> Handle | None:
    """The handle of a name."""
    return next((one for one in handles(data) if one.name == name), None)


# --- moving ------------------------------------------------------------------


def moved(data: Data, name: str, place: Place) -> Data:
    """The data with a thing at another place; a ray that runs straight along stays straight."""
    kind, _, rest = name.partition(":")
    x, y = tidy(place[0]), tidy(place[1])
    match kind:
        case "sphere":
            return _sphere_to(data, int(rest), x, y)
        case "ray":
            return put(data, ("course", int(rest), "to"), [x, y])
        case "post":
            return put(data, ("gate", f"{rest}_post"), [x, y])
        case "gate":
            old = handle(data, name)
            assert old is not None, "a track has a gate"
            for post in ("left_post", "right_post"):
                a, b = data["gate"][post]
                data = put(data, ("gate", post), [tidy(a + x - old.x), tidy(b + y - old.y)])
            return data
        case "corner":
            a, b = CORNERS[rest]
            return put(put(data, ("start_box", a), x), ("start_box", b), y)
        case _:
            return _box_to(data, x, y)


def _box_to(data: Data, x: float, y: float) -> Data:
    box = data["start_box"]
    dx = x - (box["x_min"] + box["x_max"]) / 2
    dy = y - (box["y_min"] + box["y_max"]) / 2
    for key, by in (("x_min", dx), ("x_max", dx), ("y_min", dy), ("y_max", dy)):
        data = put(data, ("start_box", key), tidy(box[key] + by))
    return data


def _sphere_to(data: Data, k: int, x: float, y: float) -> Data:
    old = spheres(data)[k]
    ax, ay = old["x"], old["y"]
    for number, ray in enumerate(course(data)):
        if ray["around"] != old["name"]:
            continue
        ex, ey = ray["to"]
        # A ray that ran straight across or straight up goes on doing so.
        if ey == ay and ex != ax:
            data = put(data, ("course", number, "to"), [ex, y])
        elif ex == ax and ey != ay:
            data = put(data, ("course", number, "to"), [x, ey])
    return put(put(data, ("half_spheres", k, "x"), x), ("half_spheres", k, "y"), y)


def held_on_table(data: Data, place: Place) -> Place:
    """A place that somebody points at, kept on the table."""
    wide, high = size(data)
    return min(max(place[0], 0.0), wide), min(max(place[1], 0.0), high)


def snapped(data: Data, name: str, place: Place, step: float) -> Place:
    """The nearest point of a grid on the table, whatever it is that snaps to it."""
    del data, name
    return on_grid(place, step)


# --- half-spheres ------------------------------------------------------------


def ray_of(data: Data, k: int) -> int | None:
    """The number, from 0, of the ray of half-sphere ``k``; None where it has none."""
    name = spheres(data)[k]["name"]
    return next((n for n, ray in enumerate(course(data)) if ray["around"] == name), None)


def added(data: Data, place: Place | None = None) -> Data | None:
    """The data with one more half-sphere and its ray, the last of the course.

    It stands at ``place``, or where it makes nothing wrong; None where there is no room.
    """
    name = _new_name(data)
    before = len(judged(data).problems)
    for x, y in [place] if place is not None else _free_places(data):
        for end in _ends(data, x, y):
            ball = {"name": name, "x": x, "y": y, "radius": NEW_RADIUS}
            ray = {"around": name, "to": [*end], "side": "left"}
            more = put(data, ("half_spheres",), [*spheres(data), ball])
            more = put(more, ("course",), [*course(data), ray])
            if place is not None or len(judged(more).problems) <= before:
                return more
    return None


def _new_name(data: Data) -> str:
    taken = {one["name"] for one in spheres(data)}
    letters = (chr(ord("A") + k) for k in range(26))
    return next((n for n in letters if n not in taken), "") or next(
        n for n in (f"S{k}" for k in count(1)) if n not in taken
    )


def _free_places(data: Data) -> Iterator[Place]:
    """Places from the middle of the table outwards."""
    wide, high = size(data)
    grid = product([wide * k / 12 for k in range(1, 12)], [high * k / 8 for k in range(1, 8)])
    for place in sorted(grid, key=lambda p: math.dist(p, (wide / 2, high / 2))):
        yield on_grid(place, 5.0)


def _ends(data: Data, x: float, y: float) -> list[Place]:
    """The points of the four edges straight across from a place, the nearest one first."""
    wide, high = size(data)
    ends = [(x, high), (x, 0.0), (0.0, y), (wide, y)]
    return sorted(ends, key=lambda end: math.dist(end, (x, y)))


def removed(data: Data, k: int, axis: Axis | None = None) -> Data:
    """The data without half-sphere ``k`` and its ray; with an ``axis`` its partner goes too."""
    gone = [k]
    if axis is not None:
        gone.append(_twin(data, k, axis))
    names = {spheres(data)[n]["name"] for n in gone}
    data = put(data, ("half_spheres",), [s for s in spheres(data) if s["name"] not in names])
    return put(data, ("course",), [r for r in course(data) if r["around"] not in names])


def sphere_set(data: Data, k: int, key: str, value: Any, axis: Axis | None = None) -> Data:
    """The data with another radius or name of a half-sphere; its ray keeps to it."""
    if key == "name":
        number = ray_of(data, k)
        if number is not None:
            data = put(data, ("course", number, "around"), value)
        return put(data, ("half_spheres", k, "name"), value)
    if axis is not None:
        data = put(data, ("half_spheres", _twin(data, k, axis), key), value)
    return put(data, ("half_spheres", k, key), value)


def _twin(data: Data, k: int, axis: Axis) -> int:
    """The half-sphere at the mirror image of another one, itself where there is none."""
    return int((opposite(data, f"sphere:{k}", axis) or f"sphere:{k}").partition(":")[2])


def reordered(data: Data, number: int, to: int) -> Data:
    """The data with a ray at another place of the course."""
    rays = list(course(data))
    rays.insert(to, rays.pop(number))
    return put(data, ("course",), rays)


def turned(data: Data, number: int) -> Data:
    """The data with a ray that is crossed the other way."""
    side = course(data)[number].get("side", "left")
    return put(data, ("course", number, "side"), "right" if side == "left" else "left")


# --- mirroring ---------------------------------------------------------------


def opposite(data: Data, name: str, axis: Axis) -> str:
    """What stands at the mirror image of a thing, itself on the axis; "" = nothing does."""
    return opposite_of(handles(data), name, axis, size(data))


def image(data: Data, name: str, place: Place, axis: Axis) -> Place:
    """The mirror image of a place, whatever stands there."""
    del name
    return reflected(place, axis, size(data))


def mirrored(data: Data, axis: Axis) -> Data:
    """The mirror image: courses are run the other way round, and stay as right as they were."""
    table = size(data)

    def over(place: list[float]) -> list[float]:
        x, y = reflected((place[0], place[1]), axis, table)
        return [tidy(x), tidy(y)]

    for k, one in enumerate(spheres(data)):
        x, y = over([one["x"], one["y"]])
        data = put(put(data, ("half_spheres", k, "x"), x), ("half_spheres", k, "y"), y)
    for k, ray in enumerate(course(data)):
        data = turned(put(data, ("course", k, "to"), over(ray["to"])), k)
    gate = data["gate"]
    data = put(data, ("gate", "left_post"), over(gate["right_post"]))
    data = put(data, ("gate", "right_post"), over(gate["left_post"]))
    box = data["start_box"]
    a, b = over([box["x_min"], box["y_min"]]), over([box["x_max"], box["y_max"]])
    new = {"x_min": min(a[0], b[0]), "x_max": max(a[0], b[0]),
           "y_min": min(a[1], b[1]), "y_max": max(a[1], b[1])}  # fmt: skip
    return put(data, ("start_box",), box | new)


def resized(data: Data, key: str, value: float) -> Data:
    """The data with another length or width of the table; rays that end on its edge stay there."""
    at, old = (0, size(data)[0]) if key == "length" else (1, size(data)[1])
    for k, ray in enumerate(course(data)):
        if ray["to"][at] == old:
            end = list(ray["to"])
            end[at] = value
            data = put(data, ("course", k, "to"), end)
    return put(data, ("table", key), value)
