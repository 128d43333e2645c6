"""What happens in a race, as typed facts (``words.py`` says them in words)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.types import Event, Seat
from sim.settled import DieOutcome, Point, Pose

StayReason = Literal[
    "off_table", "never_left_mouth", "out_at_back", "number", "no_place", "put_back"
]
"""Why a tower stays: the die left the table, did not come out of the mouth, fell out behind, shows
a number that does not count (pro), rests where no tower can stand, or (``hand_mode``) the tower was
put where it disturbs something."""


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn begins."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """No free spot in the start box: the turn is skipped."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TowerStarted(Event):
    """A tower was put into the start box."""

    seat: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class TowerTurned(Event):
    """A tower was turned on the spot after blocked turns."""

    seat: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class BlockerPlaced(Event):
    """The blocker was placed."""

    seat: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class BlockerDisplaced(Event):
    """The die moved the blocker."""

    seat: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """A throw came to its end: outcome, number (0: none), place, way in plan, time in ms."""

    seat: Seat
    outcome: DieOutcome
    face: int
    place: Point
    distance: int
    """0.01 mm straight from the snout to the place."""
    path: tuple[Point, ...]
    time: int


@dataclass(frozen=True, slots=True)
class BlockerRemoved(Event):
    """The blocker was taken off the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RayCrossed(Event):
    """The race path crossed a ray: +1 with its direction, -1 against; done = counter >= 1."""

    seat: Seat
    ray: int
    direction: int
    done: bool


@dataclass(frozen=True, slots=True)
class TowerMoved(Event):
    """A tower was put to its die."""

    seat: Seat
    since: Pose
    pose: Pose


@dataclass(frozen=True, slots=True)
class TowerStays(Event):
    """A tower must stay where it is."""

    seat: Seat
    reason: StayReason


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn is over; progress as of now."""

    seat: Seat
    done: int
    of: int
    distance: int
    """0.01 mm straight from the snout to the next ray; NOWHERE before the start."""


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A die rests wholly beyond the finish line with every ray done: the race is won."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RaceOver(Event):
    """The race is over."""

    reason: str
    ranking: tuple[int, ...]
