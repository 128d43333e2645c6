"""A marble hill: the hut that marbles are dropped into, and the gutters that they run down.

Two views. The *hut* is upright: x across, heights upward from the front where marbles come out. The
*hill* is seen from above: the same x across, y downhill from that front. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from scenes.hill_checks import hill_problems
from scenes.parts import DEGREES, MM, Mass, Name, Note, Part, Place, Title
from scenes.problems import Problem
from scenes.track import Contact

Shift = Annotated[float, Field(ge=-20, le=20, json_schema_extra=MM)]
"""How far a splitter stands to the right of the middle, mm."""
Count = Annotated[int, Field(ge=1, le=100)]
Number = Annotated[int, Field(ge=1, le=200)]
"""The number of a space, from 1 on."""
XY = tuple[Place, Place]
"""A point of the hill: across and downhill, mm."""


class Marbles(Part):
    """The marbles: solid balls."""

    count: Count = 20
    """How many there are."""
    radius: Annotated[float, Field(ge=1, le=50, json_schema_extra=MM)] = 3.0
    """Radius, mm."""
    mass: Mass = 0.9
    """Mass, g."""


class MarbleMaterials(Part):
    """How marbles bounce and rub."""

    marble_hut: Contact = Contact(restitution=0.3, friction=0.05)
    """Marble on the hut's walls, splitters and shutters."""
    marble_hill: Contact = Contact(restitution=0.85, friction=0.05)
    """Marble on the walls of the gutters, and on marmots."""
    marble_marble: Contact = Contact(restitution=0.2, friction=0.05)
    """Marble on marble."""
    floor_friction: Annotated[float, Field(ge=0, le=1)] = 0.2
    """Coefficient of sliding friction of a marble on the floor of the gutters, which makes it roll.
    """
    rolling: Annotated[float, Field(ge=0, le=0.1)] = 0.003
    """Coefficient of rolling resistance on the hill: force over load."""
    shutter_rolling: Annotated[float, Field(ge=0, le=0.5)] = 0.05
    """Coefficient of rolling resistance on a shutter, which is cardboard."""


class Hatch(Part):
    """A roof hatch and the splitter below it; its two exits are those to the left and right."""

    x: Place
    """Where marbles are dropped, mm; midway between two exits."""
    splitter: Shift = 0.0
    """How far the splitter's tip stands to the right of the hatch, mm."""


class Hut(Part):
    """The hut: below each hatch a splitter and two pockets, each with an exit in its floor.

    A slider carries shutters for all exits: those of one side are closed, the others open.
    """

    slider: Literal["left", "right"] = "left"
    """Which exit of every pair is open at the start."""
    hatches: Annotated[tuple[Hatch, ...], Field(min_length=1, max_length=50)]
    """The roof hatches from left to right."""
    hatch_height: Annotated[float, Field(ge=20, le=500, json_schema_extra=MM)] = 86.0
    """Height at which a marble is let go, mm."""
    pocket_width: Annotated[float, Field(ge=5, le=500, json_schema_extra=MM)] = 36.0
    """Clear width of a pocket, mm."""
    pocket_height: Annotated[float, Field(ge=5, le=400, json_schema_extra=MM)] = 36.0
    """Height of the splitter's tip above the shutters, mm."""
    exit_width: Annotated[float, Field(ge=2, le=200, json_schema_extra=MM)] = 16.0
    """Clear width of an exit, mm."""
    floor_deg: Annotated[float, Field(ge=5, le=60, json_schema_extra=DEGREES)] = 30.0
    """Slope of a pocket's floor towards its exit, degrees."""
    tip_radius: Annotated[float, Field(ge=0.1, le=5, json_schema_extra=MM)] = 1.0
    """Radius to which the splitters' tips are rounded, mm."""


class Row(Part):
    """A row of nodes across the hill, where gutters meet, run straight for a bit, and part again.

    ``exits`` is the row below the hut, a ``leg`` one that the path runs along, ``starts`` that of
    the start places, ``junctions`` one without any place.
    """

    kind: Literal["exits", "junctions", "leg", "starts"]
    """What is in the row."""
    y: Place
    """Way downhill from the front of the hut, mm."""
    x: Annotated[tuple[Place, ...], Field(min_length=1, max_length=100)]
    """Where its gutters are, from left to right, mm."""
    splitters: Annotated[tuple[Shift, ...], Field(max_length=100)] = ()
    """How far the splitter below each stands to the right of its middle, mm; none = all at 0."""


