"""What a throw leaves behind, in floats: how it ended, the way it took, and a trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sim.compiled import Array
from sim.rotation import Matrix
from sim.settled import DieOutcome
from sim.solids import Vec3


@dataclass(frozen=True, slots=True)
class Moment:
    """A die's whole state at one time, for tests, replays and pictures."""

    time: float
    event: str
    place: Vec3
    velocity: Vec3
    spin: Vec3
    matrix: Matrix
    free: bool
    """The hat is clear: from here on nothing adds energy."""


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """How a throw ended (mm, s, radians). Settled states compare by value; these do not."""

    outcome: DieOutcome
    place: Vec3
    matrix: Matrix
    places: Array
    """x, y, z of the centre, (moments, 3), for reading only: the way that it took."""
    displaced: tuple[tuple[str, float, float, float], ...]
    time: float
    lean: float
    start_face: int
    """Row of the solid's faces that lay on the ramp."""
    trace: tuple[Moment, ...]

    @property
    def path(self) -> tuple[Vec3, ...]:
        """The way that the centre took, as plain numbers."""
        return tuple(cast("Vec3", tuple(place)) for place in self.places.tolist())
