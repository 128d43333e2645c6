"""The things of a marble hill, and the commands that move, mark and mirror them.

The world is the sheet that is seen: x across; the hill below 0, its y downhill pointing down; the
hut above `HUT`, its heights pointing up. Every function takes a hill's data and returns other
data; nothing is checked here.
"""

from __future__ import annotations

import math
from typing import Any

from kullerwerk.stage.edit.handles import Axis, Handle, opposite_of, reflected
from kullerwerk.stage.edit.layout import Data, Place, near, put, tidy, value_at
from kullerwerk.stage.hill_parts import ROOF
from kullerwerk.stage.shapes import Rect
from scenes.gutters import BELOW, NEAR
from sim.marbles.walls import SILL

HUT = 24.0
"""Where the hut stands above the front of the hill, mm."""
ASIDE = 24.0
"""Handles of rows stand so far left of the hill, mm."""
HOLLOW = 46.0
"""How much of the hollow is shown, mm."""
MARKS = {"stones": (-11.0, -10.0), "horns": (12.0, -10.0)}
"""Where a mark stands beside its space, mm."""


def rows(data: Data) -> list[Data]:
    """The rows of gutters."""
    return data["rows"]


def _xs(data: Data) -> tuple[float, float]:
    every = [x for row in rows(data) for x in row["x"]]
    return min(every), max(every)


def size(data: Data) -> Place:
    """Twice the middle, across: what mirror images are made with; up and down there are none."""
    low, high = _xs(data)
    return low + high, 0.0


def held_on_table(data: Data, place: Place) -> Place:
    """A place that somebody points at, kept on the sheet."""
    all_of = world(data)
    return (
        min(max(place[0], all_of.x), all_of.right),
        min(max(place[1], all_of.y), all_of.top),
    )


def hollow(data: Data) -> float:
    """How far downhill the hollow begins, mm."""
    return data["slope"]["hollow"]


def snapped(data: Data, name: str, place: Place, step: float) -> Place:
    """The nearest place on a grid: rows downhill, splitters by how far aside of their middle."""
    kind, x, y = name.partition(":")[0], *place
    if kind in ("row", "hollow"):
        return tidy(x), near(y, step)
    if kind in ("hatch", "tip"):
        middle = _middle(data, name)
        return tidy(middle + near(x - middle, step)), tidy(y)
    return tidy(x), tidy(y)


def _middle(data: Data, name: str) -> float:
    """Where a splitter stands that is shifted to no side, across."""
    kind, _, rest = name.partition(":")
    if kind == "hatch":
        return data["hut"]["hatches"][int(rest)]["x"]
    j, k = map(int, rest.split("."))
    return rows(data)[j]["x"][k]


def world(data: Data) -> Rect:
    """Hut, hill and the beginning of the hollow."""
    low, high = _xs(data)
    left, right = low - ASIDE - 22, high + 34
    bottom = -max(hollow(data), rows(data)[-1]["y"]) - HOLLOW
    top = HUT + value_at(data, ("hut", "hatch_height"), 86.0) + ROOF + 16
    return Rect(left, bottom, right - left, top - bottom)


def handles(data: Data) -> tuple[Handle, ...]:
    """Splitters of the hut, then row by row: the row, its splitters, its places and marks."""
    hut = data["hut"]
    tip = HUT + SILL + value_at(data, ("hut", "pocket_height"), 36.0)
    out = [
        Handle(f"hatch:{k}", h["x"] + h.get("splitter", 0.0), tip, 7.0, f"hut.hatches[{k}]", "x")
        for k, h in enumerate(hut["hatches"])
    ]
    left = _xs(data)[0] - ASIDE
    below = _tip(data)
    for j, row in enumerate(rows(data)):
        if j:
            out.append(Handle(f"row:{j}", left, -row["y"], 8.0, f"rows[{j}]", "y", square=True))
        shifts = row.get("splitters") or [0.0] * len(row["x"])
        for k in _forks(data, j):
            shift = shifts[k] if k < len(shifts) else 0.0
            place = row["x"][k] + shift, -(row["y"] + below)
            out.append(Handle(f"tip:{j}.{k}", *place, 5.0, f"rows[{j}].splitters", "x"))
    out.append(Handle("hollow:", left, -hollow(data), 8.0, "slope.hollow", "y", square=True))
    path = data["path"]
    for k, (x, y) in enumerate(path["starts"]):
        out.append(Handle(f"start:{k}", x, -y, 7.0, f"path.starts[{k}]", square=True))
    for k, (x, y) in enumerate(path["spaces"]):
        out.append(Handle(f"space:{k}", x, -y, 8.0, f"path.spaces[{k}]"))
    for name, (dx, dy) in MARKS.items():
        for k, number in enumerate(path.get(name, [])):
            if 1 <= number <= len(path["spaces"]):
                x, y = path["spaces"][number - 1]
                key = f"path.{name}[{k}]"
                out.append(Handle(f"{name[:-1]}:{number}", x + dx, -y + dy, 5.0, key))
    return tuple(out)


