"""The pieces of a dexterity game: towers, dice, faces, hats, blockers and the sets they form.

Lengths in mm, masses in g, angles in degrees with the unit in the key.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.types import JsonValue

from scenes.problems import Problem, number, refuse

DieKind = Literal["d4", "d6", "d10", "d12"]
SIDES: dict[str, int] = {"d4": 4, "d6": 6, "d10": 10, "d12": 12}
"""Number of faces of each kind of die."""
BREADTH: dict[str, float] = {"d4": math.sqrt(0.5), "d6": 1.0, "d10": 1.0, "d12": 1.0}
"""The narrowest slit that a die can pass, over its size (two opposite edges of a d4)."""

MM: dict[str, JsonValue] = {"unit": "mm"}
G: dict[str, JsonValue] = {"unit": "g"}
DEGREES: dict[str, JsonValue] = {"unit": "degrees"}

Length = Annotated[float, Field(gt=0, le=10_000, json_schema_extra=MM)]
"""A positive length in mm."""
Side = Annotated[float, Field(ge=5, le=500, json_schema_extra=MM)]
"""An edge of a piece that a hand can hold, in mm."""
Place = Annotated[float, Field(ge=-10_000, le=10_000, json_schema_extra=MM)]
"""A coordinate in mm."""
Mass = Annotated[float, Field(ge=0.1, le=10_000, json_schema_extra=G)]
"""A mass in g."""
Name = Annotated[
    str,
    Field(
        pattern=r"^\w[\w-]{0,39}$",
        json_schema_extra={"expected": "a name of 1 to 40 letters, digits, - and _"},
    ),
]
"""What other keys and the command line call a thing."""
Title = Annotated[
    str,
    Field(
        pattern=r"^[^\x00-\x1f\x7f]{0,80}$",
        json_schema_extra={"expected": "one line of at most 80 characters"},
    ),
]
Note = Annotated[str, Field(max_length=4000)]


def _tuples(value: object) -> object:
    """Return lists as tuples, at any depth of nested lists: files know lists only."""
    if isinstance(value, list | tuple):
        return tuple(_tuples(item) for item in cast("Iterable[object]", value))
    return value


class Part(BaseModel):
    """Base of all scene models: frozen, no unknown keys, no coercion, no NaN or infinity.

    Two kinds of latitude, because files and JSON need them: a whole number may stand for a
    measure, and a list for a tuple.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )

    def contradictions(self) -> Iterator[Problem]:
        """Yield what cannot be true together, although each value alone may be right."""
        yield from ()

    @model_validator(mode="before")
    @classmethod
    def _lists_to_tuples(cls, data: object) -> object:
        if isinstance(data, dict):
            items = cast("dict[object, object]", data).items()
            return {key: _tuples(value) for key, value in items}
        return data

    @model_validator(mode="after")
    def _refuse_contradictions(self) -> Self:
        refuse(self.contradictions())
        return self


class Tower(Part):
    """A tower: a ramp in a channel, closed by the hat and open at its upper end.

    The mouth stands in the middle of the front edge of the footprint; its lower lip is the *snout
    line*. ``hat_at`` is the way from the lip up the ramp to the hat (GAMES.md 1.2).
    """

    ramp_length: Annotated[float, Field(ge=40, le=1000, json_schema_extra=MM)]
    """Length of the ramp from its lip to its upper end, mm."""
    ramp_angle_deg: Annotated[float, Field(ge=15, le=75, json_schema_extra=DEGREES)]
    """Slope of the ramp against the table, degrees."""
    lip: Annotated[float, Field(ge=0, le=50, json_schema_extra=MM)] = 4.0
    """Height of the ramp's lower end above the table, mm."""
    channel_width: Side = 34.0
    """Clear width of the channel and of the mouth, mm."""
    channel_height: Side = 34.0
    """Clear height of the channel, measured square to the ramp, mm."""
    hat_above: Side = 40.0
    """How far below the ramp's upper end the hat closes it, mm."""
    width: Annotated[float, Field(ge=10, le=500, json_schema_extra=MM)] = 60.0
    """Width of the footprint, across the heading, mm."""
    depth: Annotated[float, Field(ge=10, le=500, json_schema_extra=MM)] = 90.0
    """Depth of the footprint, along the heading, mm."""

    @property
    def mouth_height(self) -> float:
        """Height of the mouth's upper edge above its lower lip, mm."""
        return self.channel_height / math.cos(math.radians(self.ramp_angle_deg))

    @property
    def hat_at(self) -> float:
        """Distance of the hat from the lip, up the ramp, mm."""
        return self.ramp_length - self.hat_above

    def contradictions(self) -> Iterator[Problem]:
        """Yield a hat that is not on the ramp and a channel that does not fit the tower."""
        if self.hat_above >= self.ramp_length:
            yield Problem(
                ("hat_above",),
                f"a hat below the ramp's upper end and above its lip, "
                f"that is less than {number(self.ramp_length)} mm",
                f"{number(self.hat_above)} mm",
            )
        if self.channel_width > self.width:
            yield Problem(
                ("channel_width",),
                f"a channel no wider than the tower's {number(self.width)} mm",
                f"{number(self.channel_width)} mm",
            )


