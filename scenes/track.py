"""A track: the table, its gate and half-spheres, the course round them, and the start box.

Top view, +x to the right, +y up, origin at the table's lower left corner, mm.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenes.parts import Length, Part, PieceSet, Place

Coefficient = Annotated[float, Field(ge=0, le=1)]
XY = tuple[Place, Place]


class Contact(Part):
    """Restitution and sliding friction of one pair of materials."""

    restitution: Coefficient
    friction: Coefficient


SURFACES: dict[str, Contact] = {
    "smooth": Contact(restitution=0.48, friction=0.20),
    "lively": Contact(restitution=0.65, friction=0.20),
    "felt": Contact(restitution=0.20, friction=0.40),
}
"""Table surfaces to choose from (values for a plastic die)."""


class Materials(Part):
    """The pairs of materials of a table; ``die_table`` None = the table's named surface."""

    die_table: Contact | None = None
    die_ramp: Contact = Contact(restitution=0.35, friction=0.20)
    die_wood: Contact = Contact(restitution=0.45, friction=0.25)
    blocker_table_friction: Coefficient = 0.45


class Table(Part):
    """A rectangular table; a die is off when its centre crosses the edge."""

    length: Length = 1200.0
    width: Length = 800.0
    surface: Literal["smooth", "lively", "felt"] = "smooth"


class HalfSphere(Part):
    """An obstacle: half a ball of wood, flat side down, fixed."""

    name: str
    x: Place
    y: Place
    radius: Length


class Gate(Part):
    """Start and finish: two posts and a rod overhead that never collides.

    The line from ``right_post`` to ``left_post`` is crossed in the direction that has
    ``left_post`` on its left hand.
    """

    left_post: XY
    right_post: XY
    post_radius: Length = 8.0


class Ray(Part):
    """A course ray: from the half-sphere ``around`` to the point ``to``.

    The die crosses it with the half-sphere on its ``side`` hand: ``left`` = it goes round the
    half-sphere counter-clockwise.
    """

    around: str
    to: XY
    side: Literal["left", "right"] = "left"


class StartBox(Part):
    """Where towers start; the whole footprint lies inside."""

    x_min: Place
    x_max: Place
    y_min: Place
    y_max: Place


class Track(Part):
    """A track, ready to be raced on."""

    format: Literal[1]
    kind: Literal["track"]
    name: str
    title: str = ""
    assumed: bool = False
    note: str = ""
    table: Table = Table()
    materials: Materials = Materials()
    gate: Gate
    half_spheres: tuple[HalfSphere, ...] = ()
    course: tuple[Ray, ...] = ()
    start_box: StartBox
    sets: tuple[PieceSet, ...] = ()
    """The piece sets that belong to the track; the loader fills them in from their names."""

    @property
    def die_table(self) -> Contact:
        """What a die meets on this table."""
        return self.materials.die_table or SURFACES[self.table.surface]