class Slope(Part):
    """The plate with its gutters."""

    slope_deg: Annotated[float, Field(ge=1, le=45, json_schema_extra=DEGREES)] = 12.0
    """How far it is tilted, degrees."""
    profile: Literal["flat", "vee"] = "flat"
    """Cross-section of a gutter: a flat floor, or two walls that meet."""
    half_angle_deg: Annotated[float, Field(ge=20, le=90, json_schema_extra=DEGREES)] = 45.0
    """Angle of a vee's walls to the vertical, degrees; a flat floor knows none."""
    gutter_width: Annotated[float, Field(ge=2, le=200, json_schema_extra=MM)] = 9.0
    """Clear width of a gutter, mm."""
    branch_deg: Annotated[float, Field(ge=10, le=70, json_schema_extra=DEGREES)] = 45.0
    """Angle of the branches to the way straight down, degrees."""
    tip_radius: Annotated[float, Field(ge=0.1, le=5, json_schema_extra=MM)] = 1.0
    """Radius to which the splitters' tips and all corners are rounded, mm."""
    rim: Annotated[float, Field(ge=0.1, le=100, json_schema_extra=MM)] = 10.6
    """How high the walls below the hut stand, mm: a marble that comes out with enough speed across
    the hill to climb that jumps off the track."""
    hollow: Place
    """Where the hollow begins, downhill from the front of the hut, mm."""


class Path(Part):
    """The marmots' path, their start places and deck chairs."""

    spaces: Annotated[tuple[XY, ...], Field(min_length=1, max_length=200)]
    """Where the spaces are, from the first to the last; each in a gutter of a leg."""
    starts: Annotated[tuple[XY, ...], Field(min_length=2, max_length=100)]
    """Where the start places are; each in a gutter of the row of starts."""
    stones: Annotated[tuple[Number, ...], Field(max_length=200)] = ()
    """Spaces with a stone."""
    horns: Annotated[tuple[Number, ...], Field(max_length=200)] = ()
    """Spaces with a red horn."""
    chairs: Count = 6
    """How many deck chairs stand after the last space."""
    marmot_radius: Annotated[float, Field(ge=1, le=100, json_schema_extra=MM)] = 5.0
    """Radius of a marmot's foot, mm: it dams its gutter."""


class MarbleHill(Part):
    """A hut and a hill that marbles can run down and marmots can climb."""

    format: Literal[1]
    """Version of the file's layout."""
    kind: Literal["hill"]
    """Says that the file holds a hill."""
    name: Name
    """What records and the command line call the hill."""
    title: Title = ""
    """What people call the hill."""
    assumed: bool = False
    """Whether the layout is our own and not the publisher's."""
    note: Note = ""
    """Where the layout comes from."""
    marbles: Marbles = Marbles()
    """The marbles."""
    materials: MarbleMaterials = MarbleMaterials()
    """How its materials rub and bounce."""
    hut: Hut
    """The hut."""
    slope: Slope
    """The plate with its gutters."""
    rows: Annotated[tuple[Row, ...], Field(min_length=2, max_length=100)]
    """Its rows of gutters, from the hut downhill."""
    path: Path
    """The marmots' places."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield what no marble could run through and no marmot could stand on."""
        yield from hill_problems(self)

    @classmethod
    def example(cls) -> MarbleHill:
        """Return a small working hill in one line: two hatches, four exits, a leg of three."""
        lanes = (0.0, 40.0, 80.0, 120.0)
        return cls(
            format=1,
            kind="hill",
            name="example",
            title="Example",
            hut=Hut(hatches=(Hatch(x=20.0), Hatch(x=100.0))),
            slope=Slope(hollow=120.0),
            rows=(
                Row(kind="exits", y=0.0, x=lanes),
                Row(kind="leg", y=40.0, x=(20.0, 60.0, 100.0)),
                Row(kind="junctions", y=80.0, x=lanes),
                Row(kind="starts", y=100.0, x=lanes),
            ),
            path=Path(
                spaces=((20.0, 40.0), (60.0, 40.0), (100.0, 40.0)),
                starts=tuple((x, 100.0) for x in lanes),
                stones=(1,),
            ),
        )
