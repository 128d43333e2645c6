"""Handles: the points of a layout that can be taken hold of, and their mirror images."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kullerwerk.stage.edit.layout import Place

Axis = Literal["x", "y"]
"""``x``: left and right are exchanged; ``y``: up and down."""
SAME = 0.5
"""Things this near to the mirror image of another one are its partner, mm."""


@dataclass(frozen=True, slots=True)
class Handle:
    """A point that can be moved.

    ``name`` tells it apart ("sphere:0"), ``kind`` is what stands before the colon. ``x``, ``y``: in
    the world, mm; ``r``: how far round it it can be taken hold of, mm. ``key``: where its problems
    are (``half_spheres[0]``). ``ways``: along which axes it can move. ``square``: its shape.
    """

    name: str
    x: float
    y: float
    r: float
    key: str
    ways: str = "xy"
    square: bool = False

    @property
    def kind(self) -> str:
        """What it is."""
        return self.name.partition(":")[0]

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.x, self.y


def reflected(place: Place, axis: Axis, size: Place) -> Place:
    """The mirror image of a place on a table of that size."""
    return (size[0] - place[0], place[1]) if axis == "x" else (place[0], size[1] - place[1])


def opposite_of(handles: Sequence[Handle], name: str, axis: Axis, size: Place) -> str:
    """The handle of the same kind at the mirror image of another one, itself on the axis.

    "" where there is none.
    """
    one = next((h for h in handles if h.name == name), None)
    if one is None:
        return ""
    image = reflected(one.place, axis, size)
    near = [h for h in handles if h.kind == one.kind and math.dist(h.place, image) <= SAME]
    found = min(near, key=lambda h: math.dist(h.place, image), default=None)
    return "" if found is None else found.name


def touched(problem_key: str, key: str) -> bool:
    """Whether a problem's key is that of a thing, or of something inside it."""
    return problem_key == key or problem_key.startswith((f"{key}.", f"{key}["))
