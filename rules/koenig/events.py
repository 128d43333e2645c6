"""What happens in a race, as typed facts, and how to say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.types import Event, Seat
from rules.koenig.pro_events import tell_pro
from rules.koenig.progress import NOWHERE
from rules.koenig.state import State
from sim.settled import MM, DieOutcome, Point, Pose

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


OUTCOMES: dict[str, str] = {
    "rests": "rests",
    "cocked": "rests leaning",
    "timed_out": "is stopped while still moving",
    "off_table": "falls off the table",
    "never_left_mouth": "does not leave the mouth",
    "out_at_back": "falls out at the back",
}
"""What a die does, in words."""

REASONS: dict[str, str] = {
    "off_table": "the die fell off the table",
    "never_left_mouth": "the die did not roll out of the mouth",
    "out_at_back": "the die fell out at the back",
    "number": "the number does not count",
    "no_place": "there is no place for it at the die",
    "put_back": "it disturbed something and was put back",
}
"""Why a tower stays, in words."""


def millimetres(value: int) -> str:
    """A length in whole millimetres."""
    return f"{value / MM:.0f} mm"


def place_text(place: Point) -> str:
    """A place in whole millimetres."""
    return f"{place[0] / MM:.0f},{place[1] / MM:.0f}"


def pose_text(pose: Pose) -> str:
    """A pose in whole millimetres and degrees."""
    return f"{place_text((pose[0], pose[1]))} heading {pose[2] / 100:.0f}°"


def tell(s: State, event: Event) -> str:
    """One event in English."""
    who = s.who
    match event:
        case TurnStarted(seat=seat, round=number):
            return f"round {number}: {who(seat)}'s turn"
        case TurnSkipped(seat=seat):
            return f"{who(seat)} finds no free spot in the start box and skips the turn"
        case TowerStarted(seat=seat, pose=pose):
            return f"{who(seat)} starts at {pose_text(pose)}"
        case TowerTurned(seat=seat, pose=pose):
            return f"{who(seat)} turns the tower on the spot to {pose[2] / 100:.0f}°"
        case BlockerPlaced(seat=seat, pose=pose):
            return f"{who(seat)} places the blocker at {place_text((pose[0], pose[1]))}"
        case BlockerDisplaced(seat=seat, pose=pose):
            return f"the die pushes {who(seat)}'s blocker to {place_text((pose[0], pose[1]))}"
        case DieRolled(seat=seat, outcome=outcome, face=face, place=place, distance=distance):
            if outcome == "never_left_mouth":
                return f"{who(seat)}'s die {OUTCOMES[outcome]}"
            number = f", shows {face}" if face else ""
            return (
                f"{who(seat)}'s die {OUTCOMES[outcome]} at {place_text(place)}"
                f" ({millimetres(distance)} from the mouth{number})"
            )
        case BlockerRemoved(seat=seat):
            return f"{who(seat)} takes the blocker away"
        case RayCrossed(seat=seat, ray=ray, direction=sign, done=done):
            name = s.board.rays[ray].name
            line = "the start-finish line" if name == "gate" else f"the ray of {name}"
            how = "" if sign > 0 else " backwards"
            return f"{who(seat)} crosses {line}{how}{'' if done else ', not done'}"
        case TowerMoved(seat=seat, pose=pose):
            return f"{who(seat)}'s tower goes to {pose_text(pose)}"
        case TowerStays(seat=seat, reason=reason):
            return f"{who(seat)}'s tower stays: {REASONS[reason]}"
        case TurnEnded(seat=seat, done=done, of=of, distance=distance):
            left = "" if distance == NOWHERE else f", {millimetres(distance)} to the next"
            return f"{who(seat)} has done {done} of {of} rays{left}"
        case Finished(seat=seat):
            return f"{who(seat)} is over the finish line and wins the race"
        case RaceOver(reason=reason, ranking=ranking):
            best = [who(k) for k, rank in enumerate(ranking) if rank == 1]
            verb = "wins" if len(best) == 1 else "share the win"
            why = "" if reason == "finish" else " (round cap)"
            return f"{' and '.join(best)} {verb}{why}"
        case _:
            return tell_pro(s, event)
