"""A track: the table, its gate and half-spheres, the course round them, and the start box.

Top view, +x to the right, +y up, origin at the table's lower left corner, mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from scenes.checks import physical_problems
from scenes.parts import MM, Name, Note, Part, PieceSet, Place, Title
from scenes.problems import Problem

Coefficient = Annotated[float, Field(ge=0, le=1)]
"""A number between 0 and 1."""
XY = tuple[Place, Place]
"""A point on the table, mm."""


class Contact(Part):
    """Restitution and sliding friction of one pair of materials."""

    restitution: Coefficient
    """Speed after an impact over the speed before it, at about 1 m/s."""
    friction: Coefficient
    """Coefficient of sliding friction."""


SURFACES: dict[str, Contact] = {
    "smooth": Contact(restitution=0.48, friction=0.20),
    "lively": Contact(restitution=0.65, friction=0.20),
    "felt": Contact(restitution=0.20, friction=0.40),
}
"""Table surfaces to choose from (values for a plastic die, GAMES.md 1.2)."""


class Materials(Part):
    """The pairs of materials of a table; ``die_table`` None = the table's named surface."""

    die_table: Contact | None = None
    """Die on table; leave it out to use the table's named surface."""
    die_ramp: Contact = Contact(restitution=0.35, friction=0.20)
    """Die on the ramp and the channel of a tower."""
    die_wood: Contact = Contact(restitution=0.45, friction=0.25)
    """Die on half-spheres, posts, blockers and the outside of towers."""
    blocker_table_friction: Coefficient = 0.45
    """Sliding friction of a blocker on the table."""


TableSide = Annotated[float, Field(ge=200, le=10_000, json_schema_extra=MM)]


class Table(Part):
    """A rectangular table; a die is off when its centre crosses the edge."""

    length: TableSide = 1200.0
    """Size along x, mm."""
    width: TableSide = 800.0
    """Size along y, mm."""
    surface: Literal["smooth", "lively", "felt"] = "smooth"
    """Named surface: how a die bounces and slides on it."""


class HalfSphere(Part):
    """An obstacle: half a ball of wood, flat side down, fixed."""

    name: Name
    """What the course calls it."""
    x: Place
    """Centre, mm."""
    y: Place
    """Centre, mm."""
    radius: Annotated[float, Field(ge=5, le=500, json_schema_extra=MM)]
    """Radius, and height above the table, mm."""


class Gate(Part):
    """Start and finish: two posts and a rod overhead that never collides.

    The line from ``right_post`` to ``left_post`` is crossed in the direction that has
    ``left_post`` on its left hand.
    """

    left_post: XY
    """Centre of the post on the left hand of a die that finishes, mm."""
    right_post: XY
    """Centre of the other post, mm."""
    post_radius: Annotated[float, Field(ge=1, le=100, json_schema_extra=MM)] = 8.0
    """Radius of either post, mm."""


class Ray(Part):
    """A course ray: from the half-sphere ``around`` to the point ``to``.

    The die crosses it with the half-sphere on its ``side`` hand: ``left`` = it goes round the
    half-sphere counter-clockwise.
    """

    around: Name
    """Name of the half-sphere where the ray starts."""
    to: XY
    """Where the ray ends, mm; usually on the table's edge."""
    side: Literal["left", "right"] = "left"
    """On which hand of the die the half-sphere is when it crosses."""


class StartBox(Part):
    """Where towers start; the whole footprint lies inside."""

    x_min: Place
    """Left edge, mm."""
    x_max: Place
    """Right edge, mm."""
    y_min: Place
    """Lower edge, mm."""
    y_max: Place
    """Upper edge, mm."""


class Track(Part):
    """A track that can be laid on a table: nothing overlaps, nothing hangs over the edge.

    Whether it can also be *raced* on (each half-sphere has its one ray, the towers fit the start
    box, ...) is asked by :func:`scenes.checks.race_problems`; track files must pass both.
    """

    format: Literal[1]
    """Version of the file's layout."""
    kind: Literal["track"]
    """Says that the file holds a track."""
    name: Name
    """What records and the command line call the track."""
    title: Title = ""
    """What people call the track."""
    assumed: bool = False
    """Whether the layout is our own and not the publisher's."""
    note: Note = ""
    """Where the layout comes from."""
    table: Table = Table()
    """The table."""
    materials: Materials = Materials()
    """How its materials rub and bounce."""
    gate: Gate
    """Start and finish."""
    half_spheres: Annotated[tuple[HalfSphere, ...], Field(max_length=100)] = ()
    """The obstacles."""
    course: Annotated[tuple[Ray, ...], Field(max_length=100)] = ()
    """The rays in the order in which a die must cross them; the gate comes last by itself."""
    start_box: StartBox
    """Where towers start."""
    sets: Annotated[tuple[PieceSet, ...], Field(max_length=8)] = ()
    """The piece sets that belong to the track; the loader fills them in from their names."""

    @property
    def die_table(self) -> Contact:
        """What a die meets on this table."""
        return self.materials.die_table or SURFACES[self.table.surface]

    def half_sphere(self, name: str) -> HalfSphere:
        """Return the half-sphere of that name; KeyError if there is none."""
        for sphere in self.half_spheres:
            if sphere.name == name:
                return sphere
        raise KeyError(name)

    def piece_set(self, name: str) -> PieceSet:
        """Return the piece set of that name; KeyError if the track has none."""
        for piece_set in self.sets:
            if piece_set.name == name:
                return piece_set
        raise KeyError(name)

    def contradictions(self) -> Iterator[Problem]:
        """Yield what cannot stand on one table."""
        yield from physical_problems(self)

    @classmethod
    def example(cls) -> Track:
        """Return a small working track in one line: one half-sphere to go round, one set."""
        return cls(
            format=1,
            kind="track",
            name="example",
            title="Example",
            gate=Gate(left_post=(600.0, 240.0), right_post=(600.0, 60.0)),
            half_spheres=(HalfSphere(name="A", x=600.0, y=500.0, radius=30.0),),
            course=(Ray(around="A", to=(600.0, 800.0)),),
            start_box=StartBox(x_min=380.0, x_max=570.0, y_min=70.0, y_max=230.0),
            sets=(PieceSet.example(),),
        )