def _tip(data: Data) -> float:
    """How far a splitter's tip stands below its node (`scenes.gutters.measures`)."""
    slope = data["slope"]
    # An angle that no branch can have is told of; what it would stand on is drawn all the same.
    angle = math.radians(min(80.0, max(10.0, slope.get("branch_deg", 45.0))))
    half = slope.get("gutter_width", 9.0) / 2
    return BELOW + (2 * half / math.cos(angle) - half) / math.tan(angle)


def _forks(data: Data, j: int) -> list[int]:
    """The nodes of a row that marbles fork below."""
    if j + 1 >= len(rows(data)):
        return []
    here, below = rows(data)[j]["x"], rows(data)[j + 1]["x"]
    if not here or not below or abs(here[0] - below[0]) < NEAR:
        return []
    return [k for k, x in enumerate(here) if below[0] - NEAR < x < below[-1] + NEAR]


def handle(data: Data, name: str) -> Handle | None:
    """The handle of a name."""
    return next((one for one in handles(data) if one.name == name), None)


# --- moving ------------------------------------------------------------------


def moved(data: Data, name: str, place: Place) -> Data:
    """The data with a thing at another place of the world.

    Splitters go aside, rows up and down with what stands in them; spaces, start places and marks go
    to the nearest place that there is for them, and change places with what is there.
    """
    kind, _, rest = name.partition(":")
    x, y = place
    match kind:
        case "hatch" | "tip":
            return shifted(data, name, x - _middle(data, name))
        case "row":
            return row_to(data, int(rest), tidy(-y))
        case "hollow":
            return put(data, ("slope", "hollow"), tidy(-y))
        case "space" | "start":
            return _place_to(data, f"{kind}s", int(rest), place)
        case _:
            return _mark_to(data, f"{kind}s", int(rest), place)


def _limited(shift: float) -> float:
    return min(20.0, max(-20.0, shift))


def shifted(data: Data, name: str, shift: float) -> Data:
    """The data with a splitter so far right of its middle."""
    kind, _, rest = name.partition(":")
    shift = _limited(tidy(shift))
    if kind == "hatch":
        return put(data, ("hut", "hatches", int(rest), "splitter"), shift)
    j, k = map(int, rest.split("."))
    row = rows(data)[j]
    shifts = list(row.get("splitters") or [0.0] * len(row["x"]))
    shifts[k] = shift
    return put(data, ("rows", j, "splitters"), shifts)


def row_to(data: Data, j: int, y: float) -> Data:
    """The data with a row so far downhill; spaces and start places in it come along."""
    old, kind = rows(data)[j]["y"], rows(data)[j]["kind"]
    names = {"leg": "spaces", "starts": "starts"}
    if kind in names:
        places: list[list[float]] = data["path"][names[kind]]
        there = [[px, y] if abs(py - old) < NEAR else [px, py] for px, py in places]
        data = put(data, ("path", names[kind]), there)
    return put(data, ("rows", j, "y"), y)


def nodes(data: Data, kind: str) -> list[Place]:
    """The places in rows of a kind, in the coordinates of the file."""
    return [(x, row["y"]) for row in rows(data) if row["kind"] == kind for x in row["x"]]


