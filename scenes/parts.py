"""The pieces of a dexterity game: towers, dice, faces, hats, blockers and the sets they form.

Lengths in mm, masses in g, angles in degrees with the unit in the key.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

DieKind = Literal["d4", "d6", "d10", "d12"]
SIDES: dict[str, int] = {"d4": 4, "d6": 6, "d10": 10, "d12": 12}

Length = Annotated[float, Field(gt=0, le=10_000)]
"""A positive length in mm."""
Place = Annotated[float, Field(ge=-10_000, le=10_000)]
"""A coordinate in mm."""
Mass = Annotated[float, Field(gt=0, le=10_000)]
"""A mass in g."""


class Part(BaseModel):
    """Base of all scene models: frozen, no unknown keys, no coercion, no NaN or infinity."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Tower(Part):
    """A tower: a ramp in a channel, closed by the hat and open at its upper end.

    The mouth stands in the middle of the front edge of the footprint; its lower lip is the *snout
    line*. ``hat_at`` is the way from the lip up the ramp to the hat.
    """

    ramp_length: Length
    ramp_angle_deg: Annotated[float, Field(ge=15, le=75)]
    lip: Annotated[float, Field(ge=0, le=50)] = 4.0
    """Height of the ramp's lower end above the table."""
    channel_width: Length = 34.0
    channel_height: Length = 34.0
    """Clear height of the channel, measured square to the ramp."""
    hat_above: Length = 40.0
    """How far below the ramp's upper end the hat closes it."""
    width: Length = 60.0
    depth: Length = 90.0

    @property
    def mouth_height(self) -> float:
        """Height of the mouth's upper edge above its lower lip, mm."""
        return self.channel_height / math.cos(math.radians(self.ramp_angle_deg))

    @property
    def hat_at(self) -> float:
        """Distance of the hat from the lip, up the ramp, mm."""
        return self.ramp_length - self.hat_above


class Die(Part):
    """A die. ``size`` is the edge of a d4, and the distance of opposite faces of the others."""

    kind: DieKind
    size: Length
    mass: Mass
    edge_radius: Annotated[float, Field(ge=0, le=10)] = 0.0


class Face(Part):
    """The front plate of a tower with its start number; the lowest number opens the race."""

    start_number: Annotated[int, Field(ge=1, le=99)]


class Hat(Part):
    """The hat, and the numbers printed on it (they count in the pro game only)."""

    numbers: tuple[Annotated[int, Field(ge=1, le=20)], ...]


class Blocker(Part):
    """A wooden block that a player may lay on the table before the throw."""

    length: Length
    depth: Length
    height: Length
    mass: Mass


class SelectionCard(Part):
    """How many action cards its owner receives in the pro game."""

    action_cards: Annotated[int, Field(ge=0, le=28)]


class PieceSet(Part):
    """All that one player receives in the family game; the columns are the pro game's groups."""

    format: Literal[1]
    kind: Literal["set"]
    name: str
    assumed: bool = False
    note: str = ""
    colour: str
    """Drawing colour, ``#rrggbb``."""
    tower: Tower
    die: Die
    face: Face
    hat: Hat
    blocker: Blocker
    selection_card: SelectionCard
