"""What can be taken hold of in a layout of any kind, and moving it with its mirror image."""

from __future__ import annotations

from typing import Protocol

from kullerwerk.stage.edit import hill_things, track_things
from kullerwerk.stage.edit.handles import Axis, Handle
from kullerwerk.stage.edit.layout import Data, Place
from kullerwerk.stage.shapes import Rect


class Things(Protocol):
    """The things of a kind of scene: where they are, and how they are moved."""

    def handles(self, data: Data) -> tuple[Handle, ...]:
        """All that can be taken hold of, in the order of the keyboard."""
        ...

    def handle(self, data: Data, name: str) -> Handle | None:
        """The handle of a name."""
        ...

    def world(self, data: Data) -> Rect:
        """The part of the world that is shown, mm."""
        ...

    def held_on_table(self, data: Data, place: Place) -> Place:
        """A place that somebody points at, kept where something can be."""
        ...

    def snapped(self, data: Data, name: str, place: Place, step: float) -> Place:
        """The nearest place to one on a grid of so many mm that a thing snaps to; 0 = no grid."""
        ...

    def opposite(self, data: Data, name: str, axis: Axis) -> str:
        """What stands at the mirror image of a thing, itself on the axis; "" = nothing does."""
        ...

    def image(self, data: Data, name: str, place: Place, axis: Axis) -> Place:
        """The mirror image of a place of a thing."""
        ...

    def moved(self, data: Data, name: str, place: Place) -> Data:
        """The data with a thing at another place."""
        ...

    def mirrored(self, data: Data, axis: Axis) -> Data:
        """The data with left and right, or up and down, exchanged."""
        ...


def things_of(data: Data) -> Things:
    """The things of the kind that the data is of."""
    return hill_things if data["kind"] == "hill" else track_things


def moved_both(data: Data, name: str, place: Place, axis: Axis | None) -> Data:
    """The data with a thing elsewhere; with an ``axis`` what stands at its mirror image moves too.

    A thing on the axis stays on it.
    """
    things = things_of(data)
    other = things.opposite(data, name, axis) if axis is not None else ""
    if axis is None or not other:
        return things.moved(data, name, place)
    image = things.image(data, name, place, axis)
    if other == name:
        return things.moved(data, name, ((place[0] + image[0]) / 2, (place[1] + image[1]) / 2))
    return things.moved(things.moved(data, name, place), other, image)
