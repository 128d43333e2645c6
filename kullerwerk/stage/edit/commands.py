"""The commands of the panels: other data out of what was pressed, chosen or typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kullerwerk.stage.edit import hill_things, panel, track_things
from kullerwerk.stage.edit.handles import Axis
from kullerwerk.stage.edit.layout import Data, put
from kullerwerk.stage.edit.things import moved_both, things_of

LARGEST = 10_000
"""No measure of a scene is larger, mm."""


@dataclass(frozen=True, slots=True)
class Where:
    """What a command is carried out on: the data, the selected thing, the live symmetry."""

    data: Data
    selected: str = ""
    axis: Axis | None = None

    @property
    def number(self) -> int:
        """The number in the selected thing's name."""
        return int(self.selected.partition(":")[2])


def carried_out(at: Where, kind: str, rest: str, value: Any) -> Data:
    """The data after a command; one that there is not changes nothing."""
    data = at.data
    match kind:
        case "remove":
            return track_things.removed(data, at.number, at.axis)
        case "order":
            return track_things.reordered(data, int(rest), value)
        case "side":
            return track_things.turned(data, int(rest))
        case "surface":
            return panel.surface_set(data, value)
        case "profile":
            return put(data, ("slope", "profile"), ("flat", "vee")[value])
        case "slider":
            return put(data, ("hut", "slider"), ("left", "right")[value])
        case "stones" | "horns":
            return hill_things.marked(data, kind, int(rest), on=bool(value), axis=at.axis)
        case "mirror":
            return things_of(data).mirrored(data, "x" if rest == "x" else "y")
        case "text" if rest == "title":
            return put(data, ("title",), str(value))
        case "text":
            return track_things.sphere_set(data, at.number, "name", str(value).strip())
        case _:
            return data


def number(at: Where, key: str, value: float) -> Data:
    """The data with another number: a coordinate or measure of the selected thing, or a key's."""
    data = at.data
    if key.startswith("at."):
        found = things_of(data).handle(data, at.selected)
        if found is None:
            return data
        place = (value, found.y) if key == "at.x" else (found.x, value)
        return moved_both(data, at.selected, place, at.axis)
    if key == "radius":
        return track_things.sphere_set(data, at.number, "radius", round(value, 2), at.axis)
    if key == "shift":
        return _shifted(at, value)
    if key == "down":
        return panel.down_set(data, at.selected, value)
    return panel.number_set(data, key, value)


def _shifted(at: Where, value: float) -> Data:
    """The data with a splitter so far right of its middle; its mirror image as far left."""
    other = hill_things.opposite(at.data, at.selected, at.axis) if at.axis is not None else ""
    if other == at.selected:
        value = 0.0
    data = hill_things.shifted(at.data, at.selected, value)
    return hill_things.shifted(data, other, -value) if other not in ("", at.selected) else data


def read_number(text: str) -> float | None:
    """A number as people type it, with a point or a comma; None for anything else."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) <= LARGEST else None
