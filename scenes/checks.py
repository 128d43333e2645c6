"""What a track's parts must not do to one another.

:func:`physical_problems` is part of every :class:`~scenes.track.Track`: pieces that overlap or hang
over the table's edge. :func:`race_problems` is asked of track files: a course that can be run, a
gate that two towers fit through (rulebook, figure 3), a start box for every tower (GAMES.md 1.2).
Pieces may touch; the tolerance is :data:`TOUCH`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scenes.problems import Key, Problem, number

if TYPE_CHECKING:
    from scenes.parts import PieceSet, Tower
    from scenes.track import HalfSphere, StartBox, Track

Point = tuple[float, float]
TOUCH = 1e-6
"""Pieces that overlap by less than this touch, mm."""
SMALLEST_PASSAGE = 16.0
"""Width that a ray must leave beside its half-sphere where no die is known, mm."""
LARGEST_TOWER = (60.0, 90.0)
"""Width and depth of a tower where a track names no sets, mm (GAMES.md 1.2)."""


def physical_problems(track: Track) -> Iterator[Problem]:
    """Yield what cannot stand on one table: overlaps, overhangs, names given twice."""
    yield from _names_once(track)
    yield from _box_has_size(track.start_box)
    posts = (("left_post", track.gate.left_post), ("right_post", track.gate.right_post))
    radius = track.gate.post_radius
    for post_key, post in posts:
        yield from _on_the_table(track, ("gate", post_key), "post", post, radius)
    apart = math.dist(track.gate.left_post, track.gate.right_post)
    if apart < 2 * radius - TOUCH:
        yield Problem(
            ("gate", "left_post"),
            f"posts at least {number(2 * radius)} mm apart, so that they do not overlap",
            f"{number(apart)} mm",
        )
    for index, sphere in enumerate(track.half_spheres):
        place = (sphere.x, sphere.y)
        key: Key = ("half_spheres", index)
        yield from _on_the_table(track, key, f'half-sphere "{sphere.name}"', place, sphere.radius)
        for other in track.half_spheres[:index]:
            yield from _clear_of(key, sphere, f'half-sphere "{other.name}"', other)
        for post_key, post in posts:
            apart = math.dist(place, post)
            if apart < sphere.radius + radius - TOUCH:
                yield Problem(
                    key,
                    f'half-sphere "{sphere.name}" clear of the gate\'s {post_key}, centres at '
                    f"least {number(sphere.radius + radius)} mm apart",
                    f"{number(apart)} mm",
                )


def race_problems(track: Track) -> Iterator[Problem]:
    """Yield why nobody could race on the track; nothing = it can be raced on."""
    yield from _sets(track)
    yield from _gate_width(track)
    yield from _rays(track)
    yield from _start_box(track)


def crossing_direction(start: Point, end: Point, side: str) -> Point:
    """Return the unit vector in which a die crosses a ray from ``start`` to ``end``.

    With the ray's start on the die's left hand (``side`` = left) that is the ray turned by a
    quarter counter-clockwise. ``start`` and ``end`` must differ.
    """
    length = math.dist(start, end)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    return (-y, x) if side == "left" else (y, -x)


def gate_direction(track: Track) -> Point:
    """Return the unit vector in which a finishing die crosses the gate."""
    return crossing_direction(track.gate.left_post, track.gate.right_post, "left")


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a segment, mm."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square == 0:
        return math.dist(point, start)
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the segments a-b and c-d have a point in common."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return True
    return any(
        distance_to_segment(p, q, r) <= TOUCH
        for p, q, r in ((a, c, d), (b, c, d), (c, a, b), (d, a, b))
    )


def _names_once(track: Track) -> Iterator[Problem]:
    for what, names in (
        ("half_spheres", [sphere.name for sphere in track.half_spheres]),
        ("sets", [piece_set.name for piece_set in track.sets]),
    ):
        for index, name in enumerate(names):
            if name in names[:index]:
                key: Key = (what, index) if what == "sets" else (what, index, "name")
                yield Problem(key, "each name once", f'a second "{name}"')


def _on_the_table(
    track: Track, key: Key, what: str, place: Point, radius: float
) -> Iterator[Problem]:
    for axis, value, size in (
        ("x", place[0], track.table.length),
        ("y", place[1], track.table.width),
    ):
        if not radius - TOUCH <= value <= size - radius + TOUCH:
            yield Problem(
                (*key, axis) if key[0] == "half_spheres" else key,
                f"the whole {what} on the table, {axis} between {number(radius)} and "
                f"{number(size - radius)} mm",
                number(value),
            )


def _clear_of(key: Key, sphere: HalfSphere, what: str, other: HalfSphere) -> Iterator[Problem]:
    apart = math.dist((sphere.x, sphere.y), (other.x, other.y))
    needed = sphere.radius + other.radius
    if apart < needed - TOUCH:
        yield Problem(
            key,
            f'half-sphere "{sphere.name}" clear of {what}, centres at least {number(needed)} mm '
            "apart",
            f"{number(apart)} mm",
        )


def _box_has_size(box: StartBox) -> Iterator[Problem]:
    for axis, low, high in (("x", box.x_min, box.x_max), ("y", box.y_min, box.y_max)):
        if low >= high:
            yield Problem(
                ("start_box", f"{axis}_max"),
                f"more than {axis}_min, which is {number(low)} mm",
                f"{number(high)} mm",
            )


def _sets(track: Track) -> Iterator[Problem]:
    if not track.sets:
        yield Problem(
            ("sets",),
            'the piece sets that race here, such as sets = ["yellow", "red", "green", "blue"]',
            "none",
        )
    owners: dict[int, PieceSet] = {}
    for index, piece_set in enumerate(track.sets):
        start_number = piece_set.face.start_number
        first = owners.setdefault(start_number, piece_set)
        if first is not piece_set:
            yield Problem(
                ("sets", index),
                f'a start number other than that of "{first.name}"',
                f'a second {start_number} on "{piece_set.name}"',
            )


def _towers(track: Track) -> tuple[Tower, ...]:
    return tuple(piece_set.tower for piece_set in track.sets)


def _tower_size(track: Track) -> tuple[float, float]:
    """Return the width and depth that hold every tower of the track."""
    towers = _towers(track)
    if not towers:
        return LARGEST_TOWER
    return max(t.width for t in towers), max(t.depth for t in towers)


def _gate_width(track: Track) -> Iterator[Problem]:
    gate = track.gate
    clear = math.dist(gate.left_post, gate.right_post) - 2 * gate.post_radius
    needed = 2 * _tower_size(track)[0]
    if clear < needed - TOUCH:
        yield Problem(
            ("gate",),
            f"at least two tower widths ({number(needed)} mm) between the posts",
            f"{number(max(clear, 0.0))} mm",
        )
    for index, sphere in enumerate(track.half_spheres):
        away = distance_to_segment((sphere.x, sphere.y), gate.left_post, gate.right_post)
        if away < sphere.radius - TOUCH:
            yield Problem(
                ("half_spheres", index),
                f'half-sphere "{sphere.name}" outside the gate',
                "one that stands on the line between the posts",
            )


def _rays(track: Track) -> Iterator[Problem]:
    spheres = {sphere.name: sphere for sphere in track.half_spheres}
    first: dict[str, int] = {}
    for index, ray in enumerate(track.course):
        sphere = spheres.get(ray.around)
        if sphere is None:
            known = ", ".join(f'"{name}"' for name in spheres) or "and there is none"
            yield Problem(
                ("course", index, "around"),
                f"the name of a half-sphere of this track ({known})",
                f'"{ray.around}"',
            )
            continue
        if first.setdefault(ray.around, index) != index:
            yield Problem(
                ("course", index, "around"),
                "one ray for each half-sphere",
                f'a second one around "{ray.around}" after course[{first[ray.around]}]',
            )
            continue
        yield from _ray(track, index, sphere, ray.to)
    for index, sphere in enumerate(track.half_spheres):
        if sphere.name not in first:
            yield Problem(
                ("half_spheres", index),
                f'a ray in the course with around = "{sphere.name}"',
                "none: every half-sphere needs its one ray",
            )


def _ray(track: Track, index: int, sphere: HalfSphere, end: Point) -> Iterator[Problem]:
    key: Key = ("course", index, "to")
    start = (sphere.x, sphere.y)
    table = track.table
    if not (0 <= end[0] <= table.length and 0 <= end[1] <= table.width):
        yield Problem(
            key,
            f"a point on the table, x 0 to {number(table.length)} and y 0 to "
            f"{number(table.width)} mm",
            _point(end),
        )
        return
    passage = max((s.die.breadth for s in track.sets), default=SMALLEST_PASSAGE)
    if math.dist(start, end) < sphere.radius + passage - TOUCH:
        yield Problem(
            key,
            f'a point that leaves a die room beside half-sphere "{sphere.name}", at least '
            f"{number(sphere.radius + passage)} mm from its centre",
            f"{_point(end)}, which is {number(math.dist(start, end))} mm from it",
        )
        return
    if segments_cross(start, end, track.gate.left_post, track.gate.right_post):
        yield Problem(
            key,
            "a ray that stays clear of the gate",
            f'one from "{sphere.name}" to {_point(end)} that crosses it',
        )
    for other in track.half_spheres:
        near = distance_to_segment((other.x, other.y), start, end)
        if other.name != sphere.name and near < other.radius - TOUCH:
            yield Problem(
                key,
                "a ray that no other half-sphere stands on",
                f'one from "{sphere.name}" to {_point(end)} through "{other.name}"',
            )


def _start_box(track: Track) -> Iterator[Problem]:
    box = track.start_box
    table = track.table
    for name, value, limit in (
        ("x_min", box.x_min, table.length),
        ("x_max", box.x_max, table.length),
        ("y_min", box.y_min, table.width),
        ("y_max", box.y_max, table.width),
    ):
        if not 0 <= value <= limit:
            yield Problem(
                ("start_box", name),
                f"a start box on the table, {name} between 0 and {number(limit)} mm",
                number(value),
            )
    yield from _behind_the_line(track)
    yield from _room_for_towers(track)
    for what, place, radius in _discs(track):
        nearest = (
            min(max(place[0], box.x_min), box.x_max),
            min(max(place[1], box.y_min), box.y_max),
        )
        if math.dist(place, nearest) < radius - TOUCH:
            yield Problem(("start_box",), f"a start box clear of {what}", "one that overlaps it")


def _behind_the_line(track: Track) -> Iterator[Problem]:
    box, post = track.start_box, track.gate.right_post
    if post == track.gate.left_post:
        return
    ahead = gate_direction(track)
    corners = [(x, y) for x in (box.x_min, box.x_max) for y in (box.y_min, box.y_max)]
    beyond = max(ahead[0] * (x - post[0]) + ahead[1] * (y - post[1]) for x, y in corners)
    if beyond > TOUCH:
        yield Problem(
            ("start_box",),
            "a start box wholly behind the start line (a die finishes with left_post on its left)",
            f"one that reaches {number(beyond)} mm beyond it",
        )


def _room_for_towers(track: Track) -> Iterator[Problem]:
    box = track.start_box
    along, across = box.x_max - box.x_min, box.y_max - box.y_min
    width, depth = _tower_size(track)
    count = max(1, len(track.sets))

    def places(x: float, y: float) -> int:
        return int((along + TOUCH) // x) * int((across + TOUCH) // y)

    room = max(places(depth, width), places(width, depth))
    if room < count:
        one = f"tower of {number(width)} x {number(depth)} mm"
        many = f"{count} towers of {number(width)} x {number(depth)} mm side by side"
        yield Problem(
            ("start_box",),
            f"room for {one if count == 1 else many}",
            f"a box of {number(along)} x {number(across)} mm, with room for {room}",
        )


def _discs(track: Track) -> Iterator[tuple[str, Point, float]]:
    for sphere in track.half_spheres:
        yield f'half-sphere "{sphere.name}"', (sphere.x, sphere.y), sphere.radius
    yield "the gate's left_post", track.gate.left_post, track.gate.post_radius
    yield "the gate's right_post", track.gate.right_post, track.gate.post_radius


def _point(point: Point) -> str:
    return f"[{number(point[0])}, {number(point[1])}]"