def _place_to(data: Data, name: str, k: int, place: Place) -> Data:
    there = nodes(data, "leg" if name == "spaces" else "starts")
    at = (place[0], -place[1])
    nearest = min(there, key=lambda node: math.dist(node, at), default=None)
    if nearest is None:
        return data
    places: list[list[float]] = [list(p) for p in data["path"][name]]
    for n, other in enumerate(places):
        if n != k and math.dist(other, nearest) < NEAR:
            places[n] = places[k]
    places[k] = [*nearest]
    return put(data, ("path", name), places)


def _mark_to(data: Data, name: str, number: int, place: Place) -> Data:
    spaces: list[list[float]] = data["path"]["spaces"]
    dx, dy = MARKS[name]
    at = place[0] - dx, -(place[1] - dy)
    nearest = 1 + min(range(len(spaces)), key=lambda k: math.dist(spaces[k], at))
    marks = [m for m in data["path"].get(name, []) if m != number]
    return put(data, ("path", name), sorted({*marks, nearest}))


def marked(data: Data, name: str, number: int, *, on: bool, axis: Axis | None = None) -> Data:
    """The data with a stone or a horn (``name``: stones, horns) on a space, or without it.

    With an ``axis`` the space at its mirror image goes by it.
    """
    other = opposite(data, f"space:{number - 1}", axis) if axis is not None else ""
    both = {number, int(other.partition(":")[2]) + 1 if other else number}
    marks: set[int] = set(data["path"].get(name, [])) - both
    return put(data, ("path", name), sorted(marks | (both if on else set())))


def follow(data: Data, name: str, place: Place) -> str:
    """What a mark is called after it was moved to a place: by the space that it is on now."""
    kind, _, number = name.partition(":")
    if f"{kind}s" not in MARKS:
        return name
    before = set(data["path"].get(f"{kind}s", []))
    after = set(_mark_to(data, f"{kind}s", int(number), place)["path"][f"{kind}s"])
    new = after - before
    return f"{kind}:{new.pop()}" if new else name


# --- mirroring ---------------------------------------------------------------


def opposite(data: Data, name: str, axis: Axis) -> str:
    """What stands at the mirror image of a thing, itself on the axis; "" = nothing does.

    Rows and the hollow reach all across, and up and down nothing has an image.
    """
    kind, _, number = name.partition(":")
    if axis == "y" or kind in ("row", "hollow"):
        return ""
    if f"{kind}s" not in MARKS:
        return opposite_of(handles(data), name, axis, size(data))
    # Marks stand beside their spaces, on the same side of each: the spaces are what is mirrored.
    space = opposite(data, f"space:{int(number) - 1}", axis)
    found = int(space.partition(":")[2]) + 1 if space else 0
    return f"{kind}:{found}" if found in data["path"].get(f"{kind}s", []) else ""


def image(data: Data, name: str, place: Place, axis: Axis) -> Place:
    """The mirror image of a place of a thing, of a mark that at the image of its space."""
    dx, dy = MARKS.get(f"{name.partition(':')[0]}s", (0.0, 0.0))
    x, y = reflected((place[0] - dx, place[1] - dy), axis, size(data))
    return x + dx, y + dy


def mirrored(data: Data, axis: Axis) -> Data:
    """The hill with left and right exchanged; up and down cannot be: marbles run down."""
    if axis == "y":
        return data
    low, high = _xs(data)
    both = low + high

    def over(places: list[list[float]]) -> list[list[float]]:
        return [[tidy(both - x), y] for x, y in places]

    for j, row in enumerate(rows(data)):
        new: dict[str, Any] = {"x": [tidy(both - x) for x in reversed(row["x"])]}
        if row.get("splitters"):
            new["splitters"] = [tidy(-s) for s in reversed(row["splitters"])]
        data = put(data, ("rows", j), row | new)
    hatches = [
        h | {"x": tidy(both - h["x"]), "splitter": tidy(-h.get("splitter", 0.0))}
        for h in reversed(data["hut"]["hatches"])
    ]
    data = put(data, ("hut", "hatches"), hatches)
    other = {"left": "right", "right": "left"}
    data = put(data, ("hut", "slider"), other[value_at(data, ("hut", "slider"), "left")])
    for name in ("spaces", "starts"):
        data = put(data, ("path", name), over(data["path"][name]))
    return data