class Die(Part):
    """A die. ``size`` is the edge of a d4, and the distance of opposite faces of the others."""

    kind: DieKind
    """How many faces it has; a d10 shows 1 to 10."""
    size: Annotated[float, Field(ge=5, le=100, json_schema_extra=MM)]
    """Edge of a d4, distance of opposite faces of the others, mm."""
    mass: Mass
    """Mass, g."""
    edge_radius: Annotated[float, Field(ge=0, le=10, json_schema_extra=MM)] = 0.0
    """Radius of the rounded edges, mm; 0 = sharp."""

    @property
    def sides(self) -> int:
        """How many faces, and numbers from 1 on, the die has."""
        return SIDES[self.kind]

    @property
    def breadth(self) -> float:
        """Width of the narrowest slit that the die can pass, mm."""
        return BREADTH[self.kind] * self.size

    def contradictions(self) -> Iterator[Problem]:
        """Yield edges that are rounder than the die is big."""
        # A d4's inscribed radius is a fifth of its edge, that of the others half their size.
        share, limit = ("a tenth", 10) if self.kind == "d4" else ("a quarter", 4)
        if self.edge_radius > self.size / limit:
            yield Problem(
                ("edge_radius",),
                f"at most {share} of the die's size, {number(self.size / limit)} mm",
                f"{number(self.edge_radius)} mm",
            )


class Face(Part):
    """The front plate of a tower with its start number; the lowest number opens the race."""

    start_number: Annotated[int, Field(ge=1, le=99)]
    """Place in the order of play: the lowest number begins."""


class Hat(Part):
    """The hat, and the numbers printed on it (they count in the pro game only)."""

    numbers: Annotated[
        tuple[Annotated[int, Field(ge=1, le=max(SIDES.values()))], ...], Field(min_length=1)
    ]
    """The numbers that let the tower follow its die; 1 to 12, each once."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield a number that is printed twice."""
        for index, value in enumerate(self.numbers):
            if value in self.numbers[:index]:
                yield Problem(("numbers", index), "each number once", f"a second {value}")


class Blocker(Part):
    """A wooden block that a player may lay on the table before the throw."""

    length: Side
    """Length, mm; a blocker's pose is its centre and the direction of its length."""
    depth: Side
    """Depth, mm."""
    height: Side
    """Height above the table, mm."""
    mass: Mass
    """Mass, g."""


class SelectionCard(Part):
    """How many action cards its owner receives in the pro game."""

    action_cards: Annotated[int, Field(ge=0, le=28)]
    """Number of action cards."""


class PieceSet(Part):
    """All that one player receives in the family game; the columns are the pro game's groups."""

    format: Literal[1]
    """Version of the file's layout."""
    kind: Literal["set"]
    """Says that the file holds a piece set."""
    name: Name
    """What tracks, records and the command line call the set."""
    title: Title = ""
    """What people call the set."""
    assumed: bool = False
    """Whether the values are our own guess and not measured."""
    note: Note = ""
    """Where the values come from."""
    colour: Annotated[
        str,
        Field(
            pattern="^#[0-9a-fA-F]{6}$",
            json_schema_extra={"expected": 'a colour such as "#ffcc00"'},
        ),
    ]
    """Drawing colour, ``#rrggbb``."""
    tower: Tower
    """The tower with its ramp."""
    die: Die
    """The die."""
    face: Face
    """The face with the start number."""
    hat: Hat
    """The hat with its numbers."""
    blocker: Blocker
    """The blocker."""
    selection_card: SelectionCard
    """The selection card of the pro game."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield a die that cannot lie in the channel of its own tower."""
        tower, die = self.tower, self.die
        clear = min(tower.channel_width, tower.channel_height)
        if die.breadth >= clear:
            yield Problem(
                ("die", "size"),
                f"a die that fits through its tower's channel of {number(clear)} mm",
                f"one that is {number(die.breadth)} mm broad",
            )
        if die.breadth >= tower.hat_at:
            yield Problem(
                ("tower", "hat_above"),
                f"room for the die below the hat ({number(die.breadth)} mm of ramp)",
                f"{number(tower.hat_at)} mm",
            )

    @classmethod
    def example(cls) -> PieceSet:
        """Return a working set in one line: a d6 in a middling tower."""
        return cls(
            format=1,
            kind="set",
            name="example",
            title="Example",
            colour="#d55e00",
            tower=Tower(ramp_length=140.0, ramp_angle_deg=55.0),
            die=Die(kind="d6", size=16.0, mass=4.8, edge_radius=1.0),
            face=Face(start_number=1),
            hat=Hat(numbers=(1, 2, 3, 4)),
            blocker=Blocker(length=50.0, depth=20.0, height=26.0, mass=17.0),
            selection_card=SelectionCard(action_cards=4),
        )
